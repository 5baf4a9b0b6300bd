"""A marketplace of its own for each test, and a worker that is called by hand."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bulk.actions.runs import start_runs
from bulk.games.terms import Terms
from bulk.models import Run
from bulk.tests.helpers import SETTINGS
from marketplace.actions.configurations import save_configuration
from marketplace.adapters.gameboost.market import GAMEBOOST
from marketplace.adapters.lzt.market import LZT_MARKET
from marketplace.models import Configuration
from marketplace.tests.conftest import system_owner
from marketplace.tests.sandbox_fixture import PATIENCE_MS, RunningSandbox, sandbox

__all__ = ["sandbox", "system_owner"]


@pytest.fixture(autouse=True)
def _reserve_user_1(request: pytest.FixtureRequest) -> None:
    """User 1 is the system default's; nobody else of a test may get that id."""
    if request.node.get_closest_marker("django_db"):
        request.getfixturevalue("system_owner")


@pytest.fixture
def market(sandbox: RunningSandbox, settings: Any) -> Any:
    """The sandbox's control, with an engine that neither pauses nor rests."""
    settings.BULK_PAUSE_MS = 0
    settings.BULK_VERIFY_AFTER_S = 0
    return sandbox.control


@pytest.fixture
def configure(sandbox: RunningSandbox) -> Callable[..., None]:
    """Give a person a configuration that points to the sandbox, of GameBoost unless another service is stated."""

    def configure(user: Any, key: str = "sandbox-key", *, timeout_ms: int = PATIENCE_MS, **changes: Any) -> None:
        stated = {"service": "gameboost", **saved_with(sandbox), "api_key": key, "timeout_ms": timeout_ms}
        save_configuration(user_id=user.id, by=user, **(stated | changes))

    return configure


def saved_with(sandbox: RunningSandbox) -> dict[str, Any]:
    """What a configuration that leads to the sandbox holds."""
    address, endpoints = f"{sandbox.url}/v1", list(GAMEBOOST.endpoints)
    return {"api_key": "sandbox-key", "base_url": address, "timeout_ms": PATIENCE_MS, "enabled_endpoints": endpoints}


@pytest.fixture
def owner(employee: Any, market: Any, sandbox: RunningSandbox) -> Any:
    """An employee who can start runs. Nobody asks who saved the first key, which takes ten times as long as the key."""
    Configuration.objects.create(user=employee, service="gameboost", **saved_with(sandbox))
    return employee


@pytest.fixture
def two_markets(owner: Any, other_employee: Any, sandbox: RunningSandbox) -> None:
    """GameBoost v2 and LZT Market for two people, each with keys of their own, that nobody asks who saved."""
    ways = {"gameboost": ("gb", "/v2", GAMEBOOST.endpoints), "lztmarket": ("lzt", "/lzt", LZT_MARKET.default_endpoints)}
    for person in (owner, other_employee):
        for service, (name, path, endpoints) in ways.items():
            key = {"api_key": f"sandbox-{name}-{person.id}", "base_url": f"{sandbox.url}{path}"}
            kept = saved_with(sandbox) | key | {"enabled_endpoints": list(endpoints)}
            Configuration.objects.update_or_create(user=person, service=service, defaults=kept)


@pytest.fixture
def start(owner: Any) -> Callable[..., Run]:
    """Start a Roblox run of these logins."""

    def start(*logins: str, by: Any = None, service: str = "gameboost", **changes: Any) -> Run:
        person = by or owner
        text = "\n".join(f"{login}:Exemplo#123" for login in logins)
        stated = {"owner": person, "game": "roblox", "by": person, "text": text, "settings": SETTINGS}
        return start_runs(markets={service: Terms()}, **(stated | changes))[0]

    return start


@pytest.fixture
def arrived(market: Any, tmp_path: Path) -> Callable[[], list[dict[str, Any]]]:
    """The bodies that the marketplace took, in the order of their coming: read from what the sandbox keeps."""

    def bodies() -> list[dict[str, Any]]:
        with closing(sqlite3.connect(tmp_path / "sandbox.sqlite3")) as kept:
            return [json.loads(body) for (body,) in kept.execute("SELECT attributes FROM listing ORDER BY id")]

    return bodies


@pytest.fixture
def let_lookups_see(market: Any, tmp_path: Path) -> Callable[[], None]:
    """Show look-ups what `lagging_lookup` hid from them, as time would."""

    def let_lookups_see() -> None:
        with closing(sqlite3.connect(tmp_path / "sandbox.sqlite3")) as kept:
            kept.execute("UPDATE listing SET visible_at = 0")
            kept.commit()

    return let_lookups_see
