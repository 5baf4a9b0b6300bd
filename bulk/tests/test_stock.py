"""One account over two markets: who is paid, and what a sale on one does to the other."""

import hmac
import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from bulk.actions.runs import retry_run, withdraw_run
from bulk.engine import lane, listings, reconcile
from bulk.enums import Withdrawal
from bulk.models import Account, Row
from bulk.queries import detail_of
from bulk.tests.helpers import account, credited, let_time_pass, row_of, state_of, states, work
from bulk.tests.test_actions_rows import list_account
from infra.schedule import run_due
from marketplace.actions.calls import adapter_for
from marketplace.actions.sync import find_sales, publish_drafts, sync_listings
from marketplace.models import Configuration, KeyBudget, RemoteAccount
from marketplace.tests.sandbox_fixture import RunningSandbox
from notifications.models import Notification

pytestmark = pytest.mark.django_db


Start = Callable[..., Any]


@pytest.fixture
def listed(two_markets: None, start: Start) -> tuple[Row, Row]:
    """One account of one person, on sale on both, on GameBoost first."""
    runs = []
    for service in ("gameboost", "lztmarket"):
        runs.append(start(accounts=[account()], text=None, service=service))
        work()
    return row_of(runs[0]), row_of(runs[1])


def close_all() -> None:
    while listings.close_due():
        let_time_pass()


def remote_status(market: Any, row: Row) -> str:
    [kept] = [each for each in market.listings() if str(each["id"]) == row.remote_id]
    return "gone" if kept["deleted_at"] or kept["status"] == "deleted" else str(kept["status"])


def sell(market: Any, row: Row) -> None:
    market.set_listing_status(row.remote_id, "paid" if row.run.market.startswith("lzt") else "Sold")


def told(kind: str) -> list[tuple[int, str]]:
    return list(Notification.objects.filter(kind=kind).order_by("user_id").values_list("user_id", "title"))


def test_account_listed_on_two_markets_is_one_account_and_paid_once(listed: tuple[Row, Row], owner: Any) -> None:
    account = Account.objects.get()

    assert (account.owner_id, account.first_row_id, account.sold_at) == (owner.id, listed[0].pk, None)
    assert [row.account_id for row in listed] == [account.pk, account.pk]
    assert list(credited()) == [listed[0].pk]
    assert told("account_shared") == []


def test_second_person_to_list_an_account_earns_nothing_and_sees_the_own_listing(
    listed: tuple[Row, Row], other_employee: Any, start: Start, client_for: Any, as_admin: Any
) -> None:
    Row.objects.filter(pk=listed[1].pk).update(withdrawn_at=listed[1].settled_at)
    run = start(accounts=[account()], text=None, service="lztmarket", by=other_employee)
    work()

    assert states(run) == {1: "created"}
    assert list(credited()) == [listed[0].pk]
    assert told("account_shared") == [(other_employee.id, f"Execução {run.pk}: conta já em estoque")]
    [shown], [whole] = client_for(other_employee).get("/api/stock").json(), as_admin.get("/api/stock").json()
    assert [each["url"] for each in shown["listings"]] == [f"/runs/{run.pk}?line=1"]
    assert len(whole["listings"]) == 3


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize("sold", [0, 1])
def test_sale_on_one_market_takes_the_account_down_on_the_other(
    sold: int, version: str, listed: tuple[Row, Row], market: Any, owner: Any, configure: Any, sandbox: RunningSandbox
) -> None:
    configure(owner, f"sandbox-gb-{owner.id}", base_url=f"{sandbox.url}/{version}")
    there, here = listed[sold], listed[1 - sold]
    sell(market, there)

    assert find_sales() == 1
    close_all()

    there.refresh_from_db()
    here.refresh_from_db()
    assert remote_status(market, here) == "gone"
    assert remote_status(market, there) in ("paid", "Sold")
    assert (there.sold_at is not None, there.withdrawn_at, there.closing_at) == (True, None, None)
    assert (here.sold_at, here.withdrawn_at is not None, here.withdrawal) == (None, True, "")
    assert Account.objects.get().sold_at is not None
    assert told("sold_twice") == []


@pytest.mark.parametrize("is_sold", [True, False])
def test_webhook_takes_down_what_was_sold_elsewhere_and_believes_no_body(
    is_sold: bool, listed: tuple[Row, Row], market: Any, settings: Any, client_for: Any
) -> None:
    there, here = listed
    settings.PUBLIC_BASE_URL = "https://contas.example.com"
    Configuration.objects.filter(service="gameboost").update(webhook_secret="segredo-77")
    run_due()
    if is_sold:
        sell(market, there)
    body = json.dumps({"event": "account.order.purchased", "payload": {"account_offer_id": there.remote_id}})
    signed = hmac.new(b"segredo-77", body.encode(), "sha256").hexdigest()

    called = client_for(None).post(
        "/api/webhooks/gameboost", body, content_type="application/json", headers={"Signature": signed}
    )
    assert called.status_code == 200
    assert "marketplace.find_sales" in run_due()
    close_all()

    assert (remote_status(market, here) == "gone") is is_sold
    there.refresh_from_db()
    assert (there.sold_at is not None) is is_sold


def test_account_sold_on_one_market_is_refused_on_the_other_in_preview_and_start(
    two_markets: None, start: Start, market: Any, owner: Any, client_for: Any
) -> None:
    first = start(accounts=[account()], text=None)
    work()
    sell(market, row_of(first))
    find_sales()

    asked = {"game": "roblox", "service": "lztmarket", "accounts": [account(), account("jogador02")]}
    told = client_for(owner).post("/api/bulk/preview", asked, format="json").json()
    run = start(accounts=[account(), account("jogador02")], text=None, service="lztmarket")
    work()

    assert [row["verdict"] == "invalid" for row in told["rows"]] == [True, False]
    assert told["rows"][0]["error"].startswith("Conta já vendida em ")
    assert states(run) == {1: "failed", 2: "created"}
    assert (row_of(run).error, row_of(run).credentials) == (told["rows"][0]["error"], None)


def test_failed_row_of_an_account_that_was_sold_meanwhile_is_not_sent_again(
    two_markets: None, start: Start, market: Any, owner: Any
) -> None:
    market.set_faults({"kind": "refuse", "count": 1})
    failed = start(accounts=[account()], text=None, service="lztmarket")
    work()
    first = start(accounts=[account()], text=None)
    work()
    sell(market, row_of(first))
    find_sales()
    asked = len(market.log())

    retry_run(run=failed, by=owner)
    work()

    assert (states(failed), len(market.log())) == ({1: "failed"}, asked)
    assert row_of(failed).error.startswith(f"Conta já vendida em {timezone.localdate():%d/%m/%Y}")
    assert state_of(failed) == "finished_with_errors"


def test_sold_listing_of_a_run_is_not_counted_as_one_to_take_down(listed: tuple[Row, Row], market: Any) -> None:
    assert detail_of(listed[0].run).asked["listed"] == 1
    sell(market, listed[0])
    find_sales()

    assert detail_of(listed[0].run).asked["listed"] == detail_of(listed[1].run).asked["listed"] == 0


def test_sale_that_is_seen_again_closes_and_tells_nothing_more(listed: tuple[Row, Row], market: Any) -> None:
    sell(market, listed[0])
    find_sales()
    close_all()
    sync_listings()

    assert (find_sales(), listings.close_due()) == (0, 0)
    assert Account.objects.get().sold_twice_at is None


def test_closing_that_fails_is_told_once_and_tried_until_it_holds(
    listed: tuple[Row, Row], market: Any, owner: Any
) -> None:
    sell(market, listed[0])
    find_sales()
    market.set_faults({"kind": "error", "status": 503, "endpoint": "delete", "count": 3})
    for _ in range(3):
        assert listings.close_due() == 1
        row = Row.objects.get(pk=listed[1].pk)
        assert (row.withdrawn_at, row.withdrawal) == (None, "delete")
        assert row.due_at is not None
        assert listings.close_due() == 0
        let_time_pass()

    close_all()

    assert remote_status(market, listed[1]) == "gone"
    assert told("not_closed") == [(owner.id, f"Execução {listed[1].run_id}: anúncio não encerrado")]
    assert "Nova tentativa em 5 s" in Notification.objects.get(kind="not_closed").body


def test_account_sold_on_both_markets_at_once_is_told_with_both_sales(
    listed: tuple[Row, Row], market: Any, owner: Any, admin: Any
) -> None:
    sell(market, listed[0])
    sell(market, listed[1])
    find_sales()
    close_all()

    told_to = {user_id for user_id, title in told("sold_twice") if title == "Conta vendida duas vezes"}
    assert {owner.id, admin.id} <= told_to
    body = Notification.objects.filter(kind="sold_twice", user=owner).get().body
    assert f"GameBoost (anúncio {listed[0].remote_id})" in body
    assert f"LZT Market (anúncio {listed[1].remote_id})" in body
    assert Account.objects.get().sold_twice_at is not None
    assert all(remote_status(market, row) != "gone" for row in listed)


def test_account_of_a_queued_row_that_is_sold_is_closed_again_at_once(
    two_markets: None, start: Start, market: Any
) -> None:
    first = start(accounts=[account()], text=None)
    work()
    second = start(accounts=[account()], text=None, service="lztmarket")
    sell(market, row_of(first))
    find_sales()
    work()
    close_all()

    assert remote_status(market, row_of(second)) == "gone"
    assert list(credited()) == [row_of(first).pk]


def test_closing_goes_out_while_creations_have_used_up_the_keys_calls(listed: tuple[Row, Row], market: Any) -> None:
    sell(market, listed[1])
    find_sales()
    second = int(KeyBudget.objects.all()[0].spent[-1][0])
    spent = [[second, 1, False, ["calls", "write"], 450]]
    KeyBudget.objects.update(spent=spent)

    assert listings.close_due() == 1
    assert remote_status(market, listed[0]) == "gone"


def test_closing_uses_the_key_that_its_owner_has_now(
    listed: tuple[Row, Row], market: Any, owner: Any, sandbox: RunningSandbox, configure: Callable[..., None]
) -> None:
    configure(owner, "sandbox-outra", base_url=f"{sandbox.url}/v2")
    sell(market, listed[1])
    find_sales()
    listings.close_due()

    row = Row.objects.get(pk=listed[0].pk)
    assert (row.withdrawn_at, row.withdrawal, row.closing_at is not None) == (None, "delete", True)
    assert row.error != ""

    configure(owner, f"sandbox-gb-{owner.id}", base_url=f"{sandbox.url}/v2")
    let_time_pass()
    close_all()
    assert remote_status(market, listed[0]) == "gone"


def test_closing_goes_out_with_the_owners_new_key_where_the_former_is_refused(
    listed: tuple[Row, Row],
    market: Any,
    owner: Any,
    other_employee: Any,
    sandbox: RunningSandbox,
    configure: Callable[..., None],
) -> None:
    """The shop's key was made anew and shows the same listings; somebody else still has the former one."""
    here, there = listed
    configure(other_employee, f"sandbox-gb-{owner.id}", base_url=f"{sandbox.url}/v2")
    configure(owner, "sandbox-gb-nova", base_url=f"{sandbox.url}/v2")
    here.remote_id = list_account(sandbox, "jogador01", key="sandbox-gb-nova")
    here.save(update_fields=["remote_id"])
    sell(market, there)
    find_sales()
    KeyBudget.objects.filter(lane_key=here.run.lane.key).update(refusals=["*"])

    close_all()

    assert remote_status(market, here) == "gone"


def test_closing_of_a_listing_that_is_archived_on_the_market_ends(listed: tuple[Row, Row], market: Any) -> None:
    here, there = listed
    market.set_listing_status(here.remote_id, "Archived")
    sell(market, there)
    find_sales()

    for _ in range(3):
        listings.close_due()
        let_time_pass()

    here.refresh_from_db()
    assert (here.withdrawn_at is not None, told("not_closed")) == (True, [])


def test_account_sold_elsewhere_is_closed_though_its_withdrawal_is_refused_just_then(
    listed: tuple[Row, Row], market: Any, owner: Any
) -> None:
    here, there = listed
    withdraw_run(run=here.run, withdrawal=Withdrawal.DELETE, by=owner)
    holding = lane.take(here.run.lane_id)
    assert holding is not None
    asked = reconcile.next_withdrawal(holding)
    assert asked is not None
    sell(market, there)
    find_sales()
    market.set_faults({"kind": "error", "status": 422, "endpoint": "delete", "count": 1})
    reconcile.withdraw(holding, adapter_for(holding.connection, user_id=owner.id), asked)
    lane.release(holding)

    close_all()

    assert remote_status(market, here) == "gone"


def test_nothing_of_an_unsold_account_is_closed(two_markets: None, start: Start, market: Any) -> None:
    accounts = [account(), account("jogador02")]
    runs = [start(accounts=accounts, text=None, service=service) for service in ("gameboost", "lztmarket")]
    work()
    sell(market, row_of(runs[0], 1))
    find_sales()
    close_all()

    assert [remote_status(market, row_of(run, 2)) for run in runs] == ["Listed", "active"]
    assert list(Account.objects.order_by("pk").filter(sold_at=None).values_list("login_hint", flat=True)) == ["jo••••02"]


def test_two_workers_close_one_listing_once(listed: tuple[Row, Row], market: Any) -> None:
    sell(market, listed[0])
    find_sales()
    rows = list(listings.TO_CLOSE.select_related("run__owner", "run__lane", "sent_via"))
    for row in [*rows, *rows]:
        listings._close(row)

    assert [each["endpoint"] for each in market.log()].count("delete") == 1


def test_listings_of_the_release_before_come_into_stock(listed: tuple[Row, Row], market: Any) -> None:
    """One was purged before accounts had an index."""
    RemoteAccount.objects.filter(remote_id=listed[1].remote_id).update(status="Sold")
    Row.objects.update(account=None, price_eur=None)
    Account.objects.all().delete()
    Row.objects.filter(pk=listed[1].pk).update(account_index="")

    import_module("bulk.migrations.0021_stock").put_into_stock(apps, None)

    first, second = Row.objects.select_related("account").order_by("pk")
    assert first.account is not None
    assert second.account is not None
    assert (first.account.first_row_id, first.account.index, first.sold_at) == (first.pk, first.account_index, None)
    assert first.account.listed_at == first.settled_at
    assert (second.account.index, second.account.sold_at is not None) == (second.login_index, True)
    assert second.sold_at == second.account.sold_at
    assert first.price_eur == RemoteAccount.objects.get(remote_id=first.remote_id).price_eur


def test_listing_of_an_account_that_the_release_before_saw_sold_elsewhere_goes(
    listed: tuple[Row, Row], market: Any
) -> None:
    there, here = listed
    sell(market, there)
    RemoteAccount.objects.filter(remote_id=there.remote_id).update(status="Sold")
    Row.objects.update(account=None, price_eur=None)
    Account.objects.all().delete()

    import_module("bulk.migrations.0021_stock").put_into_stock(apps, None)
    close_all()

    assert (remote_status(market, there), remote_status(market, here)) == ("Sold", "gone")


@pytest.mark.usefixtures("two_markets")
@pytest.mark.parametrize("failing", [False, True])
@pytest.mark.parametrize(("withdrawal", "ends"), [(Withdrawal.DELETE, "gone"), (Withdrawal.DRAFT, "closed")])
def test_many_lots_are_withdrawn_by_one_call_and_each_is_confirmed(
    start: Start, market: Any, owner: Any, monkeypatch: pytest.MonkeyPatch, withdrawal: str, ends: str, failing: bool
) -> None:
    monkeypatch.setattr(reconcile, "MANY", 3)
    run = start(accounts=[account(f"jogador{number}") for number in range(4)], text=None, service="lztmarket")
    work()
    sell(market, row_of(run, 2))
    if failing:
        market.set_faults({"kind": "error", "status": 500, "endpoint": "bulk_action"})

    withdraw_run(run=run, withdrawal=Withdrawal(withdrawal), by=owner)
    work()
    assert set(Row.objects.values_list("error", "withdrawn_at")) == {(reconcile.ASKED_TOGETHER, None)}
    let_time_pass()
    work()

    rows = list(run.rows.order_by("line"))
    assert [remote_status(market, row) for row in rows] == [ends, "paid", ends, ends]
    assert [row.withdrawal for row in rows] == [""] * 4
    assert [row.withdrawn_at is not None for row in rows] == [ends == "gone" and row.line != 2 for row in rows]
    assert [row.error for row in rows if row.line != 2] == [""] * 3
    assert detail_of(run).asked["drafts"] == (0 if ends == "gone" else 3)
    assert rows[1].error == "Não foi possível retirar o anúncio: This item is sold."
    asked = market.counters()["requests"]
    assert (asked["bulk_action"], asked["delete" if ends == "gone" else "status"]) == (1, 4 if failing else 1)


@pytest.mark.usefixtures("two_markets")
def test_lot_that_could_not_be_withdrawn_with_many_others_is_told(
    start: Start, market: Any, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconcile, "MANY", 3)
    run = start(accounts=[account(f"jogador{number}") for number in range(4)], text=None, service="lztmarket")
    work()
    sell(market, row_of(run, 2))

    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    work()
    let_time_pass()
    work()

    assert [user_id for user_id, _ in told("not_withdrawn")] == [owner.id]


@pytest.mark.usefixtures("two_markets")
def test_few_lots_are_withdrawn_one_by_one(start: Start, market: Any, owner: Any) -> None:
    run = start(accounts=[account("jogador1"), account("jogador2")], text=None, service="lztmarket")
    work()

    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    work()

    assert Row.objects.exclude(withdrawn_at=None).count() == market.counters()["requests"]["delete"] == 2
    assert "bulk_action" not in market.counters()["requests"]


@pytest.mark.usefixtures("two_markets")
def test_lots_that_another_key_does_not_see_are_not_taken_for_withdrawn(
    start: Start,
    market: Any,
    owner: Any,
    configure: Any,
    sandbox: RunningSandbox,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reconcile, "MANY", 2)
    run = start(accounts=[account("jogador1"), account("jogador2")], text=None, service="lztmarket")
    work()
    withdraw_run(run=run, withdrawal=Withdrawal.DRAFT, by=owner)
    work()
    assert set(Row.objects.values_list("error", flat=True)) == {reconcile.ASKED_TOGETHER}
    configure(owner, "sandbox-nova", service="lztmarket", base_url=f"{sandbox.url}/lzt", enabled_endpoints=None)

    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    let_time_pass()
    work()

    assert set(Row.objects.values_list("withdrawn_at", flat=True)) == {None}
    assert [remote_status(market, row) for row in run.rows.order_by("line")] == ["closed", "closed"]


@pytest.mark.usefixtures("two_markets")
@pytest.mark.parametrize("is_sold", [True, False], ids=["sold elsewhere", "withdrawn"])
def test_draft_that_is_to_be_taken_down_is_not_published(start: Start, market: Any, owner: Any, is_sold: bool) -> None:
    there = start(accounts=[account()], text=None, service="lztmarket")
    work()
    market.set_faults({"kind": "error", "status": 503, "endpoint": "status", "count": 1})
    here = start(accounts=[account()], text=None)
    work()
    if is_sold:
        sell(market, row_of(there))
        find_sales()
    else:
        withdraw_run(run=here, withdrawal=Withdrawal.DRAFT, by=owner)
    RemoteAccount.objects.exclude(publish_at=None).update(publish_at=here.created_at)

    publish_drafts()

    assert remote_status(market, row_of(here)) == "Draft"
