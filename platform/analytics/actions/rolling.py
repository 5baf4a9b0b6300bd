"""Summing events up, a day at a time.

An hour is summed up once no event can fall into it any more, and its whole day is written anew from the events, so a
repetition changes nothing.
"""

from dataclasses import asdict
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from analytics import rules
from analytics.models import Event, HourlyFigure, PageDay, PersonDay, RollUp, TimingDay
from analytics.queries.raw import day_of, rolled_until, sums_of
from analytics.queries.sums import ROLLED
from analytics.rules import Tally
from core.conditional import bump
from core.dates import midnight

CHUNK = 2_000
ONLY = 1


def roll_up() -> int:
    """Sum up every hour that is settled; how many days were written."""
    until = rules.hour_of(timezone.now() - rules.SETTLED)
    done, days = rolled_until() or _first_hour(), 0
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


def _first_hour() -> datetime | None:
    first: datetime | None = Event.objects.aggregate(first=Min("hour_at"))["first"]
    return first


def _midnight_after(moment: datetime) -> datetime:
    """The end of its day of America/Sao_Paulo."""
    return midnight(day_of(moment) + timedelta(days=1)).astimezone(moment.tzinfo)


def _roll_day(done: datetime, upto: datetime) -> bool:
    """Write the day that `upto` ends or lies in, from its events before `upto`; False when the sums are not at `done`."""
    start = _midnight_after(done) - timedelta(days=1)
    sums = sums_of(start, upto)
    with transaction.atomic():
        if not _advance(done, upto):
            return False
        _write(day_of(start), start, upto, sums)
        bump(ROLLED)
    return True


def _advance(done: datetime, upto: datetime) -> bool:
    _, first = RollUp.objects.get_or_create(pk=ONLY, defaults={"rolled_until": upto})
    return first or RollUp.objects.filter(rolled_until=done).update(rolled_until=upto) == 1


def _write(day: date, start: datetime, upto: datetime, sums: Tally) -> None:
    HourlyFigure.objects.filter(hour_at__gte=start, hour_at__lt=upto).delete()
    for model in (PageDay, TimingDay, PersonDay):
        model.objects.filter(day=day).delete()
    HourlyFigure.objects.bulk_create(
        (
            HourlyFigure(hour_at=hour_at, name=name, outcome=outcome, **asdict(each))
            for (hour_at, name, outcome), each in sums.hours.items()
        ),
        batch_size=CHUNK,
    )
    PageDay.objects.bulk_create((PageDay(day=day, path=path, **asdict(each)) for (_, path), each in sums.pages.items()))
    TimingDay.objects.bulk_create(
        (
            TimingDay(day=day, path=path, timing=timing, step_ms=ms, count=count)
            for (_, path, timing, ms), count in sums.timings.items()
        ),
        batch_size=CHUNK,
    )
    PersonDay.objects.bulk_create(
        (PersonDay(day=day, user_id=who, **asdict(each)) for (_, who), each in sums.people.items()), batch_size=CHUNK
    )
