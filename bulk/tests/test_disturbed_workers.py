"""Real workers that are frozen with a creation on its way, whose clock jumps, and that are stopped for an upgrade in the
middle of runs: nothing is listed twice, lost or credited twice. `make soak` does each of it many times."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from bulk.engine.lane import FREE
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.tests.helpers import credited, sends, states
from bulk.tests.test_kill import environment, running, wait_until
from core.models import PeriodicJob
from core.tests.processes import ROOT
from e2e.processes import Process
from earnings.queries import verify_ledger

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
ROUNDS = range(20 if os.environ.get("SOAK") else 1)
WORKER = ["manage.py", "runworker"]
CLOCK_JUMPS = """
import signal, sys
from datetime import UTC, datetime, timedelta
import time_machine
from django.core.management import execute_from_command_line
from django.db.backends.signals import connection_created

clock = time_machine.travel(datetime.now(UTC), tick=True)
moved = clock.start()
for number, hours in ((signal.SIGUSR1, 2), (signal.SIGUSR2, -3)):
    signal.signal(number, lambda *_, hours=hours: moved.shift(timedelta(hours=hours)))

def tell_the_time(connection, **_):
    if connection.vendor == "sqlite":  # which goes by the clock of its machine
        now = lambda form, *_: datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
        connection.connection.create_function("STRFTIME", -1, now)

connection_created.connect(tell_the_time)
execute_from_command_line(["manage.py", "runworker"])
"""


@pytest.fixture(autouse=True, params=ROUNDS)
def _again(request: pytest.FixtureRequest) -> None:
    """So many times."""


@pytest.fixture
def surroundings(
    real_database: Any, configure: Callable[..., None], owner: Any, market: Any, tmp_path: Path
) -> dict[str, str]:
    configure(owner, timeout_ms=1000)
    return environment(real_database, tmp_path, port=9) | {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "platform"), str(ROOT)]),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "BULK_LEASE_S": "1",
    }


def test_worker_frozen_with_a_creation_on_its_way_and_the_one_after_it_list_it_once(
    surroundings: dict[str, str], start: Callable[..., Run], market: Any
) -> None:
    """It holds the answer to what the other has found meanwhile. One that is frozen while it writes: test_frozen_worker."""
    market.set_faults({"kind": "slow", "ms": 600_000, "endpoint": "create", "count": 1})
    with running(WORKER, surroundings) as frozen:
        wait_until(
            lambda: PeriodicJob.objects.exists() and not PeriodicJob.objects.filter(last_finished_at=None).exists()
        )
        run = start("ana001", "bia002")
        wait_until(lambda: market.counters()["requests"].get("create"))
        freeze_between_writes(frozen)
        with running(WORKER, surroundings) as other:
            market.set_faults()
            wait_until(lambda: set(states(run).values()) == {"created"})
            frozen.signal(signal.SIGCONT)
            assert [process.stop() for process in (frozen, other)] == [0, 0]

    assert_listed_once(run, market)


def test_worker_whose_clock_jumps_hours_ahead_and_back_lists_everything_once(
    surroundings: dict[str, str], start: Callable[..., Run], market: Any
) -> None:
    run = start(*(f"conta{number:03}" for number in range(12)))
    market.set_faults({"kind": "created_then_dropped", "probability": 0.3})
    with running(["-c", CLOCK_JUMPS], surroundings) as worker:
        for settled, jump in ((2, signal.SIGUSR1), (5, signal.SIGUSR2), (8, signal.SIGUSR1)):
            wait_until(lambda least=settled: Row.objects.filter(settled_at__isnull=False).count() >= least)
            worker.signal(jump)
        wait_until(lambda: set(states(run).values()) == {"created"})
        assert worker.stop() == 0

    assert_listed_once(run, market)


def test_worker_stopped_for_an_upgrade_in_a_run_leaves_nothing_in_doubt(
    surroundings: dict[str, str], start: Callable[..., Run], market: Any
) -> None:
    """SIGTERM, `migrate`, start: the account in hand is settled first, and the next worker goes on where this one was."""
    market.set_policy(latency_ms=100)
    run = start(*(f"conta{number:03}" for number in range(6)))
    with running(WORKER, surroundings) as worker:
        wait_until(lambda: Row.objects.filter(state="created").count() >= 2)
        assert worker.stop() == 0
    assert not Row.objects.filter(state__in=["sending", "verifying"]).exists()
    assert Row.objects.filter(state="queued").exists()
    assert not Lane.objects.exclude(FREE).exists()
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=surroundings, check=True)
    with running(WORKER, surroundings) as worker:
        wait_until(lambda: set(states(run).values()) == {"created"})
        worker.stop()

    assert_listed_once(run, market)
    assert not Row.objects.filter(in_doubt=True).exists()


def freeze_between_writes(process: Process) -> None:
    """Not with the turn to write in its hands, which SQLite's writers wait for."""
    while True:
        process.signal(signal.SIGSTOP)
        if connection.vendor != "sqlite":
            return
        with suppress(BlockingIOError), Path(f"{connection.settings_dict['NAME']}-queue").open() as queue:
            fcntl.flock(queue, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        process.signal(signal.SIGCONT)


def assert_listed_once(run: Run, market: Any) -> None:
    logins = sorted(row.credentials["login"] for row in Row.objects.filter(run=run))
    alive = [listing for listing in market.listings() if not listing["deleted_at"]]
    assert sorted(listing["login"] for listing in alive) == logins
    assert sends(market) == dict.fromkeys(logins, 1)
    assert set(Row.objects.values_list("remote_id", flat=True)) == {str(listing["id"]) for listing in alive}
    assert set(credited()) == set(Row.objects.values_list("pk", flat=True))
    assert not OrphanListing.objects.exists()
    assert verify_ledger().faults == []
