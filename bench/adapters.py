"""What an adapter adds to a call: its time against a bare session that makes the very same calls.

The sandbox is a process of its own. What is measured is an adapter as screens and runs get it: translation, the key's
budget, the outbound guard, the reading of the answer and the activity row.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from statistics import quantiles
from typing import Any

import requests

from bench.django_ground import ready
from bench.figures import Figure
from e2e.installation import ROOT, START_S, STOP_S, free_ports

KEYS = 4
ROUNDS = 20
WARM_UP = 3
BOUND_MS = 3.0
MARKETS = {
    "GameBoost v1": ("gameboost", "/v1", "war-thunder"),
    "GameBoost v2": ("gameboost", "/v2", "war-thunder"),
    "LZT Market": ("lztmarket", "/lzt", "roblox"),
}


def measure() -> Iterator[Figure]:
    ready()
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with tempfile.TemporaryDirectory() as folder, _sandbox(Path(folder)) as url:
        settings.OUTBOUND_ALLOWED_HOSTS = frozenset({url.removeprefix("http://")})
        for market, (provider, path, game) in MARKETS.items():
            for act in ("creation", "page of listings"):
                added_ms = _added_ms(provider, url + path, game, act)
                yield Figure(f"{market}, {act}: the adapter's own time in a call", added_ms, BOUND_MS, "ms")


def _added_ms(provider: str, base_url: str, game: str, act: str) -> float:
    """The first quartile of what the adapter added in each round: in slower rounds other processes took the processor."""
    added = [each for key in range(KEYS) for each in _rounds(provider, base_url, game, act, f"sandbox-medida-{key}")]
    return quantiles(added, n=4)[0]


def _rounds(provider: str, base_url: str, game: str, act: str, key: str) -> Iterator[float]:
    """Milliseconds that the adapter added to a call, round by round. A key's budget takes no more of them in a minute."""
    from marketplace.actions.calls import adapter_for
    from marketplace.adapters.base import Connection, Created, Page

    bare = requests.Session()
    bare.trust_env = False
    with _recorded() as calls:
        adapter = adapter_for(Connection(provider, base_url, key), user_id=_person_id())
        for number in range(WARM_UP + ROUNDS):
            calls.clear()
            started = time.perf_counter()
            if act == "creation":
                assert isinstance(adapter.create(_listing(game, f"{base_url.rpartition('/')[2]}-{number}")), Created)
            else:
                assert isinstance(adapter.list_page(1), Page)
            whole_s = time.perf_counter() - started
            wire_s = sum(_seconds(bare, call) for call in calls)
            if number >= WARM_UP:
                yield (whole_s - wire_s) / len(calls) * 1000
        adapter.close()


@contextmanager
def _recorded() -> Iterator[list[dict[str, Any]]]:
    """Every call that leaves through the guard, as it was asked for."""
    from infra.outbound import OutboundSession

    calls: list[dict[str, Any]] = []
    request: Any = OutboundSession.request

    def recorded(session: Any, method: str, url: str, **call: Any) -> Any:
        known = {"method": method, "url": url, "headers": call["headers"], "params": call["params"]}
        calls.append(known | {"json": call["json_body"]})
        return request(session, method, url, **call)

    setattr(OutboundSession, "request", recorded)  # noqa: B010 - a measurement looks on
    try:
        yield calls
    finally:
        setattr(OutboundSession, "request", request)  # noqa: B010 - as it was


def _seconds(session: requests.Session, call: dict[str, Any]) -> float:
    """The time of the call on the wire."""
    started = time.perf_counter()
    answer = session.request(**call, timeout=30)
    elapsed = time.perf_counter() - started
    assert answer.status_code < 500, answer.status_code
    return elapsed


def _listing(game: str, login: str) -> Any:
    from marketplace.adapters.base import Listing

    return Listing(
        game=game,
        title="Conta com acesso completo",
        description="Conta com acesso completo.",
        price_eur=Decimal("14.99"),
        login=login,
        password="Exemplo#123",
        email_login="medida@example.com",
        email_password="Exemplo#456",
        image_urls=("https://cdn.example.com/conta.jpg",),
    )


def _person_id() -> int:
    from accounts.actions.people import create_person
    from accounts.models import User

    known = User.objects.filter(username="medida.adaptador").first()
    person = known or create_person(
        by=None,
        username="medida.adaptador",
        password="medida-forte-1",
        role="employee",
    )
    return person.id


@contextmanager
def _sandbox(folder: Path) -> Iterator[str]:
    port = free_ports()
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [
            *(sys.executable, "manage.py", "marketplace_sandbox", "--quiet"),
            *("--port", str(port), "--state", str(folder / "sandbox.sqlite3")),
        ],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(url)
        yield url
    finally:
        process.terminate()
        process.wait(STOP_S)


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        try:
            requests.get(f"{url}/_control/health", timeout=1)
            return
        except requests.ConnectionError:
            time.sleep(0.1)
    raise RuntimeError("the sandbox did not start")
