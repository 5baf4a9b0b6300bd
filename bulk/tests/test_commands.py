"""`manage.py runworker`, and what is periodic."""

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.utils import timezone

from bulk.actions.removal import purge_connections, purge_credentials
from bulk.engine.worker import Worker
from bulk.models import Lane, Run
from bulk.tests.helpers import row_of, sends, states, work
from bulk.tests.test_kill import wait_until
from core.models import PeriodicJob, WorkerHeartbeat
from core.tests.processes import url_of
from e2e.processes import Process
from infra import pulse

pytestmark = pytest.mark.django_db

Start = Callable[..., Run]


def test_once_does_what_is_due_and_can_be_run_twice(start: Start, market: Any) -> None:
    """Each has `--help`, exits non-zero on failure, and can be run twice."""
    run = start("ana001", "bia002")

    call_command("runworker", "--once")
    call_command("runworker", "--once")

    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert Lane.objects.get().owner == ""


def test_worker_with_keys_that_open_nothing_ends_with_what_to_do(start: Start, market: Any, keys: Any) -> None:
    """As on a second machine that made keys of its own: it would be there and send nothing."""
    run = start("ana001")
    keys(Fernet.generate_key().decode())

    with pytest.raises(ImproperlyConfigured, match=r"^FIELD_ENCRYPTION_KEYS não abre um segredo gravado"):
        call_command("runworker", "--once")

    assert states(run) == {1: "queued"}
    assert not WorkerHeartbeat.objects.exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_worker_of_development_works_under_its_reloader_and_ends_when_asked(real_database: Any, tmp_path: Path) -> None:
    """'`make dev` (auto-reload + watch build)'."""
    environment = os.environ | {
        "DATABASE_URL": url_of(real_database),
        "VAR_DIR": str(tmp_path / "var"),
        "LOG_LEVEL": "ERROR",
    }
    worker = Process(["manage.py", "runworker", "--reload"], environment)
    try:
        wait_until(WorkerHeartbeat.objects.exists)
    finally:
        code = worker.stop()

    assert code in (0, -signal.SIGTERM)


@pytest.mark.once
@pytest.mark.parametrize(("before", "stops"), [(lambda *_: None, 1), (signal.SIG_IGN, 0)], ids=["terminal", "nohup"])
def test_worker_ends_with_its_terminal_unless_started_to_outlive_it(
    before: Any, stops: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Worker] = []
    monkeypatch.setattr(Worker, "stop", lambda worker: asked.append(worker))
    monkeypatch.setattr(Worker, "run", lambda worker: signal.raise_signal(signal.SIGHUP))
    monkeypatch.setattr(pulse, "start", lambda: None)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGHUP, before)
    try:
        call_command("runworker")
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)

    assert len(asked) == stops


def test_once_runs_the_periodic_jobs(start: Start, market: Any) -> None:
    call_command("runworker", "--once")

    names = set(PeriodicJob.objects.filter(name__startswith="bulk.").values_list("name", flat=True))
    assert names == {
        *("bulk.purge_credentials", "bulk.purge_connections", "bulk.purge_drafts", "bulk.forget_keys"),
        *("bulk.send_prices", "bulk.propose_prices", "bulk.ask_suggestions", "bulk.tell_due_orders"),
        *("bulk.write_results", "bulk.sweep_results"),
    }
    assert set(PeriodicJob.objects.filter(name__startswith="bulk.").values_list("last_error", flat=True)) == {""}


def test_jobs_forget_credentials_and_keys(start: Start, market: Any) -> None:
    run = start("ana001")
    work()
    Run.objects.update(finished_at=timezone.now() - timedelta(days=46))
    Lane.objects.update(connected_at=timezone.now() - timedelta(days=2))

    assert (purge_credentials(), purge_connections()) == (1, 1)
    assert (purge_credentials(), purge_connections()) == (0, 0)

    assert row_of(run).credentials is None
    assert Lane.objects.get().connection is None
