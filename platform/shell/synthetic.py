"""Synthetic analytics events of past working days, for the demo and for measurements."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from itertools import islice

from django.apps import apps
from django.utils import timezone

from analytics.actions import NewEvent, roll_up_again
from analytics.enums import Name, Outcome
from core.dates import midnight

FOR_EMPLOYEES = {"/": 30, "/tasks": 22, "/roblox-bulk": 14, "/war-thunder-bulk": 9, "/runs": 9, "/runs/:run_id": 8}
FOR_EMPLOYEES |= {"/loyalty-points": 4, "/profile": 2, "/game-selection": 3}
FOR_ADMINS = {"/": 20, "/admin-panel": 30, "/employee-analytics": 8, "/integrations": 12, "/gameboost": 10}
FOR_ADMINS |= {"/runs": 9, "/runs/:run_id": 5, "/admin-loyalty-points": 4, "/settings": 2}
# (most likely minute after midnight, spread in minutes) of the first, second and third visit of a day.
VISITS = ((9 * 60 + 10, 35), (14 * 60 + 5, 40), (17 * 60 + 20, 50))


CHUNK = 5_000


@dataclass(frozen=True)
class Worker:
    """A synthetic person. `keenness` is the chance of each visit on a working day.

    `works` adds events of tasks and accounts, which no table has: for measurements alone.
    """

    person_id: int
    keenness: float
    is_admin: bool = False
    works: bool = False
    reliability: float = 0.95


def add_events(events: Iterable[NewEvent]) -> int:
    """Insert past events and sum them up; how many there were."""
    model, count = apps.get_model("analytics.Event"), 0
    rows = (
        model(
            name=event.name,
            user_id=event.person_id,
            path=event.path,
            outcome=event.outcome,
            quantity=event.quantity,
            duration_ms=event.duration_ms,
            paint_ms=event.paint_ms,
            hour_at=event.at.replace(minute=0, second=0, microsecond=0),
            occurred_at=event.at,
        )
        for event in events
    )
    while chunk := list(islice(rows, CHUNK)):
        count += len(model._default_manager.bulk_create(chunk))
    roll_up_again()
    return count


def working_days(workers: Sequence[Worker], days: int, *, now: datetime | None = None) -> Iterator[NewEvent]:
    """What the workers did on the last `days` days, up to now, oldest day first; the same again on the same day."""
    until = now or timezone.now()
    today = timezone.localdate(until)
    for back in range(days - 1, -1, -1):
        for worker in workers:
            for event in _day_of(worker, today - timedelta(days=back)):
                if event.at <= until:
                    yield event


def _day_of(worker: Worker, day: date) -> Iterator[NewEvent]:
    chance = random.Random(f"{worker.person_id} {day}")  # noqa: S311 - synthetic data, the same each time
    weekend = day.weekday() >= 5
    for minute, spread in VISITS:
        if chance.random() < worker.keenness * (0.12 if weekend else 1):
            yield from _visit(worker, midnight(day) + timedelta(minutes=chance.gauss(minute, spread)), chance)


def _visit(worker: Worker, start: datetime, chance: random.Random) -> Iterator[NewEvent]:
    event = partial(NewEvent, person_id=worker.person_id)
    at = start
    if chance.random() < 0.06:
        yield event(Name.LOGIN_FAILURE, at, outcome=Outcome.FIRST_STEP)
        at += timedelta(seconds=20)
    yield event(Name.LOGIN_SUCCESS, at)
    pages = FOR_ADMINS if worker.is_admin else FOR_EMPLOYEES
    if not worker.works:
        pages = {path: weight for path, weight in pages.items() if path != "/runs/:run_id"}
    for path in ["/", *chance.choices(list(pages), list(pages.values()), k=chance.randint(3, 11))]:
        at += timedelta(seconds=chance.uniform(1, 4))
        load_ms = round(chance.lognormvariate(5.75, 0.4))
        yield event(
            Name.PAGE_VIEW, at, path=path, duration_ms=load_ms, paint_ms=round(load_ms * chance.uniform(0.5, 0.9))
        )
        if path == "/tasks":
            yield event(Name.TASK_VIEW, at, path=path)
        stay_s = min(chance.lognormvariate(4.1, 1.0), 1_500)
        at += timedelta(seconds=stay_s)
        if stay_s > 5:
            yield event(Name.PAGE_TIME, at, path=path, duration_ms=round(stay_s * 1000))
        if worker.works:
            yield from _work(path, at, chance, event, worker.reliability)
    if chance.random() < 0.4:
        yield event(Name.LOGOUT, at)


def _work(
    path: str, at: datetime, chance: random.Random, event: Callable[..., NewEvent], reliability: float
) -> Iterator[NewEvent]:
    if path == "/admin-panel" and chance.random() < 0.25:
        yield event(Name.TASK_ASSIGN, at, quantity=chance.randint(5, 30))
    elif path == "/tasks" and chance.random() < 0.2:
        if chance.random() < reliability:
            yield event(Name.TASK_COMPLETE, at, outcome=Outcome.ON_TIME, quantity=chance.randint(5, 30))
        else:
            yield event(Name.TASK_MISSED, at)
    elif path.endswith("-bulk") and chance.random() < 0.5:
        accounts = chance.randint(3, 40)
        failed = sum(chance.random() < 0.04 for _ in range(accounts))
        yield event(Name.BULK_UPLOAD_START, at, quantity=accounts)
        yield event(Name.ACCOUNT_CREATION_SUCCESS, at, quantity=accounts - failed)
        if failed:
            yield event(Name.ACCOUNT_CREATION_FAILURE, at, quantity=failed)
        yield event(Name.BULK_UPLOAD_COMPLETE, at, quantity=accounts)
