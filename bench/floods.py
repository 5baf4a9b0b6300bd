"""Other people's pages and polls while slow work floods in: their p95 against the quiet figure, and again from five seconds
after its end on."""

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from threading import Thread

import requests

from bench.figures import Figure
from bench.http import Person
from e2e.installation import Installation
from e2e.people import ANA, DIEGO
from marketplace.tests.sandbox_client import SandboxControl

QUIET_S, FLOOD_S, AFTER_S = 15, 25, 15
WORST_QUIET = 2.0
RECOVERED_S = 5.0
BUSY = 503
PAGES = ("/", "/tasks", "/api/payment-schedule")
HANGING_MS = 4_000
EARNINGS = 2_000
TEXT = "\n".join(
    f"Conta {number}: login ana{number} senha Sol#{number}9 | Skins: {number} | Nível {number} | V-Bucks 1.{number:03}"
    for number in range(800)
)[:60_000]
LINES = "\n".join(f"conta{number}:Senha#{number}:mail{number}@example.com:Mar#{number}" for number in range(5_000))

Ask = Callable[[int], requests.Response]
"""One request of the flood, by its number."""


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as var, Installation(Path(var), TRUSTED_PROXY_COUNT="1") as installation:
        installation.manage("seed", "--employees", "1", "--tasks", "1", "--earnings", str(EARNINGS))
        sandbox = SandboxControl(installation.sandbox_url)
        person, other = Person(installation.url, *ANA), Person(installation.url, *DIEGO)
        me = other.get("/api/auth/me").json()["id"]
        _waits(person, 3)
        floods: dict[str, tuple[int, float, Callable[[int], Ask]]] = {
            "200 log-ins a second": (20, 0.1, partial(_guesses, installation.url)),
            "20 reads that hang": (20, 0.0, lambda _: partial(_read, other, me)),
            "4 people analysing 60 KB": (4, 0.0, lambda _: partial(_analyse, other, me)),
            "4 people reading 5,000 lines": (4, 0.0, lambda _: partial(_read_lines, other)),
            "4 people making PDFs": (4, 0.0, lambda _: partial(_print, other, me)),
        }
        for name, (clients, every_s, ask) in floods.items():
            sandbox.set_faults({"kind": "slow", "endpoint": "list", "ms": HANGING_MS})
            quiet = _waits(person, QUIET_S)
            # In a process of its own: what it costs to ask is not to slow whoever measures.
            flood = multiprocessing.get_context("fork").Process(target=_flood, args=(clients, every_s, ask))
            flood.start()
            time.sleep(1)
            flooded = _waits(person, FLOOD_S)
            flood.kill()
            flood.join()
            ended = time.monotonic()
            recovered = [(at, wait) for at, wait in _waits(person, AFTER_S) if at - ended >= RECOVERED_S]
            usual = _p95(quiet)
            yield Figure(f"{name}: p95 of pages and polls against quiet", _p95(flooded) / usual, WORST_QUIET)
            yield Figure(
                f"{name}: median against quiet", median(w for _, w in flooded) / median(w for _, w in quiet), 2.0
            )
            yield Figure(f"{name}: p95 from 5 s after its end against quiet", _p95(recovered) / usual, WORST_QUIET)


def _flood(clients: int, every_s: float, ask: Callable[[int], Ask]) -> None:
    os.nice(5)

    def keep_asking(client: int) -> None:
        act = ask(client)
        for number in count():
            due = time.monotonic() + every_s
            with suppress(requests.RequestException):
                answer = act(number)
                if (
                    answer.status_code == BUSY and not every_s
                ):  # a person reads the refusal, and tries again when it says so
                    due += float(answer.headers["Retry-After"])
            time.sleep(max(0.0, due - time.monotonic()))

    threads = [Thread(target=keep_asking, args=(client,)) for client in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _guesses(url: str, client: int) -> Ask:
    """Wrong passwords, each for another name and from another address, so that no lock holds them up."""
    session = requests.Session()
    session.get(f"{url}/", timeout=60)
    token = {"X-CSRFToken": session.cookies["csrftoken"]}

    def guess(number: int) -> requests.Response:
        address = {"X-Forwarded-For": f"100.{client}.{number // 250}.{number % 250}"}
        body = {"username": f"ninguem{client}-{number}", "password": "errada-123"}
        return session.post(f"{url}/api/auth/login", json=body, headers=token | address, timeout=60)

    return guess


def _read(person: Person, user_id: int, _: int) -> requests.Response:
    return person.ask("POST", "/api/proxy/gameboost/accounts", {"userId": user_id, "method": "GET", "fresh": True})


def _analyse(person: Person, user_id: int, _: int) -> requests.Response:
    return person.ask("POST", "/api/fortnite/analyze", {"text": TEXT, "userId": user_id})


def _read_lines(person: Person, _: int) -> requests.Response:
    return person.ask("POST", "/api/bulk/uploads/read", {"text": LINES, "game": "roblox"})


def _print(person: Person, user_id: int, _: int) -> requests.Response:
    return person.ask("GET", f"/api/earnings/{user_id}/statement.pdf")


def _waits(person: Person, seconds: float) -> list[tuple[float, float]]:
    """(when it was asked, how long it took) of pages and polls, one after the other."""
    waits = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for path in PAGES:
            at, started = time.monotonic(), time.perf_counter()
            person.get(path)
            waits.append((at, time.perf_counter() - started))
        time.sleep(0.05)
    return waits


def _p95(waits: list[tuple[float, float]]) -> float:
    return quantiles((wait for _, wait in waits), n=20)[-1]
