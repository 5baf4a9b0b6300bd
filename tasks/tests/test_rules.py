from datetime import UTC, datetime, timedelta

import pytest

from loyalty.enums import Event
from tasks import rules
from tasks.enums import Status

DUE = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("kept", "due_at", "now", "read"),
    [
        (Status.PENDING, None, DUE, Status.PENDING),
        (Status.PENDING, DUE, DUE - MOMENT, Status.PENDING),
        (Status.PENDING, DUE, DUE, Status.PENDING),
        (Status.PENDING, DUE, DUE + MOMENT, Status.OVERDUE),
        (Status.COMPLETED, DUE, DUE + MOMENT, Status.COMPLETED),
        (Status.COMPLETED, None, DUE, Status.COMPLETED),
    ],
)
def test_pending_task_reads_as_overdue_past_its_due_date(
    kept: Status, due_at: datetime | None, now: datetime, read: Status
) -> None:
    assert rules.status_at(kept, due_at, now) == read


@pytest.mark.parametrize(
    ("due_at", "completed_at", "second"),
    [
        (None, DUE, None),
        (DUE, DUE - timedelta(days=1) - MOMENT, Event.EARLY_DELIVERY),
        (DUE, DUE - timedelta(days=1), Event.EARLY_DELIVERY),
        (DUE, DUE - timedelta(days=1) + MOMENT, None),
        (DUE, DUE, None),
        (DUE, DUE + MOMENT, Event.LATE_DELIVERY),
    ],
)
def test_completion_is_early_a_day_or_more_before_and_late_after(
    due_at: datetime | None, completed_at: datetime, second: Event | None
) -> None:
    """Early delivery (a day or more before the due date)."""
    expected = [Event.TASK_COMPLETION, *([second] if second else [])]
    assert rules.completion_events(due_at, completed_at) == expected
