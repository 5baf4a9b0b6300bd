"""`/metrics` in Prometheus' format: 'queue depth, oldest row, sends, failures, request times'."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from core.tests.processes import ROOT
from infra.health import beat

pytestmark = pytest.mark.django_db

TOKEN = "prometheus-de-teste"


@pytest.fixture
def watcher(settings: Any) -> Client:
    settings.METRICS_TOKEN = TOKEN
    return Client(headers={"Authorization": f"Bearer {TOKEN}"})


def samples(client: Client) -> dict[tuple[str, tuple[str, ...]], float]:
    """{(name, label values): figure}."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def test_alerts_of_the_document_compare_figures_that_are_told(watcher: Client) -> None:
    """Prometheus joins figures of the same labels alone: what has others is joined without any, as `max` and `sum` leave it."""
    watch = (ROOT / "docs/operations.md").read_text("utf-8").partition("## Watch")[2]
    alerts = re.findall(r"^\| [^|]+ \| `([^`]+)`", watch, re.M)
    watcher.get("/game-selection")

    assert len(alerts) == 8
    told = {"up"} | {name for name, _ in samples(watcher)}
    assert set(re.findall(r"\b(?:up|workers|bulk_\w+|http_\w+|clock_\w+)", " ".join(alerts))) <= told
    sides = [side.strip() for alert in alerts for side in re.split(r" (?:and|[<>]|==) ", alert) if " and " in alert]
    assert [side for side in sides if not re.match(r"max\(|sum\(|\d", side)] == []


def test_the_queue_and_the_workers_are_told(watcher: Client) -> None:
    beat("um:1")
    beat("dois:2")

    told = samples(watcher)

    assert {of[0]: told["bulk_rows", of] for name, of in told if name == "bulk_rows"} == {
        "queued": 0,
        "sending": 0,
        "verifying": 0,
    }
    assert told["bulk_oldest_queued_seconds", ()] == 0
    assert told["bulk_settled_last_hour", ("created",)] == told["bulk_settled_last_hour", ("failed",)] == 0
    assert told["workers", ()] == 2
    assert told["clock_corrections", ()] == 0


def test_requests_are_counted_by_route_and_not_by_path(
    watcher: Client, client_for: Callable[[Any], Any], employee: Any
) -> None:
    of = ("GET", "api/bulk/runs/<int:run_id>", "4xx")
    counted = ("http_request_duration_seconds_count", of)
    before = samples(watcher).get(counted, 0)
    person = client_for(employee)
    person.get("/api/bulk/runs/777001")
    person.get("/api/bulk/runs/777002")

    told = samples(watcher)

    assert told[counted] == before + 2
    assert not [labels for name, labels in told if "777001" in str(labels)]


@pytest.mark.parametrize("header", [None, "Bearer ", "Bearer outro", TOKEN[:-1]])
def test_without_the_token_it_is_a_404(settings: Any, header: str | None) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = Client().get("/metrics", headers={"Authorization": header} if header is not None else {})
    assert answer.status_code == 404


def test_no_token_set_is_no_token_guessed() -> None:
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_admins_read_it_and_employees_do_not(client_for: Callable[[Any], Any], admin: Any, employee: Any) -> None:
    assert client_for(admin).get("/metrics").status_code == 200
    assert client_for(employee).get("/metrics").status_code == 404


@pytest.mark.once
def test_request_times_of_a_process_never_need_more_memory_than_it_has(tmp_path: Path) -> None:
    """Memory that cannot be had kills the process that writes to it, so all of it is had from the start."""
    fill = """
import os, pathlib, runpy, sys
bytes_ = runpy.run_path("gunicorn.conf.py")["METRICS_BYTES"]
file = pathlib.Path(sys.argv[1], f"histogram_{os.getpid()}.db")
file.write_bytes(bytes(bytes_))
import django
django.setup()
from django.http import HttpResponse
from django.test import RequestFactory
from types import SimpleNamespace
from infra import metrics
for number in range(metrics.MAX_SERIES + 50):
    request = RequestFactory().patch("/")
    request.resolver_match = SimpleNamespace(route=f"{number:_<90}")
    metrics.observe(request, HttpResponse(), 0.2)
used = int.from_bytes(file.read_bytes()[:4], sys.byteorder)
print(file.stat().st_size == bytes_, used > bytes_ / 2, b"(other)" in metrics.exposition({}))
"""
    environment = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    filled = subprocess.run(
        [sys.executable, "-c", fill, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (filled.returncode, filled.stdout) == (0, "True True True\n"), filled.stderr
