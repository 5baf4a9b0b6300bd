"""What each account cost and brought in: entries follow their sources, and results are the sums of entries."""

import threading
import time
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.tests.factories import UserFactory
from bulk.actions.results import add_rates
from bulk.enums import EntryKind
from bulk.errors import WrongRateDays
from bulk.models import Account, Cost, Entry, Order, Rate, Result
from bulk.results.ledger import add_missing_entries, costs_of, waiting_entries, write_results
from bulk.results.proof import verify_results
from bulk.tests.factories import stock_account
from bulk.tests.helpers import row_of, work
from core.models import AuditEvent
from earnings.actions import correct, transfer
from earnings.models import Earning
from marketplace.enums import OrderState
from marketplace.models import Payment, Purchase

pytestmark = pytest.mark.django_db

TODAY = timezone.localdate


def order(account: Account, state: str = OrderState.COMPLETED, **changes: Any) -> Order:
    row = account.first_row
    stated = {"market": row.run.market, "remote_id": f"P{row.pk}", "listing_id": row.remote_id, "price_eur": 10}
    return Order.objects.create(**stated | {"state": state, "row": row} | changes)


def payment(of: Order, amount: str, **changes: Any) -> Payment:
    stated = {"market": of.market, "order_id": of.remote_id, "remote_id": f"{of.pk}/{amount}", "currency": "EUR"}
    return Payment.objects.create(amount=Decimal(amount), made_at=timezone.now(), **stated | changes)


def rate(brl: str = "6", currency: str = "EUR", day: date | None = None) -> int:
    return add_rates(
        currency=currency, first=day or TODAY(), last=day or TODAY(), brl=Decimal(brl), source="BCB", by=None
    )


def told(account: Account) -> list[tuple[Any, ...]]:
    entries = Entry.objects.filter(account=account).order_by("pk")
    return list(entries.values_list("kind", "amount", "currency", "brl"))


def test_chain_of_an_account_from_its_cost_to_its_profit(owner: Any, start: Callable[..., Any]) -> None:
    """Bought for 12.34 US$, sold for € 10.00, of which the market paid 9.00, and R$ 3.00 to who listed it."""
    run = start("ana001")
    Cost.objects.create(row=row_of(run), amount="12.34", currency="USD", supplier="Loja do Zé")
    work()
    account = Account.objects.get()
    payment(order(account), "9.00")
    rate("6.10"), rate("5.50", "USD")

    write_results()

    assert told(account) == [
        ("bought", Decimal("-12.34"), "USD", Decimal("-67.87")),
        ("sold", Decimal("10.00"), "EUR", Decimal("61.00")),
        ("paid", Decimal("9.00"), "EUR", Decimal("54.90")),
        ("pay", Decimal("-3.00"), "BRL", Decimal("-3.00")),
    ]
    result = Result.objects.get()
    assert (result.owner_id, result.game, result.market, result.supplier) == (
        owner.id, "roblox", "gameboost", "Loja do Zé",
    )  # fmt: skip
    assert (result.listed_on, result.sold_on, result.paid_on) == (TODAY(), TODAY(), TODAY())
    sums = (result.cost, result.sale, result.paid, result.pay, result.profit)
    assert sums == tuple(map(Decimal, ("67.87", "61.00", "54.90", "3.00", "-15.97")))


def test_sources_that_did_not_change_add_nothing(owner: Any) -> None:
    account = stock_account(owner)
    payment(order(account), "9.00")
    rate()

    assert write_results() == 1
    before = told(account)

    assert (write_results(), add_missing_entries([account.pk])) == (0, 0)
    assert told(account) == before


def test_what_changes_afterwards_is_a_new_entry(owner: Any) -> None:
    account = stock_account(owner)
    sold = order(account)
    rate("6.01")
    write_results()
    Order.objects.filter(pk=sold.pk).update(price_eur="9.99", changed_at=timezone.now())

    write_results()

    entries = list(Entry.objects.order_by("pk").values_list("source", "amount", "brl"))
    assert entries == [
        (f"order:{sold.pk}", Decimal("10.00"), Decimal("60.10")),
        (f"order:{sold.pk}:2", Decimal("-0.01"), Decimal("-0.06")),
    ]
    assert Result.objects.get().sale == Decimal("60.04")


def test_supplier_that_a_sheet_names_by_a_dash_is_none(owner: Any) -> None:
    account = stock_account(owner)
    Cost.objects.create(row=account.first_row, amount="10", currency="BRL", supplier="-")

    write_results()

    assert Result.objects.get().supplier == ""


def test_cancelled_order_is_taken_back_at_the_rate_it_was_written_at(owner: Any) -> None:
    account = stock_account(owner)
    sold = order(account)
    rate("6.01")
    write_results()
    rate("7.77")
    Order.objects.filter(pk=sold.pk).update(state=OrderState.CANCELLED, changed_at=timezone.now())

    write_results()

    assert [brl for *_, brl in told(account)] == [Decimal("60.10"), Decimal("-60.10")]
    result = Result.objects.get()
    assert (result.sale, result.sold_on, result.paid_on, result.profit) == (0, None, None, None)


def test_refund_before_the_market_paid_closes_the_account_without_income(owner: Any) -> None:
    account = stock_account(owner)
    order(account, OrderState.REFUNDED, settled_at=timezone.now())
    rate()

    write_results()

    assert told(account)[1:] == [("refunded", Decimal("0.00"), "EUR", Decimal("0.00"))]
    result = Result.objects.get()
    assert (result.paid_on, result.paid, result.refunded, result.profit) == (TODAY(), 0, 0, 0)


def test_refund_closes_the_account_on_its_day_not_when_it_was_seen(owner: Any) -> None:
    settled = timezone.now() - timedelta(days=2)
    order(stock_account(owner), OrderState.REFUNDED, settled_at=settled)

    write_results()

    assert Result.objects.get().paid_on == timezone.localdate(settled)


def test_refund_and_fine_after_the_payment_come_off_the_profit(owner: Any) -> None:
    sold = order(stock_account(owner))
    payment(sold, "9.00"), payment(sold, "-9.00"), payment(sold, "-5.00", is_fine=True)
    rate()

    write_results()

    result = Result.objects.get()
    assert (result.paid, result.refunded, result.fined) == (Decimal("54.00"), Decimal("54.00"), Decimal("30.00"))
    assert result.profit == Decimal("-30.00")


def test_payment_of_another_market_with_the_same_order_id_is_another_accounts(owner: Any) -> None:
    sold = order(stock_account(owner))
    payment(sold, "9.00", market="lztmarket:sandbox")
    rate()

    write_results()

    assert (Result.objects.get().paid, Entry.objects.filter(kind=EntryKind.PAID).count()) == (0, 0)


def test_sale_that_no_order_tells_of_is_its_listings_price(owner: Any) -> None:
    seen_at = timezone.now() - timedelta(days=3)
    account = stock_account(owner, price_eur="7.50", sold_at=seen_at)
    rate(day=timezone.localdate(seen_at))

    write_results()

    result = Result.objects.get()
    assert (result.sale, result.sold_on, result.paid_on) == (Decimal("45.00"), timezone.localdate(seen_at), None)
    order(account, price_eur="8.00", bought_at=seen_at)
    write_results()
    result.refresh_from_db()
    assert result.sale == Decimal("48.00")


def test_account_that_was_sold_twice_was_sold_on_the_first_day(owner: Any) -> None:
    account, first = stock_account(owner), timezone.now() - timedelta(days=2)
    order(account, remote_id="P-a", bought_at=timezone.now())
    order(account, remote_id="P-b", bought_at=first)

    write_results()

    assert Result.objects.get().sold_on == timezone.localdate(first)


def test_pay_follows_corrections_and_not_what_transfers_split(start: Callable[..., Any], admin: Any, owner: Any) -> None:
    start("ana001")
    work()
    transfer(user_id=owner.id, amount=Decimal("1.00"), by=admin)
    write_results()
    assert Result.objects.get().pay == Decimal("3.00")

    correct(earning_id=Earning.objects.latest("pk").pk, amount=Decimal("0.50"), reason="Conta errada", by=admin)
    write_results()

    assert Result.objects.get().pay == Decimal("1.50")


def test_lot_that_was_bought_here_is_the_cost_of_its_account(start: Callable[..., Any], admin: Any) -> None:
    run = start("ana001")
    Cost.objects.create(row=row_of(run), amount="1.00", currency="BRL", supplier="Outro")
    work()
    account = Account.objects.get()
    bought = {"user": admin, "origin": "autoreg", "state": "bought", "settled_at": timezone.now(), "currency": "usd"}
    Purchase.objects.create(
        market="lztmarket:https://x", item_id="1", price="6.00", account_index=account.index, **bought
    )
    Purchase.objects.create(
        market="lztmarket:https://x", item_id="2", price="9.00", account_index=account.index, training=True, **bought
    )
    rate("5", "USD")

    write_results()

    result = Result.objects.get()
    assert (result.cost, result.supplier) == (Decimal("30.00"), "LZT Market")


# Rates


def test_lot_that_was_bought_for_roubles_gets_its_value_by_a_rate_of_theirs(
    start: Callable[..., Any], admin: Any, as_admin: Any
) -> None:
    run = start("ana001")
    work()
    index = Account.objects.get().index
    bought = {"user": admin, "origin": "autoreg", "state": "bought", "settled_at": timezone.now(), "currency": "rub"}
    Purchase.objects.create(market=run.market, item_id="1", price="250.00", account_index=index, **bought)
    write_results()
    before = Result.objects.get().unvalued

    day = f"{TODAY()}"
    stated = {"currency": "RUB", "first": day, "last": day, "brl": "0.065", "source": "BCB"}
    answer = as_admin.post("/api/rates", stated, format="json")

    assert (before, answer.status_code, answer.json()) == (1, 201, {"entries": 1})
    assert (Result.objects.get().cost, as_admin.get("/api/rates").json()[0]["currency"]) == (Decimal("16.25"), "RUB")


def test_entry_without_a_rate_has_no_value_until_one_is_added(owner: Any, admin: Any) -> None:
    account = stock_account(owner)
    payment(order(account), "9.00")
    write_results()
    result = Result.objects.get()
    assert (result.unvalued, result.paid, result.profit) == (2, 0, None)
    assert waiting_entries("EUR", TODAY(), TODAY()).count() == 2
    assert waiting_entries("USD", TODAY(), TODAY()).count() == 0

    stated = {"currency": "EUR", "brl": Decimal("6"), "source": "BCB", "by": admin}
    valued = add_rates(first=TODAY() - timedelta(days=2), last=TODAY(), **stated)

    assert (valued, Rate.objects.count(), waiting_entries("EUR", TODAY(), TODAY()).count()) == (2, 3, 0)
    result.refresh_from_db()
    assert (result.unvalued, result.paid, result.profit) == (0, Decimal("54.00"), Decimal("54.00"))
    event = AuditEvent.objects.get(event="bulk.rates_added")
    assert (event.actor_id, event.after["entries"]) == (admin.id, 2)
    assert write_results() == 0


def test_another_rate_of_a_day_changes_nothing_that_has_a_value(owner: Any) -> None:
    account = stock_account(owner)
    order(account)
    write_results()
    assert rate("6") == 1

    assert rate("7") == 0

    write_results()
    assert Result.objects.get().sale == Decimal("60.00")
    order(stock_account(owner))
    write_results()
    assert Result.objects.latest("pk").sale == Decimal("70.00")


def test_correction_of_an_entry_that_was_valued_later_has_its_rate(owner: Any) -> None:
    account = stock_account(owner)
    sold = order(account)
    write_results()
    rate("6.01")
    rate("7")
    Order.objects.filter(pk=sold.pk).update(price_eur="5.00", changed_at=timezone.now())

    write_results()

    assert Result.objects.get().sale == Decimal("30.05")


def test_late_rate_values_an_entry_and_its_correction_as_what_they_make(owner: Any) -> None:
    """At 6.123457, 10.00 is R$ 61.23 and 0.01 is R$ 0.06, but 10.01 is R$ 61.30."""
    sold = order(stock_account(owner), price_eur="10.00")
    write_results()
    Order.objects.filter(pk=sold.pk).update(price_eur="10.01", changed_at=timezone.now())
    write_results()

    assert rate("6.123457") == 2

    assert Result.objects.get().sale == Decimal("61.30")
    assert verify_results().faults == []


def test_late_rate_takes_half_a_cent_to_the_even_one(owner: Any) -> None:
    order(stock_account(owner), price_eur="0.01")
    write_results()

    rate("4.5")

    assert Result.objects.get().sale == Decimal("0.04")


def test_rate_of_another_day_is_never_taken(owner: Any) -> None:
    rate(day=TODAY() - timedelta(days=1))
    order(stock_account(owner))

    write_results()

    assert (Result.objects.get().unvalued, Result.objects.get().sale) == (1, 0)


@pytest.mark.parametrize(("first", "last"), [(0, 1), (1, 0), (-366, 0)])
def test_days_of_rates_are_in_order_past_and_within_a_year(first: int, last: int) -> None:
    with pytest.raises(WrongRateDays):
        add_rates(
            currency="EUR",
            first=TODAY() + timedelta(days=first),
            last=TODAY() + timedelta(days=last),
            brl=Decimal(6),
            source="BCB",
            by=None,
        )
    assert Rate.objects.count() == 0


@pytest.mark.once
def test_statements_are_the_same_for_one_account_and_for_many(owner: Any) -> None:
    def statements() -> int:
        account = stock_account(owner)
        payment(order(account), "9.00")
        with CaptureQueriesContext(connection) as seen:
            add_missing_entries(Account.objects.values_list("pk", flat=True))
        return len(seen)

    rate()
    statements()
    few = statements()
    for _ in range(10):
        payment(order(stock_account(owner)), "9.00")

    assert statements() == few


def test_costs_are_told_where_they_are_known(owner: Any) -> None:
    known, waiting, free = stock_account(owner), stock_account(owner), stock_account(owner)
    Cost.objects.create(row=known.first_row, amount="12.00", currency="BRL")
    Cost.objects.create(row=waiting.first_row, amount="2.00", currency="USD")
    write_results()

    everyone = [known.pk, waiting.pk, free.pk]
    assert costs_of(everyone) == ({known.pk: Decimal("12.00"), waiting.pk: None}, None)

    rate("5", "USD"), rate("6.10", day=TODAY() - timedelta(days=7)), rate("9", day=TODAY() - timedelta(days=8))
    assert costs_of(everyone) == ({known.pk: Decimal("12.00"), waiting.pk: Decimal("10.00")}, Decimal("6.10"))


# The proof


def proven() -> list[str]:
    return verify_results().faults


@pytest.fixture
def year(owner: Any, start: Callable[..., Any], admin: Any) -> Account:
    """An account with an entry of each kind, some of them corrected, some without a rate; and two without any."""
    start("ana001")
    work()
    account = Account.objects.get()
    Cost.objects.create(row=account.first_row, amount="7.33", currency="USD")
    sold = order(account, price_eur="9.99")
    payment(sold, "9.01"), payment(sold, "-9.01"), payment(sold, "-1.00", is_fine=True)
    stock_account(owner), stock_account(owner, price_eur="3.33", sold_at=timezone.now())
    write_results()
    rate("6.123457")
    Order.objects.update(price_eur="8.88", state=OrderState.REFUNDED, changed_at=timezone.now())
    correct(earning_id=Earning.objects.get().pk, amount=Decimal("1.23"), reason="Conta errada", by=admin)
    write_results()
    return account


def test_proof_finds_nothing_where_all_was_written(year: Account, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_results")

    assert capsys.readouterr().out == f"Resultados conferidos: 3 contas, {Entry.objects.count()} lançamentos.\n"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda: Order.objects.update(price_eur="8.87"), "sold: lançamentos somam 8.88 EUR, as origens 8.87."),
        (lambda: Result.objects.update(paid=Decimal("0.01")), "o resultado não é a soma dos lançamentos."),
        (lambda: Result.objects.filter(sale__gt=30).delete(), "não tem resultado."),
    ],
)
def test_proof_finds_what_was_changed_behind_the_entries(
    year: Account, change: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    change()

    assert f"Conta {year.pk}" in proven()[0]
    assert fault in proven()[0]
    with pytest.raises(CommandError, match="divergência"):
        call_command("verify_results")


def test_proof_waits_for_the_pass_over_what_was_listed_a_moment_ago(
    year: Account, start: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start("ana002")
    work()
    monkeypatch.setattr(time, "sleep", lambda seconds: write_results())

    call_command("verify_results")

    assert capsys.readouterr().out.startswith("Resultados conferidos: 4 contas")


def test_proof_finds_an_entry_that_is_not_worth_its_amount_at_its_rate(year: Account) -> None:
    wrong = {"account": year, "kind": "bought", "currency": "BRL", "day": TODAY(), "source": "cost:999"}
    Entry.objects.create(**wrong, amount=Decimal("-1.00"), brl=Decimal("-2.00"))

    assert any("cost:999: vale -R$ 2,00, não -1.00 × 1." in fault for fault in proven())


# Side by side


@pytest.mark.django_db(transaction=True)
def test_writers_at_the_same_moment_write_each_entry_once(real_database: Any) -> None:
    person = UserFactory()
    accounts = [stock_account(person) for _ in range(5)]
    for account in accounts:
        payment(order(account), "9.00")
    together, failures = threading.Barrier(4), []

    def run(write: Callable[[], object]) -> None:
        together.wait()
        try:
            write()
        except Exception as failure:  # told by the test
            failures.append(failure)
        finally:
            connections.close_all()

    writes = [lambda: add_missing_entries([account.pk for account in accounts])] * 2 + [
        write_results,
        lambda: rate("6"),
    ]
    threads = [threading.Thread(target=run, args=(write,)) for write in writes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    write_results()
    rate("6")

    assert failures == []
    assert Entry.objects.filter(valued=None).count() == 10
    assert [result.profit for result in Result.objects.all()] == [Decimal("54.00")] * 5
    assert proven() == []
