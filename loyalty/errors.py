"""Refusals of the loyalty domain, with the documented texts."""

from core.errors import ActionError, NotFound, refusal

EmployeeNotFound = refusal(NotFound, "employee_not_found", "Funcionário não encontrado.")
FieldsMissing = refusal(ActionError, "fields_missing", "Preencha todos os campos")
ChangeOutOfRange = refusal(
    ActionError, "change_out_of_range", "Alteração deve estar entre -100 e 100", field="pointsChange"
)
InvalidThresholds = refusal(
    ActionError, "invalid_thresholds", "As faixas devem cobrir de 0 a 100 sem lacunas nem sobreposições."
)
