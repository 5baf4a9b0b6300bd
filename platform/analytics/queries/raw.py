"""The events themselves, and what they add up to."""

from datetime import date, datetime
from functools import cache

from django.db.models import Max
from django.utils import timezone

from analytics import rules
from analytics.models import Event, RollUp
from analytics.rules import Seen, Tally

CHUNK = 5_000


def recent_events_of(user_id: int) -> int:
    """How many events a person has in the time that a browser's claims are believed for."""
    return Event.objects.filter(user_id=user_id, occurred_at__gte=timezone.now() - rules.BELIEVED).count()


def count_of_events() -> int:
    return Event.objects.count()


def rolled_until() -> datetime | None:
    """Up to which hour the events are summed up; None before the first time."""
    return RollUp.objects.values_list("rolled_until", flat=True).first()


def version() -> str:
    """What every figure depends on: the newest event, how far the sums go, and the hour."""
    newest = Event.objects.aggregate(newest=Max("id"))["newest"]
    return f"{newest}/{rolled_until()}/{rules.hour_of(timezone.now())}"


def sums_of(start: datetime, end: datetime | None = None) -> Tally:
    """What the events add up to from an hour on, before another one."""
    rows = Event.objects.filter(hour_at__gte=start - rules.HOUR)
    if end is not None:
        rows = rows.filter(hour_at__lt=end)
    ordered = rows.order_by("user_id", "occurred_at", "id").values_list(*Seen._fields)
    return rules.tally((Seen(*row) for row in ordered.iterator(CHUNK)), start=start, day_of=cache(day_of))


def local(moment: datetime) -> datetime:
    """In America/Sao_Paulo. Django's own way looks the zone up anew, which tells over tens of thousands of hours."""
    return moment.astimezone(timezone.get_default_timezone())


def day_of(moment: datetime) -> date:
    """The day of America/Sao_Paulo."""
    return local(moment).date()
