from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from analytics.enums import Name
from analytics.rules import SHORTEST_STAY_MS
from earnings.queries import totals_of, verify_ledger
from loyalty.models import History
from shell.volume import Worker, add_earnings, add_tasks, working_days
from tasks.actions import mark_missed
from tasks.enums import Status
from tasks.models import Task

pytestmark = pytest.mark.django_db


def test_tasks_for_measuring_leave_nothing_to_be_told(employee: Any, admin: Any) -> None:
    """Ten thousand deadlines seen at once by the worker would be what is measured."""
    now, day = timezone.now(), timedelta(days=1)
    task = {"title": "Medida", "assignee_id": employee.id, "target_quantity": 5, "payment_per_account": Decimal("1.00")}

    assert add_tasks([task | {"due_at": due_at} for due_at in (now - day, now + day, None)], by=admin) == 3

    assert mark_missed() == 0
    assert not History.objects.exists()
    assert [task.status_now for task in Task.objects.order_by("id")] == [Status.OVERDUE, Status.PENDING, Status.PENDING]


def test_earnings_for_measuring_go_through_the_ledger(employee: Any) -> None:
    assert add_earnings(employee, [Decimal("1.00"), Decimal("2.50")], "Medida") == 2

    assert totals_of(employee.id).pending == Decimal("3.50")
    assert (verify_ledger().faults, verify_ledger().postings) == ([], 2)


NOW = timezone.make_aware(datetime.fromisoformat("2026-03-13T15:00"))  # a Friday
STAFF = [Worker(1, 0.9), Worker(2, 0.9, is_admin=True)]


def past(days: int = 30) -> list[Any]:
    return list(working_days(STAFF, days, now=NOW))


def test_the_same_day_has_the_same_past() -> None:
    first, second = ([{**vars(event), "_state": None} for event in past()] for _ in range(2))

    assert first == second


def test_nothing_is_told_of_the_future_or_before_the_first_day() -> None:
    moments = [event.occurred_at for event in past()]

    assert NOW - timedelta(days=31) < min(moments) < max(moments) <= NOW


def test_weekends_are_quiet() -> None:
    views = [event for event in past() if event.name == Name.PAGE_VIEW]
    weekend = [event for event in views if timezone.localdate(event.occurred_at).weekday() >= 5]

    assert len(weekend) < len(views) / 10


def test_people_do_nothing_that_no_table_has() -> None:
    done = {event.name for event in past()}

    assert {Name.PAGE_VIEW, Name.PAGE_TIME, Name.LOGIN_SUCCESS} <= done
    assert not done & {Name.TASK_ASSIGN, Name.TASK_COMPLETE, Name.TASK_MISSED, Name.ACCOUNT_CREATION_SUCCESS}


def test_stays_are_those_that_a_browser_would_tell() -> None:
    stays = [event.duration_ms or 0 for event in past() if event.name == Name.PAGE_TIME]

    assert min(stays) > SHORTEST_STAY_MS
