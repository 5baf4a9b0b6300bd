"""What somebody would leave behind, as an admin reads it before removing them."""

from decimal import Decimal
from typing import Any

import pytest

from accounts.models import User
from bulk.models import Lane, Run
from earnings import actions as earnings
from marketplace.models import Configuration
from tasks.tests.factories import give

pytestmark = pytest.mark.django_db


def leave_open(person: User, admin: Any) -> None:
    give(person)
    earnings.add_balance(user_id=person.pk, amount=Decimal("12.50"), description="Ajuste", by=admin)
    Configuration.objects.create(user=person, service="gameboost", base_url="https://a.example", api_key="chave")
    lane = Lane.objects.create(key="x", market="gameboost:https://a.example")
    Run.objects.create(
        owner=person, lane=lane, game="roblox", market=lane.market, settings={}, usd_eur_rate=Decimal(1), total=1
    )


def test_removal_answers_what_is_open_and_owed(as_admin: Any, admin: Any, employee: Any, other_employee: Any) -> None:
    leave_open(employee, admin)

    answers = [as_admin.get(f"/api/users/{person.id}/removal").json() for person in (employee, other_employee)]

    assert answers == [
        {"openRuns": 1, "openTasks": 1, "owed": "12.50", "keys": 1},
        {"openRuns": 0, "openTasks": 0, "owed": "0.00", "keys": 0},
    ]


def test_removal_is_for_admins_and_for_people_who_are_here(as_admin: Any, as_employee: Any, employee: Any) -> None:
    assert as_employee.get(f"/api/users/{employee.id}/removal").status_code == 403
    assert as_admin.get("/api/users/999999/removal").status_code == 404


@pytest.mark.parametrize(
    "choices", [{"runs": "handOn"}, {"tasks": "handOn"}, {"runsTo": 1}, {"runs": "apagar"}, {"tasksTo": "x"}, ["runs"]]
)
def test_a_choice_that_is_not_whole_removes_nobody(choices: Any, as_admin: Any, employee: Any) -> None:
    answer = as_admin.delete(f"/api/users/{employee.id}", choices, format="json")

    employee.refresh_from_db()
    assert (answer.status_code, employee.is_active) == (400, True)


def test_choices_may_come_in_the_query(as_admin: Any, admin: Any, employee: Any, other_employee: Any) -> None:
    task = give(employee)

    answer = as_admin.delete(f"/api/users/{employee.id}?tasks=handOn&tasksTo={other_employee.id}")

    task.refresh_from_db()
    assert (answer.status_code, task.assignee_id) == (204, other_employee.id)


def test_what_is_owed_stays_owed(as_admin: Any, admin: Any, employee: Any) -> None:
    leave_open(employee, admin)

    as_admin.delete(f"/api/users/{employee.id}")

    paid = as_admin.post("/api/earnings/transfer", {"userId": employee.id, "amount": "12.50"}, format="json")
    assert paid.status_code == 200
