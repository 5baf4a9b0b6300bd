from decimal import Decimal

from rest_framework.test import APIClient

from accounts.actions.people import create_person, deactivate_person
from accounts.models import User
from earnings import actions
from earnings.queries import verify_ledger
from earnings.tests.factories import owe

FORBIDDEN = {"message": "Você não tem permissão para realizar esta ação.", "errors": {}, "code": "forbidden"}


def test_totals_and_balances_follow_the_ledger(
    employee: User, other_employee: User, admin: User, as_admin: APIClient
) -> None:
    owe(employee, "30.00")
    owe(other_employee, "12.50")
    actions.transfer(user_id=employee.id, amount=Decimal("10.00"), by=admin)

    assert as_admin.get("/api/earnings/totals").json() == {"pending": "32.50", "paid": "10.00"}
    answer = as_admin.get("/api/earnings/balances?sort=-pending")
    assert [(row["user"]["username"], row["pending"], row["paid"]) for row in answer.json()] == [
        ("funcionaria.teste", "20.00", "10.00"),
        ("outro.teste", "12.50", "0.00"),
    ]
    assert answer["X-Total-Count"] == "2"
    found = as_admin.get("/api/earnings/balances?search=outro").json()
    assert [row["user"]["username"] for row in found] == ["outro.teste"]

    owe(other_employee, "1.00")

    assert as_admin.get("/api/earnings/totals").json() == {"pending": "33.50", "paid": "10.00"}


def test_a_new_employee_is_in_the_balances_before_the_first_earning(admin: User, as_admin: APIClient) -> None:
    assert as_admin.get("/api/earnings/balances").json() == []
    for username, role in (("nova.teste", "employee"), ("outra.admin", "admin")):
        create_person(by=None, username=username, password="uma-senha-longa-7", role=role)

    [row] = as_admin.get("/api/earnings/balances").json()
    assert (row["user"]["username"], row["pending"], row["paid"]) == ("nova.teste", "0.00", "0.00")
    assert as_admin.get("/api/earnings/balances?due=true").json() == []

    deactivate_person(by=admin, user_id=row["user"]["id"])
    assert as_admin.get("/api/earnings/balances").json() == []
    assert verify_ledger().faults == []


def test_totals_and_balances_are_for_admins(as_employee: APIClient) -> None:
    assert as_employee.get("/api/earnings/totals").json() == FORBIDDEN
    assert as_employee.get("/api/earnings/balances").json() == FORBIDDEN


def test_count_of_everybodys_earnings_follows_each_credit(employee: User, as_admin: APIClient) -> None:
    for number in range(1, 4):
        owe(employee, "1.00")
        assert as_admin.get("/api/earnings/all?limit=1")["X-Total-Count"] == str(number)
