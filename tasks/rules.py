"""Pure rules of tasks: what a task reads as, what it pays, what its delivery means. No database, no clock."""

from datetime import datetime, timedelta

from loyalty.enums import Event
from tasks.enums import Status

MAX_TARGET = 100_000
MAX_OPEN_TASKS_POOR = 2  # product: tasks.poor-tier
EARLY = timedelta(days=1)  # before the due date, to count as early (product: loyalty.rules)


def status_at(status: Status, due_at: datetime | None, now: datetime) -> Status:
    """The status at a moment: pending past the due date reads as overdue, without any job (product: tasks.fields)."""
    if status == Status.PENDING and due_at is not None and due_at < now:
        return Status.OVERDUE
    return status


def completion_events(due_at: datetime | None, completed_at: datetime) -> list[Event]:
    """What a completion changes in points: itself, and being early or late (product: loyalty.rules)."""
    if due_at is not None and completed_at > due_at:
        return [Event.TASK_COMPLETION, Event.LATE_DELIVERY]
    if due_at is not None and completed_at <= due_at - EARLY:
        return [Event.TASK_COMPLETION, Event.EARLY_DELIVERY]
    return [Event.TASK_COMPLETION]
