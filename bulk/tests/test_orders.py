"""Orders and disputes: read from the marketplace, told before their time is over, shown to whom they concern."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from bulk.models import Account, Order, PriceChange, Result, Row
from bulk.orders import tell_due_orders
from bulk.results.ledger import write_results
from bulk.tests.helpers import account, row_of, work
from bulk.transitions import note_sales
from core.money import quantize
from marketplace.actions import orders
from marketplace.actions.configurations import save_configuration
from marketplace.actions.orders import read_orders, read_payments
from marketplace.adapters.gameboost.versions import GameBoostV2
from marketplace.models import Payment, RemoteAccount
from marketplace.tests.sandbox_fixture import RunningSandbox
from notifications.models import Notification

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]


@pytest.fixture
def listed(owner: Any, configure: Callable[..., None], sandbox: RunningSandbox, start: Callable[..., Any]) -> Row:
    """An account on sale on GameBoost v2."""
    configure(owner, "sandbox-v2", base_url=f"{sandbox.url}/v2")
    run = start("jogador01")
    work()
    return row_of(run)


def ago(**time: float) -> int:
    return int((timezone.now() - timedelta(**time)).timestamp())


def dispute(market: Any, row: Row, *, opened: int, due: int, **changes: Any) -> None:
    case = {"created_at": opened, "seller_response_due_at": due, **changes}
    market.set_order(row.remote_id, status="delivered", is_disputed=True, purchased_at=opened, dispute=case)
    read_orders()


def told() -> list[tuple[str, str]]:
    found = Notification.objects.filter(kind="order_due").order_by("pk")
    return list(found.values_list("user__username", "body"))


@pytest.mark.parametrize("state", ["in_delivery", "delivered", "completed", "refunded", "cancelled", "disputed"])
def test_order_of_an_account_shows_in_its_state(
    state: str, listed: Row, start: Callable[..., Any], owner: Any, client_for: ClientFor
) -> None:
    run = start(f"cliente.{state}")
    work()

    assert read_orders() == 1
    [shown] = client_for(owner).get("/api/orders").json()
    row = row_of(run)
    assert (shown["state"], shown["listingId"], shown["runId"]) == (state, row.remote_id, run.pk)
    assert (shown["price"], shown["gameTitle"], shown["accountId"]) == (str(row.price_eur), "Roblox", row.account_id)
    assert (shown["dueAt"] is not None) == (state in ("in_delivery", "disputed"))
    late_fine = str(round(row.price_eur / 10, 2))  # type: ignore[operator]  # it was listed
    assert shown["fine"] == {"in_delivery": late_fine, "disputed": "5.00"}.get(state)
    assert [each["state"] for each in shown["listings"]] == ["on_sale" if state == "cancelled" else "sold"]
    assert "Exemplo#123" not in str(shown)


def test_order_sells_its_account_before_the_listing_is_seen_as_bought(listed: Row, market: Any) -> None:
    RemoteAccount.objects.all().delete()
    market.set_order(listed.remote_id, status="delivered")

    assert (read_orders(), read_orders()) == (1, 0)

    listed.refresh_from_db()
    assert (listed.sold_at is not None, listed.order_id) == (True, Order.objects.get().remote_id)


def test_order_read_before_its_row_was_confirmed_sells_it_at_the_next_reading(listed: Row, market: Any) -> None:
    account = listed.account
    Row.objects.filter(pk=listed.pk).update(account=None)
    market.set_order(listed.remote_id, status="delivered")
    read_orders()
    Row.objects.filter(pk=listed.pk).update(account=account)

    read_orders()
    assert Account.objects.get().sold_at is not None


def test_order_that_was_cancelled_sells_nothing(listed: Row, market: Any) -> None:
    RemoteAccount.objects.all().delete()
    market.set_order(listed.remote_id, status="cancelled")
    read_orders()

    assert Account.objects.get().sold_at is None


@pytest.mark.parametrize("seen", [True, False])
def test_account_whose_order_was_cancelled_later_is_on_sale_again(
    listed: Row, market: Any, owner: Any, client_for: ClientFor, seen: bool
) -> None:
    """Whether the order itself was read before, or a sale of the listing alone."""
    market.set_order(listed.remote_id, status="in_delivery")
    read_orders() if seen else note_sales(listed.run.market, {listed.remote_id: ""})
    assert Account.objects.get().sold_at is not None
    market.set_order(listed.remote_id, status="cancelled")
    read_orders()

    [shown] = client_for(owner).get("/api/stock").json()
    assert (shown["state"], shown["listings"][0]["state"], shown["listings"][0]["orderId"]) == ("on_sale", "on_sale", "")
    market.set_order(listed.remote_id, status="delivered")
    read_orders()
    listed.refresh_from_db()
    assert (listed.sold_at is not None, listed.order_id) == (True, Order.objects.get().remote_id)


@pytest.mark.usefixtures("two_markets")
def test_listing_whose_order_is_cancelled_goes_where_its_account_was_sold_twice(
    start: Callable[..., Any], market: Any
) -> None:
    runs = [start(accounts=[account()], text=None, service=service) for service in ("gameboost", "lztmarket")]
    work()
    here, there = (row_of(run) for run in runs)
    market.set_order(here.remote_id, status="in_delivery")
    read_orders()
    note_sales(there.run.market, {there.remote_id: ""})
    assert Account.objects.get().sold_twice_at is not None
    market.set_order(here.remote_id, status="cancelled")
    read_orders()

    here.refresh_from_db()
    there.refresh_from_db()
    stands = Account.objects.get()
    assert (here.sold_at, stands.sold_at, stands.sold_twice_at) == (None, there.sold_at, None)
    assert (here.withdrawal, here.closing_at is not None, there.closing_at) == ("delete", True, None)


def test_dispute_is_told_at_half_and_at_a_tenth_of_its_time_once_each(
    listed: Row, market: Any, owner: Any, admin: Any, other_employee: Any
) -> None:
    dispute(market, listed, opened=ago(hours=5), due=ago(hours=-7))
    assert (tell_due_orders(), told()) == (0, [])

    dispute(market, listed, opened=ago(hours=7), due=ago(hours=-5))
    assert (tell_due_orders(), tell_due_orders()) == (1, 0)
    assert sorted(name for name, _ in told()) == sorted([owner.username, admin.username, "sistema.teste"])
    assert "A conta não é como o anúncio diz" in told()[0][1]
    assert "Faltam 5 h 0 min. A multa é de € 5,00." in told()[0][1]

    Notification.objects.all().delete()
    Order.objects.update(asked_at=timezone.now() - timedelta(hours=11.5), due_at=timezone.now() + timedelta(hours=0.5))
    Order.objects.update(warn_at=timezone.now() - timedelta(minutes=1))
    assert (tell_due_orders(), tell_due_orders()) == (1, 0)
    assert "Faltam 30 min" in told()[0][1]
    assert Order.objects.get().warn_at is None


def test_dispute_that_was_answered_waits_for_nobody(listed: Row, market: Any) -> None:
    dispute(market, listed, opened=ago(hours=7), due=ago(hours=-5))
    dispute(market, listed, opened=ago(hours=7), due=ago(hours=-5), status="waiting_for_buyer")

    order = Order.objects.get()
    assert (order.state, order.due_at, order.fine_eur, order.warn_at) == ("disputed", None, None, None)
    assert tell_due_orders() == 0


def test_dispute_about_an_older_order_is_found_with_its_order(listed: Row, market: Any) -> None:
    dispute(market, listed, opened=ago(hours=1), due=ago(hours=-11))
    Order.objects.all().delete()
    market.set_faults({"kind": "error", "status": 503, "endpoint": "orders", "count": 1})

    assert read_orders() == 1
    order = Order.objects.get()
    assert (order.state, order.row_id, order.due_at is not None) == ("disputed", listed.pk, True)


def test_reading_again_costs_two_calls_and_changes_nothing(listed: Row, market: Any) -> None:
    dispute(market, listed, opened=ago(hours=1), due=ago(hours=-11))
    before = Order.objects.values().get()
    asked = len(market.log())

    assert read_orders() == 0
    assert [call["endpoint"] for call in market.log()[asked:]] == ["orders", "disputes"]
    assert Order.objects.values().get() == before


def test_employees_see_the_orders_of_their_own_listings_and_admins_all(
    listed: Row, market: Any, owner: Any, other_employee: Any, as_admin: APIClient, client_for: ClientFor
) -> None:
    market.set_order(listed.remote_id, status="delivered")
    read_orders()
    Order.objects.create(market=listed.run.market, remote_id="77", listing_id="88", title="De fora", state="delivered")

    assert client_for(other_employee).get("/api/orders").json() == []
    assert len(client_for(owner).get("/api/orders").json()) == 1
    outside, own = as_admin.get("/api/orders").json()
    assert (outside["title"], outside["by"], outside["runId"], outside["listings"]) == ("De fora", None, None, [])
    assert own["by"]["id"] == owner.id


def fail_at_page_2(read: Callable[[], int], endpoint: str, market: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read once while the marketplace does not answer the second page."""
    name = f"{endpoint}_page"
    plain = getattr(GameBoostV2, name)

    def page_of(adapter: GameBoostV2, page: int, **asked: Any) -> Any:
        if page == 2:
            market.set_faults({"kind": "error", "status": 503, "endpoint": endpoint, "count": 1})
        return plain(adapter, page, **asked)

    with monkeypatch.context() as patched:
        patched.setattr(GameBoostV2, name, page_of)
        read()


def test_orders_behind_a_page_that_failed_are_read_at_the_next_reading(
    listed: Row, start: Callable[..., Any], market: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameBoostV2, "page_size", 2)
    run = start(*[f"cliente{number}" for number in range(4)])
    work()
    for row in run.rows.all():
        market.set_order(row.remote_id, status="delivered")
    read_orders()
    for row in run.rows.all():
        market.set_order(row.remote_id, status="refunded")

    fail_at_page_2(read_orders, "orders", market, monkeypatch)
    read_orders()

    assert list(Order.objects.values_list("state", flat=True)) == ["refunded"] * 4


def test_orders_narrow_and_what_waits_longest_for_the_seller_comes_first(
    listed: Row, start: Callable[..., Any], as_admin: APIClient
) -> None:
    for login in ("um.delivered", "dois.disputed", "tres.in_delivery"):
        start(login)
        work()
    read_orders()

    def states(query: str = "") -> list[str]:
        return [each["state"] for each in as_admin.get(f"/api/orders{query}").json()]

    account = Order.objects.get(state="delivered").row.account_id  # type: ignore[union-attr]  # it has a row
    assert states() == ["in_delivery", "disputed", "delivered"]
    assert states("?waiting=true") == ["in_delivery", "disputed"]
    assert states("?state=delivered") == states(f"?account={account}") == ["delivered"]
    assert states("?service=lztmarket") == states("?search=ninguem") == []
    assert len(states("?service=gameboost&game=roblox")) == len(states("?search=conta%20roblox")) == 3


def test_lot_that_was_paid_is_a_delivered_order(
    owner: Any, sandbox: RunningSandbox, start: Callable[..., Any], market: Any, as_admin: APIClient
) -> None:
    save_configuration(
        user_id=owner.id, service="lztmarket", api_key="sandbox-lzt", base_url=f"{sandbox.url}/lzt",
        timeout_ms=60_000, enabled_endpoints=None, by=owner,
    )  # fmt: skip
    mailbox = {"emailLogin": "a@example.com", "emailPassword": "Correio#9"}
    run = start(accounts=[{"login": "jogador01", "password": "Exemplo#123", **mailbox}], text=None, service="lztmarket")
    work()
    market.set_listing_status(row_of(run).remote_id, "paid")
    read_orders()

    [shown] = as_admin.get("/api/orders").json()
    assert (shown["market"], shown["state"], shown["dueAt"]) == ("LZT Market", "delivered", None)
    assert row_of(run).sold_at is not None


@pytest.mark.once
@pytest.mark.parametrize("path", ["/api/orders", "/api/stock"])
def test_list_costs_the_same_queries_however_long_it_is(
    path: str, listed: Row, start: Callable[..., Any], owner: Any, client_for: ClientFor
) -> None:
    start("um.delivered", "dois.disputed", "tres.in_delivery")
    work()
    read_orders()
    for row in Row.objects.all():
        PriceChange.objects.create(row=row, batch=uuid4(), by=owner, before_eur=row.price_eur, after_eur="9.99")
    client = client_for(owner)
    client.get(path)
    costs = []
    for limit in (1, 3):
        with CaptureQueriesContext(connection) as queries:
            assert len(client.get(f"{path}?limit={limit}").json()) == limit
        costs.append(len(queries))

    assert costs[0] == costs[1]


# What the market paid


def paid(market: Any, row: Row, *payments: dict[str, Any], status: str = "completed", **changes: Any) -> int:
    market.set_order(row.remote_id, status=status, payments=list(payments), **changes)
    read_orders()
    return read_payments()


def test_completed_order_is_paid_without_the_fee_and_read_once(listed: Row, market: Any) -> None:
    market.set_order(listed.remote_id, status="completed")
    read_orders()

    assert (read_payments(), read_payments()) == (1, 0)

    payment = Payment.objects.get()
    assert (payment.market, payment.order_id) == (listed.run.market, Order.objects.get().remote_id)
    assert listed.price_eur is not None
    assert (payment.amount, payment.currency, payment.is_fine) == (quantize(listed.price_eur * 9 / 10), "EUR", False)
    write_results()
    assert Result.objects.get().paid_on == timezone.localdate(payment.made_at)


@pytest.mark.parametrize(
    "told", [{"order_type": "item_order"}, {"order_id": None}, {"amount_eur": "muito"}, {"created_at": None}]
)
def test_movement_that_is_about_no_order_of_an_account_is_left_out(told: Any, listed: Row, market: Any) -> None:
    assert paid(market, listed, {"amount_eur": "9.00"} | told) == 0


def test_fine_is_money_that_went_whatever_its_sign(listed: Row, market: Any) -> None:
    paid(market, listed, {"amount_eur": "9.00"}, {"amount_eur": "5.00", "is_fine": True}, {"amount_eur": "-9.00"})

    amounts = list(Payment.objects.order_by("remote_id").values_list("amount", "is_fine"))
    assert amounts == [(Decimal(9), False), (Decimal(-5), True), (Decimal(-9), False)]


def test_history_of_a_key_is_read_to_its_end_a_few_pages_a_pass(
    listed: Row, market: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameBoostV2, "page_size", 2)
    monkeypatch.setattr(orders, "MAX_PAGES", 1)
    history = [{"amount_eur": f"{number}.00"} for number in range(1, 6)]

    assert paid(market, listed, *history) == 2
    assert [read_payments() for _ in range(3)] == [2, 1, 0]

    assert paid(market, listed, {"amount_eur": "7.00", "id": 1}, *history) == 1


def test_payments_behind_a_page_that_failed_are_read_at_the_next_reading(
    listed: Row, market: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameBoostV2, "page_size", 2)
    first, *later = [{"amount_eur": f"{number}.00", "id": number} for number in range(1, 8)]
    assert paid(market, listed, first) == 1
    market.set_order(listed.remote_id, status="completed", payments=[*later, first])

    fail_at_page_2(read_payments, "payments", market, monkeypatch)
    for _ in range(3):
        read_payments()

    assert Payment.objects.count() == 7


def test_more_new_payments_than_one_reading_takes_are_read_at_the_next(
    listed: Row, market: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameBoostV2, "page_size", 2)
    monkeypatch.setattr(orders, "MAX_PAGES", 1)
    first, *later = [{"amount_eur": f"{number}.00", "id": number} for number in range(1, 6)]
    assert paid(market, listed, first) == 1

    assert paid(market, listed, *later, first) == 2
    assert [read_payments(), read_payments()] == [2, 0]


def test_payments_of_a_market_that_fails_are_asked_for_again(listed: Row, market: Any) -> None:
    market.set_faults({"kind": "drop", "endpoint": "payments"})
    assert paid(market, listed, {"amount_eur": "9.00"}) == 0
    market.set_faults()

    assert read_payments() == 1


@pytest.mark.parametrize(
    ("payments", "costly"),
    [([], True), ([{"amount_eur": "9.00"}], False), ([{"amount_eur": "5.00", "is_fine": True}], True)],
)
def test_what_the_market_paid_says_whether_a_missed_time_was_fined(
    payments: Any, costly: bool, listed: Row, market: Any, admin: Any, client_for: ClientFor
) -> None:
    paid(market, listed, *payments, status="delivered")
    Order.objects.update(asked_at=timezone.now(), due_at=timezone.now() - timedelta(hours=1), fine_eur="5.00")

    assert len(client_for(admin).get("/api/orders?decision=open").json()) == int(costly)
