"""Sessions of the sign-in calls."""

from typing import Any

from rest_framework.request import Request

from core.authentication import SessionAuthentication


class SignInAuthentication(SessionAuthentication):
    """'CSRF on every unsafe call, log-in included': signed-out people are asked for the token too."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        self.enforce_csrf(request)
        return super().authenticate(request)
