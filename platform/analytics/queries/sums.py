"""Sums of a range: those that are rolled up, and of the events since then."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Sum
from django.utils import timezone

from analytics import rules
from analytics.enums import Range, Timing
from analytics.models import HourlyFigure, PageDay, PersonDay, TimingDay
from analytics.queries.raw import day_of, rolled_until, sums_of
from analytics.rules import HourSum, PageSum, PersonSum, Tally

ByHour = Mapping[tuple[datetime, str, str], HourSum]
Timings = Counter[tuple[str, str, int]]


@dataclass(frozen=True)
class Period:
    """Whole days of America/Sao_Paulo, the last one up to the end of the hour that now is in."""

    days: int
    first_day: date
    last_day: date
    since: datetime
    until: datetime

    @property
    def before(self) -> tuple[datetime, datetime]:
        """The same hours of as many days before."""
        back = timedelta(days=self.days)
        return self.since - back, self.until - back


def period(range_: Range) -> Period:
    now = timezone.now()
    last_day = day_of(now)
    first_day = last_day - timedelta(days=range_.days - 1)
    since = timezone.make_aware(datetime.combine(first_day, time.min)).astimezone(now.tzinfo)
    return Period(range_.days, first_day, last_day, since, rules.hour_of(now) + rules.HOUR)


def tail(over: Period) -> Tally:
    """Of the events of a period that are not rolled up."""
    rolled = rolled_until()
    return sums_of(max(rolled, over.since) if rolled else over.since)


def by_hour(since: datetime, until: datetime) -> dict[tuple[datetime, str, str], HourSum]:
    """What is rolled up of some hours."""
    rows = HourlyFigure.objects.filter(hour_at__gte=since, hour_at__lt=until)
    return {
        (hour_at, name, outcome): HourSum(*figures)
        for hour_at, name, outcome, *figures in rows.values_list(
            "hour_at", "name", "outcome", "count", "quantity", "duration_ms"
        )
    }


def by_event(since: datetime, until: datetime) -> list[tuple[str, str, HourSum]]:
    """What is rolled up of some hours, by name and outcome."""
    rows = HourlyFigure.objects.filter(hour_at__gte=since, hour_at__lt=until).order_by().values_list("name", "outcome")
    added = rows.annotate(Sum("count"), Sum("quantity"), Sum("duration_ms"))
    return [(name, outcome, HourSum(*figures)) for name, outcome, *figures in added]


def by_page(over: Period, newer: Tally) -> dict[str, PageSum]:
    found: dict[str, PageSum] = defaultdict(PageSum)
    rows = PageDay.objects.filter(day__gte=over.first_day).order_by().values_list("path")
    for path, *figures in rows.annotate(Sum("views"), Sum("stays"), Sum("duration_ms")):
        found[path] = PageSum(*figures)
    for (_, path), each in newer.pages.items():
        found[path].add(each)
    return found


def timings_by_page(over: Period, newer: Tally) -> Timings:
    """Page views by (path, timing, step)."""
    rows = TimingDay.objects.filter(day__gte=over.first_day).order_by().values_list("path", "timing", "step_ms")
    found: Timings = Counter()
    for path, timing, ms, count in rows.annotate(Sum("count")):
        found[path, timing, ms] = count
    for (_, path, timing, ms), count in newer.timings.items():
        found[path, timing, ms] += count
    return found


def loads_by_day(over: Period, newer: Tally) -> dict[date, Counter[int]]:
    """How many page views of a day loaded in which time."""
    rows = TimingDay.objects.filter(day__gte=over.first_day, timing=Timing.LOAD).order_by()
    found: dict[date, Counter[int]] = defaultdict(Counter)
    for day, ms, count in rows.values_list("day", "step_ms").annotate(Sum("count")):
        found[day][ms] = count
    for (day, _, timing, ms), count in newer.timings.items():
        if timing == Timing.LOAD:
            found[day][ms] += count
    return found


def by_person(over: Period, newer: Tally) -> dict[int, PersonSum]:
    found: dict[int, PersonSum] = defaultdict(PersonSum)
    rows = PersonDay.objects.filter(day__gte=over.first_day).order_by().values_list("user_id")
    for user_id, *figures in rows.annotate(*(Sum(name) for name in PersonSum.__dataclass_fields__)):
        found[user_id] = PersonSum(*figures)
    for (_, user_id), each in newer.people.items():
        found[user_id].add(each)
    return found


def people_seen(over: Period, newer: Tally) -> int:
    """How many people opened a page."""
    rolled = PersonDay.objects.filter(day__gte=over.first_day, views__gt=0).order_by().values_list("user_id").distinct()
    return len({user_id for (user_id,) in rolled} | {who for (_, who), each in newer.people.items() if each.views})
