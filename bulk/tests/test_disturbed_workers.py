"""Real workers that are frozen with a creation on its way, whose clock jumps, whose disk becomes read-only, and that are
stopped for an upgrade in the middle of runs: nothing is listed twice, lost or credited twice. `make soak` does each of it many times."""

import fcntl
import os
import platform
import re
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
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
# What a disk that the kernel mounted anew for reading answers is here a filter of system calls (seccomp), for good and for
# every thread: EROFS to pwrite64, ftruncate, unlink, and to openat for writing. Root can write wherever modes forbid it,
# and a mount with files open for writing cannot be made read-only.
READ_ONLY_DISK = """
import ctypes, errno, signal, struct, sys
from django.core.management import execute_from_command_line

LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
FORBIDDEN = [
    (LOAD, 0, 0, 0),  # the number of the call
    (EQUAL, 5, 0, 18), (EQUAL, 4, 0, 77), (EQUAL, 3, 0, 87), (EQUAL, 0, 3, 257),
    (LOAD, 0, 0, 32),  # the flags of openat
    (ANY_BIT, 0, 1, 0o103),
    (RETURN, 0, 0, 0x50000 | errno.EROFS),
    (RETURN, 0, 0, 0x7FFF0000),
]

def become_read_only(*_):
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in FORBIDDEN))
    program = ctypes.create_string_buffer(struct.pack("H6xP", len(FORBIDDEN), ctypes.addressof(code)))
    libc = ctypes.CDLL(None)
    assert libc.prctl(38, 1, 0, 0, 0) == libc.syscall(317, 1, 1, program) == 0
    sys.stderr.write("from here on the disk is read-only\\n")

signal.signal(signal.SIGUSR1, become_read_only)
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


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers of the system calls are this machine's")
def test_worker_whose_disk_becomes_read_only_loses_nothing_and_sends_nothing_twice(
    surroundings: dict[str, str],
    configure: Callable[..., None],
    owner: Any,
    start: Callable[..., Run],
    market: Any,
    tmp_path: Path,
) -> None:
    """The account was created, and nothing can be written down until the disk is mended and the worker started again."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's server has a disk of its own; test_disturbances has a standby")
    configure(owner, timeout_ms=5000)  # time for the disk to become read-only before the answer is missed
    run = start("ana001", "bia002")
    market.set_faults({"kind": "slow", "ms": 600_000, "endpoint": "create", "count": 1})
    log = tmp_path / "worker.log"
    with running(["-c", READ_ONLY_DISK], surroundings, log=log) as worker:
        wait_until(lambda: market.counters()["requests"].get("create"))
        worker.signal(signal.SIGUSR1)
        wait_until(lambda: "the disk is read-only" in log.read_text("utf-8"))
        market.set_faults()
        wait_until(lambda: re.search("disk I/O error|readonly database", log.read_text("utf-8")))
        assert states(run) == {1: "sending", 2: "queued"}
    with running(WORKER, surroundings) as worker:
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
    call_command("migrate", verbosity=0)
    with running(WORKER, surroundings) as worker:
        wait_until(lambda: set(states(run).values()) == {"created"})
        worker.stop()

    assert_listed_once(run, market)
    assert not Row.objects.filter(in_doubt=True).exists()


def freeze_between_writes(process: Process) -> None:
    """Not with the turn to write in its hands, which SQLite's writers wait for."""
    while True:
        process.signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED)  # until then its threads go on, and may take the turn
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
