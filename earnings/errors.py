"""Refusals of the money domain, with the documented texts."""

from core.errors import ActionError, Conflict, NotFound, required_text
from core.money import MAX_AMOUNT, format_brl

_MOST = format_brl(MAX_AMOUNT).removesuffix(",00")
INVALID_AMOUNT = "Informe um valor válido."
AMOUNT_NOT_POSITIVE = "O valor deve ser maior que zero"
TRANSFER_TOO_HIGH = f"O valor máximo para transferência é {_MOST}"
BALANCE_TOO_HIGH = f"O valor máximo é {_MOST}"
INVALID_DATE = "Data inválida"
INVALID_AUTOMATIC_AMOUNT = "Por favor, insira um valor válido (maior ou igual a 0)"


class PersonNotFound(NotFound):
    code = "person_not_found"
    message = "Funcionário não encontrado."


class AmountNotPositive(ActionError):
    code = "amount_not_positive"
    message = AMOUNT_NOT_POSITIVE
    field = "amount"


class AmountNegative(ActionError):
    code = "amount_negative"
    message = INVALID_AMOUNT


class AmountTooHigh(ActionError):
    code = "amount_too_high"
    field = "amount"


class InsufficientPending(ActionError):
    code = "insufficient_pending"
    message = "Saldo pendente insuficiente."


class AlreadyPaid(Conflict):
    code = "earning_already_paid"
    message = "Este ganho já foi pago e não pode ser corrigido."


class DescriptionRequired(ActionError):
    code = "description_required"
    message = required_text("Descrição")
    field = "description"


class ReasonRequired(ActionError):
    code = "reason_required"
    message = required_text("Motivo")


class ScheduleExists(Conflict):
    code = "payment_schedule_exists"
    message = "Já existe um cronograma de pagamento."


class InvalidPaymentDate(ActionError):
    code = "invalid_date"
    message = INVALID_DATE
    field = "nextPaymentDate"


class InvalidAutomaticAmount(ActionError):
    """'PUT /api/settings/automatic-earning …; error body {error}.'"""

    code = "invalid_amount"
    message = INVALID_AUTOMATIC_AMOUNT
    field = "amount"

    def __init__(self, message: str = INVALID_AUTOMATIC_AMOUNT) -> None:
        super().__init__(message, error=message)
