"""Events come in, and are forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from analytics import rules
from analytics.enums import Name, Outcome
from analytics.errors import TooManyEvents
from analytics.models import Event, HourlyFigure, PageDay, PersonDay, TimingDay
from analytics.queries.raw import day_of, recent_events_of
from core.actor import Actor
from core.events import Counted

# 'Raw analytics events 90 days'. Sums that name nobody stay twice as long, to be compared with.
KEPT = timedelta(days=90)
SUMS_KEPT = timedelta(days=181)


@dataclass(frozen=True)
class NewEvent:
    """An event as a browser tells it. `path` is the route of a page, without ids."""

    name: Name
    at: datetime
    path: str = ""
    client_id: str | None = None
    person_id: int | None = None
    outcome: Outcome = Outcome.NONE
    quantity: int | None = None
    duration_ms: int | None = None
    paint_ms: int | None = None


def record(happening: Counted) -> Event:
    """Keep what an action told, in its transaction. An undocumented name is ValueError."""
    now = timezone.now()
    return Event.objects.create(
        name=Name(happening.name),
        user_id=happening.person_id,
        outcome=Outcome(happening.outcome),
        subject=happening.subject,
        quantity=happening.quantity,
        hour_at=rules.hour_of(now),
        occurred_at=now,
    )


@transaction.atomic
def receive(events: Sequence[NewEvent], *, sent_at: datetime, by: Actor) -> int:
    """Keep a batch of a browser; how many events it had. One that was kept before is kept once.

    The browser's clock may be wrong: what counts is how long before the sending an event happened, and that is
    believed for 15 minutes. Raises TooManyEvents, and then keeps nothing.
    """
    if recent_events_of(by.id) + len(events) > rules.EVENTS_PER_PERSON:
        raise TooManyEvents()
    now = timezone.now()
    rows = (_row(event, now - rules.believed(sent_at - event.at), by.id) for event in events)
    Event.objects.bulk_create(rows, ignore_conflicts=True)
    return len(events)


def forget() -> int:
    """Delete the events of more than 90 days ago and the sums that name a person with them; how many events."""
    now = timezone.now()
    deleted, _ = Event.objects.filter(occurred_at__lt=now - KEPT, hour_at__lte=now - KEPT).delete()
    PersonDay.objects.filter(day__lt=day_of(now - KEPT)).delete()
    HourlyFigure.objects.filter(hour_at__lt=now - SUMS_KEPT).delete()
    for sums in (PageDay, TimingDay):
        sums.objects.filter(day__lt=day_of(now - SUMS_KEPT)).delete()
    return deleted


def _row(event: NewEvent, occurred_at: datetime, person_id: int | None) -> Event:
    return Event(
        name=event.name,
        client_id=event.client_id,
        user_id=person_id,
        path=event.path,
        outcome=event.outcome,
        quantity=event.quantity,
        duration_ms=event.duration_ms,
        paint_ms=event.paint_ms,
        hour_at=rules.hour_of(occurred_at),
        occurred_at=occurred_at,
    )
