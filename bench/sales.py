"""How soon the other listing of a sold account is gone while every key has a full queue, and a pass over 20,000 listings.

On the server of DATABASE_URL when that is PostgreSQL, on a SQLite file otherwise.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any

from bench import django_ground
from bench.figures import Figure
from bench.storm import answers, fresh_database, wait_until
from e2e.installation import Installation
from e2e.processes import Process
from marketplace.tests.sandbox_client import SandboxControl

FIRST, QUEUED, SALES, EVERY_S = 24, 600, 16, 12
"""Accounts that are listed, those that wait, those that are sold, and how long before the next one: questions for sales have
a twentieth of a key's calls."""
LATENCY_MS = 150
CLOSED_S = 2 + 2 * LATENCY_MS / 1000
LISTED = 20_000
PASSES = {"gameboost": ("v2", 50, 500, "Listed"), "lztmarket": ("lzt", 40, 120, "active")}
"""{service: (its path, listings a page, the vendor's limit of calls a minute, the word for what is listed)}"""


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name, fresh_database(Path(name)) as database_url, ExitStack() as stack:
        at = Installation(Path(name), DATABASE_URL=database_url, BULK_PAUSE_MS="0")
        os.environ |= at.environment
        at.manage("migrate", "--verbosity", "0")
        at.manage("seed", "--employees", "3")
        django_ground.ready()
        port = at.sandbox_url.rpartition(":")[2]
        sandbox = Process(["manage.py", "marketplace_sandbox", "--port", port, "--quiet"], at.environment)
        stack.callback(sandbox.kill)
        wait_until(lambda: answers(f"{at.sandbox_url}/_control/health"))
        control = SandboxControl(at.sandbox_url)
        control.set_policy(latency_ms=LATENCY_MS)
        worker = Process(["manage.py", "runworker"], at.environment)
        stack.callback(worker.kill)
        waits = _waits_s(at.sandbox_url, control)
        worker.stop()
        yield Figure(
            f"from a sale that is told to the end of the other listing, p50 of {SALES}", median(waits), CLOSED_S, "s"
        )
        yield Figure("the longest", max(waits), CLOSED_S, "s")
        # Only now: the sandbox takes long over so many, and its latency is part of the waits.
        control.set_policy(latency_ms=0)
        _list_many(Path(name))
        yield from _passes(at.sandbox_url, control)
        from django.db import connections

        connections.close_all()


def _key(service: str, number: int) -> str:
    return f"sandbox-{service}-{number}"


def _seller(service: str, number: int) -> str:
    """The sandbox's name for who has the key."""
    return sha256(_key(service, number).encode()).hexdigest()[:16]


def _configure(person: Any, number: int, sandbox_url: str, *services: str) -> None:
    for service in services:
        base_url = f"{sandbox_url}/{PASSES[service][0]}"
        django_ground.connect(person, key=_key(service, number), base_url=base_url, service=service)


def _people() -> list[Any]:
    from accounts.queries import active_people

    return list(active_people().filter(role="employee").order_by("pk"))


def _list_many(folder: Path) -> None:
    """What the keys of the third person have at the sandbox already."""
    from marketplace.sandbox.state import State

    state = State(folder / "sandbox.sqlite3")
    kept = {"title": "Conta", "description": "", "game": "roblox", "account_data": {}, "image_urls": [], "price": 9.99}
    kept |= {"category_id": 31, "currency": "eur", "item_origin": "personal"}
    for service, (_, _, _, word) in PASSES.items():
        market = "lzt" if service == "lztmarket" else service
        for number in range(LISTED):
            state.add(market, _seller(service, 2), f"antiga{number}", word, kept)
    state.close()


def _passes(sandbox_url: str, control: SandboxControl) -> Iterator[Figure]:
    """Steps follow each other at once, where a worker leaves half a minute between two; what the key's limits ask for is
    waited for."""
    from marketplace.actions.sync import sync_listings
    from marketplace.models import RemoteAccount, SyncPass

    for service, (_, page_size, limit, _) in PASSES.items():
        others = list(SyncPass.objects.values_list("lane_key", flat=True))
        passes = SyncPass.objects.exclude(lane_key__in=others)
        _configure(_people()[2], 2, sandbox_url, service)
        began = time.monotonic()
        while not passes.filter(finished_at__isnull=False).exists():
            if not sync_listings():
                time.sleep(1)
        calls = [call for call in control.log() if call["key_hash"] == _seller(service, 2)]
        times = [call["at"] for call in calls]
        most = max(sum(start <= each < start + 60 for each in times) for start in times)
        seen = RemoteAccount.objects.filter(lane_key__in=passes.values("lane_key"), gone_at=None).count()
        yield Figure(f"{service}: listings of {LISTED} that a pass did not see", LISTED - seen, 0, "")
        yield Figure(f"{service}: calls of a pass", len(calls), LISTED // page_size + 2, "")
        yield Figure(f"{service}: its most calls in a minute", most, limit, "")
        yield Figure(
            f"{service}: its calls that were refused with 429", sum(call["status"] == 429 for call in calls), 0, ""
        )
        yield Figure(f"{service}: time of a pass without pauses between steps", time.monotonic() - began, 900, "s")


def _waits_s(sandbox_url: str, control: SandboxControl) -> list[float]:
    """Seconds from the moment in which a call tells of a sale to the end of the account's other listing."""
    from bulk.actions.runs import start_runs
    from bulk.games.terms import Terms
    from bulk.models import Row
    from infra.schedule import run_soon

    people = _people()[:2]
    for number, person in enumerate(people):
        _configure(person, number, sandbox_url, *PASSES)

    def start(first: int, count: int) -> None:
        for number, person in enumerate(people):
            accounts = [
                {
                    "login": login,
                    "password": "Senha#1",
                    "emailLogin": f"{login}@example.com",
                    "emailPassword": "Senha#2",
                }
                for login in (f"medida{number}x{row}" for row in range(first, first + count // 2))
            ]
            settings = {"imageUrls": ["https://cdn.example.com/a.jpg"]}
            markets = dict.fromkeys(PASSES, Terms())
            start_runs(
                owner=person, game="roblox", by=person, accounts=accounts, text=None, settings=settings, markets=markets
            )

    start(0, FIRST)
    wait_until(lambda: Row.objects.filter(state="created").count() == 2 * FIRST)
    start(FIRST, QUEUED)
    waits = []
    for number in range(SALES):
        login = f"medida{number % 2}x{number // 2}"
        listings = [each for each in control.listings() if each["login"] == login]
        sold, other = listings if number % 4 < 2 else listings[::-1]
        control.set_listing_status(sold["id"], "paid" if sold["market"] == "lzt" else "Sold")
        told_at = time.time()
        run_soon("marketplace.find_sales")

        def gone_at(sought: int = other["id"]) -> float:
            [shown] = [each for each in control.listings() if each["id"] == sought]
            return float(shown["deleted_at"] or (shown["updated_at"] if shown["status"] == "deleted" else 0))

        wait_until(lambda: gone_at() > 0)
        waits.append(gone_at() - told_at)
        time.sleep(max(0.0, told_at + EVERY_S - time.time()))
    assert Row.objects.filter(state="queued").exists(), "the queue was not full to the end"
    return waits
