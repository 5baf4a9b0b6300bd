"""A name for every request, one log line for its answer, Secure cookies, no caching of API answers, and compressed pages."""

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.deprecation import MiddlewareMixin

from core.handlers import is_api
from infra import metrics

log = structlog.get_logger("http")
QUIET = ("/static/", "/healthz", "/readyz", "/metrics")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class RequestContextMiddleware:
    """Give the request an id (logs, audit rows and the X-Request-Id answer header carry it) log its answer and count its time.

    The query string is not logged: people paste things.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = uuid.uuid4().hex
        started = time.perf_counter()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            response = self.get_response(request)
            response["X-Request-Id"] = request_id
            if is_api(request) and not response.has_header("Cache-Control"):
                response["Cache-Control"] = "no-store"
            seconds = time.perf_counter() - started
            if not request.path.startswith(QUIET):
                metrics.observe(request, response, seconds)
                answered = {"status": response.status_code, "ms": round(seconds * 1000, 1)}
                log.info("request", method=request.method, path=request.path, **answered)
        finally:
            structlog.contextvars.clear_contextvars()  # whatever was bound on the way: the thread serves others next
        return response


class SecureCookies(MiddlewareMixin):
    """Mark every cookie Secure where the request came over https, directly or by a trusted proxy.

    An https installation marks them on plain http too, except on loopback, where some browsers would drop them.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if response.cookies:
            on_loopback = split_domain_port(request.get_host())[0] in LOOPBACK
            secure = request.is_secure() or (settings.SESSION_COOKIE_SECURE and not on_loopback)
            for cookie in response.cookies.values():
                cookie["secure"] = secure
        return response


class CompressPages(GZipMiddleware):
    """Send pages compressed: a third of the bytes that stand before the first paint.

    Nothing else: static files come compressed, images are so by nature, and the ETags of polled answers are compared as
    they are written. Django adds bytes of random length, so that sizes tell nothing of what is inside (BREACH).
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


def client_address(request: HttpRequest, trusted_proxies: int) -> str:
    """The address the request came from, past as many proxies of ours as TRUSTED_PROXY_COUNT says.

    A forwarded hop that is no address (the header is the caller's to write when the count is wrong) is not believed.
    """
    direct: str = request.META.get("REMOTE_ADDR", "")
    if trusted_proxies == 0:
        return direct
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    with suppress(IndexError, ValueError):
        return str(ip_address(hops[-trusted_proxies]))
    return direct
