"""A big installation for measuring: many people, tasks and earnings, filled up to the numbers asked for."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from itertools import islice
from typing import Any

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from accounts.enums import Role
from accounts.models import User
from analytics.queries import count_of_events
from core.actor import Actor
from core.conditional import bump
from core.errors import ActionError
from core.money import ZERO
from earnings.actions import ledger
from earnings.enums import PostingKind
from earnings.queries.earnings import everyones_earnings
from infra.statistics import refresh_statistics
from shell.synthetic import Worker, add_events, working_days
from tasks.enums import Priority
from tasks.queries import ALL_TASKS, counts

PREFIX = "volume."
BATCH = 500
DAYS = 90
# What an synthetic person leaves at most on a day with every visit, in the mean of 90 days with their weekends.
EVENTS_OF_A_KEEN_DAY = 50


@dataclass(frozen=True)
class Volume:
    employees: int
    tasks: int
    earnings: int
    events: int = 0


def fill(wanted: Volume, *, tell: Callable[[str], object]) -> Volume:
    """Add what is missing to reach the numbers; what was added. People made here cannot sign in.

    The same numbers twice add nothing. Raises ActionError when tasks or earnings are asked for and there is nobody.
    """
    chance = random.Random(20_260_101)  # noqa: S311 - measuring data, the same each time
    added_people = _people(wanted.employees)
    tell(f"{added_people} funcionários")
    if not wanted.tasks and not wanted.earnings and not wanted.events:
        return Volume(added_people, 0, 0)
    people = list(User.objects.filter(username__startswith=PREFIX).order_by("id"))
    if not people:
        raise ActionError("Peça também funcionários: --employees N.")
    added_tasks = _tasks(wanted.tasks, people, chance)
    tell(f"{added_tasks} tarefas")
    added_earnings = _earnings(wanted.earnings, people, chance, tell)
    refresh_statistics()
    added_events = _events(wanted.events, people)
    tell(f"{added_events} eventos")
    return Volume(added_people, added_tasks, added_earnings, added_events)


def _people(wanted: int) -> int:
    present = User.objects.filter(username__startswith=PREFIX).count()
    unusable = make_password(None)
    new = [
        User(
            username=f"{PREFIX}{number:05d}",
            full_name=f"Funcionário {number:05d}",
            role=Role.EMPLOYEE,
            password=unusable,
        )
        for number in range(present + 1, wanted + 1)
    ]
    User.objects.bulk_create(new, batch_size=BATCH)
    return len(new)


def _tasks(wanted: int, people: list[User], chance: random.Random) -> int:
    now = timezone.now()
    return add_tasks(
        (
            {
                "title": f"Tarefa de medição {number}",
                "assignee_id": chance.choice(people).id,
                "target_quantity": chance.randint(1, 50),
                "payment_per_account": Decimal(chance.randint(100, 900)) / 100,
                "priority": chance.choice(Priority.values),
                "due_at": now + timedelta(days=chance.randint(-30, 30)),
            }
            for number in range(counts().total, wanted)
        ),
        by=people[0],
    )


@transaction.atomic
def add_tasks(new: Iterable[dict[str, Any]], *, by: Actor) -> int:
    """Tasks by their columns, without telling anyone: a deadline that has passed counts as seen. How many they were."""
    task, now = apps.get_model("tasks", "Task"), timezone.now()
    rows = (
        task(
            **columns,
            created_by_id=by.id,
            created_at=now,
            updated_at=now,
            missed_at=columns["due_at"] if columns["due_at"] and columns["due_at"] < now else None,
        )
        for columns in new
    )
    made = task.objects.bulk_create(rows, batch_size=BATCH)
    bump(ALL_TASKS)
    return len(made)


@transaction.atomic
def add_earnings(person: Actor, amounts: Sequence[Decimal], description: str) -> int:
    """Owe a person each of the amounts, through the same ledger as every credit; how many they were."""
    earning, balance, now = apps.get_model("earnings", "Earning"), ledger.locked_balance(person.id), timezone.now()
    made = earning.objects.bulk_create(
        (
            earning(
                user_id=person.id,
                description=description,
                amount=amount,
                base_amount=amount,
                bonus_amount=ZERO,
                source_kind="volume",
                created_at=now,
                updated_at=now,
            )
            for amount in amounts
        ),
        batch_size=BATCH,
    )
    entries = [ledger.Entry(PostingKind.CREDIT, each, each.amount, description) for each in made]
    ledger.post(balance, entries, by=None, at=now)
    return len(made)


def _earnings(wanted: int, people: list[User], chance: random.Random, tell: Callable[[str], object]) -> int:
    missing = max(0, wanted - everyones_earnings().count())
    share, rest = divmod(missing, len(people))
    done = 0
    for position, person in enumerate(people):
        count = share + (position < rest)
        if count:
            amounts = [Decimal(chance.randint(100, 5_000)) / 100 for _ in range(count)]
            done += add_earnings(person, amounts, "Ganho de medição")
        if position % 200 == 0:
            tell(f"{done} de {missing} ganhos")
    return done


def _events(wanted: int, people: list[User]) -> int:
    """Of the last 90 days: everybody's keenness is what makes about as many as are missing."""
    missing = max(0, wanted - count_of_events())
    if not missing:
        return 0
    keenness = min(1.0, missing / (len(people) * DAYS * EVENTS_OF_A_KEEN_DAY))
    past = working_days([Worker(person.id, keenness, works=True) for person in people], DAYS)
    return add_events(islice(past, missing))
