"""Tasks for tests, made by the same action as everybody's."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone

from accounts.tests.factories import AdminFactory, UserFactory
from tasks import actions
from tasks.models import Task

TASK: dict[str, Any] = {"title": "Criar contas Roblox", "target_quantity": 10, "payment_per_account": "2.50"}


def give(assignee: Any = None, **fields: Any) -> Task:
    """A task for a person (a new one if none is given), by a new admin if none is given."""
    values = TASK | {"assignee_id": (assignee or UserFactory()).id} | fields
    values["payment_per_account"] = Decimal(values["payment_per_account"])
    return actions.create(**{"by": AdminFactory()} | values)


def give_overdue(assignee: Any = None, *, days: int = 1, **fields: Any) -> Task:
    """A task whose deadline passed after it was given, so many days ago."""
    task = give(assignee, **fields)
    Task.objects.filter(pk=task.pk).update(due_at=timezone.now() - timedelta(days=days))
    task.refresh_from_db()
    return task
