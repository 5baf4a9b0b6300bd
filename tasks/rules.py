"""Pure rules of tasks: what a task reads as, what it pays, what its delivery means. No database, no clock."""

from datetime import datetime, timedelta

from loyalty.enums import Event
from tasks.enums import Status

MAX_TARGET = 100_000
MAX_OPEN_TASKS_POOR = 2  # 'A poor-tier employee can hold at most 2 open tasks'
EARLY = timedelta(days=1)  # 'early delivery (a day or more before the due date)'


def status_at(status: Status, due_at: datetime | None, now: datetime) -> Status:
    """'A pending task past its due date reads as overdue whether or not a job has run'."""
    if status == Status.PENDING and due_at is not None and due_at < now:
        return Status.OVERDUE
    return status


def completion_events(due_at: datetime | None, completed_at: datetime) -> list[Event]:
    """'Completing applies completion + early or late'."""
    if due_at is not None and completed_at > due_at:
        return [Event.TASK_COMPLETION, Event.LATE_DELIVERY]
    if due_at is not None and completed_at <= due_at - EARLY:
        return [Event.TASK_COMPLETION, Event.EARLY_DELIVERY]
    return [Event.TASK_COMPLETION]
