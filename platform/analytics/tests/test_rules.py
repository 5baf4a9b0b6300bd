"""What events add up to."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from analytics import rules
from analytics.enums import Name, Outcome, Timing
from analytics.rules import HourSum, PageSum, PersonSum, Seen

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
LATER = timedelta(minutes=1)


def seen(
    name: Name,
    minutes: float,
    *,
    user_id: int | None = 1,
    path: str = "",
    quantity: int | None = None,
    duration_ms: int | None = None,
    paint_ms: int | None = None,
) -> Seen:
    at = NOON + minutes * LATER
    return Seen(rules.hour_of(at), at, name, "", user_id, path, quantity, duration_ms, paint_ms)


def tally(*events: Seen, start: datetime = NOON) -> rules.Tally:
    return rules.tally(events, start=start, day_of=lambda moment: moment.date())


@pytest.mark.parametrize(
    ("ms", "expected"),
    [(0, 0), (1, 25), (25, 25), (26, 50), (1_000, 1_000), (1_001, 1_100), (5_001, 5_500), (30_001, 35_000)],
)
def test_a_time_falls_into_its_step(ms: int, expected: int) -> None:
    assert rules.step(ms) == expected


def test_every_bar_of_the_histogram_ends_where_a_step_ends() -> None:
    assert [rules.step(ms) for ms in rules.BARS_MS] == list(rules.BARS_MS)


@pytest.mark.parametrize(
    ("times", "share", "expected"),
    [
        ({}, 75, None),
        ({100: 1}, 75, 100),
        ({100: 3, 900: 1}, 75, 100),
        ({100: 2, 900: 2}, 75, 900),
        ({100: 19, 900: 1}, 95, 100),
    ],
)
def test_percentile_is_the_nearest_rank(times: dict[int, int], share: int, expected: int | None) -> None:
    assert rules.percentile(times, share) == expected


@pytest.mark.parametrize(("part", "whole", "expected"), [(0, 0, None), (1, 3, 33.3), (3, 3, 100.0), (0, 4, 0.0)])
def test_a_rate_of_nothing_is_none(part: int, whole: int, expected: float | None) -> None:
    assert rules.rate(part, whole) == expected


@pytest.mark.parametrize(
    ("minutes_ago", "believed_minutes_ago"), [(0, 0), (14, 14), (15, 15), (16, 15), (60 * 24, 15), (-5, 0)]
)
def test_the_time_of_a_browser_is_believed_for_fifteen_minutes(minutes_ago: int, believed_minutes_ago: int) -> None:
    assert rules.clamp_age(minutes_ago * LATER) == believed_minutes_ago * LATER


def test_a_session_ends_with_thirty_minutes_of_silence() -> None:
    sums = tally(
        seen(Name.PAGE_VIEW, 0, path="/"),
        seen(Name.PAGE_VIEW, 30, path="/tasks"),
        seen(Name.PAGE_VIEW, 60.5, path="/"),
    )

    assert sums.hours[NOON, Name.PAGE_VIEW, Outcome.OPENING] == HourSum(1)
    assert sums.hours[NOON, Name.PAGE_VIEW, ""] == HourSum(1)
    assert sums.hours[NOON + rules.HOUR, Name.PAGE_VIEW, Outcome.OPENING] == HourSum(1)


def test_time_on_a_page_keeps_the_session_and_an_action_of_the_server_does_not() -> None:
    sums = tally(
        seen(Name.PAGE_VIEW, 0, path="/"),
        seen(Name.PAGE_TIME, 45, path="/", duration_ms=45 * 60_000),
        seen(Name.PAGE_VIEW, 46, path="/tasks"),
        seen(Name.BULK_UPLOAD_COMPLETE, 100, quantity=3),
        seen(Name.PAGE_VIEW, 101, path="/"),
    )

    assert sums.people[NOON.date(), 1] == PersonSum(sessions=2, views=3, duration_ms=45 * 60_000)


def test_a_view_before_the_start_is_looked_at_and_not_counted() -> None:
    sums = tally(seen(Name.PAGE_VIEW, -10, path="/"), seen(Name.PAGE_VIEW, 5, path="/"))

    assert dict(sums.hours) == {(NOON, Name.PAGE_VIEW, ""): HourSum(1)}
    assert dict(sums.people) == {(NOON.date(), 1): PersonSum(views=1)}


def test_the_sessions_of_two_people_are_their_own() -> None:
    sums = tally(seen(Name.PAGE_VIEW, 5, path="/"), seen(Name.PAGE_VIEW, 0, user_id=2, path="/"))

    assert {who: each.sessions for (_, who), each in sums.people.items()} == {1: 1, 2: 1}


def test_pages_and_their_times_are_added_up() -> None:
    sums = tally(
        seen(Name.PAGE_VIEW, 0, path="/", duration_ms=310, paint_ms=180),
        seen(Name.PAGE_TIME, 1, path="/", duration_ms=6_000),
        seen(Name.PAGE_TIME, 2, path="/", duration_ms=7_000),
        seen(Name.PAGE_VIEW, 3, path="/"),
    )

    assert dict(sums.pages) == {(NOON.date(), "/"): PageSum(views=2, stays=2, duration_ms=13_000)}
    assert sums.timings == Counter({(NOON.date(), "/", Timing.LOAD, 325): 1, (NOON.date(), "/", Timing.PAINT, 200): 1})


def test_a_refused_login_is_nobodys_work() -> None:
    sums = tally(seen(Name.LOGIN_FAILURE, 0), seen(Name.LOGIN_FAILURE, 1, user_id=None))

    assert dict(sums.people) == {}
    assert sums.hours[NOON, Name.LOGIN_FAILURE, ""] == HourSum(2)
