"""The figures of '/employee-analytics' for a range, made of sums: the same whether an hour is rolled up or not."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import Max, Sum
from django.utils import timezone

from accounts.queries import active_people, filter_people
from analytics import rules
from analytics.enums import Name, Outcome, PersonSort, Range, Timing
from analytics.models import Event, HourlyFigure, PageDay, PersonDay, RollUp, TimingDay
from analytics.rules import HourSum, PageSum, PersonSum, Seen, Tally, percentile, rate
from core.conditional import cache_by_stamps
from core.dates import midnight
from core.events import publish

Timings = dict[tuple[str, str], Counter[int]]  # how often a page's view took each time, by path and what was timed
EVENTS_AT_ONCE = 5_000
HOURS, WEEKDAYS = 24, 7
# The version of what is rolled up.
ROLLED = "analytics"


def rolled_until() -> datetime | None:
    return RollUp.objects.values_list("rolled_until", flat=True).first()


def version() -> str:
    """What every figure depends on: the newest event, how far the sums go, and the hour."""
    return f"{Event.objects.aggregate(newest=Max('id'))['newest']}/{rolled_until()}/{rules.hour_of(timezone.now())}"


def sums_of(start: datetime, end: datetime | None = None) -> Tally:
    """The sums of events between two hours."""
    rows = Event.objects.filter(hour_at__gte=start - rules.HOUR)
    if end is not None:
        rows = rows.filter(hour_at__lt=end)
    ordered = rows.order_by("user_id", "occurred_at", "id").values_list(*Seen._fields)
    return rules.tally((Seen(*row) for row in ordered.iterator(EVENTS_AT_ONCE)), start=start, day_of=cache(day_of))


def local(moment: datetime) -> datetime:
    """In America/Sao_Paulo. Django's own way looks the zone up anew, which tells over tens of thousands of hours."""
    return moment.astimezone(timezone.get_default_timezone())


def day_of(moment: datetime) -> date:
    return local(moment).date()


@dataclass(frozen=True)
class Period:
    """Whole days of America/Sao_Paulo, the last one up to the end of the hour that now is in."""

    days: int
    first_day: date
    last_day: date
    since: datetime
    until: datetime

    def point_of(self, hour_at: datetime) -> datetime | date:
        """The point of a chart to which an hour belongs: itself today, else its day."""
        return hour_at if self.days == 1 else day_of(hour_at)


def period(range_: Range) -> Period:
    now = timezone.now()
    first_day = day_of(now) - timedelta(days=range_.days - 1)
    since = midnight(first_day).astimezone(now.tzinfo)
    return Period(range_.days, first_day, day_of(now), since, rules.hour_of(now) + rules.HOUR)


@dataclass
class Totals:
    sums: dict[tuple[str, str], HourSum] = field(default_factory=lambda: defaultdict(HourSum))

    def of(self, wanted: Name, *outcomes: Outcome) -> HourSum:
        """The sum of an event, over all outcomes unless some are named."""
        total = HourSum()
        for (name, outcome), each in self.sums.items():
            if name == wanted and (not outcomes or outcome in outcomes):
                total.add(each)
        return total

    @property
    def sessions(self) -> int:
        return self.of(Name.PAGE_VIEW, Outcome.OPENING).count

    @property
    def logins(self) -> tuple[int, int]:
        """Accepted, and tried at all."""
        accepted = self.of(Name.LOGIN_SUCCESS).count
        return accepted, accepted + self.of(Name.LOGIN_FAILURE).count

    @property
    def tasks(self) -> tuple[int, int]:
        """Completed on time, and those or past their deadline: each task is in it once."""
        on_time = self.of(Name.TASK_COMPLETE, Outcome.ON_TIME).count
        return on_time, on_time + self.of(Name.TASK_MISSED).count

    @property
    def session_seconds(self) -> float | None:
        return round(self.of(Name.PAGE_TIME).duration_ms / 1000 / self.sessions, 1) if self.sessions else None


@dataclass
class Figures:
    """Sums of a period in the groups that the screen shows; of what is rolled up, then of everything."""

    now: Totals = field(default_factory=Totals)
    before: Totals = field(default_factory=Totals)
    points: dict[datetime | date, Totals] = field(default_factory=lambda: defaultdict(Totals))
    weekdays: Counter[tuple[int, int]] = field(default_factory=Counter)
    pages: dict[str, PageSum] = field(default_factory=lambda: defaultdict(PageSum))
    timings: Timings = field(default_factory=lambda: defaultdict(Counter))
    loads: dict[date, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    people: dict[int, PersonSum] = field(default_factory=lambda: defaultdict(PersonSum))

    def add(self, over: Period, newer: Tally) -> None:
        for (hour_at, name, outcome), hour in newer.hours.items():
            for totals in (self.now, self.points[over.point_of(hour_at)]):
                totals.sums[name, outcome].add(hour)
            if name == Name.PAGE_VIEW:
                at = local(hour_at)
                self.weekdays[at.weekday(), at.hour] += hour.count
        for (_, path), page in newer.pages.items():
            self.pages[path].add(page)
        for (day, path, timing, ms), count in newer.timings.items():
            self.timings[path, timing][ms] += count
            if timing == Timing.LOAD:
                self.loads[day][ms] += count
        for (_, who), person in newer.people.items():
            self.people[who].add(person)


def figures(over: Period) -> Figures:
    """The figures of a range: the stored sums, cached until there are more, plus the events since then."""
    rolled, found = cache_by_stamps(f"analytics {over}", [ROLLED], lambda: _read_figures(over))
    found.add(over, sums_of(max(rolled, over.since) if rolled else over.since))
    back = timedelta(days=over.days)
    begin, end = max(rolled or over.since - back, over.since - back), over.until - back
    for (_, name, outcome), hour in sums_of(begin, end).hours.items() if begin < end else ():
        found.before.sums[name, outcome].add(hour)
    return found


def _read_figures(over: Period) -> tuple[datetime | None, Figures]:
    """Until when events are rolled up, and sums that all belong to this hour."""
    while True:
        until, found = rolled_until(), _read_sums(over)
        if rolled_until() == until:
            return until, found


def _read_sums(over: Period) -> Figures:
    found, columns = Figures(), ("hour_at", "name", "outcome", "count", "quantity", "duration_ms")
    hours = HourlyFigure.objects.filter(hour_at__gte=over.since, hour_at__lt=over.until).values_list(*columns)
    found.add(over, Tally({(at, name, outcome): HourSum(*sums) for at, name, outcome, *sums in hours}))
    back = timedelta(days=over.days)  # the same hours of as many days before
    earlier = HourlyFigure.objects.filter(hour_at__gte=over.since - back, hour_at__lt=over.until - back).order_by()
    counted = earlier.values_list("name", "outcome").annotate(Sum("count"), Sum("quantity"), Sum("duration_ms"))
    for name, outcome, *sums in counted:
        found.before.sums[name, outcome] = HourSum(*sums)
    pages = PageDay.objects.filter(day__gte=over.first_day).order_by().values_list("path")
    for path, *sums in pages.annotate(Sum("views"), Sum("stays"), Sum("duration_ms")):
        found.pages[path] = PageSum(*sums)
    timings = TimingDay.objects.filter(day__gte=over.first_day).order_by()
    for path, timing, ms, count in timings.values_list("path", "timing", "step_ms").annotate(Sum("count")):
        found.timings[path, timing][ms] = count
    for day, ms, count in timings.filter(timing=Timing.LOAD).values_list("day", "step_ms").annotate(Sum("count")):
        found.loads[day][ms] = count
    people = PersonDay.objects.filter(day__gte=over.first_day).order_by().values_list("user_id")
    for who, *sums in people.annotate(*(Sum(name) for name in PersonSum.__dataclass_fields__)):
        found.people[who] = PersonSum(*sums)
    return found


@dataclass(frozen=True)
class Kpi:
    """A figure, the one of the period before, and the counts that it is made of. None where nothing was measured."""

    value: float | None
    before: float | None = None
    part: int | None = None
    whole: int | None = None


def summary(range_: Range) -> dict[str, Any]:
    """What SummaryOutput shows, in a number of queries that does not grow with the range or the events."""
    over = period(range_)
    found = figures(over)
    now, before = found.now, found.before
    load, paint = (_times(found.timings, kind) for kind in (Timing.LOAD, Timing.PAINT))
    bars: Counter[int | None] = Counter()  # page views that loaded in up to so many ms, the last one without an end
    for ms, count in load.items():
        bars[next((end for end in rules.BARS_MS if ms <= end), None)] += count
    staff = set(active_people().values_list("pk", flat=True))
    seen = sum(each.views > 0 for who, each in found.people.items() if who in staff)
    return {
        "range": range_,
        "first_day": over.first_day,
        "last_day": over.last_day,
        "sessions": Kpi(now.sessions, before.sessions),
        "people": Kpi(seen, part=seen, whole=len(staff)),
        "login_rate": _rate_of(now.logins, before.logins),
        "task_completion": _rate_of(now.tasks, before.tasks),
        "session_seconds": Kpi(now.session_seconds, before.session_seconds),
        "load_ms": Kpi(percentile(load, 75), whole=load.total()),
        "load": _shares(load),
        "paint": _shares(paint),
        "by_hour": over.days == 1,
        "points": _points(over, found),
        "weekdays": [[found.weekdays[day, hour] for hour in range(HOURS)] for day in range(WEEKDAYS)],
        "pages": _pages(found),
        "bars": [{"ms": end, "count": bars[end]} for end in (*rules.BARS_MS, None)],
        "task_target": rules.TASK_TARGET,
        "heatmap_url": settings.HEATMAP_URL,
    }


def _rate_of(now: tuple[int, int], before: tuple[int, int]) -> Kpi:
    return Kpi(rate(*now), rate(*before), *now)


def _times(timings: Timings, wanted: Timing) -> Counter[int]:
    return sum((times for (_, timing), times in timings.items() if timing == wanted), Counter())


def _shares(times: Counter[int]) -> dict[str, int | None]:
    """The time that half, three quarters and 95 % of the page views took at most, and how many were timed."""
    return {**{f"p{share}": percentile(times, share) for share in (50, 75, 95)}, "count": times.total()}


def _points(over: Period, found: Figures) -> list[dict[str, Any]]:
    """Every day of the period, or every hour of its one day, those without events too."""
    width, count = (rules.HOUR, HOURS) if over.days == 1 else (timedelta(days=1), over.days)
    moments = [over.since + width * number for number in range(count)]
    return [
        {
            "at": local(at),
            "sessions": totals.sessions,
            "views": totals.of(Name.PAGE_VIEW).count,
            "seconds": totals.of(Name.PAGE_TIME).duration_ms // 1000,
            "logins": totals.logins[0],
            "logins_refused": totals.of(Name.LOGIN_FAILURE).count,
            "tasks_assigned": totals.of(Name.TASK_ASSIGN).count,
            "tasks_on_time": totals.tasks[0],
            "tasks_late": totals.of(Name.TASK_COMPLETE, Outcome.LATE).count,
            "tasks_missed": totals.of(Name.TASK_MISSED).count,
            "accounts": totals.of(Name.ACCOUNT_CREATION_SUCCESS).quantity,
            "load_ms": None if over.days == 1 else percentile(found.loads[day_of(at)], 75),
        }
        for at, totals in ((at, found.points[over.point_of(at)]) for at in moments)
    ]


def _pages(found: Figures) -> list[dict[str, Any]]:
    [titles] = publish("page_titles_wanted")
    pages = [
        {
            "path": path,
            "title": titles.get(path, path),
            "views": each.views,
            "seconds": round(each.duration_ms / 1000 / each.views, 1),
            "load_ms": percentile(found.timings[path, Timing.LOAD], 75),
            "paint_ms": percentile(found.timings[path, Timing.PAINT], 75),
        }
        for path, each in found.pages.items()
        if each.views
    ]
    return sorted(pages, key=lambda page: (-page["views"], page["path"]))


def people(range_: Range, *, search: str = "", sort: PersonSort = PersonSort.TIME) -> list[dict[str, Any]]:
    """Active people who opened a page in the range, the busiest first: {user: {id, username, full_name}, did: PersonSum}."""
    users = {user["id"]: user for user in filter_people(active_people(), search).values("id", "username", "full_name")}
    did = [(who, each) for who, each in figures(period(range_)).people.items() if each.views and who in users]
    did.sort(key=lambda pair: (-getattr(pair[1], sort.value), pair[0]))
    return [{"user": users[who], "did": each} for who, each in did]
