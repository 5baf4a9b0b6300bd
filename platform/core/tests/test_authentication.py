from typing import Any

import pytest
from rest_framework.test import APIClient

pytestmark = [pytest.mark.urls("core.tests.urls"), pytest.mark.django_db]


def strict_client(person: Any) -> APIClient:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(person)
    return client


def test_missing_session_is_401_and_not_403() -> None:
    answer = APIClient().get("/api/probe/signed-in")

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Session"


def test_unsafe_call_without_csrf_token_is_refused_with_a_code_the_browser_knows(employee: Any) -> None:
    """'CSRF on every unsafe call'."""
    answer = strict_client(employee).post("/api/probe/signed-in", {})

    assert answer.status_code == 403
    assert answer.json() == {
        "message": "Você não tem permissão para realizar esta ação.",
        "errors": {},
        "code": "csrf_failed",
    }


def test_unsafe_call_with_the_token_of_the_cookie_passes(employee: Any) -> None:
    client = strict_client(employee)
    token = "a" * 32
    client.cookies["csrftoken"] = token

    answer = client.post("/api/probe/signed-in", {}, headers={"X-CSRFToken": token})

    assert answer.status_code == 200
    assert answer.json() == {"username": employee.username}


def test_safe_call_needs_no_token(employee: Any) -> None:
    assert strict_client(employee).get("/api/probe/signed-in").status_code == 200


def test_session_of_a_deactivated_person_is_worth_nothing(employee: Any) -> None:
    client = strict_client(employee)
    employee.is_active = False
    employee.save()

    assert client.get("/api/probe/signed-in").status_code == 401
