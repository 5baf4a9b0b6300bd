"""What actions tell becomes an event, in the same transaction."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from structlog.testing import capture_logs

from accounts.models import User
from accounts.tests.factories import SECOND_PASSWORD, UserFactory, sign_in_body
from analytics.models import Event
from core import events
from tasks import actions as tasks
from tasks.tests.factories import give, give_overdue

pytestmark = pytest.mark.django_db


def test_what_is_told_is_kept(employee: User) -> None:
    events.count("bulk_upload_start", person_id=employee.id, subject="roblox", quantity=12)

    event = Event.objects.get()
    assert (event.name, event.user_id, event.subject, event.quantity, event.path, event.client_id) == (
        "bulk_upload_start",
        employee.id,
        "roblox",
        12,
        "",
        None,
    )
    assert event.hour_at == event.occurred_at.replace(minute=0, second=0, microsecond=0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "not_documented"},
        {"name": "logout", "outcome": "whatever"},
        {"name": "logout", "quantity": -1},
    ],
)
def test_an_event_that_cannot_be_counted_leaves_its_cause(wrong: dict[str, Any], employee: User) -> None:
    with transaction.atomic():
        User.objects.filter(pk=employee.pk).update(full_name="Nome novo")
        with capture_logs() as logged:
            events.count(**wrong, person_id=employee.id)
        User.objects.filter(pk=employee.pk).update(marked_online=True)

    employee.refresh_from_db()
    assert (employee.full_name, employee.marked_online) == ("Nome novo", True)
    assert not Event.objects.exists()
    assert [(line["event"], line["log_level"]) for line in logged] == [("event_not_counted", "warning")]


def test_what_did_not_happen_after_all_is_not_counted(employee: User) -> None:
    with transaction.atomic():
        events.count("logout", person_id=employee.id)
        transaction.set_rollback(True)

    assert not Event.objects.exists()


def names() -> list[tuple[str, int | None, str]]:
    return list(Event.objects.order_by("id").values_list("name", "user_id", "outcome"))


def test_signing_in_is_told_with_its_step(client_for: Any) -> None:
    """login_success, login_failure, logout; a name that nobody has is told of nobody."""
    bruno = UserFactory(username="bruno.teste", two_step=True)
    visitor = client_for(None)
    first, second = "/api/auth/login", "/api/auth/verify-second-password"

    visitor.post(first, {"username": "ninguem", "password": "errada-1"})
    visitor.post(first, {"username": bruno.username, "password": "errada-1"})
    visitor.post(first, sign_in_body(bruno))
    visitor.post(second, {"userId": bruno.id, "secondPassword": "errada-1"})
    visitor.post(second, {"userId": bruno.id, "secondPassword": SECOND_PASSWORD})
    visitor.post("/api/auth/logout")

    assert names() == [
        ("login_failure", None, "first_step"),
        ("login_failure", bruno.id, "first_step"),
        ("login_failure", bruno.id, "second_step"),
        ("login_success", bruno.id, ""),
        ("logout", bruno.id, ""),
    ]


def test_each_task_is_told_on_time_or_missed_once(employee: Any, admin: Any) -> None:
    on_time, seen_missed = give(employee, by=admin), give_overdue(employee, by=admin)
    tasks.mark_missed()
    late = give_overdue(employee, by=admin)
    assert sorted(names()) == [("task_assign", admin.id, "")] * 3 + [("task_missed", employee.id, "")]
    Event.objects.all().delete()

    for task in (on_time, late, seen_missed):
        tasks.complete(task_id=task.pk, by=employee)

    assert names() == [
        ("task_complete", employee.id, "on_time"),
        ("task_missed", employee.id, ""),
        ("task_complete", employee.id, "late"),
        ("task_complete", employee.id, "late"),
    ]


def test_task_that_was_missed_and_given_more_time_is_told_missed_once(employee: User, admin: User) -> None:
    task = give_overdue(employee, by=admin)
    tasks.mark_missed()
    tasks.change(task_id=task.pk, changes={"due_at": timezone.now() + timedelta(days=1)}, by=admin)

    tasks.complete(task_id=task.pk, by=employee)

    assert names()[-2:] == [("task_missed", employee.id, ""), ("task_complete", employee.id, "late")]
