"""The sandbox is the marketplace of these tests."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.core.management.color import no_style
from django.db import connection

from accounts.tests.factories import AdminFactory
from marketplace.adapters.base import CallRecord, Connection, Listing, ListingAdapter, NotSent
from marketplace.adapters.gameboost.market import gameboost_version
from marketplace.adapters.gameboost.versions import GameBoostV1, GameBoostV2
from marketplace.adapters.lzt.market import LztMarket
from marketplace.tests.sandbox_fixture import PATIENCE_MS, RunningSandbox, always_open, sandbox

__all__ = ["sandbox"]

IMAGE = "https://cdn.example.com/conta.jpg"


def war_thunder(login: str = "piloto", **changes: Any) -> Listing:
    """A listing that the marketplace accepts."""
    stated: dict[str, Any] = {
        "game": "war-thunder",
        "title": "Conta War Thunder - Premium",
        "description": "Conta com acesso completo.",
        "price_eur": Decimal("14.99"),
        "login": login,
        "password": "Exemplo#123",
        "image_urls": (IMAGE,),
        "account_data": {"account_level": 50, "nations": ["USSR"], "gjn_balance_count": None},
    }
    return Listing(**(stated | changes))


def outcome_under(
    fault: dict[str, Any], sandbox: RunningSandbox, open_adapter: Callable[[Connection], Any], *, path: str = "/v1"
) -> Any:
    """What a create comes to under a fault, which is over then. A marketplace that works too late is waited for no
    longer than a call needs to be sent."""
    sandbox.control.set_faults(fault)
    tries_ms = (400, 4_000, PATIENCE_MS) if fault["kind"] == "created_late" else (PATIENCE_MS,)
    for timeout_ms in tries_ms:
        outcome = open_adapter(sandbox.connection(timeout_ms=timeout_ms, path=path)).create(war_thunder())
        if not isinstance(outcome, NotSent):
            break
    sandbox.control.set_faults()
    return outcome


@pytest.fixture
def system_owner(db: Any) -> Any:
    """User 1, whose configuration is the system default. Asked for first, so that nobody else gets that id."""
    owner = AdminFactory(id=1, username="sistema.teste")
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [type(owner)]):
            cursor.execute(statement)
    return owner


@pytest.fixture
def calls() -> list[CallRecord]:
    """What the adapter of the test reported, call by call."""
    return []


@pytest.fixture
def open_adapter(calls: list[CallRecord]) -> Iterator[Callable[[Connection], Any]]:
    """Opens the GameBoost dialect that a connection asks for, with the bundled templates."""
    adapters: list[ListingAdapter] = []

    def open_one(connection: Connection) -> ListingAdapter:
        adapters.append(gameboost_version(connection.base_url)(connection, calls.append, always_open))
        return adapters[-1]

    yield open_one
    for adapter in adapters:
        adapter.close()


@pytest.fixture
def adapter(sandbox: RunningSandbox, open_adapter: Callable[[Connection], Any]) -> GameBoostV1:
    return open_adapter(sandbox.connection())


@pytest.fixture
def adapter_v2(sandbox: RunningSandbox, open_adapter: Callable[[Connection], Any], db: Any) -> GameBoostV2:
    return open_adapter(sandbox.connection(path="/v2"))


@pytest.fixture
def lzt(sandbox: RunningSandbox, calls: list[CallRecord], monkeypatch: pytest.MonkeyPatch) -> Iterator[LztMarket]:
    """An LZT Market that does not pause between the tries that the server asks for."""
    monkeypatch.setattr("marketplace.adapters.lzt.market.REPEAT_PAUSE_S", 0)
    market = LztMarket(sandbox.connection(path="/lzt"), calls.append, always_open)
    yield market
    market.close()
