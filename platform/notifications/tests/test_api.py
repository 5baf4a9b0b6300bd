"""The notifications' calls."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from notifications import actions
from notifications.models import Notification

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]


def tell(person: Any, title: str = "Nova tarefa") -> Notification:
    return actions.notify(user_id=person.id, kind="task_assigned", title=title, body="Roblox", url="/tasks")


def test_list_describes_ones_own_messages_newest_first(client_for: ClientFor, employee: Any, other_employee: Any) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False):
        first, second = tell(employee, "Primeira"), tell(employee, "Segunda")
        actions.mark_read(by=employee, notification_id=first.id)
    tell(other_employee)

    response = client_for(employee).get("/api/notifications")

    assert response["X-Total-Count"] == "2"
    assert [message["id"] for message in response.json()] == [second.id, first.id]
    assert response.json()[1] == {
        "id": first.id,
        "kind": "task_assigned",
        "title": "Primeira",
        "body": "Roblox",
        "url": "/tasks",
        "createdAt": "2026-03-02T09:00:00-03:00",
        "created_at": "2026-03-02T09:00:00-03:00",
        "readAt": "2026-03-02T09:00:00-03:00",
    }
    assert response.json()[0]["readAt"] is None


def test_list_is_paged_and_can_leave_out_what_was_read(client_for: ClientFor, employee: Any) -> None:
    messages = [tell(employee) for _ in range(25)]
    actions.mark_read(by=employee, notification_id=messages[-1].id)
    client = client_for(employee)

    assert len(client.get("/api/notifications").json()) == 20
    page = client.get("/api/notifications?limit=2&offset=1")
    assert [message["id"] for message in page.json()] == [messages[-2].id, messages[-3].id]
    assert client.get("/api/notifications?unread=true&limit=1")["X-Total-Count"] == "24"
    assert client.get("/api/notifications?unread=talvez").status_code == 400


@pytest.mark.once
def test_list_costs_the_same_for_one_and_for_twenty(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    costs = []
    for size in (1, 10):
        for _ in range(size):
            tell(employee)
        with CaptureQueriesContext(connection) as queries:
            client.get("/api/notifications")
        costs.append(len(queries))

    assert costs[0] == costs[1]


def test_unread_count_is_a_bare_number(client_for: ClientFor, admin: Any, employee: Any) -> None:
    tell(employee)
    tell(employee)

    for person in (employee, admin):
        response = client_for(person).get(f"/api/notifications/{employee.id}/unread-count")
        assert (response.status_code, response.content) == (200, b"2")


def test_unread_count_is_304_until_it_changes(client_for: ClientFor, employee: Any) -> None:
    client = client_for(employee)
    path = f"/api/notifications/{employee.id}/unread-count"
    etag = client.get(path)["ETag"]

    with CaptureQueriesContext(connection) as queries:
        assert client.get(path, HTTP_IF_NONE_MATCH=etag).status_code == 304
    assert len(queries) == 3  # session, person, version

    message = tell(employee)
    changed = client.get(path, HTTP_IF_NONE_MATCH=etag)
    assert (changed.status_code, changed.content) == (200, b"1")
    etag = changed["ETag"]
    actions.mark_read(by=employee, notification_id=message.id)
    assert client.get(path, HTTP_IF_NONE_MATCH=etag).content == b"0"


def test_read_marks_ones_own_message(client_for: ClientFor, employee: Any) -> None:
    message = tell(employee)

    response = client_for(employee).post(f"/api/notifications/{message.id}/read")

    assert (response.status_code, response.json()["id"]) == (200, message.id)
    assert response.json()["readAt"] is not None


def test_read_of_a_foreign_message_answers_as_for_an_absent_one(
    client_for: ClientFor, admin: Any, employee: Any, other_employee: Any
) -> None:
    message = tell(other_employee)
    for person in (employee, admin):
        foreign, absent = (
            client_for(person).post(f"/api/notifications/{number}/read") for number in (message.id, 999_999)
        )
        assert (foreign.status_code, foreign.content) == (404, absent.content)

    message.refresh_from_db()
    assert message.read_at is None


def test_delete_removes_one_message_of_ones_own_and_no_other(
    client_for: ClientFor, admin: Any, employee: Any, other_employee: Any
) -> None:
    gone, kept, foreign = tell(employee), tell(employee), tell(other_employee)

    assert client_for(employee).delete(f"/api/notifications/{gone.id}").status_code == 204

    for person in (employee, admin):
        for number in (gone.id, foreign.id):
            refused = client_for(person).delete(f"/api/notifications/{number}")
            assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert list(Notification.objects.order_by("id")) == [kept, foreign]
    assert client_for(employee).get(f"/api/notifications/{employee.id}/unread-count").json() == 1


def test_read_all_marks_everything_of_ones_own(client_for: ClientFor, employee: Any, other_employee: Any) -> None:
    for person in (employee, employee, other_employee):
        tell(person)

    response = client_for(employee).post("/api/notifications/read-all")

    assert (response.status_code, response.json()) == (200, {"updated": 2})
    assert list(Notification.objects.filter(read_at__isnull=True).values_list("user_id", flat=True)) == [
        other_employee.id
    ]


ROUTES = [
    ("get", "/api/notifications"),
    ("get", "/api/notifications/{id}/unread-count"),
    ("post", "/api/notifications/{message}/read"),
    ("post", "/api/notifications/read-all"),
    ("delete", "/api/notifications/{message}"),
    ("delete", "/api/notifications/read"),
]


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_calls_need_a_session(client_for: ClientFor, employee: Any, method: str, path: str) -> None:
    message = tell(employee)

    response = getattr(client_for(None), method)(path.format(id=employee.id, message=message.id))

    assert response.status_code == 401
    message.refresh_from_db()
    assert message.read_at is None


@pytest.mark.parametrize(("method", "path"), ROUTES[2:])
def test_writes_need_a_csrf_token(employee: Any, method: str, path: str) -> None:
    message = tell(employee)
    strict = APIClient(enforce_csrf_checks=True)
    strict.force_login(employee)

    assert getattr(strict, method)(path.format(message=message.id)).status_code == 403

    message.refresh_from_db()
    assert message.read_at is None


def test_unread_count_of_others_is_refused_alike(client_for: ClientFor, employee: Any, other_employee: Any) -> None:
    client = client_for(employee)
    foreign, absent = (client.get(f"/api/notifications/{number}/unread-count") for number in (other_employee.id, 999_999))

    assert (foreign.status_code, foreign.content) == (403, absent.content)


def test_delete_read_deletes_ones_own_read_messages(client_for: ClientFor, employee: Any) -> None:
    kept, read = tell(employee), tell(employee)
    actions.mark_read(by=employee, notification_id=read.id)

    answer = client_for(employee).delete("/api/notifications/read")

    assert (answer.status_code, answer.content) == (204, b"")
    assert list(Notification.objects.all()) == [kept]
