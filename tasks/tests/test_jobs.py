from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models.signals import post_save
from django.utils import timezone

from infra import schedule
from loyalty.models import History
from tasks import actions
from tasks.tests.factories import give_overdue

pytestmark = pytest.mark.django_db


def test_worker_marks_missed_deadlines_every_minute(employee: Any) -> None:
    give_overdue(employee)
    job = schedule.registry["tasks.mark_missed"]

    assert job.every == timedelta(minutes=1)
    assert (job.run(), job.run()) == (1, 0)
    assert History.objects.count() == 1


def test_deadline_that_is_moved_while_the_worker_counts_costs_nothing(employee: Any, admin: Any) -> None:
    missed, moved = give_overdue(employee, days=2), give_overdue(employee)
    later = {"due_at": timezone.now() + timedelta(days=1)}

    def move(**_: Any) -> None:
        actions.change(task_id=moved.pk, changes=later, by=admin)

    post_save.connect(move, sender=History)
    try:
        assert actions.mark_missed() == 1
    finally:
        post_save.disconnect(move, sender=History)

    assert list(History.objects.values_list("source_id", flat=True)) == [missed.pk]


def test_command_says_how_many_and_can_be_run_twice(employee: Any, capsys: Any) -> None:
    give_overdue(employee)

    call_command("tasks_overdue")
    call_command("tasks_overdue")

    assert capsys.readouterr().out.splitlines() == ["1 prazo(s) perdido(s).", "0 prazo(s) perdido(s)."]
