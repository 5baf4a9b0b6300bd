"""Whatever the marketplace answers and people do, in whatever order (peers' lesson: final states were often wrong)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from bulk.actions.runs import cancel_run, pause_run, resume_run
from bulk.enums import RowState
from bulk.errors import WrongState
from bulk.models import Row, Run
from bulk.queries import progress_of
from bulk.tests.helpers import credited, let_time_pass, session_of, work

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

FAULTS: dict[str, dict[str, Any]] = {
    "refused": {"kind": "refuse"},
    "dropped": {"kind": "created_then_dropped"},
    "failed": {"kind": "created_then_error", "status": 500},
    "unreadable": {"kind": "unreadable"},
    "lost": {"kind": "drop", "endpoint": "create", "count": 1},
    "throttled": {"kind": "throttle", "endpoint": "create", "count": 1},
    "unanswered": {"kind": "error", "endpoint": "lookup", "status": 502, "count": 2},
}
VERBS = {"pause": pause_run, "resume": resume_run, "cancel": cancel_run}


class Progress:
    """Looks at a run after every step: nothing is missing, nothing goes back."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.settled = 0
        self.version = 0

    def look(self) -> None:
        self.run.refresh_from_db()
        progress = progress_of([self.run])[0]
        assert sum(progress.counts.values()) == self.run.total
        assert self.settled <= progress.settled <= self.run.total
        assert self.version <= self.run.version
        self.settled, self.version = progress.settled, self.run.version


@given(
    fates=st.lists(st.sampled_from(["fine", *FAULTS]), min_size=1, max_size=5),
    steps=st.lists(st.sampled_from(["work", "work", "work", "later", *VERBS]), max_size=12),
)
@examples(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_counters_add_up_and_progress_never_goes_back(
    start: Callable[..., Run], market: Any, owner: Any, fates: list[str], steps: list[str]
) -> None:
    """'the counters always add up to the total', 'progress that never goes back', and in the end what is listed is
    what is created is what is paid."""
    market.reset()
    logins = [f"conta{number:02}" for number in range(len(fates))]
    faults = [FAULTS[fate] | {"logins": [login]} for login, fate in zip(logins, fates, strict=True) if fate in FAULTS]
    market.set_faults(*faults)
    with transaction.atomic():
        progress = Progress(start(*logins, "outra", logins[0]))
        for step in steps:
            take(step, progress.run, owner)
            progress.look()
        for _ in range(30):
            work()
            progress.look()
            let_time_pass()
            if progress.run.finished_at:
                break
            take("resume", progress.run, owner)
        work()
        progress.look()

        alive = {str(listing["id"]): listing["login"] for listing in market.listings() if not listing["deleted_at"]}
        created = Row.objects.filter(run=progress.run, state=RowState.CREATED)
        assert progress.run.finished_at is not None
        assert set(created.values_list("remote_id", flat=True)) == set(alive)
        assert len(set(alive.values())) == len(alive)
        assert set(credited()) == set(created.values_list("pk", flat=True))
        transaction.set_rollback(True)


def take(step: str, run: Run, owner: Any) -> None:
    if step == "work":
        if not Run.objects.filter(pk=run.pk, lane__owner="").exists():
            return
        with session_of(run) as session:
            session.do_one_thing()
    elif step == "later":
        let_time_pass()
    else:
        try:
            VERBS[step](run=run, by=owner)
        except WrongState:
            return
