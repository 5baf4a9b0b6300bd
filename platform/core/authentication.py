"""Cookie sessions for the API."""

from typing import Any

from rest_framework import authentication, exceptions
from rest_framework.request import Request

from core.errors import Forbidden


class CsrfFailed(Forbidden):
    """The token is missing or stale: the browser renews it once and repeats."""

    code = "csrf_failed"


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session with CSRF enforced; a missing session is 401, not REST framework's 403."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise CsrfFailed() from None


class SignInAuthentication(SessionAuthentication):
    """Ask signed-out people for the CSRF token too: for the calls that are open to them."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        self.enforce_csrf(request)
        return super().authenticate(request)
