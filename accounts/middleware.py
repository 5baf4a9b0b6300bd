"""Not signed in: the log-in page, at every path."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie

OPEN = ("/api/", "/static/", "/media/", "/healthz", "/readyz")


class SignInMiddleware:
    """'Not signed in: every page path answers the log-in page (200) at that path. API calls answer 401 JSON.'
    (decisions §2). Django's admin has no log-in form of its own, which would bypass the second step."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated or request.path.startswith(OPEN):
            return self.get_response(request)
        return sign_in_page(request)


@ensure_csrf_cookie
def sign_in_page(request: HttpRequest) -> HttpResponse:
    response = render(request, "accounts/login.html", {"title": "Entrar", "island": "login", "props": {"queries": {}}})
    response["Cache-Control"] = "private, no-store"
    return response
