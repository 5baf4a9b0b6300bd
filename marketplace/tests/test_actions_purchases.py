"""Purchases that nobody heard the end of, and the list of all of them."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.models import AuditEvent
from marketplace.actions.proxy import close_abandoned_purchases
from marketplace.models import Purchase


@pytest.fixture
def make(admin: Any) -> Any:
    def make(item_id: str = "9008", state: str = "unknown", **changes: Any) -> Purchase:
        settled_at = None if state == "sending" else timezone.now()
        stated = {"market": "lztmarket:sandbox", "origin": "autoreg", "price": "6.00", "currency": "eur"}
        return Purchase.objects.create(
            user=admin, item_id=item_id, state=state, settled_at=settled_at, **stated | changes
        )

    return make


def test_purchase_left_behind_by_a_dead_process_becomes_unknown(make: Any) -> None:
    old, fresh, bought = make("1", "sending"), make("2", "sending"), make("3", "bought")
    Purchase.objects.filter(pk__in=[old.pk, bought.pk]).update(created_at=timezone.now() - timedelta(minutes=16))
    assert close_abandoned_purchases() == 1
    assert close_abandoned_purchases() == 0
    states = dict(Purchase.objects.values_list("pk", "state"))
    assert states == {old.pk: "unknown", fresh.pk: "sending", bought.pk: "bought"}


def test_one_purchase_of_a_lot_stands_at_a_time(make: Any) -> None:
    make("1", "unknown")
    with pytest.raises(IntegrityError), transaction.atomic():
        make("1", "sending")
    make("2", "refused")
    make("2", "bought")
    assert Purchase.objects.count() == 3


@pytest.mark.parametrize(("outcome", "state"), [("bought", "bought"), ("refused", "refused")])
def test_admin_says_how_an_unknown_purchase_ended(
    make: Any, admin: Any, client_for: Any, outcome: str, state: str
) -> None:
    purchase = make()
    answer = client_for(admin).post(f"/api/purchases/{purchase.pk}/resolve", {"outcome": outcome}, format="json")
    assert (answer.status_code, answer.json()["state"]) == (200, state)
    event = AuditEvent.objects.get(event="marketplace.purchase_resolved")
    assert (event.actor_id, event.before, event.after) == (admin.id, {"state": "unknown"}, {"state": state})
    again = client_for(admin).post(f"/api/purchases/{purchase.pk}/resolve", {"outcome": outcome}, format="json")
    assert again.status_code == 409


@pytest.mark.parametrize("state", ["sending", "bought", "refused"])
def test_purchase_that_is_not_unknown_is_not_resolved(make: Any, admin: Any, client_for: Any, state: str) -> None:
    purchase = make(state=state)
    answer = client_for(admin).post(f"/api/purchases/{purchase.pk}/resolve", {"outcome": "refused"}, format="json")
    assert answer.status_code == 409
    purchase.refresh_from_db()
    assert purchase.state == state


def test_purchases_are_listed_newest_first_for_admins(make: Any, admin: Any, employee: Any, client_for: Any) -> None:
    make("1", "bought", title="Roblox")
    make("2")
    listed = client_for(admin).get("/api/purchases?limit=1")
    assert (listed.status_code, listed["X-Total-Count"]) == (200, "2")
    row = listed.json()[0]
    assert row["createdAt"] == row.pop("created_at")
    assert row.pop("createdAt")
    assert row.pop("settledAt")
    assert row.pop("id")
    assert row == {
        "userId": admin.id,
        "itemId": "2",
        "title": "",
        "origin": "autoreg",
        "price": "6.00",
        "currency": "eur",
        "training": False,
        "state": "unknown",
        "message": "",
    }
    assert client_for(employee).get("/api/purchases").status_code == 403


@pytest.mark.once
def test_list_of_purchases_costs_the_same_at_one_and_at_thirty(make: Any, admin: Any, client_for: Any) -> None:
    client = client_for(admin)
    costs = []
    for count in (1, 29):
        for _ in range(count):
            make(str(Purchase.objects.count() + 1))
        with CaptureQueriesContext(connection) as queries:
            client.get("/api/purchases?limit=100")
        costs.append(len(queries))
    assert costs[0] == costs[1]
