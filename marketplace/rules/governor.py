"""The limits of a key's calls: how many may go out in a minute, for whom, and how long to wait otherwise. A key's calls
are counted by the second in which they left. Any 60 seconds therefore touch at most 61 of those seconds, and it is over
these that the limits hold: all processes together never make more calls than allowed in any minute."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from marketplace.enums import Bucket

WINDOW_S = 60
FARTHEST_S = 3660
"""A key is silenced for an hour at most (adapters.client.MAX_RETRY_AFTER_S); what lies farther ahead is of a wrong clock."""

# (writes, within seconds) of one listing, as GameBoost's page on rate limits documents them.
LISTING_LIMITS = ((5, 60), (10, 3600))


@dataclass(frozen=True, slots=True)
class KeyLimits:
    """A vendor's published limits, per key and minute; a call counts in all buckets that it names. `main` is the one that
    the gauge shows, `screen_part` the part of it, as (part, whole), that screens may use."""

    buckets: Mapping[Bucket, int]
    main: Bucket
    screen_part: tuple[int, int]


class Spent(NamedTuple):
    """Calls of one person that left in one second (Unix time). `screen`: asked for by a screen, not by a run."""

    second: int
    person: int
    screen: bool
    buckets: tuple[str, ...]
    calls: int


@dataclass(frozen=True, slots=True)
class Wish:
    """A call that wants to go out now. `urgent`: it may use the reserve too, which nothing else does."""

    person: int
    screen: bool
    buckets: tuple[str, ...]
    urgent: bool = False


class Report(NamedTuple):
    """The marketplace's own latest report of a bucket; `reset_at` in Unix seconds."""

    limit: int
    remaining: int
    reset_at: float


Reports = Mapping[str, Report]


def spent_from(rows: Iterable[Sequence[Any]]) -> list[Spent]:
    """From what a budget's row keeps: [[second, person, screen, [buckets], calls]]."""
    return [Spent(second, person, screen, tuple(buckets), calls) for second, person, screen, buckets, calls in rows]


def reports_from(rows: Mapping[str, Sequence[Any]]) -> dict[str, Report]:
    """From what a budget's row keeps: {bucket: [limit, remaining, reset_at]}."""
    return {bucket: Report(*row) for bucket, row in rows.items()}


def quota(limit: int, *, urgent: bool = False) -> int:
    """Nine tenths of a vendor's limit: others may use the key too, and clocks differ. Half of the rest is a reserve."""
    return max(limit * (19 if urgent else 18) // 20, 1)


def current(spent: Iterable[Spent], now: float) -> list[Spent]:
    """The calls that still count; one from the future was counted by a wrong clock."""
    return [each for each in spent if -WINDOW_S <= each.second - int(now) <= WINDOW_S]


def with_call(spent: Sequence[Spent], wish: Wish, now: float) -> list[Spent]:
    """The count with one call more."""
    kept, call = current(spent, now), (int(now), wish.person, wish.screen, wish.buckets)
    alike = sum(each.calls for each in kept if each[:4] == call)
    return [*(each for each in kept if each[:4] != call), Spent(*call, alike + 1)]


def count_used(spent: Iterable[Spent], bucket: str) -> int:
    return sum(each.calls for each in spent if bucket in each.buckets)


def limit_of(limits: KeyLimits, bucket: str, reports: Reports, *, urgent: bool = False) -> int:
    """The calls that we allow ourselves in a bucket: a part of the published limit, or of the reported one if lower."""
    published = limits.buckets[Bucket(bucket)]
    report = reports.get(bucket)
    return quota(min(published, report.limit) if report else published, urgent=urgent)


def wait_s(limits: KeyLimits, spent: Iterable[Spent], reports: Reports, wish: Wish, now: float) -> float:
    """Seconds until the call makes sense; 0 when it may go out now. Screens of people who share a key get equal parts
    of what runs leave, so that nobody's reloading holds the others up; how runs take turns is their own matter."""
    counted = current(spent, now)
    waits = [0.0]
    for bucket in wish.buckets:
        waits.append(_until_free(counted, limit_of(limits, bucket, reports, urgent=wish.urgent), now, bucket=bucket))
        report = reports.get(bucket)
        # Where the marketplace says that hardly anything is left, until it counts anew.
        is_spent = report is not None and report.remaining <= report.limit - quota(report.limit, urgent=wish.urgent)
        if report and is_spent and now < report.reset_at <= now + FARTHEST_S:
            waits.append(report.reset_at - now)
    if wish.screen:
        mine = [each for each in counted if each.screen and each.person == wish.person]
        waits.append(_until_free(mine, screen_share(limits, counted, reports, wish.person), now))
    return max(waits)


def screen_share(limits: KeyLimits, counted: Iterable[Spent], reports: Reports, person: int) -> int:
    """Calls a minute that each person's screens may make."""
    people = {each.person for each in counted if each.screen} | {person}
    part, whole = limits.screen_part
    return max(limit_of(limits, limits.main, reports) * part // whole // len(people), 1)


def newer(known: Report | None, report: Report) -> Report:
    """Answers may arrive in another order than they were counted in: within one period the lowest rest is the newest."""
    if known is None or known.reset_at != report.reset_at or known.limit != report.limit:
        return report
    return Report(report.limit, min(known.remaining, report.remaining), report.reset_at)


def leaves_as_free(known: Report, report: Report) -> bool:
    """Whether a report leaves what may go out as it is. Vendors round the end of a period: it moves by a second."""
    same = report.limit == known.limit and abs(report.reset_at - known.reset_at) < 2
    return same and report.remaining > report.limit - quota(report.limit)


def listing_wait_s(written_at: Iterable[float], now: float) -> float:
    """Seconds until one listing may be written to again."""
    times = sorted(written_at)
    waits = [0.0]
    for writes, seconds in LISTING_LIMITS:
        within = [moment for moment in times if moment > now - seconds]
        if len(within) >= writes:
            waits.append(within[-writes] + seconds - now)
    return max(waits)


def _until_free(spent: Iterable[Spent], limit: int, now: float, *, bucket: str = "") -> float:
    """Seconds until so many calls have left the window that one more fits."""
    counted = sorted((each for each in spent if not bucket or bucket in each.buckets), key=lambda each: each.second)
    excess = sum(each.calls for each in counted) + 1 - limit
    for each in counted:
        if excess <= 0:
            break
        excess -= each.calls
        if excess <= 0:
            return each.second + WINDOW_S + 1 - now
    return 0.0
