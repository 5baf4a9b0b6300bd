"""One error envelope for the whole API: {"message", "errors": {field: [..]}, "code", …} (decisions §5).

Domain refusals are subclasses of ActionError. The one handler below folds them, and Django's and REST framework's own
errors, into the envelope with the documented Portuguese texts (document 1 §8).
"""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError as DjangoValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler

TEXTS = {
    400: "Dados inválidos fornecidos. Verifique os campos e tente novamente.",
    401: "Sessão expirada. Faça login novamente.",
    403: "Você não tem permissão para realizar esta ação.",
    404: "Recurso não encontrado.",
    405: "Método não permitido.",
    409: "Conflito: Este item já existe ou está sendo usado.",
    413: "O conteúdo enviado é grande demais.",
    415: "Formato de conteúdo não suportado.",
    422: "Dados não processáveis. Verifique os campos e tente novamente.",
    429: "Muitas tentativas. Aguarde um momento e tente novamente.",
    500: "Erro interno do servidor. Tente novamente em instantes.",
    502: "Serviço temporariamente indisponível.",
    503: "Serviço em manutenção.",
}
CODES = {
    400: "invalid",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "too_large",
    415: "unsupported_media_type",
    422: "unprocessable",
    429: "too_many_requests",
    500: "server_error",
    503: "unavailable",
}

Errors = dict[str, list[str]]


class ActionError(Exception):
    """A refusal that a person reads. `extra` lands beside the envelope's keys (for example attemptsRemaining)."""

    status = 400
    code = ""
    message = ""

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
        self.errors = errors or {}
        self.headers = headers or {}
        self.extra = extra
        super().__init__(self.message)

    def envelope(self) -> dict[str, Any]:
        return envelope(self.status, self.message, self.errors, self.code) | self.extra


class NotSignedIn(ActionError):
    status = 401


class Forbidden(ActionError):
    status = 403


class NotFound(ActionError):
    status = 404


class Conflict(ActionError):
    status = 409


class TooLarge(ActionError):
    status = 413


class Unprocessable(ActionError):
    status = 422


class TooManyRequests(ActionError):
    status = 429


class Unavailable(ActionError):
    status = 503


def envelope(
    status_code: int, message: str = "", errors: Errors | None = None, code: str = ""
) -> dict[str, Any]:
    """The body of every refusal; message and code default to the documented ones of the status."""
    return {
        "message": message or TEXTS.get(status_code, TEXTS[400]),
        "errors": errors or {},
        "code": code or CODES.get(status_code, "error"),
    }


def flatten(detail: Any, prefix: str = "") -> Errors:
    """REST framework's nested detail as {dotted.field: [texts]}."""
    if isinstance(detail, dict):
        fields: Errors = {}
        for name, value in detail.items():
            fields |= flatten(value, f"{prefix}.{name}" if prefix else str(name))
        return fields
    if isinstance(detail, list | tuple):
        if all(isinstance(item, str) for item in detail):
            return {prefix or "nonFieldErrors": [str(item) for item in detail]}
        fields = {}
        for position, item in enumerate(detail):
            fields |= flatten(item, f"{prefix}.{position}" if prefix else str(position))
        return fields
    return {prefix or "nonFieldErrors": [str(detail)]}


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's handler: every error leaves in the envelope; an unknown one is left to be a 500."""
    if isinstance(exc, ActionError):
        # REST framework's own handler marks the transaction and sets headers; it is asked through APIException.
        response = drf_exception_handler(_as_api_exception(exc), context)
        assert response is not None
        response.data = exc.envelope()
        for name, value in exc.headers.items():
            response[name] = value
        return response
    if isinstance(exc, DjangoValidationError):
        exc = exceptions.ValidationError(
            exc.message_dict if hasattr(exc, "error_dict") else {"nonFieldErrors": exc.messages}
        )
    response = drf_exception_handler(exc, context)
    if response is None:
        return None
    errors: Errors = {}
    message = ""
    if isinstance(exc, exceptions.ValidationError):
        errors = flatten(exc.detail)
        message = next((texts[0] for texts in errors.values() if texts), "")
    elif isinstance(exc, exceptions.ParseError):
        message = str(exc.detail)
    response.data = envelope(response.status_code, message, errors)
    return response


def _as_api_exception(exc: ActionError) -> exceptions.APIException:
    carrier = exceptions.APIException(exc.message)
    carrier.status_code = exc.status
    return carrier


def is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's CSRF refusal, as JSON under /api/ so that the client can renew its token once and repeat."""
    if is_api(request):
        return JsonResponse(envelope(403, code="csrf_failed"), status=403)
    return render(request, "shell/403.html", {"message": TEXTS[403]}, status=403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return JsonResponse(envelope(400), status=400)


def permission_denied(request: HttpRequest, exception: PermissionDenied) -> HttpResponse:
    if is_api(request):
        return JsonResponse(envelope(403), status=403)
    return render(request, "shell/403.html", {"message": TEXTS[403]}, status=403)


def page_not_found(request: HttpRequest, exception: Http404 | None = None) -> HttpResponse:
    """Document 1 §2: 'Any other path: a 404 page in English, '404 Page Not Found'.'"""
    if is_api(request):
        return JsonResponse(envelope(404), status=status.HTTP_404_NOT_FOUND)
    return render(request, "shell/404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Decisions §5: '500 never leaks a trace.'"""
    if is_api(request):
        return JsonResponse(envelope(500), status=500)
    return render(request, "shell/500.html", {"message": TEXTS[500]}, status=500)
