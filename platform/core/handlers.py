"""Every error leaves in the envelope of core.errors: REST framework's one handler, and Django's pages for the rest."""

import errno
import re
import sys
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import NON_FIELD_ERRORS, RequestDataTooBig
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler
from rest_framework.views import set_rollback

from core.errors import DATABASE_BUSY, DISK_FULL, RETRY_AFTER_S, TEXTS, ActionError, Errors, TooLarge, envelope

OF_THE_WHOLE = "nonFieldErrors"


def is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def flatten(detail: Any, prefix: str = "") -> Errors:
    """REST framework's nested detail as {dotted.field: [texts]}."""
    if isinstance(detail, str):
        return {prefix or OF_THE_WHOLE: [str(detail)]}
    if isinstance(detail, list) and all(isinstance(item, str) for item in detail):
        return {prefix or OF_THE_WHOLE: [str(item) for item in detail]} if detail else {}
    fields: Errors = {}
    for name, value in detail.items() if isinstance(detail, dict) else enumerate(detail):
        fields |= flatten(value, f"{prefix}.{name}" if prefix else str(name))
    return fields


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's handler: every error leaves in the envelope; an unknown one is left to be a 500."""
    if isinstance(exc, RequestDataTooBig):
        exc = TooLarge()
    if isinstance(exc, ActionError):
        set_rollback()
        return Response(exc.envelope(), status=exc.status, headers=exc.headers)
    if isinstance(exc, DjangoValidationError):
        named = exc.message_dict if hasattr(exc, "error_dict") else {OF_THE_WHOLE: exc.messages}
        fields = {OF_THE_WHOLE if name == NON_FIELD_ERRORS else name: texts for name, texts in named.items()}
        exc = exceptions.ValidationError(fields)
    response = drf_exception_handler(exc, context)
    if response is None:
        return None
    errors = flatten(exc.detail) if isinstance(exc, exceptions.ValidationError) else {}
    response.data = envelope(response.status_code, next(iter(errors.values()), [""])[0], errors)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api(request):
        return JsonResponse(envelope(400), status=400)
    return HttpResponse(TEXTS[400], content_type="text/plain; charset=utf-8", status=400)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's CSRF refusal, as JSON under /api/ so that the client can renew its token once and repeat."""
    return permission_denied(request, code="csrf_failed")


def permission_denied(request: HttpRequest, exception: Exception | None = None, *, code: str = "") -> HttpResponse:
    if is_api(request):
        return JsonResponse(envelope(403, code=code), status=403)
    return render(request, "shell/403.html", {"message": TEXTS[403]}, status=403)


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The 404 page is in English and inside the shell, which needs a person. Signed-out people are led to the log-in
    page before; what is missing for them is a file, or a path below the health checks."""
    if is_api(request):
        return JsonResponse(envelope(404), status=404)
    if not request.user.is_authenticated:
        return HttpResponse("404 Page Not Found", content_type="text/plain; charset=utf-8", status=404)
    return render(request, "shell/404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """A 500, which never leaks a trace, or a 503 where the database or the disk is what failed. The page is rendered
    without the request, since that would fail the person and the sidebar again."""
    detail = outage_detail(sys.exc_info()[1])
    status, headers = (503, {"Retry-After": str(RETRY_AFTER_S)}) if detail else (500, {})
    if is_api(request):
        return JsonResponse(envelope(status) | ({"detail": detail} if detail else {}), status=status, headers=headers)
    # Of the logo what this process knows already: nothing is asked of the database.
    brand = {"company_name": settings.COMPANY_NAME, "logo": cache.get("logo")}
    page = render_to_string("shell/500.html", {"message": TEXTS[status], "detail": detail, **brand})
    return HttpResponse(page, status=status, headers=headers)


def outage_detail(error: BaseException | None) -> str:
    """The sentence about a failure of the database or the disk; empty for any other."""
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    if full or (isinstance(error, OperationalError) and re.search(r"is full|No space|disk I/O", str(error))):
        return DISK_FULL
    return DATABASE_BUSY if isinstance(error, OperationalError | InterfaceError) else ""
