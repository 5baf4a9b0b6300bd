"""Sums of a range: those that are rolled up, and of the events since then."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TypeVar

from django.db.models import Sum
from django.utils import timezone

from analytics import rules
from analytics.enums import Name, Range, Timing
from analytics.models import HourlyFigure, PageDay, PersonDay, TimingDay
from analytics.queries.raw import day_of, local, rolled_until, sums_of
from analytics.rules import HourSum, PageSum, PersonSum, Tally
from core.conditional import remembered
from core.dates import midnight

T = TypeVar("T")

# The version of what is rolled up.
ROLLED = "analytics"

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

    @property
    def by_hour(self) -> bool:
        return self.days == 1

    def point_of(self, hour_at: datetime) -> datetime | date:
        """What an hour is part of in a chart: itself today, else its day."""
        return hour_at if self.by_hour else day_of(hour_at)


def period(range_: Range) -> Period:
    now = timezone.now()
    last_day = day_of(now)
    first_day = last_day - timedelta(days=range_.days - 1)
    since = midnight(first_day).astimezone(now.tzinfo)
    return Period(range_.days, first_day, last_day, since, rules.hour_of(now) + rules.HOUR)


@dataclass
class Figures:
    """Sums of a period in the groups that the screen shows; of what is rolled up until an hour, then of everything."""

    rolled_until: datetime | None
    events: dict[tuple[datetime | date, str, str], HourSum] = field(default_factory=lambda: defaultdict(HourSum))
    before: dict[tuple[str, str], HourSum] = field(default_factory=dict)
    weekdays: Counter[tuple[int, int]] = field(default_factory=Counter)
    pages: dict[str, PageSum] = field(default_factory=lambda: defaultdict(PageSum))
    timings: Timings = field(default_factory=Counter)
    loads: dict[date, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    people: set[int] = field(default_factory=set)

    def add_hour(self, over: Period, hour_at: datetime, name: str, outcome: str, figure: HourSum) -> None:
        self.events[over.point_of(hour_at), name, outcome].add(figure)
        if name == Name.PAGE_VIEW:
            at = local(hour_at)
            self.weekdays[at.weekday(), at.hour] += figure.count

    def add(self, over: Period, newer: Tally) -> None:
        for (hour_at, name, outcome), hour in newer.hours.items():
            self.add_hour(over, hour_at, name, outcome, hour)
        for (_, path), page in newer.pages.items():
            self.pages[path].add(page)
        for (day, path, timing, ms), count in newer.timings.items():
            self.timings[path, timing, ms] += count
            if timing == Timing.LOAD:
                self.loads[day][ms] += count
        self.people |= {who for (_, who), each in newer.people.items() if each.views}


def figures(over: Period) -> Figures:
    """What is rolled up is read once, until more of it is; the events since then are added each time."""
    found = remembered(f"analytics {over}", [ROLLED], lambda: _unmoved(lambda until: _rolled(over, until)))
    found.add(over, _newer(over, found.rolled_until))
    return found


def by_person(over: Period) -> dict[int, PersonSum]:
    """What each person did, by the same way."""
    until, found = remembered(
        f"analytics of people since {over.first_day}",
        [ROLLED],
        lambda: _unmoved(lambda until: (until, _rolled_by_person(over))),
    )
    for (_, user_id), each in _newer(over, until).people.items():
        found.setdefault(user_id, PersonSum()).add(each)
    return found


def _newer(over: Period, rolled: datetime | None) -> Tally:
    """Of the events of a period that are not rolled up."""
    return sums_of(max(rolled, over.since) if rolled else over.since)


def _unmoved(read: Callable[[datetime | None], T]) -> T:
    """Read sums that all belong to one hour of rolling up."""
    while True:
        until = rolled_until()
        found = read(until)
        if rolled_until() == until:
            return found


def _rolled(over: Period, until: datetime | None) -> Figures:
    found = Figures(until)
    hours = HourlyFigure.objects.filter(hour_at__gte=over.since, hour_at__lt=over.until)
    for hour_at, name, outcome, *sums in hours.values_list(
        "hour_at", "name", "outcome", "count", "quantity", "duration_ms"
    ):
        found.add_hour(over, hour_at, name, outcome, HourSum(*sums))
    since, to = over.before
    earlier = HourlyFigure.objects.filter(hour_at__gte=since, hour_at__lt=to).order_by().values_list("name", "outcome")
    for name, outcome, *sums in earlier.annotate(Sum("count"), Sum("quantity"), Sum("duration_ms")):
        found.before[name, outcome] = HourSum(*sums)
    pages = PageDay.objects.filter(day__gte=over.first_day).order_by().values_list("path")
    for path, *sums in pages.annotate(Sum("views"), Sum("stays"), Sum("duration_ms")):
        found.pages[path] = PageSum(*sums)
    timings = TimingDay.objects.filter(day__gte=over.first_day).order_by()
    for path, timing, ms, count in timings.values_list("path", "timing", "step_ms").annotate(Sum("count")):
        found.timings[path, timing, ms] = count
    loads = timings.filter(timing=Timing.LOAD).values_list("day", "step_ms")
    for day, ms, count in loads.annotate(Sum("count")):
        found.loads[day][ms] = count
    people = PersonDay.objects.filter(day__gte=over.first_day, views__gt=0).order_by()
    found.people = set(people.values_list("user_id", flat=True).distinct())
    return found


def _rolled_by_person(over: Period) -> dict[int, PersonSum]:
    rows = PersonDay.objects.filter(day__gte=over.first_day).order_by().values_list("user_id")
    added = rows.annotate(*(Sum(name) for name in PersonSum.__dataclass_fields__))
    return {user_id: PersonSum(*sums) for user_id, *sums in added}
