"""Listings that were made with another key than the one in use now: its owner saved one of another shop, or was removed."""

from collections.abc import Callable
from typing import Any

import pytest

from bulk.actions.prices import change_prices
from bulk.actions.runs import withdraw_run
from bulk.engine.listings import OTHER_SHOP, close_due, send_prices
from bulk.enums import Withdrawal
from bulk.models import PriceChange, Run
from bulk.tests.helpers import row_of, session_of, states, work
from bulk.tests.test_removal import heir, remove
from bulk.transitions import close_elsewhere
from notifications.models import Notification

__all__ = ["heir"]
pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


@pytest.fixture
def run(start: Start, owner: Any, configure: Callable[..., None]) -> Run:
    """One that listed an account before its owner saved the key of another shop."""
    run = start("ana001")
    work()
    configure(owner, key="sandbox-outra-loja")
    return run


def calls(market: Any) -> dict[str, int]:
    requests = market.counters()["requests"]
    return {name: requests.get(name, 0) for name in ("delete", "status", "update")}


def test_withdrawal_that_only_the_key_of_another_shop_is_left_for_says_what_to_do(
    run: Run, market: Any, owner: Any
) -> None:
    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)
    work()

    assert calls(market) == {"delete": 0, "status": 0, "update": 0}
    assert (row_of(run).withdrawal, row_of(run).withdrawn_at) == ("", None)
    assert row_of(run).error == f"Não foi possível retirar o anúncio: {OTHER_SHOP}"
    assert OTHER_SHOP in Notification.objects.get(kind="not_withdrawn").body


def test_closing_that_only_the_key_of_another_shop_is_left_for_says_what_to_do(run: Run, market: Any) -> None:
    close_elsewhere(run.rows.all())
    close_due()

    assert calls(market)["delete"] == 0
    assert (row_of(run).error, row_of(run).withdrawn_at) == (OTHER_SHOP, None)
    assert OTHER_SHOP.rstrip(".") in Notification.objects.get(kind="not_closed").body


def test_price_that_only_the_key_of_another_shop_is_left_for_says_what_to_do(
    run: Run, market: Any, owner: Any, settings: Any
) -> None:
    row = row_of(run)
    assert row.price_eur is not None
    change_prices(wanted=[{"id": row.pk, "before": row.price_eur, "after": row.price_eur + 1}], by=owner)
    send_prices()

    assert calls(market)["update"] == 0
    assert PriceChange.objects.get().error == OTHER_SHOP


def test_withdrawal_that_the_key_of_an_heir_is_left_for_says_what_to_do(
    as_admin: Any, start: Start, market: Any, owner: Any, heir: Any
) -> None:
    run = start("ana001", "bia002")
    with session_of(run) as session:
        session.do_one_thing()
    withdraw_run(run=run, withdrawal=Withdrawal.DELETE, by=owner)

    assert remove(as_admin, owner, runs="handOn", runsTo=heir.pk).status_code == 204
    work()

    assert calls(market) == {"delete": 0, "status": 0, "update": 0}
    assert row_of(run).error == f"Não foi possível retirar o anúncio: {OTHER_SHOP}"
    assert (row_of(run).withdrawal, states(run)) == ("", {1: "created", 2: "created"})
