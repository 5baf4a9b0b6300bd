"""The figures of '/employee-analytics': cards, charts and pages of one range.

Each is made of sums only, so it is the same whether an hour is rolled up yet or not.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings

from accounts.queries import active_people
from analytics import rules
from analytics.enums import Name, Outcome, Range, Timing
from analytics.queries import sums
from analytics.queries.raw import day_of, local
from analytics.rules import HourSum, percentile, rate
from core.events import publish

HOURS, WEEKDAYS = 24, 7


@dataclass(frozen=True)
class Kpi:
    """A figure, the one of the period before, and the counts that it is made of. None where nothing was measured."""

    value: float | None
    before: float | None = None
    part: int | None = None
    whole: int | None = None


class Totals:
    """Sums of events by name and outcome."""

    def __init__(self, hours: Iterable[tuple[str, str, HourSum]]) -> None:
        self._sums: dict[tuple[str, str], HourSum] = defaultdict(HourSum)
        for name, outcome, each in hours:
            self._sums[name, outcome].add(each)

    def of(self, wanted: Name, *outcomes: Outcome) -> HourSum:
        """Of an event, whatever its outcome unless some are named."""
        total = HourSum()
        for (name, outcome), each in self._sums.items():
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


def summary(range_: Range) -> dict[str, Any]:
    """What SummaryOutput shows, in a number of queries that does not grow with the range or the events."""
    over = sums.period(range_)
    found = sums.figures(over)
    now = Totals((name, outcome, each) for (_, name, outcome), each in found.events.items())
    before = Totals((name, outcome, each) for (name, outcome), each in found.before.items())
    load, paint = (_times(found.timings, kind) for kind in (Timing.LOAD, Timing.PAINT))
    staff = set(active_people().values_list("pk", flat=True))
    seen = len(found.people & staff)
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
        "by_hour": over.by_hour,
        "points": _points(over, found),
        "weekdays": [[found.weekdays[day, hour] for hour in range(HOURS)] for day in range(WEEKDAYS)],
        "pages": _pages(found),
        "bars": _bars(load),
        "task_target": rules.TASK_TARGET,
        "heatmap_url": settings.HEATMAP_URL,
    }


def _rate_of(now: tuple[int, int], before: tuple[int, int]) -> Kpi:
    return Kpi(rate(*now), rate(*before), *now)


def _times(timings: sums.Timings, wanted: Timing) -> Counter[int]:
    times: Counter[int] = Counter()
    for (_, timing, ms), count in timings.items():
        if timing == wanted:
            times[ms] += count
    return times


def _shares(times: Counter[int]) -> dict[str, int | None]:
    """The time that half, three quarters and 95 % of the page views took at most, and how many were timed."""
    return {**{f"p{share}": percentile(times, share) for share in (50, 75, 95)}, "count": times.total()}


def _bars(times: Counter[int]) -> list[dict[str, int | None]]:
    """Page views that loaded in up to `ms` and not in the bar before; the last one has no end."""
    bars: list[dict[str, int | None]] = []
    done = 0
    for end in rules.BARS_MS:
        up_to = sum(count for ms, count in times.items() if ms <= end)
        bars.append({"ms": end, "count": up_to - done})
        done = up_to
    return [*bars, {"ms": None, "count": times.total() - done}]


def _points(over: sums.Period, found: sums.Figures) -> list[dict[str, Any]]:
    """Every day of the period, or every hour of its one day, those without events too."""
    width, count = (rules.HOUR, HOURS) if over.by_hour else (timedelta(days=1), over.days)
    starts = [over.since + width * number for number in range(count)]
    by_start: dict[datetime | date, list[tuple[str, str, HourSum]]] = defaultdict(list)
    for (start, name, outcome), each in found.events.items():
        by_start[start].append((name, outcome, each))
    return [
        _point(
            at,
            Totals(by_start[over.point_of(at)]),
            None if over.by_hour else percentile(found.loads[day_of(at)], 75),
        )
        for at in starts
    ]


def _point(at: datetime, totals: Totals, load_ms: int | None) -> dict[str, Any]:
    views = totals.of(Name.PAGE_VIEW)
    return {
        "at": local(at),
        "sessions": totals.sessions,
        "views": views.count,
        "seconds": totals.of(Name.PAGE_TIME).duration_ms // 1000,
        "logins": totals.logins[0],
        "logins_refused": totals.of(Name.LOGIN_FAILURE).count,
        "tasks_assigned": totals.of(Name.TASK_ASSIGN).count,
        "tasks_on_time": totals.tasks[0],
        "tasks_late": totals.of(Name.TASK_COMPLETE, Outcome.LATE).count,
        "tasks_missed": totals.of(Name.TASK_MISSED).count,
        "accounts": totals.of(Name.ACCOUNT_CREATION_SUCCESS).quantity,
        "load_ms": load_ms,
    }


def _pages(found: sums.Figures) -> list[dict[str, Any]]:
    """The most seen first."""
    [titles] = publish("page_titles_wanted")
    times: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for (path, timing, ms), count in found.timings.items():
        times[path, timing][ms] = count
    pages = [
        {
            "path": path,
            "title": titles.get(path, path),
            "views": each.views,
            "seconds": round(each.duration_ms / 1000 / each.views, 1),
            "load_ms": percentile(times[path, Timing.LOAD], 75),
            "paint_ms": percentile(times[path, Timing.PAINT], 75),
        }
        for path, each in found.pages.items()
        if each.views
    ]
    return sorted(pages, key=lambda page: (-page["views"], page["path"]))
