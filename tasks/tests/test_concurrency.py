"""Tasks under calls that arrive together, each on a connection of its own."""

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tests.factories import AdminFactory, UserFactory
from core.tests.threads import together
from earnings.models import Earning
from earnings.queries import totals_of, verify_ledger
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
