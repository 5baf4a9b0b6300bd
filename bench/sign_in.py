"""Other people's pages while somebody guesses passwords: 50 wrong log-ins a second for a minute."""

import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import quantiles

import requests

from bench.figures import Figure
from bench.http import Person
from e2e.installation import Installation
from e2e.people import ANA

GUESSES_PER_S = 50
GUESSERS = 10
QUIET_S, FLOOD_S = 20, 60
PAGES = ("/", "/tasks", "/api/payment-schedule")


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as var, Installation(Path(var)) as installation:
        person = Person(installation.url, *ANA)
        _p95(person, 3)
        quiet = _p95(person, QUIET_S)
        stop = threading.Event()
        sent = count()
        guessers = [
            threading.Thread(target=_guess, args=(installation.url, number, sent, stop)) for number in range(GUESSERS)
        ]
        for guesser in guessers:
            guesser.start()
        flooded = _p95(person, FLOOD_S)
        stop.set()
        for guesser in guessers:
            guesser.join()
    yield Figure("wrong log-ins a second that were sent", next(sent) / FLOOD_S, float("inf"), "/s")
    yield Figure("p95 of pages during the flood against the quiet figure", flooded / quiet, 2.0)


def _guess(url: str, number: int, sent: "count[int]", stop: threading.Event) -> None:
    """One guesser at its share of the pace, each time with another name, so that the address limit is what holds."""
    session = requests.Session()
    session.get(f"{url}/", timeout=30)
    token = {"X-CSRFToken": session.cookies["csrftoken"]}
    due = time.monotonic()
    while not stop.is_set():
        body = {"username": f"ninguem{number}-{next(sent)}", "password": "errada-123"}
        session.post(f"{url}/api/auth/login", json=body, headers=token, timeout=30)
        due += GUESSERS / GUESSES_PER_S
        stop.wait(max(0.0, due - time.monotonic()))


def _p95(person: Person, seconds: float) -> float:
    times = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for path in PAGES:
            started = time.perf_counter()
            person.get(path)
            times.append(time.perf_counter() - started)
        time.sleep(0.05)
    return quantiles(times, n=20)[-1]
