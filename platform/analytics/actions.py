"""Events come in, are summed up a day at a time, and are forgotten. An hour is summed up once no event can fall into it
any more, and its whole day is written anew, so a repetition changes nothing."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from analytics import rules
from analytics.enums import Name, Outcome
from analytics.models import Event, HourlyFigure, PageDay, PersonDay, RollUp, TimingDay
from analytics.queries import ROLLED, day_of, rolled_until, sums_of
from core.actor import Actor
from core.conditional import bump
from core.dates import midnight
from core.errors import TooManyRequests

# Of events (product: privacy.retention). Sums that name nobody stay twice as long, to be compared with.
KEPT = timedelta(days=90)
SUMS_KEPT = timedelta(days=181)
CHUNK = 2_000
ONLY = 1


def event_of(name: str, at: datetime, **fields: Any) -> Event:
    """An event that happened at `at`, not saved. An unknown name or outcome is ValueError."""
    outcome = Outcome(fields.pop("outcome", ""))
    return Event(name=Name(name), outcome=outcome, hour_at=rules.hour_of(at), occurred_at=at, **fields)


def record(name: str, person_id: int | None, outcome: str, subject: str, quantity: int | None) -> Event:
    """Keep what an action told (core.events.count), in its transaction."""
    event = event_of(name, timezone.now(), user_id=person_id, outcome=outcome, subject=subject, quantity=quantity)
    event.save()
    return event


@transaction.atomic
def receive(events: Sequence[dict[str, Any]], *, sent_at: datetime, by: Actor) -> int:
    """Keep a batch of a browser, of each event what `event_of` takes; how many they were. One that was kept before is
    kept once. The browser's clock may be wrong: how long before the sending an event happened is what counts, and is
    believed for 15 minutes. Raises TooManyRequests, and then keeps nothing."""
    now = timezone.now()
    recent = Event.objects.filter(user_id=by.id, occurred_at__gte=now - rules.BELIEVED).count()
    if recent + len(events) > rules.EVENTS_PER_PERSON:
        raise TooManyRequests(headers={"Retry-After": str(int(rules.BELIEVED.total_seconds()))})
    rows = (event_of(**event | {"at": now - rules.clamp_age(sent_at - event["at"])}, user_id=by.id) for event in events)
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


def roll_up() -> int:
    """Sum up every hour that is settled; how many days were written."""
    until = rules.hour_of(timezone.now() - rules.SETTLED)
    done: datetime | None = rolled_until() or Event.objects.aggregate(first=Min("hour_at"))["first"]
    days = 0
    while done is not None and done < until:
        upto = min(_midnight_after(done), until)
        if not _roll_day(done, upto):
            break  # another worker is at it
        done, days = upto, days + 1
    return days


@transaction.atomic
def roll_up_again() -> int:
    """Forget the sums of all days that still have all their events, and sum those up anew."""
    RollUp.objects.all().delete()
    bump(ROLLED)
    return roll_up()


def _midnight_after(moment: datetime) -> datetime:
    """The end of its day of America/Sao_Paulo."""
    return midnight(day_of(moment) + timedelta(days=1)).astimezone(moment.tzinfo)


def _roll_day(done: datetime, upto: datetime) -> bool:
    """Write the day that `upto` ends or lies in, from its events before `upto`; False when the sums are not at `done`."""
    start = _midnight_after(done) - timedelta(days=1)
    day, sums = day_of(start), sums_of(start, upto)
    with transaction.atomic():
        _, first = RollUp.objects.get_or_create(pk=ONLY, defaults={"rolled_until": upto})
        if not first and RollUp.objects.filter(rolled_until=done).update(rolled_until=upto) != 1:
            return False
        HourlyFigure.objects.filter(hour_at__gte=start, hour_at__lt=upto).delete()
        for model in (PageDay, TimingDay, PersonDay):
            model.objects.filter(day=day).delete()
        hours = (
            HourlyFigure(hour_at=hour_at, name=name, outcome=outcome, **asdict(each))
            for (hour_at, name, outcome), each in sums.hours.items()
        )
        pages = (PageDay(day=day, path=path, **asdict(each)) for (_, path), each in sums.pages.items())
        timings = (
            TimingDay(day=day, path=path, timing=timing, step_ms=ms, count=count)
            for (_, path, timing, ms), count in sums.timings.items()
        )
        people = (PersonDay(day=day, user_id=who, **asdict(each)) for (_, who), each in sums.people.items())
        HourlyFigure.objects.bulk_create(hours, batch_size=CHUNK)
        PageDay.objects.bulk_create(pages)
        TimingDay.objects.bulk_create(timings, batch_size=CHUNK)
        PersonDay.objects.bulk_create(people, batch_size=CHUNK)
        bump(ROLLED)
    return True
