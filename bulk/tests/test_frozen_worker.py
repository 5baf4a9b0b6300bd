"""A worker that is frozen inside a transaction, under the supervisor that `make run` ends in."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bulk.engine.lane import FREE
from bulk.models import Lane
from bulk.tests.helpers import credited, row_of, sends, states
from bulk.tests.test_kill import environment, wait_until
from core.tests.processes import PATIENCE_S, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
LEASE_S = 2
FREEZES_ONCE = """
import os, pathlib, signal, sys, threading
from django.core.management import execute_from_command_line
from django.db.transaction import Atomic

frozen = pathlib.Path(sys.argv.pop())
leave = Atomic.__exit__

def leave_late(atomic, kind, *raised):
    if kind is None and threading.current_thread().name.startswith("lane-") and not frozen.exists():
        frozen.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGSTOP)
    leave(atomic, kind, *raised)

Atomic.__exit__ = leave_late
execute_from_command_line(["manage.py", "runworker"])
"""
SUPERVISES = """
import os, sys
from shell import supervisor
code, frozen, lease = sys.argv[1:]
worker = supervisor.Child("worker", [sys.executable, "-c", code, frozen])
supervisor.run([worker], environment=dict(os.environ), health="http://127.0.0.1:9/", lease_s=float(lease), on_ready=print)
"""


def test_lane_of_a_worker_frozen_in_a_transaction_moves_on_in_the_next_one(
    real_database: Any, configure: Any, start: Any, owner: Any, market: Any, tmp_path: Path
) -> None:
    """The supervisor ends the frozen one, which holds the queue of SQLite's writers or locks of PostgreSQL."""
    configure(owner, timeout_ms=1000)
    run = start("ana001", "bia002", "caio003")
    frozen = tmp_path / "frozen"
    surroundings = environment(real_database, tmp_path, port=9) | {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "platform"), str(ROOT)]),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "BULK_LEASE_S": str(LEASE_S),
    }
    command = [sys.executable, "-c", SUPERVISES, FREEZES_ONCE, str(frozen), str(LEASE_S)]
    with subprocess.Popen(command, env=surroundings, stderr=subprocess.PIPE, text=True) as supervisor:
        try:
            wait_until(lambda: set(states(run).values()) == {"created"} and not Lane.objects.exclude(FREE).exists())
        finally:
            supervisor.terminate()
            _, said = supervisor.communicate(timeout=PATIENCE_S)

    assert f"O processo 'worker' não dá sinal há {LEASE_S} s e será reiniciado." in said
    with pytest.raises(ProcessLookupError):
        os.kill(int(frozen.read_text()), signal.SIGCONT)
    assert sends(market) == {"ana001": 1, "bia002": 1, "caio003": 1}
    assert set(credited()) == {row_of(run, line).pk for line in (1, 2, 3)}
