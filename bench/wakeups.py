"""How soon a worker that has nothing to do feels the start of a run, and what its waiting costs.

On the configured DATABASE_URL, which must be empty (`.ci/with-postgres` gives such a one), else on a SQLite file.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from bench.figures import Figure
from bench.http import Person
from e2e.installation import Installation, cpu_s_of
from e2e.people import ANA
from e2e.processes import Process
from marketplace.tests.sandbox_client import SandboxControl

STARTS = 40
IDLE_S = 60
BEGUN_S = 15
ASKS_OFTEN = """
import sys
sys.path[:0] = ["platform", "."]
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from bulk.engine import worker
worker.ASK_EVERY_S = 0.25
worker.Worker().run()
"""


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as var, Installation(Path(var), BULK_PAUSE_MS="0") as installation:
        sandbox = SandboxControl(installation.sandbox_url)
        person = Person(installation.url, *ANA)
        waits = [_felt_after_s(person, sandbox, number) for number in range(STARTS)]
        yield Figure(f"from the start of a run to its first call, p50 of {STARTS}", median(waits), 0.1, "s")
        yield Figure("from the start of a run to its first call, p95", quantiles(waits, n=20)[-1], 0.1, "s")
        with ExitStack() as stack:
            workers = [
                Process(command, installation.environment) for command in (["manage.py", "runworker"], ["-c", ASKS_OFTEN])
            ]
            for worker in workers:
                stack.callback(worker.kill)
            time.sleep(BEGUN_S)
            before = [cpu_s_of(worker.pid) for worker in workers]
            time.sleep(IDLE_S)
            waiting, asking = (cpu_s_of(worker.pid) - spent for worker, spent in zip(workers, before, strict=True))
        yield Figure("processor time of a worker with nothing to do", waiting / IDLE_S, 0.01, "")
        yield Figure("of it against one that asks four times a second", waiting / asking, 0.5)


def _felt_after_s(person: Person, sandbox: SandboxControl, number: int) -> float:
    """Seconds from the answer to the one who starts a run of one account to its first call."""
    body = {"text": f"medida{number}:Senha#{number}", "settings": {}}
    run = person.post("/api/roblox/bulk-create", body, Prefer="respond-async").json()
    answered = time.time()
    while person.get(f"/api/bulk/runs/{run['runId']}").json()["state"] in ("queued", "running"):
        time.sleep(0.2)
    first = next(call["at"] for call in sandbox.log() if call["login"] == f"medida{number}")
    time.sleep(0.3)
    return max(0.0, first - answered)
