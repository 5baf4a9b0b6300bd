"""The figures by which the queue is watched."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bulk.actions.runs import pause_run
from bulk.enums import RowState
from bulk.models import Row, Run
from bulk.queries import queue_figures
from bulk.tests.helpers import row_of, work

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]
EMPTY = {
    "queued": 0,
    "sending": 0,
    "verifying": 0,
    "created_last_hour": 0,
    "failed_last_hour": 0,
    "oldest_queued_s": 0,
}


def test_an_empty_queue_has_nothing_to_show() -> None:
    assert queue_figures() == EMPTY


def test_the_queue_is_counted_by_state_with_the_age_of_its_oldest(start: Start, market: Any) -> None:
    market.set_faults({"kind": "refuse", "logins": ["bia002"]})
    start("ana001", "bia002")
    work()
    start("caio03", "duda04")
    row = row_of(start("edu005"))
    Row.objects.filter(pk=row.pk).update(state=RowState.VERIFYING, in_doubt=True)
    Run.objects.filter(pk=row.run_id).update(created_at=timezone.now() - timedelta(hours=3))
    Run.objects.filter(rows__state="queued").update(created_at=timezone.now() - timedelta(seconds=90))

    figures = queue_figures()

    assert 90 <= figures.pop("oldest_queued_s") < 3600
    assert figures == {"queued": 2, "sending": 0, "verifying": 1, "created_last_hour": 1, "failed_last_hour": 1}


def test_what_waits_for_a_person_is_not_late(start: Start, owner: Any) -> None:
    pause_run(run=start("ana001"), by=owner)
    Run.objects.update(created_at=timezone.now() - timedelta(hours=3))

    assert queue_figures() == EMPTY | {"queued": 1}


def test_what_was_settled_longer_ago_is_history(start: Start, market: Any) -> None:
    start("ana001")
    work()
    past = timezone.now() - timedelta(hours=2)
    Run.objects.update(finished_at=past)
    Row.objects.update(settled_at=past)

    assert queue_figures() == EMPTY


@pytest.mark.once
def test_the_figures_cost_two_queries_whatever_the_history(start: Start, market: Any) -> None:
    for count in (1, 20):
        start(*[f"conta{count}-{number}" for number in range(count)])
        with CaptureQueriesContext(connection) as queries:
            queue_figures()
        assert len(queries) == 2
