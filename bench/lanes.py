"""Sixty-four keys worked by four workers: rows a second against 64 / (pause + latency), and what a row costs.

On the server of DATABASE_URL when that is PostgreSQL, on a SQLite file otherwise. A marketplace asked by so many at once
is a process too: what is measured needs six processors, and the processor time of a row is told beside it.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from bench import django_ground
from bench.figures import Figure
from bench.storm import answers, fresh_database
from e2e.installation import Installation, cpu_s_of
from e2e.processes import Process
from marketplace.tests.sandbox_client import SandboxControl

KEYS, WORKERS, ROWS = 64, 4, 40
PAUSE_MS, LATENCY_MS = 500, 150
PATIENCE_S = 900


def measure() -> Iterator[Figure]:
    best = KEYS / ((PAUSE_MS + LATENCY_MS) / 1000)
    with tempfile.TemporaryDirectory() as name, fresh_database(Path(name)) as database_url, ExitStack() as stack:
        installation = Installation(Path(name), DATABASE_URL=database_url, BULK_PAUSE_MS=str(PAUSE_MS))
        os.environ |= installation.environment
        installation.manage("migrate", "--verbosity", "0")
        installation.manage("seed", "--employees", str(KEYS))
        django_ground.ready()
        port = installation.sandbox_url.rpartition(":")[2]
        sandbox = Process(["manage.py", "marketplace_sandbox", "--port", port, "--quiet"], installation.environment)
        stack.callback(sandbox.kill)
        _wait_until(lambda: answers(f"{installation.sandbox_url}/_control/health"))
        SandboxControl(installation.sandbox_url).set_policy(latency_ms=LATENCY_MS, rate_limit_per_minute=0)
        _start_runs(installation.sandbox_url)
        workers = [Process(["manage.py", "runworker"], installation.environment) for _ in range(WORKERS)]
        for worker in workers:
            stack.callback(worker.kill)
        began, done, spent = _at(KEYS * 4, workers, sandbox)
        ended, all_done, all_spent = _at(KEYS * (ROWS - 6), workers, sandbox)
        from django.db import connections

        connections.close_all()
    per_s = (all_done - done) / (ended - began)
    row_ms = [(after - before) * 1000 / (all_done - done) for before, after in zip(spent, all_spent, strict=True)]
    yield Figure(f"rows a second of {KEYS} keys against the best, missing from it", 1 - per_s / best, 0.2, "")
    yield Figure("processor time of a row, in the workers", row_ms[0], 15, "ms")
    yield Figure("processor time of a row, in the marketplace that is asked", row_ms[1], 15, "ms")


def _start_runs(sandbox_url: str) -> None:
    from accounts.queries import active_people
    from bulk.actions.runs import start_runs
    from bulk.games.terms import Terms

    people = list(active_people().filter(role="employee").order_by("pk")[:KEYS])
    assert len(people) == KEYS
    for number, person in enumerate(people):
        django_ground.connect(person, key=f"sandbox-{number}", base_url=f"{sandbox_url}/v1")
        text = "\n".join(f"medida{number}x{row}:Senha#{row}" for row in range(ROWS))
        start_runs(owner=person, game="roblox", by=person, text=text, settings={}, markets={"gameboost": Terms()})


def _at(rows: int, workers: list[Process], sandbox: Process) -> tuple[float, int, list[float]]:
    """(when, how many were created, processor time of the workers and of the marketplace) once so many are created."""
    from bulk.models import Row

    created = Row.objects.filter(state="created")
    _wait_until(lambda: created.count() >= rows)
    return time.monotonic(), created.count(), [sum(cpu_s_of(each.pid) for each in workers), cpu_s_of(sandbox.pid)]


def _wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "this takes too long"
        time.sleep(0.25)
