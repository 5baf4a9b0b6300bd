from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command

from infra import schedule
from loyalty.models import History
from tasks.tests.factories import give_overdue

pytestmark = pytest.mark.django_db


def test_worker_marks_missed_deadlines_every_minute(employee: Any) -> None:
    give_overdue(employee)
    job = schedule.registry["tasks.mark_missed"]

    assert job.every == timedelta(minutes=1)
    assert (job.run(), job.run()) == (1, 0)
    assert History.objects.count() == 1


def test_command_says_how_many_and_can_be_run_twice(employee: Any, capsys: Any) -> None:
    give_overdue(employee)

    call_command("tasks_overdue")
    call_command("tasks_overdue")

    assert capsys.readouterr().out.splitlines() == ["1 prazo(s) perdido(s).", "0 prazo(s) perdido(s)."]
