"""A name for every request, one log line for its answer, and no caching of API answers."""

import time
import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

from core.context import set_request_id

log = structlog.get_logger("http")
QUIET = ("/static/", "/healthz", "/readyz")


class RequestContextMiddleware:
    """Give the request an id (logs, audit rows and the X-Request-Id answer header carry it) and log its answer.

    The query string is not logged: people paste things.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = uuid.uuid4().hex
        set_request_id(request_id)
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
        finally:
            structlog.contextvars.clear_contextvars()
        response["X-Request-Id"] = request_id
        if request.path.startswith("/api/") and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-store"
        if not request.path.startswith(QUIET):
            log.info(
                "request",
                request_id=request_id,
                method=request.method,
                path=request.path,
                status=response.status_code,
                ms=round((time.perf_counter() - started) * 1000, 1),
            )
        return response


def client_address(request: HttpRequest, trusted_proxies: int) -> str:
    """The address the request came from, past as many proxies of ours as TRUSTED_PROXY_COUNT says."""
    direct = request.META.get("REMOTE_ADDR", "")
    if trusted_proxies == 0:
        return direct
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    return hops[-trusted_proxies] if len(hops) >= trusted_proxies else direct
