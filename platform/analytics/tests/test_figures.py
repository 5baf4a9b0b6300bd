"""'each figure equals a recomputation from the raw events', whatever is rolled up already."""

import random
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.actions.people import deactivate_person
from accounts.tests.factories import UserFactory
from analytics import actions, rules
from analytics.enums import Name, Outcome, PersonSort, Range
from analytics.models import Event, HourlyFigure, RollUp
from analytics.queries import people, summary
from analytics.tests.factories import event, happened

pytestmark = pytest.mark.django_db
PATHS = ["/", "/tasks", "/runs/:run_id", "/profile"]


@pytest.fixture(params=["2026-03-10T18:20", "2026-03-10T00:05", "2026-03-09T23:58"])
def now(request: Any, monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Afternoon, and both sides of midnight in America/Sao_Paulo."""
    moment = timezone.make_aware(datetime.fromisoformat(request.param))
    monkeypatch.setattr(timezone, "now", lambda: moment)
    return moment


def scatter(now: datetime, *, count: int = 600, days: int = 100) -> None:
    """Events of every name, of four people and of nobody, most of them lately."""
    chance = random.Random(count)
    staff = UserFactory.create_batch(4)
    events = []
    for _ in range(count):
        name = chance.choice(Name.values)
        paged = name in {Name.PAGE_VIEW, Name.PAGE_TIME, Name.TASK_VIEW}
        at = now - timedelta(days=days * chance.random() ** 3, seconds=chance.randint(0, 3_600))
        events.append(
            event(
                Name(name),
                at,
                None if name == Name.LOGIN_FAILURE else chance.choice(staff),
                path=chance.choice(PATHS) if paged else "",
                outcome=chance.choice([Outcome.ON_TIME, Outcome.LATE]) if name == Name.TASK_COMPLETE else Outcome.NONE,
                quantity=chance.randint(0, 30),
                duration_ms=chance.randint(6_000, 600_000) if name == Name.PAGE_TIME else chance.randint(80, 9_000),
                paint_ms=chance.choice([None, chance.randint(50, 4_000)]),
            )
        )
    Event.objects.bulk_create(events)


def recomputed(events: list[Event], days: int, now: datetime) -> dict[str, Any]:
    """The figures by the definitions that the screen gives of them, from nothing but the events."""
    today = timezone.localdate(now)
    inside = [event for event in events if (today - timezone.localdate(event.occurred_at)).days in range(days)]

    def of(name: Name, outcome: str | None = None) -> list[Event]:
        return [event for event in inside if event.name == name and outcome in {None, event.outcome}]

    def slowest_of(share: float, times: list[int | None]) -> int | None:
        known = sorted(time for time in times if time is not None)
        return rules.step(known[-int(-len(known) * share // 1) - 1]) if known else None

    views, openings = of(Name.PAGE_VIEW), sessions_in(events, inside)
    accepted, refused = len(of(Name.LOGIN_SUCCESS)), len(of(Name.LOGIN_FAILURE))
    on_time, missed = len(of(Name.TASK_COMPLETE, Outcome.ON_TIME)), len(of(Name.TASK_MISSED))
    stayed = sum(event.duration_ms or 0 for event in of(Name.PAGE_TIME))
    return {
        "sessions": openings,
        "people": len({event.user_id for event in views}),
        "login_rate": round(100 * accepted / (accepted + refused), 1) if accepted + refused else None,
        "task_completion": round(100 * on_time / (on_time + missed), 1) if on_time + missed else None,
        "session_seconds": round(stayed / 1000 / openings, 1) if openings else None,
        "load_ms": slowest_of(0.75, [event.duration_ms for event in views]),
        "paint_p95": slowest_of(0.95, [event.paint_ms for event in views]),
        "accounts": sum(event.quantity or 0 for event in of(Name.ACCOUNT_CREATION_SUCCESS)),
        "grid": sorted(
            (timezone.localtime(event.occurred_at).weekday(), timezone.localtime(event.occurred_at).hour)
            for event in views
        ),
        "pages": {path: len([event for event in views if event.path == path]) for path in {v.path for v in views}},
        "slow_bar": len([event for event in views if (event.duration_ms or 0) > rules.BARS_MS[-1]]),
        "time_of_people": {
            who: sum(event.duration_ms or 0 for event in of(Name.PAGE_TIME) if event.user_id == who) // 1000
            for who in {event.user_id for event in views}
        },
    }


def sessions_in(events: list[Event], inside: list[Event]) -> int:
    by_person: dict[int | None, list[Event]] = defaultdict(list)
    for each in sorted(events, key=lambda each: (each.occurred_at, each.id)):
        if each.path:
            by_person[each.user_id].append(each)
    chosen = {event.id for event in inside}
    opening = 0
    for own in by_person.values():
        gaps = [timedelta.max, *(later.occurred_at - earlier.occurred_at for earlier, later in pairwise(own))]
        opening += sum(
            each.name == Name.PAGE_VIEW and gap > timedelta(minutes=30) and each.id in chosen
            for each, gap in zip(own, gaps, strict=True)
        )
    return opening


def shown(range_: Range) -> dict[str, Any]:
    figures = summary(range_)
    found = people(range_, sort=PersonSort.TIME)
    return {
        "sessions": figures["sessions"].value,
        "people": figures["people"].value,
        "login_rate": figures["login_rate"].value,
        "task_completion": figures["task_completion"].value,
        "session_seconds": figures["session_seconds"].value,
        "load_ms": figures["load_ms"].value,
        "paint_p95": figures["paint"]["p95"],
        "accounts": sum(point["accounts"] for point in figures["points"]),
        "grid": sorted(
            (weekday, hour)
            for weekday, hours in enumerate(figures["weekdays"])
            for hour, count in enumerate(hours)
            for _ in range(count)
        ),
        "pages": {page["path"]: page["views"] for page in figures["pages"]},
        "slow_bar": figures["bars"][-1]["count"],
        "time_of_people": {each["user"]["id"]: each["did"].seconds for each in found},
    }


def test_every_figure_equals_a_recomputation_from_the_events(now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    def roll_up_three_days_ago() -> None:
        with monkeypatch.context() as earlier:
            earlier.setattr(timezone, "now", lambda: now - timedelta(days=3))
            actions.roll_up()

    scatter(now)
    events = list(Event.objects.filter(occurred_at__lte=now))
    expected = {range_: recomputed(events, range_.days, now) for range_ in Range}

    for roll_up in (None, roll_up_three_days_ago, actions.roll_up, actions.roll_up_again):
        if roll_up:
            roll_up()
        cache.clear()  # no figure is remembered from before
        for range_ in Range:
            assert shown(range_) == expected[range_], (roll_up, range_)


@pytest.mark.parametrize("now", ["2026-03-10T18:20"], indirect=True)
@pytest.mark.parametrize("rolled", [True, False])
def test_the_period_before_ends_at_the_same_hour(now: datetime, rolled: bool) -> None:
    """A day that is half over is compared with the half of another one."""
    for name, back in (
        (Name.LOGIN_SUCCESS, timedelta()),
        (Name.LOGIN_SUCCESS, timedelta(days=7)),
        (Name.LOGIN_FAILURE, timedelta(days=7, hours=-2)),
        (Name.LOGIN_FAILURE, timedelta(days=15)),
    ):
        happened(name, now - back)
    if rolled:
        actions.roll_up()

    week, today = summary(Range.WEEK)["login_rate"], summary(Range.DAY)["login_rate"]

    assert (week.value, week.part, week.whole, week.before) == (100.0, 1, 1, 100.0)
    assert (today.value, today.before) == (100.0, None)


def test_the_points_are_the_days_of_the_range_or_the_hours_of_today(now: datetime) -> None:
    for range_ in Range:
        figures = summary(range_)
        starts = [point["at"] for point in figures["points"]]
        width = rules.HOUR if figures["by_hour"] else timedelta(days=1)
        assert len(starts) == (24 if range_ == Range.DAY else range_.days)
        assert {later - earlier for earlier, later in pairwise(starts)} == {width}
        assert starts[0].date() == figures["first_day"]
        assert starts[-1].date() == figures["last_day"] == timezone.localdate(now)


def test_rolling_up_twice_changes_nothing(now: datetime) -> None:
    scatter(now, count=200, days=5)
    actions.roll_up()
    first = list(HourlyFigure.objects.values_list("hour_at", "name", "outcome", "count", "duration_ms"))

    assert actions.roll_up() == 0
    actions.roll_up_again()

    assert list(HourlyFigure.objects.values_list("hour_at", "name", "outcome", "count", "duration_ms")) == first


def test_an_hour_is_summed_up_only_when_nothing_can_fall_into_it_any_more(now: datetime) -> None:
    happened(Name.LOGOUT, now - timedelta(days=1))
    actions.roll_up()

    rolled = RollUp.objects.get().rolled_until

    assert rolled <= now - rules.SETTLED < rolled + rules.HOUR


@pytest.mark.once
def test_the_cost_does_not_grow_with_the_events(
    now: datetime, admin: Any, client_for: Callable[[Any], APIClient]
) -> None:
    """Cold after each rolling up, then what is rolled up is not read again, for people neither."""
    client = client_for(admin)
    costs = []
    for count in (40, 400):
        scatter(now, count=count, days=30)
        actions.roll_up_again()
        for path in ("/api/analytics/summary?range=90d", "/api/analytics/people?range=90d") * 2:
            with CaptureQueriesContext(connection) as queries:
                client.get(path)
            costs.append(len(queries))

    few, many = costs[:4], costs[4:]
    assert few == many
    assert few[2] < few[0] <= 20
    assert few[3] == few[1] <= 10


def test_a_figure_that_is_remembered_moves_with_the_next_event(now: datetime) -> None:
    person = UserFactory()
    happened(Name.PAGE_VIEW, now - timedelta(days=1), person, path="/")
    actions.roll_up()
    first = summary(Range.WEEK), people(Range.WEEK)[0]["did"]

    happened(Name.PAGE_VIEW, now, person, path="/tasks")
    second = summary(Range.WEEK), people(Range.WEEK)[0]["did"]

    assert [figures["sessions"].value for figures, _ in (first, second)] == [1, 2]
    assert [did.views for _, did in (first, second)] == [1, 2]
    assert summary(Range.WEEK) == second[0]


def test_active_people_are_never_more_than_the_people_there_are(now: datetime, admin: Any) -> None:
    gone, here = UserFactory(), UserFactory()
    for person in (gone, here):
        happened(Name.PAGE_VIEW, now - timedelta(days=1), person, path="/")
    actions.roll_up()
    deactivate_person(by=admin, user_id=gone.id)

    kpi = summary(Range.WEEK)["people"]
    listed = people(Range.WEEK)

    assert (kpi.value, kpi.part, kpi.whole) == (1, 1, 2)
    assert [each["user"]["id"] for each in listed] == [here.id]
