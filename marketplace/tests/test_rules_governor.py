"""The count of a key's minute. Acceptance: 'all processes together on one key ≤ 450 requests in any 60 s (LZT: GET ≤ 270,
searches ≤ 18, base writes ≤ 27), and ≤ 5 writes/min and ≤ 10/h on one GameBoost listing'."""

import random

import pytest

from marketplace.adapters.gameboost.market import GAMEBOOST
from marketplace.adapters.lzt.market import LZT_MARKET
from marketplace.rules.governor import (
    KeyLimits,
    Report,
    Reports,
    Spent,
    Wish,
    count_used,
    current,
    leaves_as_free,
    limit_of,
    listing_wait_s,
    newer,
    quota,
    reports_from,
    screen_share,
    spent_from,
    wait_s,
    with_call,
)

NOW = 1_700_000_000.25
SECOND = 1_700_000_000
RUN = Wish(1, False, ("calls",))
SCREEN = Wish(1, True, ("calls",))
NOTHING: Reports = {}


def spent(
    calls: int, *, ago: int = 0, person: int = 1, screen: bool = False, buckets: tuple[str, ...] = ("calls",)
) -> Spent:
    return Spent(SECOND - ago, person, screen, buckets, calls)


@pytest.mark.parametrize(
    ("limits", "bucket", "limit"),
    [
        (GAMEBOOST.limits, "calls", 450),
        (GAMEBOOST.limits, "read", 900),
        (GAMEBOOST.limits, "write", 450),
        (LZT_MARKET.limits, "get", 270),
        (LZT_MARKET.limits, "search", 108),
        (LZT_MARKET.limits, "delete", 270),
        (LZT_MARKET.limits, "write", 27),
        (LZT_MARKET.limits, "check", 270),
    ],
)
def test_nine_tenths_of_what_the_vendors_publish_are_used(limits: KeyLimits, bucket: str, limit: int) -> None:
    assert limit_of(limits, bucket, NOTHING) == limit


def test_lower_limit_that_the_marketplace_reports_holds_and_a_higher_one_does_not() -> None:
    assert limit_of(GAMEBOOST.limits, "calls", {"calls": Report(40, 40, NOW)}) == 36
    assert limit_of(GAMEBOOST.limits, "calls", {"calls": Report(9000, 9000, NOW)}) == 450


@pytest.mark.parametrize(("limit", "used_at_most"), [(500, 450), (20, 18), (1, 1), (0, 1)])
def test_something_is_always_allowed(limit: int, used_at_most: int) -> None:
    assert quota(limit) == used_at_most


def test_call_is_counted_in_its_second_with_its_like() -> None:
    count = with_call([], RUN, NOW)
    count = with_call(count, RUN, NOW + 0.5)
    count = with_call(count, SCREEN, NOW + 0.5)
    assert count == [spent(2), spent(1, screen=True)]
    assert with_call(count, RUN, NOW + 61) == [Spent(SECOND + 61, 1, False, ("calls",), 1)]


def test_second_counts_until_a_whole_minute_lies_behind_all_of_it() -> None:
    old = [spent(1, ago=60), spent(1, ago=61)]
    assert current(old, NOW) == [spent(1, ago=60)]


def test_no_call_waits_while_there_is_room() -> None:
    assert wait_s(GAMEBOOST.limits, [spent(449)], NOTHING, RUN, NOW) == 0.0


@pytest.mark.parametrize(
    ("counted", "wait"),
    [
        ([spent(450)], 60.75),
        ([spent(1, ago=50), spent(449)], 10.75),
        ([spent(1, ago=60), spent(460, ago=20)], 40.75),
        ([spent(450, ago=61)], 0.0),
    ],
)
def test_full_minute_waits_until_enough_calls_left_it(counted: list[Spent], wait: float) -> None:
    assert wait_s(GAMEBOOST.limits, counted, NOTHING, RUN, NOW) == pytest.approx(wait)


def test_call_counts_in_every_bucket_it_names_and_the_fullest_decides() -> None:
    searches = [spent(108, ago=30, buckets=("get", "search"))]
    assert count_used(searches, "get") == 108
    search, get = Wish(1, False, ("get", "search")), Wish(1, False, ("get",))
    assert wait_s(LZT_MARKET.limits, searches, NOTHING, search, NOW) == pytest.approx(30.75)
    assert wait_s(LZT_MARKET.limits, searches, NOTHING, get, NOW) == 0.0


def test_marketplace_that_has_hardly_anything_left_is_waited_for() -> None:
    low, enough = Report(500, 50, NOW + 12), Report(500, 51, NOW + 12)
    assert wait_s(GAMEBOOST.limits, [], {"calls": low}, RUN, NOW) == pytest.approx(12)
    assert wait_s(GAMEBOOST.limits, [], {"calls": enough}, RUN, NOW) == 0.0
    assert wait_s(GAMEBOOST.limits, [], {"calls": low}, RUN, NOW + 12) == 0.0


def test_lowest_rest_of_a_period_is_the_newest_word() -> None:
    assert newer(Report(500, 10, NOW), Report(500, 90, NOW)) == Report(500, 10, NOW)
    assert newer(Report(500, 10, NOW), Report(500, 499, NOW + 60)) == Report(500, 499, NOW + 60)
    assert newer(None, Report(500, 1, NOW)) == Report(500, 1, NOW)


@pytest.mark.parametrize(
    ("told", "free"),
    [
        (Report(500, 300, NOW), True),
        (Report(500, 300, NOW + 1), True),
        (Report(500, 50, NOW), False),
        (Report(400, 300, NOW), False),
        (Report(500, 300, NOW + 60), False),
    ],
)
def test_report_is_news_when_it_changes_what_may_go_out(told: Report, free: bool) -> None:
    assert leaves_as_free(Report(500, 400, NOW), told) is free


def test_screens_leave_the_runs_their_part() -> None:
    assert screen_share(GAMEBOOST.limits, [], NOTHING, 1) == 210
    counted = [spent(210, ago=10, screen=True)]
    assert wait_s(GAMEBOOST.limits, counted, NOTHING, SCREEN, NOW) == pytest.approx(50.75)
    assert wait_s(GAMEBOOST.limits, counted, NOTHING, RUN, NOW) == 0.0


def test_people_who_share_a_key_get_equal_parts() -> None:
    counted = [spent(150, person=1, screen=True), spent(20, person=2, screen=True)]
    assert screen_share(GAMEBOOST.limits, counted, NOTHING, 3) == 70
    assert wait_s(GAMEBOOST.limits, counted, NOTHING, SCREEN, NOW) > 0
    for person in (2, 3):
        assert wait_s(GAMEBOOST.limits, counted, NOTHING, Wish(person, True, ("calls",)), NOW) == 0.0


@pytest.mark.parametrize(
    ("ago", "wait"),
    [
        ([], 0.0),
        ([50, 40, 30, 20], 0.0),
        ([50, 40, 30, 20, 10], 10.0),
        ([600] * 9, 0.0),
        ([600] * 10, 3000.0),
        ([600] * 5 + [50, 40, 30, 20, 10], 3000.0),
        ([3600] * 10, 0.0),
    ],
)
def test_listing_takes_five_writes_a_minute_and_ten_an_hour(ago: list[int], wait: float) -> None:
    assert listing_wait_s([NOW - each for each in ago], NOW) == pytest.approx(wait)


def test_no_minute_ever_holds_more_than_allowed() -> None:
    """Callers that come whenever they like, over ten minutes, and go whenever they may."""
    chance = random.Random(7)
    count: list[Spent] = []
    gone: list[float] = []
    now = NOW
    while now < NOW + 600:
        now += chance.choice((0.0, 0.001, 0.05, 0.3, 2.0))
        wish = Wish(chance.randrange(4), chance.random() < 0.2, ("calls",))
        if wait_s(GAMEBOOST.limits, count, {"calls": Report(200, 200, 0)}, wish, now) == 0.0:
            count = with_call(count, wish, now)
            gone.append(now)
    fullest = max(sum(moment - 60 < other <= moment for other in gone) for moment in gone)
    assert 170 <= fullest <= 180


def test_rows_are_read_as_they_are_kept() -> None:
    assert spent_from([[SECOND, 1, True, ["calls", "read"], 3]]) == [Spent(SECOND, 1, True, ("calls", "read"), 3)]
    assert reports_from({"calls": [500, 400, NOW]}) == {"calls": Report(500, 400, NOW)}
