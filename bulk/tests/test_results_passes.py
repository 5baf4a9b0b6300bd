"""When results are written: what happened is written in the next pass, and what that misses the sweep finds."""

import time
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bulk.enums import ROW_SOURCE
from bulk.models import Account, Entry, Order, Result, Row
from bulk.results import ledger
from bulk.results.ledger import add_missing_entries, sweep_results, write_results
from bulk.tests.factories import stock_account
from bulk.tests.test_results import order, payment, rate
from core.models import Stamp
from earnings.actions import correct, credit
from earnings.enums import SchemeKind
from earnings.models import Earning, PayScheme

pytestmark = pytest.mark.django_db


def long_ago() -> datetime:
    return timezone.now() - timedelta(days=1)


def old_account(person: Any, **row: Any) -> tuple[Account, Order]:
    """One that was sold long ago and has its result."""
    account = stock_account(person, **row)
    sold = order(account, changed_at=long_ago())
    add_missing_entries([account.pk])
    return account, sold


def share_profit(account: Account) -> None:
    scheme = PayScheme.objects.create(kind=SchemeKind.BY_PROFIT, amount=0, terms={"percent": "50"})
    Account.objects.filter(pk=account.pk).update(profit_scheme=scheme)


def test_what_happens_to_an_old_account_is_written_in_the_next_pass(owner: Any, admin: Any) -> None:
    """A payment, a sale that no order tells of, an order, and a correction of its pay: each among accounts of which nothing
    else is new."""
    rate()
    paid, sold_order = old_account(owner)
    seen, told_of, corrected = stock_account(owner), stock_account(owner), stock_account(owner)
    source = {"source_kind": ROW_SOURCE, "source_id": corrected.first_row_id, "description": "Conta"}
    with transaction.atomic():
        earning = credit(user_id=owner.id, amount=Decimal("3.00"), **source)
    write_results()
    Order.objects.update(changed_at=long_ago())

    payment(sold_order, "9.00")
    Row.objects.filter(pk=seen.first_row_id).update(sold_at=timezone.now())
    order(told_of)
    correct(earning_id=earning.pk, amount=Decimal("1.00"), reason="Conta errada", by=admin)

    assert write_results() == 4
    results = Result.objects.in_bulk()
    assert results[paid.pk].paid == Decimal("54.00")
    assert (results[seen.pk].sale, results[told_of.pk].sale) == (Decimal("60.00"), Decimal("60.00"))
    assert results[corrected.pk].pay == Decimal("1.00")
    assert sweep_results() == 0


def test_rate_that_completes_a_profit_pays_its_share_in_the_next_pass(owner: Any) -> None:
    account, sold = old_account(owner)
    share_profit(account)
    payment(sold, "10.00", created_at=long_ago())
    add_missing_entries([account.pk])
    assert Earning.objects.count() == 0

    rate("5")
    write_results()

    assert (Earning.objects.get().amount, Result.objects.get().pay) == (Decimal("25.00"), Decimal("25.00"))


def test_pass_after_a_while_looks_back_to_the_one_before(owner: Any) -> None:
    account = stock_account(owner)
    write_results()
    Stamp.objects.filter(name=ledger.LOOKED).update(version=int(time.time()) - 7200)
    order(account, changed_at=timezone.now() - timedelta(hours=2))

    assert write_results() == 1


def test_pass_in_which_nothing_happened_asks_the_same_few_questions(owner: Any) -> None:
    def statements() -> int:
        write_results()
        with CaptureQueriesContext(connection) as seen:
            assert write_results() == 0
        return len(seen)

    few = statements()
    for _ in range(10):
        payment(order(stock_account(owner), changed_at=long_ago()), "9.00", created_at=long_ago())

    assert few == statements() == 9


def test_sweep_that_finds_nothing_asks_the_same_for_a_few_and_for_many(owner: Any) -> None:
    """Among them accounts whose share was deducted to nothing, for which no balance is locked any more."""

    def statements() -> int:
        sweep_results()
        with CaptureQueriesContext(connection) as seen:
            assert sweep_results() == 0
        assert not any("balance" in each["sql"] for each in seen)
        return len(seen)

    rate()
    for _ in range(2):
        account, sold = old_account(owner)
        share_profit(account)
        payment(sold, "9.00")
    sweep_results()
    for earning in Earning.objects.all():
        correct(earning_id=earning.pk, amount=Decimal(0), reason="Conta errada", by=owner)
    few = statements()
    for _ in range(10):
        payment(order(stock_account(owner)), "9.00")

    assert few == statements() <= 18


def test_sweep_finds_what_no_pass_has_seen(owner: Any) -> None:
    account = stock_account(owner)
    write_results()
    sold = order(account, changed_at=long_ago())

    assert (write_results(), sweep_results()) == (0, 1)

    assert Entry.objects.get().source == f"order:{sold.pk}"


def test_sweep_goes_on_while_accounts_are_behind_and_then_in_turns(owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "SWEPT_AT_ONCE", 2)
    accounts = [stock_account(owner) for _ in range(5)]

    assert sweep_results() == 5
    assert (Result.objects.count(), sweep_results()) == (5, 0)
    order(accounts[0], changed_at=long_ago())
    assert [sweep_results() for _ in range(3)] == [0, 0, 1]
