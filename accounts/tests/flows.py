"""Signing in as a browser does, and what it is told."""

from typing import Any

from rest_framework.response import Response
from rest_framework.test import APIClient

from accounts.tests.factories import PASSWORD, SECOND_PASSWORD

LOGIN = "/api/auth/login"
SECOND = "/api/auth/verify-second-password"
LOCKED = {
    "message": "Muitas tentativas de login. Aguarde 15 minutos antes de tentar novamente.",
    "errors": {},
    "code": "sign_in_locked",
}
SECOND_LOCKED = {
    "message": "Conta bloqueada por 10 minutos devido a múltiplas tentativas incorretas da segunda senha.",
    "errors": {},
    "code": "second_password_locked",
}
WRONG_SECOND = {
    "message": "Segunda senha incorreta. 1 tentativa(s) restante(s).",
    "errors": {},
    "code": "invalid_second_password",
    "attemptsRemaining": 1,
}


def wrong_first(remaining: int) -> dict[str, Any]:
    rest = f"{remaining} tentativa(s) restante(s)." if remaining else "Máximo de tentativas atingido."
    return {
        "message": f"Usuário ou senha inválidos. {rest}",
        "errors": {},
        "code": "invalid_credentials",
        "attemptsRemaining": remaining,
    }


def sign_in(visitor: APIClient, username: str, password: str = PASSWORD, **headers: Any) -> Response:
    return visitor.post(LOGIN, {"username": username, "password": password}, **headers)


def fail(visitor: APIClient, username: str, times: int = 1, **headers: Any) -> list[int]:
    return [sign_in(visitor, username, "errada", **headers).status_code for _ in range(times)]


def verify(visitor: APIClient, user_id: int, second_password: str = SECOND_PASSWORD) -> Response:
    return visitor.post(SECOND, {"userId": user_id, "secondPassword": second_password})


def is_signed_in(visitor: APIClient) -> bool:
    return visitor.get("/api/auth/me").status_code == 200
