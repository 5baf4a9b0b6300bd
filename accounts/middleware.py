"""Not signed in: the log-in page, at every path; and a flood of log-ins is refused."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts import rules
from accounts.actions import sign_in
from accounts.errors import Locked, SecondPasswordLocked, SignInLocked
from infra import metrics
from infra.shares import PASSWORDS

OPEN = ("/api/", "/static/", "/media/", "/healthz", "/readyz", "/metrics")
NOTHING_LOADS = "default-src 'none'; frame-ancestors 'none'"
HEADERS = {"Content-Security-Policy": NOTHING_LOADS, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}


class LogInFloodMiddleware(MiddlewareMixin):
    """Refuse a log-in for which there is no place before anything else is done: refusing 200 a second is to cost little,
    so each one is counted in /metrics and has no line in the log."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.path != "/api/auth/login" or not PASSWORDS.is_full:
            return None
        busy = PASSWORDS.busy()
        response = JsonResponse(busy.envelope(), status=busy.status, headers=busy.headers | HEADERS)
        response._has_been_logged = True  # type: ignore[attr-defined]  # what Django asks before it logs a 503
        metrics.observe(request, response, 0.0)
        return response


class SignInMiddleware(MiddlewareMixin):
    """Show the log-in page at every path to whoever is not signed in (product: login.pages). Django's admin does not
    exist for people who may not use it: its own log-in form would bypass the second step (see accounts.admin)."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.path.startswith(OPEN):
            return None
        if not request.user.is_authenticated:
            return sign_in_page(request)
        if request.path.startswith("/admin/") and not request.user.is_staff:
            raise Http404
        sign_in.note_use(request)
        return None


@ensure_csrf_cookie
def sign_in_page(request: HttpRequest) -> HttpResponse:
    """The limits of both steps go with the page: it counts and says them where an answer doesn't."""
    limits = {"first": _lockout(rules.PAIR, SignInLocked), "second": _lockout(rules.SECOND, SecondPasswordLocked)}
    context = {"title": "Entrar", "island": "login", "props": {"queries": {}, **limits}}
    response = render(request, "accounts/login.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def _lockout(limit: rules.Limit, refusal: type[Locked]) -> dict[str, Any]:
    return {
        "attempts": limit.attempts,
        "seconds": int(limit.period.total_seconds()),
        "text": refusal(0, limit.minutes()).message,
    }
