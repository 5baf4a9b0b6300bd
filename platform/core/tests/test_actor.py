from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

pytestmark = [pytest.mark.urls("core.tests.urls"), pytest.mark.django_db]

FORBIDDEN = {
    "message": "Você não tem permissão para realizar esta ação.",
    "errors": {},
    "code": "forbidden",
}
NONSENSE = ["abc", "-1", "1.0", "1e3", "0x1", "١", " 1", "1_0", "9" * 19, "9" * 5000, "true", "None"]


def test_resolve_user_id_takes_ones_own(client_for: Callable[[Any], APIClient], employee: Any) -> None:
    answer = client_for(employee).get(f"/api/probe/people/{employee.id}")

    assert answer.status_code == 200
    assert answer.json() == employee.id


def test_resolve_user_id_gives_an_admin_anyones(
    client_for: Callable[[Any], APIClient], admin: Any, employee: Any
) -> None:
    assert client_for(admin).get(f"/api/probe/people/{employee.id}").json() == employee.id


def test_resolve_user_id_refuses_others_the_same_whether_the_id_exists_or_not(
    client_for: Callable[[Any], APIClient], employee: Any, other_employee: Any
) -> None:
    """Otherwise 403, the same whether that id exists or not."""
    client = client_for(employee)

    existing = client.get(f"/api/probe/people/{other_employee.id}")
    absent = client.get(f"/api/probe/people/{other_employee.id + 1000}")

    assert (existing.status_code, existing.json()) == (403, FORBIDDEN)
    assert (absent.status_code, absent.json()) == (403, FORBIDDEN)


@pytest.mark.parametrize("raw", NONSENSE)
def test_resolve_user_id_refuses_nonsense_even_to_an_admin(
    client_for: Callable[[Any], APIClient], admin: Any, raw: str
) -> None:
    answer = client_for(admin).get(f"/api/probe/people/{raw}")

    assert (answer.status_code, answer.json()) == (403, FORBIDDEN)


def test_actor_of_a_signed_out_request_is_401(client_for: Callable[[Any], APIClient]) -> None:
    answer = client_for(None).get("/api/probe/signed-in")

    assert answer.status_code == 401
    assert answer.json() == {
        "message": "Sessão expirada. Faça login novamente.",
        "errors": {},
        "code": "not_authenticated",
    }


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
