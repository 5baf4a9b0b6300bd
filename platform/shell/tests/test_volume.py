from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from earnings.queries.earnings import totals_of
from earnings.queries.verification import verify_ledger
from loyalty.models import History
from shell.volume import add_earnings, add_tasks
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
