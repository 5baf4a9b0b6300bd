from core.errors import ActionError, Conflict, refusal
from core.money import MAX_AMOUNT, format_brl
from tasks.rules import MAX_OPEN_TASKS_POOR, MAX_TARGET

WHOLE_NUMBER = "Informe um número inteiro"
TARGET_NOT_POSITIVE = "A meta de contas deve ser maior que zero"
TARGET_TOO_HIGH = f"A meta de contas máxima é {MAX_TARGET}"
TARGET_BELOW_DONE = "A meta não pode ficar abaixo das {} contas já registradas"
PAYMENT_NOT_POSITIVE = "O pagamento por conta deve ser maior que zero"
PAYMENT_TOO_HIGH = f"O pagamento por conta máximo é {format_brl(MAX_AMOUNT)}"


NOT_EMPLOYED = "O responsável deve ser um funcionário ativo"
InvalidAssignee = refusal(ActionError, "invalid_assignee", NOT_EMPLOYED, field="assignedTo")
POOR_TIER = "{} está no nível Fraco e já tem {}. Confirme para atribuir mesmo assim."
POOR_HEIR = f"{{}} tem o nível Fraco, de até {MAX_OPEN_TASKS_POOR} tarefas abertas, e já tem {{}}. Escolha outra pessoa."
PoorTierLimit = refusal(Conflict, "poor_tier_limit")
"""An admin repeats the call with `overrideLimit` to assign all the same."""
OUT_OF_RANGE = "A quantidade deve estar entre 0 e {}"
QuantityOutOfRange = refusal(ActionError, "quantity_out_of_range", field="currentQuantity")
QuantityRequired = refusal(ActionError, "quantity_required", WHOLE_NUMBER, field="currentQuantity")
InvalidTarget = refusal(ActionError, "invalid_target", field="targetQuantity")
InvalidPayment = refusal(ActionError, "invalid_payment", field="paymentPerAccount")
AlreadyCompleted = refusal(Conflict, "task_already_completed", "Esta tarefa já foi concluída.")
AlreadyEarned = refusal(
    Conflict, "task_already_earned", "Esta tarefa já foi concluída e creditada: não pode mais ser alterada nem excluída."
)
ProblemAlreadyReported = refusal(Conflict, "problem_already_reported", "Um problema já foi relatado nesta tarefa.")
