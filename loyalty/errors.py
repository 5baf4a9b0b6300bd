from accounts.errors import NO_EMPLOYEE
from core.errors import ActionError, NotFound, refusal

EmployeeNotFound = refusal(NotFound, "employee_not_found", NO_EMPLOYEE)
FIELDS_MISSING = "Preencha todos os campos"
OUT_OF_RANGE = "Alteração deve estar entre -100 e 100"
ChangeOutOfRange = refusal(ActionError, "change_out_of_range", OUT_OF_RANGE, field="pointsChange")
NOT_TILED = "As faixas devem cobrir de 0 a 100 sem lacunas nem sobreposições."
InvalidThresholds = refusal(ActionError, "invalid_thresholds", NOT_TILED)
