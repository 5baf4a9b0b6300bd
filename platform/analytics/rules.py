"""What events add up to. Every figure of the screen is made of these sums."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import NamedTuple, Self

from analytics.enums import Name, Outcome, Timing

# A shorter stay on a page is not counted.
SHORTEST_STAY_MS = 5_000
LONGEST_MS = 24 * 60 * 60 * 1000
# A page view after a longer silence of the person opens a new session.
SESSION_GAP = timedelta(minutes=30)
# How far back the time that a browser claims is believed; an hour is summed up once nothing can fall into it any more.
BELIEVED = timedelta(minutes=15)
SETTLED = BELIEVED + timedelta(minutes=5)
# Of one person in BELIEVED: ten times what a busy one makes.
EVENTS_PER_PERSON = 1_000
BATCH = 50
BATCH_BYTES = 32 * 1024
# 'target 90%'.
TASK_TARGET = 90
HOUR = timedelta(hours=1)
# (up to, step) in ms: finer than anyone can feel, coarse enough to be counted.
STEPS = ((1_000, 25), (5_000, 100), (30_000, 500), (LONGEST_MS, 5_000))
# Where the bars of the histogram end, in ms; the last bar has no end. Each is the end of a step.
BARS_MS = (250, 500, 750, 1_000, 1_500, 2_500, 4_000)


class Seen(NamedTuple):
    hour_at: datetime
    occurred_at: datetime
    name: str
    outcome: str
    user_id: int | None
    path: str
    quantity: int | None
    duration_ms: int | None
    paint_ms: int | None


class Sum:
    def add(self, other: Self) -> None:
        for name, figure in vars(other).items():
            vars(self)[name] += figure


@dataclass
class HourSum(Sum):
    count: int = 0
    quantity: int = 0
    duration_ms: int = 0


@dataclass
class PageSum(Sum):
    views: int = 0
    stays: int = 0
    duration_ms: int = 0


@dataclass
class PersonSum(Sum):
    sessions: int = 0
    views: int = 0
    duration_ms: int = 0
    tasks: int = 0
    accounts: int = 0

    @property
    def seconds(self) -> int:
        return self.duration_ms // 1000


@dataclass
class Tally:
    """Sums by (hour, name, outcome), by (day, path), by (day, path, timing, step) and by (day, person)."""

    hours: dict[tuple[datetime, str, str], HourSum] = field(default_factory=lambda: defaultdict(HourSum))
    pages: dict[tuple[date, str], PageSum] = field(default_factory=lambda: defaultdict(PageSum))
    timings: Counter[tuple[date, str, str, int]] = field(default_factory=Counter)
    people: dict[tuple[date, int], PersonSum] = field(default_factory=lambda: defaultdict(PersonSum))


def hour_of(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def clamp_age(age: timedelta) -> timedelta:
    """The age of an event that a browser reports, bounded: never in the future, never long ago."""
    return min(max(age, timedelta(0)), BELIEVED)


def step(ms: int) -> int:
    """The end of the step that a time falls into."""
    for up_to, width in STEPS:
        if ms <= up_to:
            return -(-ms // width) * width
    return LONGEST_MS


def percentile(times: Mapping[int, int], share: int) -> int | None:
    """The time that `share` percent of the counted ones do not pass (nearest rank); None without any."""
    total = sum(times.values())
    rank = -(-total * share // 100)
    passed = 0
    for ms in sorted(times):
        passed += times[ms]
        if passed >= rank and total:
            return ms
    return None


def rate(part: int, whole: int) -> float | None:
    """Percent with one decimal; None of nothing."""
    return round(100 * part / whole, 1) if whole else None


def tally(events: Iterable[Seen], *, start: datetime, day_of: Callable[[datetime], date]) -> Tally:
    """Add up events that come sorted by person and time. Those before `start` only tell whether a person's next page
    view opens a session. `day_of` tells the local day of an hour."""
    sums = Tally()
    last: tuple[int | None, datetime] | None = None
    for event in events:
        opening = False
        if event.path:
            opening = event.name == Name.PAGE_VIEW and (
                last is None or last[0] != event.user_id or event.occurred_at - last[1] > SESSION_GAP
            )
            last = (event.user_id, event.occurred_at)
        if event.hour_at >= start:
            _add(sums, event, day_of(event.hour_at), opening=opening)
    return sums


def _add(sums: Tally, event: Seen, day: date, *, opening: bool) -> None:
    hour = sums.hours[event.hour_at, event.name, Outcome.OPENING if opening else event.outcome]
    hour.count += 1
    hour.quantity += event.quantity or 0
    hour.duration_ms += event.duration_ms or 0
    person = PersonSum()  # of nobody
    if event.user_id is not None and event.name != Name.LOGIN_FAILURE:
        person = sums.people[day, event.user_id]
    if event.name == Name.PAGE_VIEW:
        sums.pages[day, event.path].views += 1
        person.views += 1
        person.sessions += opening
        for timing, ms in ((Timing.LOAD, event.duration_ms), (Timing.PAINT, event.paint_ms)):
            if ms is not None:
                sums.timings[day, event.path, timing, step(ms)] += 1
    elif event.name == Name.PAGE_TIME:
        page = sums.pages[day, event.path]
        page.stays += 1
        page.duration_ms += event.duration_ms or 0
        person.duration_ms += event.duration_ms or 0
    elif event.name == Name.TASK_COMPLETE:
        person.tasks += 1
    elif event.name == Name.ACCOUNT_CREATION_SUCCESS:
        person.accounts += event.quantity or 0
