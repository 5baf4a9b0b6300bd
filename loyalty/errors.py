"""Refusals of the loyalty domain, with the documented texts."""

from core.errors import ActionError, NotFound


class EmployeeNotFound(NotFound):
    code = "employee_not_found"
    message = "Funcionário não encontrado."


class FieldsMissing(ActionError):
    code = "fields_missing"
    message = "Preencha todos os campos"


class ChangeOutOfRange(ActionError):
    code = "change_out_of_range"
    message = "Alteração deve estar entre -100 e 100"
    field = "pointsChange"


class InvalidThresholds(ActionError):
    code = "invalid_thresholds"
    message = "As faixas devem cobrir de 0 a 100 sem lacunas nem sobreposições."
