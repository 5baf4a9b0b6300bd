from accounts.errors import NO_EMPLOYEE
from core.errors import INVALID_AMOUNT, ActionError, Conflict, NotFound, refusal, required_text
from core.money import MAX_AMOUNT, format_brl

_MOST = format_brl(MAX_AMOUNT).removesuffix(",00")
TRANSFER_TOO_HIGH = f"O valor máximo para transferência é {_MOST}"
BALANCE_TOO_HIGH = f"O valor máximo é {_MOST}"
NOBODY_PAID = "Escolha quem recebe."
PAID_TWICE = "Uma pessoa está duas vezes na lista."
INVALID_AUTOMATIC_AMOUNT = "Por favor, insira um valor válido (maior ou igual a 0)"

INVALID_FLOOR = "Informe um preço maior que zero."
REPEATED_FLOOR = "Outra faixa já começa neste preço."
UNKNOWN_GAME = "Este jogo não existe aqui. Escolha um da lista."
INVALID_PERCENT = "Informe um percentual maior que 0 e até 100."
NO_TERMS = "Informe ao menos um valor."
PAST_SCHEME = "Escolha hoje ou um dia depois de hoje."


InvalidAutomaticAmount = refusal(ActionError, "invalid_amount", field="amount")
PersonNotFound = refusal(NotFound, "person_not_found", NO_EMPLOYEE)
AmountNotPositive = refusal(ActionError, "amount_not_positive", "O valor deve ser maior que zero", field="amount")
AmountTooHigh = refusal(ActionError, "amount_too_high", field="amount")
AmountNegative = refusal(ActionError, "amount_negative", INVALID_AMOUNT)
InsufficientPending = refusal(ActionError, "insufficient_pending", "Saldo pendente insuficiente.")
PaymentRefused = refusal(ActionError, "payment_refused")
PayoutUndone = refusal(Conflict, "payout_undone", "Este pagamento já foi desfeito.")
AlreadyPaid = refusal(Conflict, "earning_already_paid", "Este ganho já foi pago e não pode ser corrigido.")
ReasonRequired = refusal(ActionError, "reason_required", required_text("Motivo"))
InvalidScheme = refusal(ActionError, "invalid_scheme")
ScheduleExists = refusal(Conflict, "payment_schedule_exists", "Já existe um cronograma de pagamento.")
InvalidPaymentDate = refusal(ActionError, "invalid_date", "Data inválida", field="nextPaymentDate")
