from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from core import audit
from core.api import MAX_PAGE
from core.models import AuditEvent

pytestmark = [pytest.mark.urls("core.tests.urls"), pytest.mark.django_db]


@pytest.fixture
def client(client_for: Callable[[Any], APIClient], employee: Any) -> APIClient:
    return client_for(employee)


def test_action_that_declares_no_permission_is_refused_to_everyone(
    client_for: Callable[[Any], APIClient], admin: Any
) -> None:
    """Every API route denies by default."""
    assert client_for(None).get("/api/probe/undeclared").status_code == 401
    assert client_for(admin).get("/api/probe/undeclared").status_code == 403


def test_admin_action_is_refused_to_an_employee(
    client_for: Callable[[Any], APIClient], admin: Any, employee: Any
) -> None:
    assert client_for(None).get("/api/probe/admin-only").status_code == 401
    assert client_for(employee).get("/api/probe/admin-only").status_code == 403
    assert client_for(admin).get("/api/probe/admin-only").status_code == 200


def test_method_the_route_does_not_have_is_405_for_people_and_401_for_nobody(
    client_for: Callable[[Any], APIClient], employee: Any
) -> None:
    answer = client_for(employee).delete("/api/probe/signed-in")

    assert answer.status_code == 405
    assert answer.json() == {"message": "Método não permitido.", "errors": {}, "code": "method_not_allowed"}
    assert client_for(None).delete("/api/probe/signed-in").status_code == 401


def test_options_tells_nothing(client: APIClient) -> None:
    assert client.options("/api/probe/signed-in").status_code == 403


@pytest.mark.parametrize(
    ("query", "events"),
    [
        ("", ["a", "b", "c", "d", "e"]),
        ("?limit=2", ["a", "b"]),
        ("?limit=2&offset=1", ["b", "c"]),
        ("?limit=2&offset=4", ["e"]),
        ("?limit=5", ["a", "b", "c", "d", "e"]),
        ("?offset=3", ["d", "e"]),
        ("?offset=5", []),
        ("?limit=2&offset=99", []),
    ],
)
def test_paginate_answers_an_array_and_the_whole_length(client: APIClient, query: str, events: list[str]) -> None:
    """They take `?limit=&offset=` and give `X-Total-Count`."""
    for name in "abcde":
        audit.record(name, by=None)

    answer = client.get(f"/api/probe/events{query}")

    assert answer.status_code == 200
    assert answer.json() == events
    assert answer["X-Total-Count"] == "5"


def test_paginate_of_nothing_is_an_empty_array(client: APIClient) -> None:
    answer = client.get("/api/probe/events")

    assert answer.json() == []
    assert answer["X-Total-Count"] == "0"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=-1", "limit"),
        (f"limit={MAX_PAGE + 1}", "limit"),
        ("limit=abc", "limit"),
        ("limit=" + "9" * 400, "limit"),
        ("offset=-1", "offset"),
        ("offset=10000001", "offset"),
        ("offset=NaN", "offset"),
    ],
)
def test_paginate_refuses_bounds_that_make_no_sense(client: APIClient, query: str, field: str) -> None:
    answer = client.get(f"/api/probe/events?{query}")

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]


@pytest.mark.once
def test_paginate_costs_the_same_whether_the_page_is_full_or_not(
    client: APIClient, django_assert_num_queries: Callable[[int], Any]
) -> None:
    for name in "abc":
        audit.record(name, by=None)
    client.get("/api/probe/events")
    session_and_person, rows, count = 2, 1, 1

    for limit in (2, 10):
        with django_assert_num_queries(session_and_person + rows + count):
            client.get(f"/api/probe/events?limit={limit}")


def test_a_list_without_a_limit_ends_at_500(client: APIClient) -> None:
    AuditEvent.objects.bulk_create(AuditEvent(event="a", actor_label="x") for _ in range(MAX_PAGE + 1))

    answer = client.get("/api/probe/events")

    assert (len(answer.json()), answer["X-Total-Count"]) == (MAX_PAGE, str(MAX_PAGE + 1))
