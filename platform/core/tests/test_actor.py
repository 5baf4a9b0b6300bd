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
    """'otherwise 403 …, the same whether that id exists or not'."""
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
