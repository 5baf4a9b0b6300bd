"""Tasks under calls that arrive together, each on a connection of its own."""

from collections import Counter
from decimal import Decimal
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tests.factories import AdminFactory, UserFactory
from core.errors import ActionError
from core.tests.processes import PATIENCE_S
from core.tests.threads import together
from earnings import actions as earnings
from earnings.models import Earning
from earnings.queries import totals_of, verify_ledger
from earnings.tests.factories import owe
from loyalty.models import History
from loyalty.queries import points_of
from loyalty.tests.factories import stand_at
from tasks import actions
from tasks.models import Task
from tasks.tests.factories import give, give_overdue

pytestmark = pytest.mark.usefixtures("real_database")


@pytest.fixture
def employee_of_parallel(real_database: Any) -> User:
    return UserFactory()


@pytest.mark.parametrize("times", [20, pytest.param(100, marks=pytest.mark.postgres)])
def test_parallel_completions_are_one_earning_and_one_change_of_points(employee_of_parallel: User, times: int) -> None:
    """'100 parallel "Já Realizei" on one task: 1 earning, 1 points change.'"""
    user = employee_of_parallel
    task = give(user)
    clients = [APIClient() for _ in range(times)]
    for client in clients:
        client.force_login(user)

    answers = together(
        times, lambda number: clients[number].post(f"/api/tasks/{task.pk}/complete", {"userId": user.id}).status_code
    )

    assert Counter(answers) == {200: 1, 409: times - 1}
    assert (Earning.objects.count(), History.objects.count()) == (1, 1)
    assert (totals_of(user.id).pending, points_of(user.id)) == (Decimal("25.00"), 55)
    assert verify_ledger().faults == []


def test_parallel_completions_of_many_tasks_all_pay(employee_of_parallel: User) -> None:
    user = employee_of_parallel
    stand_at(user, 10)  # so that none of them reaches the bonus
    tasks = [give(user, override_limit=True) for _ in range(12)]

    together(12, lambda number: actions.complete(task_id=tasks[number].pk, by=user))

    assert (Earning.objects.count(), History.objects.count()) == (12, 13)
    assert (totals_of(user.id).pending, points_of(user.id)) == (Decimal("300.00"), 70)
    assert verify_ledger().faults == []


@pytest.mark.parametrize("times", [6, pytest.param(30, marks=pytest.mark.postgres)])
def test_completion_beside_deletion_and_new_pay_is_paid_once_or_never(employee_of_parallel: User, times: int) -> None:
    """Whatever comes first: a deleted task earned nothing, and one that earned is paid what it says."""
    user, admin = employee_of_parallel, AdminFactory()
    stand_at(user, 10)
    tasks = [give(user, override_limit=True) for _ in range(times)]

    def act(number: int) -> str:
        task = tasks[number // 3]
        try:
            if number % 3 == 0:
                actions.complete(task_id=task.pk, by=user)
            elif number % 3 == 1:
                actions.delete(task_id=task.pk, by=admin)
            else:
                actions.change(task_id=task.pk, changes={"payment_per_account": Decimal("3.00")}, by=admin)
        except ActionError as refusal:
            return refusal.code
        return "done"

    answers = together(3 * times, act)

    assert set(answers) <= {"done", "not_found", "task_already_earned"}
    for number, task in enumerate(tasks):
        task.refresh_from_db()
        earned = Earning.objects.filter(source_id=task.pk).values_list("base_amount", flat=True)
        completed, deleted, _ = answers[3 * number : 3 * number + 3]
        assert [completed, deleted].count("done") == 1
        assert list(earned) == ([10 * task.payment_per_account] if completed == "done" else [])
        assert task.status == ("completed" if completed == "done" else "cancelled")
    assert verify_ledger().faults == []


@pytest.mark.parametrize("times", [4, pytest.param(30, marks=pytest.mark.postgres)])
def test_quantity_noted_beside_a_lower_target_stays_within_it(employee_of_parallel: User, times: int) -> None:
    user, admin = employee_of_parallel, AdminFactory()
    tasks = [give(user) for _ in range(times)]

    def act(number: int) -> str:
        pk = tasks[number // 2].pk
        try:
            if number % 2:
                actions.change(task_id=pk, changes={"target_quantity": 5}, by=admin)
            else:
                actions.set_quantity(task_id=pk, quantity=8, by=user)
        except ActionError as refusal:
            return refusal.code
        return "done"

    answers = together(2 * times, act)

    pairs = {(first, second) for first, second in zip(answers[::2], answers[1::2], strict=True)}
    assert pairs <= {("done", "invalid_target"), ("quantity_out_of_range", "done")}


def test_parallel_assignments_do_not_pass_the_limit_of_the_poor_tier(employee_of_parallel: User) -> None:
    user, admin = employee_of_parallel, AdminFactory()
    stand_at(user, 10)

    results = together(10, lambda number: give(user, by=admin))

    assert Counter(type(result).__name__ for result in results) == {"Task": 2, "PoorTierLimit": 8}
    assert Task.objects.count() == 2


def test_deadline_seen_missed_by_many_workers_scores_once(employee_of_parallel: User) -> None:
    user = employee_of_parallel
    give_overdue(user)

    seen = together(8, lambda number: actions.mark_missed())

    assert sum(seen) == 1
    assert points_of(user.id) == 40


@pytest.mark.postgres
def test_overdue_task_completed_beside_a_payday_waits_in_no_circle(employee_of_parallel: User) -> None:
    """A payday of several people holds all balances while it pays one after the other."""
    user, admin = employee_of_parallel, AdminFactory()
    owe(user, "10.00")
    task = give_overdue(user)
    client = APIClient()
    client.force_login(user)
    balances_held, answered = Event(), Event()

    def complete() -> int:
        balances_held.wait(PATIENCE_S)
        try:
            body, once = {"userId": user.id}, {"Idempotency-Key": "k"}
            return client.post(f"/api/tasks/{task.pk}/complete", body, headers=once).status_code
        finally:
            answered.set()

    def pay() -> Decimal:
        with transaction.atomic():
            earnings.locked_balance(user.id)
            balances_held.set()
            while not (answered.is_set() or waiting_for_locks()):
                pass
            return earnings.transfer(user_id=user.id, amount=Decimal("10.00"), by=admin).pending_total

    answers = together(2, lambda number: complete() if number else pay())

    assert answers == [Decimal("0.00"), 200]
    assert verify_ledger().faults == []


def waiting_for_locks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return int(cursor.fetchone()[0])
