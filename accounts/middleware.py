"""Not signed in: the log-in page, at every path."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie

OPEN = ("/api/", "/static/", "/media/", "/healthz", "/readyz", "/metrics")
OPERATORS = "/admin/"


class SignInMiddleware:
    """'Not signed in: every page path answers the log-in page (200) at that path. API calls answer 401 JSON.'. Django's admin does not exist for people who may not use it: its own log-in form would bypass the
    second step (see accounts.admin)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(OPEN):
            return self.get_response(request)
        if not request.user.is_authenticated:
            return sign_in_page(request)
        if request.path.startswith(OPERATORS) and not request.user.is_staff:
            raise Http404
        return self.get_response(request)


@ensure_csrf_cookie
def sign_in_page(request: HttpRequest) -> HttpResponse:
    response = render(request, "accounts/login.html", {"title": "Entrar", "island": "login", "props": {"queries": {}}})
    response["Cache-Control"] = "private, no-store"
    return response
