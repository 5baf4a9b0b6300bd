"""Messages to people, written with what they tell."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from core.errors import NotFound
from core.models import Stamp
from infra import schedule
from notifications import actions, queries
from notifications.models import Notification

pytestmark = pytest.mark.django_db


def version(user_id: int) -> int:
    return Stamp.objects.filter(name=f"notifications:{user_id}").values_list("version", flat=True).first() or 0


def tell(person: Any, title: str = "Nova tarefa") -> Notification:
    return actions.notify(user_id=person.id, kind="task_assigned", title=title, body="Roblox", url="/tasks")


def test_notify_leaves_an_unread_message_and_raises_the_version(employee: Any, other_employee: Any) -> None:
    message = tell(employee)

    assert (message.kind, message.title, message.body, message.url) == (
        "task_assigned",
        "Nova tarefa",
        "Roblox",
        "/tasks",
    )
    assert message.read_at is None
    assert (queries.unread_count(user_id=employee.id), queries.unread_count(user_id=other_employee.id)) == (1, 0)
    assert (version(employee.id), version(other_employee.id)) == (1, 0)


def test_notify_is_undone_with_what_it_tells(employee: Any) -> None:
    with transaction.atomic():
        tell(employee)
        transaction.set_rollback(True)

    assert (Notification.objects.count(), version(employee.id)) == (0, 0)


def test_mark_read_twice_keeps_the_first_time_and_the_version(employee: Any) -> None:
    message = tell(employee)
    first = actions.mark_read(by=employee, notification_id=message.id).read_at

    assert actions.mark_read(by=employee, notification_id=message.id).read_at == first
    assert version(employee.id) == 2


@pytest.mark.parametrize("whose", ["somebody", "nobody"])
def test_mark_read_of_a_foreign_or_absent_message_is_not_found(employee: Any, other_employee: Any, whose: str) -> None:
    message = tell(other_employee)

    with pytest.raises(NotFound):
        actions.mark_read(by=employee, notification_id=message.id if whose == "somebody" else 999_999)

    message.refresh_from_db()
    assert (message.read_at, version(other_employee.id)) == (None, 1)


def test_mark_all_read_answers_how_many_were_unread(employee: Any, other_employee: Any) -> None:
    read = tell(employee)
    actions.mark_read(by=employee, notification_id=read.id)
    tell(employee)
    tell(employee)
    tell(other_employee)

    assert actions.mark_all_read(by=employee) == 2
    before = version(employee.id)
    assert actions.mark_all_read(by=employee) == 0

    assert version(employee.id) == before
    assert queries.unread_count(user_id=other_employee.id) == 1


def test_delete_read_leaves_what_is_unread_and_other_peoples(employee: Any, other_employee: Any) -> None:
    read, unread, foreign = tell(employee), tell(employee), tell(other_employee)
    actions.mark_read(by=employee, notification_id=read.id)
    actions.mark_read(by=other_employee, notification_id=foreign.id)

    assert (actions.delete_read(by=employee), actions.delete_read(by=employee)) == (1, 0)

    assert set(Notification.objects.all()) == {unread, foreign}


def test_purge_forgets_read_after_90_days_and_unread_after_365(employee: Any) -> None:
    now = timezone.now()
    ages = {"fresh": (89, 88), "read": (91, 91), "late": (200, 10), "unread": (364, None), "forgotten": (366, None)}
    for title, (created, read) in ages.items():
        message = tell(employee, title)
        Notification.objects.filter(pk=message.pk).update(
            created_at=now - timedelta(days=created),
            read_at=None if read is None else now - timedelta(days=read),
        )
    before = version(employee.id)

    assert schedule.registry["notifications.purge"].run() == 2

    assert sorted(Notification.objects.values_list("title", flat=True)) == ["fresh", "late", "unread"]
    assert version(employee.id) == before + 1
