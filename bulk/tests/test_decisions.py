"""Refunded orders wait for an admin to decide of the pay for their account; nothing is deducted by itself."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from bulk.models import Order, OrderDecision, Run
from bulk.orders import note_orders
from bulk.tests.helpers import row_of, work
from core.models import AuditEvent
from earnings.actions import correct, transfer
from earnings.models import Earning
from earnings.queries import totals_of, verify_ledger
from marketplace.adapters.orders import RemoteOrder
from marketplace.enums import OrderState
from marketplace.models import GlobalSettings

pytestmark = pytest.mark.django_db


@pytest.fixture
def order(start: Callable[..., Any]) -> Callable[..., Order]:
    """An order of a new account, refunded unless another state is asked for."""

    def order(login: str = "ana001", state: str = OrderState.REFUNDED, **changes: Any) -> Order:
        run = start(login)
        work()
        stated = {"market": run.market, "remote_id": f"6{run.pk}", "title": login, "state": state}
        return Order.objects.create(**stated | changes, row=row_of(run))

    return order


def decided(client: APIClient, order: Order, amount: str, reason: str = "Conta errada") -> Any:
    return client.post(f"/api/orders/{order.pk}/decision", {"amount": amount, "reason": reason})


def pending(person: Any) -> Decimal:
    return totals_of(person.id).pending


def test_refunded_order_waits_for_a_decision_with_the_evidence_and_the_suggestion(
    order: Any, as_admin: APIClient, owner: Any
) -> None:
    order("bia002", OrderState.COMPLETED)
    refunded = order()
    GlobalSettings.objects.update_or_create(pk=1, defaults={"deduction_percent": 50})

    [shown] = as_admin.get("/api/orders?decision=open").json()

    earning = Earning.objects.latest("id")
    assert shown["id"] == refunded.pk
    amounts = {"earned": "3.00", "pending": "3.00", "suggested": "1.50"}
    assert shown["stake"] == {"earner": owner.full_name, "earningId": earning.pk, **amounts}
    assert (shown["decision"], shown["accountId"]) == (None, refunded.row.account_id)
    assert pending(owner) == Decimal("6.00")


def test_decision_names_who_listed_the_account_first_and_not_who_sold_it(
    order: Any, as_admin: APIClient, owner: Any, other_employee: Any
) -> None:
    order()
    Run.objects.update(owner=other_employee)

    [shown] = as_admin.get("/api/orders").json()

    assert (shown["by"]["id"], shown["stake"]["earner"]) == (other_employee.id, owner.full_name)


def test_pay_that_is_kept_stays_and_is_decided_once(order: Any, as_admin: APIClient, owner: Any, admin: Any) -> None:
    refunded = order()

    assert decided(as_admin, refunded, "0").status_code == 201
    again = decided(as_admin, refunded, "3.00")

    assert (again.status_code, again.json()["code"]) == (409, "already_decided")
    assert pending(owner) == Decimal("3.00")
    assert as_admin.get("/api/orders?decision=open").json() == []
    [shown] = as_admin.get("/api/orders?decision=done").json()
    assert (shown["decision"]["deducted"], shown["decision"]["reason"]) == ("0.00", "Conta errada")
    assert shown["decision"]["by"]["id"] == admin.id
    assert AuditEvent.objects.get(event="bulk.order_decided").subject_id == owner.id


def test_deduction_corrects_the_pending_earning_and_can_be_corrected_back(
    order: Any, as_admin: APIClient, owner: Any, admin: Any
) -> None:
    refunded = order()

    assert decided(as_admin, refunded, "2.00").status_code == 201

    earning = Earning.objects.get()
    entry = earning.postings.order_by("-id")[0]
    assert (earning.amount, entry.reason) == (Decimal("1.00"), f"{refunded}: Conta errada")
    assert verify_ledger().faults == []
    correct(earning_id=earning.pk, amount=Decimal("3.00"), reason="Engano", by=admin)
    assert (pending(owner), verify_ledger().faults) == (Decimal("3.00"), [])


def test_what_was_paid_stays_paid(order: Any, as_admin: APIClient, owner: Any, admin: Any) -> None:
    refunded = order()
    transfer(user_id=owner.id, amount=Decimal("2.00"), by=admin)

    [shown] = as_admin.get("/api/orders?decision=open").json()
    refused = decided(as_admin, refunded, "1.01")

    assert (shown["stake"]["earned"], shown["stake"]["pending"]) == ("3.00", "1.00")
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["amount"])
    assert OrderDecision.objects.count() == 0
    assert decided(as_admin, refunded, "1.00").status_code == 201
    assert (pending(owner), totals_of(owner.id).paid) == (Decimal("0.00"), Decimal("2.00"))
    assert verify_ledger().faults == []


def test_heir_of_a_run_does_not_read_the_decision_on_the_pay_of_who_listed(
    order: Any, as_admin: APIClient, other_employee: Any, client_for: Any
) -> None:
    refunded = order()
    decided(as_admin, refunded, "2.00", "Senha errada")
    Run.objects.update(owner=other_employee)

    [shown] = client_for(other_employee).get("/api/orders").json()

    assert (shown["id"], shown["decision"]) == (refunded.pk, None)


@pytest.mark.parametrize("body", [{"amount": "-1", "reason": "x"}, {"amount": "1", "reason": " "}, {"reason": "x"}])
def test_decision_without_a_reason_or_with_a_wrong_amount_changes_nothing(
    order: Any, as_admin: APIClient, owner: Any, body: dict[str, str]
) -> None:
    assert as_admin.post(f"/api/orders/{order().pk}/decision", body).status_code == 400
    assert (pending(owner), OrderDecision.objects.count()) == (Decimal("3.00"), 0)


def test_order_whose_time_passed_with_a_fine_at_stake_waits_for_a_decision(
    order: Any, as_admin: APIClient, owner: Any
) -> None:
    passed = timezone.now() - timedelta(minutes=1)
    wait = {"asked_at": passed - timedelta(hours=1), "fine_eur": "5.00"}
    fined = order(state=OrderState.DISPUTED, due_at=passed, **wait)
    order("bia002", OrderState.DISPUTED, due_at=timezone.now() + timedelta(hours=1), **wait)
    answered = RemoteOrder(fined.remote_id, fined.row.remote_id, OrderState.COMPLETED)

    before = [each["id"] for each in as_admin.get("/api/orders?decision=open").json()]
    note_orders(fined.market, [answered])
    [shown] = as_admin.get("/api/orders?decision=open").json()

    assert before == [fined.pk] == [shown["id"]]
    assert (shown["dueAt"], shown["fine"], shown["stake"]["pending"]) == (None, "5.00", "3.00")
    assert pending(owner) == Decimal("6.00")


def test_orders_that_cost_nothing_are_not_decided(order: Any, as_admin: APIClient, client_for: Any, owner: Any) -> None:
    completed = order(state=OrderState.COMPLETED)

    assert decided(as_admin, completed, "0").json()["code"] == "nothing_to_decide"
    assert decided(client_for(owner), completed, "0").status_code == 403
    assert as_admin.get("/api/orders").json()[0]["stake"] is None


def test_effect_of_a_share_over_the_last_ninety_days_is_told_by_person(
    order: Any, as_admin: APIClient, client_for: Any, owner: Any
) -> None:
    for login in ("ana001", "bia002"):
        order(login)
    order("eva003", bought_at=timezone.now() - timedelta(days=91))
    order("lia004", OrderState.COMPLETED)

    told = as_admin.get("/api/orders/effect?percent=50").json()

    assert told == {"orders": 2, "total": "3.00", "people": [{"name": owner.full_name, "amount": "3.00"}]}
    assert as_admin.get("/api/orders/effect?percent=101").status_code == 400
    assert client_for(owner).get("/api/orders/effect?percent=50").status_code == 403


def test_effect_of_a_share_counts_the_whole_pay_of_what_was_decided_before(
    order: Any, as_admin: APIClient, owner: Any, admin: Any
) -> None:
    refunded = order()
    transfer(user_id=owner.id, amount=Decimal("1.00"), by=admin)
    decided(as_admin, refunded, "2.00")

    told = as_admin.get("/api/orders/effect?percent=50").json()

    assert told == {"orders": 1, "total": "1.50", "people": [{"name": owner.full_name, "amount": "1.50"}]}


@pytest.mark.once
def test_list_of_orders_costs_the_same_at_one_and_at_many_to_decide(order: Any, as_admin: APIClient) -> None:
    costs = []
    for logins in (["ana001"], ["bia002", "eva003", "lia004"]):
        for login in logins:
            order(login)
        with CaptureQueriesContext(connection) as queries:
            as_admin.get("/api/orders")
        costs.append(len(queries))

    assert costs[0] == costs[1]
