"""A big installation for measuring, filled up to the numbers asked for; synthetic analytics events, of the demo too."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from itertools import islice
from typing import Any

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from analytics.actions import event_of, roll_up_again
from analytics.enums import Name, Outcome
from core.actor import Actor
from core.conditional import bump
from core.dates import midnight
from earnings import actions as ledger
from earnings.enums import PostingKind
from earnings.queries import everyones_earnings
from infra.jobs import refresh_statistics
from tasks.enums import Priority, Status
from tasks.queries import ALL_TASKS, counts

PREFIX = "volume."
BATCH = 500
CHUNK = 5_000
FOR_EMPLOYEES = {"/": 30, "/tasks": 22, "/roblox-bulk": 14, "/war-thunder-bulk": 9, "/runs": 9}
FOR_EMPLOYEES |= {"/loyalty-points": 4, "/profile": 2, "/game-selection": 3}
FOR_ADMINS = {"/": 20, "/admin-panel": 30, "/employee-analytics": 8, "/integrations": 12, "/gameboost": 10}
FOR_ADMINS |= {"/runs": 9, "/admin-loyalty-points": 4, "/settings": 2}
# (most likely minute after midnight, spread in minutes) of the first, second and third visit of a day.
VISITS = ((9 * 60 + 10, 35), (14 * 60 + 5, 40), (17 * 60 + 20, 50))


def fill(*, employees: int, tasks: int, earnings: int, tell: Callable[[str], object]) -> None:
    """Add what is missing to reach the numbers, and tell how much that was. People made here cannot sign in. Raises
    CommandError when anything but people is asked for and there is nobody."""
    made, unusable = User.objects.filter(username__startswith=PREFIX).order_by("id"), make_password(None)
    numbers = [f"{number:05d}" for number in range(made.count() + 1, employees + 1)]
    new = (User(username=PREFIX + each, full_name=f"Funcionário {each}", password=unusable) for each in numbers)
    User.objects.bulk_create(new, batch_size=BATCH)
    tell(f"{len(numbers)} funcionários")
    if not (tasks or earnings):
        return
    people, now = list(made), timezone.now()
    if not people:
        raise CommandError("Peça também funcionários: --employees N.")
    chance = random.Random(20_260_101)  # noqa: S311 - measuring data, the same each time
    columns = (
        {
            "title": f"Tarefa de medição {number}",
            "assignee_id": chance.choice(people).id,
            "target_quantity": chance.randint(1, 50),
            "payment_per_account": Decimal(chance.randint(100, 900)) / 100,
            "priority": chance.choice(Priority.values),
            "due_at": now + timedelta(days=chance.randint(-30, 30)),
        }
        for number in range(counts()["total"], tasks)
    )
    tell(f"{add_tasks(columns, by=people[0])} tarefas")
    missing = max(0, earnings - everyones_earnings().count())
    for position, person in enumerate(people[:missing]):
        amounts = [Decimal(chance.randint(100, 5_000)) / 100 for _ in range(position, missing, len(people))]
        add_earnings(person, amounts, "Ganho de medição")
    tell(f"{missing} ganhos")
    refresh_statistics()


@transaction.atomic
def add_tasks(new: Iterable[dict[str, Any]], *, by: Actor) -> int:
    """Tasks by their columns, without telling anyone: a deadline that has passed counts as seen. How many they were."""
    task, now = apps.get_model("tasks", "Task"), timezone.now()
    rows = [task(**columns, created_by_id=by.id, created_at=now, updated_at=now) for columns in new]
    for row in rows:
        row.missed_at = now if row.status_now == Status.OVERDUE else None
    task.objects.bulk_create(rows, batch_size=BATCH)
    bump(ALL_TASKS)
    return len(rows)


@transaction.atomic
def add_earnings(person: Actor, amounts: Sequence[Decimal], description: str) -> int:
    """Owe a person each of the amounts, through the same ledger as every credit; how many they were."""
    earning, balance, now = apps.get_model("earnings", "Earning"), ledger.locked_balance(person.id), timezone.now()
    alike = {"user_id": person.id, "description": description, "source_kind": "volume"}
    alike |= {"created_at": now, "updated_at": now}
    rows = (earning(amount=amount, base_amount=amount, **alike) for amount in amounts)
    made = earning.objects.bulk_create(rows, batch_size=BATCH)
    entry = partial(apps.get_model("earnings", "Posting"), kind=PostingKind.CREDIT, reason=description)
    ledger.post(balance, [entry(earning=each, amount=each.amount) for each in made], by=None, at=now)
    return len(made)


@dataclass(frozen=True)
class Worker:
    """A synthetic person. `keenness` is the chance of each visit on a working day."""

    person_id: int
    keenness: float
    is_admin: bool = False


def add_events(events: Iterator[Any]) -> int:
    """Insert past events and sum them up; how many there were."""
    model, count = apps.get_model("analytics.Event"), 0
    while chunk := list(islice(events, CHUNK)):
        count += len(model._default_manager.bulk_create(chunk))
    roll_up_again()
    return count


def working_days(workers: Sequence[Worker], days: int, *, now: datetime | None = None) -> Iterator[Any]:
    """What the workers did on the last `days` days, up to now, oldest day first; the same again on the same day."""
    until = now or timezone.now()
    today = timezone.localdate(until)
    for back in range(days - 1, -1, -1):
        day = today - timedelta(days=back)
        likely = 0.12 if day.weekday() >= 5 else 1
        for worker in workers:
            chance = random.Random(f"{worker.person_id} {day}")  # noqa: S311 - synthetic data, the same each time
            for minute, spread in VISITS:
                if chance.random() < worker.keenness * likely:
                    start = midnight(day) + timedelta(minutes=chance.gauss(minute, spread))
                    yield from (event for event in _visit(worker, start, chance) if event.occurred_at <= until)


def _visit(worker: Worker, start: datetime, chance: random.Random) -> Iterator[Any]:
    event = partial(event_of, user_id=worker.person_id)
    at = start
    if chance.random() < 0.06:
        yield event(Name.LOGIN_FAILURE, at, outcome=Outcome.FIRST_STEP)
        at += timedelta(seconds=20)
    yield event(Name.LOGIN_SUCCESS, at)
    pages = FOR_ADMINS if worker.is_admin else FOR_EMPLOYEES
    for path in ["/", *chance.choices(list(pages), list(pages.values()), k=chance.randint(3, 11))]:
        at += timedelta(seconds=chance.uniform(1, 4))
        load_ms = round(chance.lognormvariate(5.75, 0.4))
        paint_ms = round(load_ms * chance.uniform(0.5, 0.9))
        yield event(Name.PAGE_VIEW, at, path=path, duration_ms=load_ms, paint_ms=paint_ms)
        if path == "/tasks":
            yield event(Name.TASK_VIEW, at, path=path)
        stay_s = min(chance.lognormvariate(4.1, 1.0), 1_500)
        at += timedelta(seconds=stay_s)
        if stay_s > 5:
            yield event(Name.PAGE_TIME, at, path=path, duration_ms=round(stay_s * 1000))
    if chance.random() < 0.4:
        yield event(Name.LOGOUT, at)
