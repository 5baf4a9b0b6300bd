"""Indices proven by query plans in tests on both databases: what is listed, polled and claimed in a full installation
goes through an index, by the plans of the very statements that the product sends."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from itertools import cycle
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from bulk.engine import lane
from bulk.models import Lane, Row, Run
from bulk.queries import live_rows, newest_run
from config.tests.house import require_none
from config.tests.plans import faults_of
from core.models import AuditEvent
from earnings.models import Balance, Earning, Payout
from infra.jobs import refresh_statistics
from loyalty.models import History, Record
from marketplace.adapters.base import Connection
from marketplace.models import Activity
from notifications.models import Notification
from tasks.models import Task
from tasks.queries import unseen_missed

PEOPLE = 1_200
ROWS = 6_000
RUNS = 1_500
BIG = frozenset(model._meta.db_table for model in (AuditEvent, Earning, Task, History, Notification, Run, Row, Activity))
LISTS = (
    "/api/earnings/all?limit=20&offset=0",
    "/api/earnings/all?limit=20&offset=0&sort=-createdAt&status=pending",
    "/api/earnings/all?limit=20&offset=0&sort=-amount",
    "/api/earnings/all?limit=20&offset=0&sort=amount",
    "/api/earnings/all?limit=20&offset=0&sort=user",
    "/api/earnings/all?limit=20&offset=0&sort=-paidAt",
    "/api/earnings/all?limit=20&offset=0&start=2026-01-01",
    "/api/earnings/all?limit=20&offset=0&userId={person}",
    "/api/earnings/totals",
    "/api/earnings/balances?limit=20&offset=0&sort=-pending",
    "/api/earnings/balances?limit=100&offset=0&due=true&sort=-pending",
    "/api/earnings/{person}?limit=20&offset=0",
    "/api/earnings/{person}/groups?limit=20&offset=0",
    "/api/earnings/{person}/credits?limit=50&offset=0&sourceKind=x",
    "/api/earnings/{person}/payouts?limit=5&offset=0",
    "/api/earnings/{person}/pending?limit=3",
    "/api/earnings/{person}/paid",
    "/api/tasks?limit=20&offset=0&sort=-createdAt",
    "/api/tasks?limit=20&offset=0&sort=dueDate",
    "/api/tasks?limit=20&offset=0&sort=-dueDate",
    "/api/tasks?limit=20&offset=0&sort=priority",
    "/api/tasks?limit=20&offset=0&sort=title",
    "/api/tasks?limit=20&offset=0&sort=assignee",
    "/api/tasks?limit=20&offset=0&status=pending",
    "/api/tasks?limit=20&offset=0&status=overdue",
    "/api/tasks?limit=5&offset=0&sort=dueDate&status=pending",
    "/api/tasks/assignee/{person}?limit=24&offset=0",
    "/api/tasks/assignee/{person}?limit=24&offset=0&status=overdue",
    "/api/tasks/summary",
    "/api/tasks/summary?userId={person}",
    "/api/loyalty-points/{person}",
    "/api/loyalty-points/{person}/history?limit=20&offset=0",
    "/api/users?limit=20&offset=0&ordering=fullName",
    "/api/users/online?role=employee&limit=8&offset=0",
    "/api/users/{person}/activity-trail?limit=20&offset=0",
    "/api/notifications?limit=20",
    "/api/notifications/{person}/unread-count",
    "/api/bulk/runs/going",
    "/api/bulk/runs/{run}",
    "/api/bulk/runs/{run}/rows?limit=50&offset=0",
    "/api/bulk/runs/{run}/rows?limit=50&offset=0&state=failed",
    "/api/accounts/stats?userId={person}",
    "/api/activities?userId={person}&limit=10",
    "/api/payment-schedule",
)


@pytest.fixture
def full(admin: Any) -> dict[str, int]:
    """A big installation in small: each table large enough that reading all of it would not be chosen."""
    now = timezone.now()
    people = User.objects.bulk_create(
        User(username=f"pessoa{number:04}", full_name=f"Pessoa {number:04}") for number in range(PEOPLE)
    )
    turn = cycle(people)
    numbers = range(ROWS)
    Balance.objects.bulk_create(Balance(user=person) for person in people)
    Payout.objects.bulk_create(Payout(user=next(turn), amount=1, by=admin) for _ in range(PEOPLE))
    payouts = cycle(Payout.objects.all())
    Earning.objects.bulk_create(_earning(next(turn), next(payouts), number, now) for number in numbers)
    Task.objects.bulk_create(_task(next(turn), admin, number, now) for number in numbers)
    Record.objects.bulk_create(Record(user=person) for person in people)
    History.objects.bulk_create(
        History(user=next(turn), points_changed=0, previous_points=50, new_points=50, reason="x", settings_version=1)
        for _ in numbers
    )
    Notification.objects.bulk_create(
        Notification(user=next(turn), kind="x", title="x", read_at=now if number % 20 else None) for number in numbers
    )
    Activity.objects.bulk_create(
        Activity(
            user=next(turn),
            service="gameboost",
            endpoint="accounts",
            status="200",
            success=True,
            response_time_ms=9,
            timestamp=now - timedelta(minutes=number),
        )
        for number in numbers
    )
    AuditEvent.objects.bulk_create(AuditEvent(event="x", subject_id=next(turn).id) for _ in numbers)
    run = _runs(turn, now)
    refresh_statistics()
    return {"person": people[0].id, "run": run.id}


def _earning(person: User, payout: Payout, number: int, now: Any) -> Earning:
    created = now - timedelta(minutes=number)
    paid = {"status": "paid", "payout": payout, "paid_at": now, "updated_at": now} if number % 2 else {}
    return Earning(
        **{"user": person, "description": "x", "amount": number, "base_amount": number, "source_kind": "x"}
        | {"created_at": created, "updated_at": created}
        | paid
    )


def _task(person: User, admin: User, number: int, now: Any) -> Task:
    due = now + timedelta(hours=number - ROWS / 2) if number % 10 else None
    done = {"status": "completed", "completed_at": now, "current_quantity": 1} if number % 3 else {}
    return Task(
        **{"title": f"Tarefa {number}", "target_quantity": 1, "payment_per_account": 1, "due_at": due}
        | {"assignee": person, "created_by": admin, "created_at": now - timedelta(minutes=number)}
        | done
    )


def _runs(turn: Any, now: Any) -> Run:
    """All are over but the last one, half of which is still to be sent."""
    kept = Lane.objects.create(
        key="x", market="gameboost:m", connection=asdict(Connection("gameboost", "https://x", "k"))
    )
    common = {"game": "roblox", "market": "gameboost:m", "settings": {}, "title": "x", "usd_eur_rate": 1, "lane": kept}
    size = ROWS // RUNS
    Run.objects.bulk_create(
        Run(owner=next(turn), total=size, started_at=now, finished_at=now if number < RUNS - 1 else None, **common)
        for number in range(RUNS)
    )
    runs = list(Run.objects.order_by("id"))
    Row.objects.bulk_create(
        Row(
            run=run,
            line=line,
            login_index=f"{run.id}-{line}",
            remote_id=f"{run.id}-{line}",
            state="queued" if run is runs[-1] and line > size // 2 else "created",
        )
        for run in runs
        for line in range(1, size + 1)
    )
    return runs[-1]


def statements(act: Callable[[], object]) -> list[str]:
    """What an act reads and changes the second time, when figures that are remembered are known."""
    act()
    with CaptureQueriesContext(connection) as captured:
        act()
    return [query["sql"] for query in captured if query["sql"].split(" ", 1)[0] in ("SELECT", "UPDATE")]


@pytest.mark.slow
def test_what_is_listed_polled_and_claimed_goes_through_an_index(
    full: dict[str, int], admin: Any, client_for: Callable[[Any], APIClient]
) -> None:
    cache.clear()
    client = client_for(admin)
    person = User.objects.get(pk=full["person"])
    holding = lane.take(Lane.objects.get().pk)
    assert holding is not None
    row = lane.next_to_send(holding)
    assert row is not None

    def asked(path: str) -> Callable[[], None]:
        def ask() -> None:
            answer = client.get(path)
            assert answer.status_code == 200, (path, answer.content)

        return ask

    acts: dict[str, Callable[[], object]] = {path: asked(path.format(**full)) for path in LISTS}
    acts |= {
        "the tasks whose deadline was missed": lambda: list(unseen_missed()[:1]),
        "the lanes with work": lane.lanes_with_work,
        "the next row to send": lambda: lane.next_to_send(holding),
        "the next row in doubt": lambda: lane.next_in_doubt(holding),
        "the claim of a row": lambda: lane.claim(holding, row, pace_s=None),
        "the rows that hold a login": lambda: live_rows({1: [f"{full['run']}-1"]}),
        "a person's run that goes on": lambda: newest_run(person.id, "roblox", over=False),
        "a person's last run": lambda: newest_run(person.id, "roblox", over=True),
    }
    for unindexed in (Earning.objects.filter(description="y"), Earning.objects.order_by("description")):
        assert [faults_of(sent, BIG) for sent in statements(partial(list, unindexed.all()))] != [[]]
    require_none(
        [
            f"{name}: {fault}\n    {statement}"
            for name, act in acts.items()
            for statement in statements(act)
            for fault in faults_of(statement, BIG)
        ],
        "these read a whole table, or sort it:",
    )
