"""Events for tests, as they were told or at any time."""

from datetime import datetime
from typing import Any

from analytics import rules
from analytics.enums import Name, Outcome
from analytics.models import Event


def event(
    name: Name, at: datetime, person: Any = None, *, path: str = "", outcome: Outcome = Outcome.NONE, **more: Any
) -> Event:
    """Not stored yet."""
    hour_at = rules.hour_of(at)
    return Event(name=name, user=person, path=path, outcome=outcome, hour_at=hour_at, occurred_at=at, **more)


def happened(name: Name, at: datetime, person: Any = None, **more: Any) -> Event:
    told = event(name, at, person, **more)
    told.save()
    return told
