"""Cookie sessions for the API."""

from rest_framework import authentication
from rest_framework.request import Request


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session with CSRF enforced; a missing session is 401, not REST framework's 403."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"
