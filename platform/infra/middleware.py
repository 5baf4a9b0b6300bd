"""A name for every request, one log line for its answer, cookies of this host alone, no caching of API answers, and compressed pages."""

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

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
REFUSED = range(400, 500)
QUIET = ("/static/", "/healthz", "/readyz", "/metrics")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
OF_THIS_HOST = "__Host-"
"""Browsers take a cookie so named only when it is Secure, for every path and without a domain."""


class RequestContextMiddleware:
    """Give the request an id (logs, audit rows and the X-Request-Id answer header carry it), log its answer and count
    its time. The query string is not logged: people paste things. Who was refused, and from where, is."""

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
                answered: dict[str, Any] = {"status": response.status_code, "ms": round(seconds * 1000, 1)}
                if response.status_code in REFUSED:
                    # Nothing is asked of the database for a line of the log.
                    answered["person"] = getattr(getattr(request, "_cached_user", None), "pk", None)
                    answered["address"] = client_address(request, settings.TRUSTED_PROXY_COUNT)
                log.info("request", method=request.method, path=request.path, **answered)
        finally:
            structlog.contextvars.clear_contextvars()  # whatever was bound on the way: the thread serves others next
        return response


class SecureCookies(MiddlewareMixin):
    """Mark every cookie Secure, and named `__Host-…` as this host's alone, where the request came over https; others of
    it are not read: another host of the domain may have set them. An https installation does so on plain http too,
    except on loopback, where some browsers would drop them."""

    def process_request(self, request: HttpRequest) -> None:
        if self._is_secure(request):
            ours = {name: value for name, value in request.COOKIES.items() if name.startswith(OF_THIS_HOST)}
            request.COOKIES = {name.removeprefix(OF_THIS_HOST): value for name, value in ours.items()}

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        secure = bool(response.cookies) and self._is_secure(request)
        for name, cookie in list(response.cookies.items()):
            cookie["secure"] = secure
            if secure:
                cookie.set(OF_THIS_HOST + name, cookie.value, cookie.coded_value)
                response.cookies[OF_THIS_HOST + name] = response.cookies.pop(name)
        return response

    def _is_secure(self, request: HttpRequest) -> bool:
        if request.is_secure() or not settings.SESSION_COOKIE_SECURE:
            return request.is_secure()
        return split_domain_port(request.get_host())[0] not in LOOPBACK


class CompressPages(GZipMiddleware):
    """Send pages compressed. Nothing else: static files come compressed, images are so by nature, and ETags of polled
    answers are compared as written. Django adds bytes of random length, so that sizes tell nothing (BREACH)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


def client_address(request: HttpRequest, trusted_proxies: int) -> str:
    """The address the request came from, past as many proxies of ours as TRUSTED_PROXY_COUNT says. A forwarded hop that
    is no address (the header is the caller's to write when the count is wrong) is not believed."""
    direct: str = request.META.get("REMOTE_ADDR", "")
    if trusted_proxies == 0:
        return direct
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    with suppress(IndexError, ValueError):
        return str(ip_address(hops[-trusted_proxies]))
    return direct
