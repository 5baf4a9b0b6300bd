"""One error envelope for the whole API: {"message", "errors": {field: [..]}, "code", …}. Domain refusals are subclasses
of ActionError; core.handlers folds them, and the frameworks' own errors, into the envelope."""

from typing import Any, TypeVar

_STATUSES = {
    400: ("invalid", "Dados inválidos fornecidos. Verifique os campos e tente novamente."),
    401: ("not_authenticated", "Sessão expirada. Faça login novamente."),
    403: ("forbidden", "Você não tem permissão para realizar esta ação."),
    404: ("not_found", "Recurso não encontrado."),
    405: ("method_not_allowed", "Método não permitido."),
    406: ("not_acceptable", "Formato de resposta não suportado."),
    409: ("conflict", "Conflito: Este item já existe ou está sendo usado."),
    412: ("changed", "Foi alterado por outra pessoa ou em outra aba."),
    413: ("too_large", "O conteúdo enviado é grande demais."),
    415: ("unsupported_media_type", "Formato de conteúdo não suportado."),
    422: ("unprocessable", "Dados não processáveis. Verifique os campos e tente novamente."),
    428: ("version_missing", "Informe a versão que foi lida."),
    429: ("too_many_requests", "Muitas tentativas. Aguarde um momento e tente novamente."),
    500: ("server_error", "Erro interno do servidor. Tente novamente em instantes."),
    502: ("bad_gateway", "Serviço temporariamente indisponível."),
    503: ("unavailable", "Serviço em manutenção."),
}
CODES = {status: code for status, (code, _) in _STATUSES.items()}
TEXTS = {status: text for status, (_, text) in _STATUSES.items()}
RETRY_AFTER_S = 5  # what a 503 asks for
DATABASE_BUSY = "O banco de dados não respondeu a tempo. Tente novamente em alguns segundos."
INVALID_AMOUNT = "Informe um valor válido."
TOO_MANY_PLACES = "Informe um valor com no máximo duas casas decimais."
BODY_NOT_AN_OBJECT = "O corpo do pedido deve ser um objeto JSON."
DISK_FULL = "Não há espaço em disco para gravar. Avise quem cuida do servidor."

Errors = dict[str, list[str]]


def required_text(label: str) -> str:
    return f"Campo {label} é obrigatório"


class ActionError(Exception):
    """A refusal that a person reads. `extra` lands beside the envelope's keys (for example attemptsRemaining). A class
    with a `field` says its message there as well, where `errors` says nothing else."""

    status = 400
    code = ""
    message = ""
    field = ""

    def __init__(
        self,
        message: str | None = None,
        *,
        code: str | None = None,
        errors: Errors | None = None,
        headers: dict[str, str] | None = None,
        **extra: Any,
    ) -> None:
        self.message = message or self.message or TEXTS[self.status]
        self.code = code or self.code or CODES[self.status]
        self.errors = errors or ({self.field: [self.message]} if self.field else {})
        self.headers = headers or {}
        self.extra = extra
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """From another process a refusal comes back as its envelope says it: classes made by `refusal` have no module."""
        return ActionError, (self.message,), vars(self) | {"status": self.status}

    def envelope(self) -> dict[str, Any]:
        return envelope(self.status, self.message, self.errors, self.code) | self.extra


R = TypeVar("R", bound=ActionError)
T = TypeVar("T")


def refusal(base: type[R], code: str, message: str = "", **attributes: Any) -> type[R]:
    """A refusal for an app's table of them; `attributes` are the class's others."""
    return type(code.title().replace("_", ""), (base,), {"code": code, "message": message, **attributes})


class NotSignedIn(ActionError):
    status = 401


class Forbidden(ActionError):
    status = 403


class NotFound(ActionError):
    status = 404


def ensure(value: T | None, refusal: type[ActionError] = NotFound) -> T:
    if value is None:
        raise refusal
    return value


class Conflict(ActionError):
    status = 409


class TooLarge(ActionError):
    status = 413


class Unprocessable(ActionError):
    status = 422


class TooManyRequests(ActionError):
    status = 429


MalformedBody = refusal(ActionError, "malformed_body", "O corpo do pedido não é um JSON válido.")
KeyReused = refusal(Unprocessable, "idempotency_key_reused", "Esta chave de repetição já foi usada com outro conteúdo.")
StillRunning = refusal(Conflict, "still_running", "Este pedido ainda está em andamento. Aguarde um momento.")
BadKey = refusal(ActionError, "invalid_idempotency_key", "Chave de repetição inválida.")


def envelope(status_code: int, message: str = "", errors: Errors | None = None, code: str = "") -> dict[str, Any]:
    """The body of every refusal; message and code default to those of the status."""
    message, code = message or TEXTS.get(status_code, TEXTS[400]), code or CODES.get(status_code, "error")
    return {"message": message, "errors": errors or {}, "code": code}
