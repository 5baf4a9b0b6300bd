"""What the run engine adds to a run: its time against rows x (pause + latency of the marketplace)."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure
from bench.http import Person
from e2e.installation import Installation
from e2e.people import ANA
from marketplace.tests.sandbox_client import SandboxControl

ROWS = 200
PAUSE_MS = 500
LATENCY_MS = 150


def measure() -> Iterator[Figure]:
    bound_s = ROWS * (PAUSE_MS + LATENCY_MS) / 1000
    with tempfile.TemporaryDirectory() as var, Installation(Path(var), BULK_PAUSE_MS=str(PAUSE_MS)) as installation:
        SandboxControl(installation.sandbox_url).set_policy(latency_ms=LATENCY_MS)
        person = Person(installation.url, *ANA)
        text = "\n".join(f"medida{number}:Senha#{number}" for number in range(ROWS))
        started = time.monotonic()
        run = person.post("/api/roblox/bulk-create", {"text": text, "settings": {}}, Prefer="respond-async").json()
        while (state := person.get(f"/api/bulk/runs/{run['runId']}").json())["state"] in ("queued", "running"):
            time.sleep(0.2)
        elapsed = time.monotonic() - started
        assert state["counts"]["created"] == ROWS, state
    yield Figure(f"a run of {ROWS} rows against rows x (pause + latency)", elapsed / bound_s, 1.03)
