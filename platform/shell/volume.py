"""A big installation for measuring: many people, tasks and earnings, filled up to the numbers asked for."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from itertools import islice

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts.enums import Role
from accounts.models import User
from analytics.actions import add_history
from analytics.queries import count_of_events
from core.errors import ActionError
from earnings import actions as earnings
from earnings.queries import everyones_earnings
from infra.statistics import refresh_statistics
from shell.imagined import Worker, working_days
from tasks import actions as tasks
from tasks.enums import Priority
from tasks.queries import counts

PREFIX = "volume."
BATCH = 500
DAYS = 90
# What an imagined person leaves at most on a day with every visit, in the mean of 90 days with their weekends.
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
    return tasks.create_many(
        (
            tasks.NewTask(
                title=f"Tarefa de medição {number}",
                assignee_id=chance.choice(people).id,
                target_quantity=chance.randint(1, 50),
                payment_per_account=Decimal(chance.randint(100, 900)) / 100,
                priority=Priority(chance.choice(Priority.values)),
                due_at=now + timedelta(days=chance.randint(-30, 30)),
            )
            for number in range(counts().total, wanted)
        ),
        by=people[0],
    )


def _earnings(wanted: int, people: list[User], chance: random.Random, tell: Callable[[str], object]) -> int:
    missing = max(0, wanted - everyones_earnings().count())
    share, rest = divmod(missing, len(people))
    done = 0
    for position, person in enumerate(people):
        count = share + (position < rest)
        if count:
            amounts = [Decimal(chance.randint(100, 5_000)) / 100 for _ in range(count)]
            done += earnings.credit_many(user=person, amounts=amounts, description="Ganho de medição")
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
    return add_history(islice(past, missing))
