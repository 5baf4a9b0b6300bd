"""The SQLite backend's queue of writers: what PostgreSQL does by itself."""

import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import F

from core.models import Stamp
from core.tests import processes
from core.tests.threads import in_threads

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="the queue is SQLite's")

READ_MODIFY_WRITE = """
from django.db import transaction
from core.models import Stamp
for _ in range({times}):
    with transaction.atomic():
        stamp = Stamp.objects.get(name="counter")
        stamp.version += 1
        stamp.save()
"""
HOLD_THE_QUEUE = """
import time
from django.db import transaction
from core.models import Stamp
with transaction.atomic():
    Stamp.objects.update(version=99)
    print("holding", flush=True)
    time.sleep(600)
"""
TAKE_THE_FILE = """
import fcntl, sys
shared_first, shared_size = 0x40000002, 510
fcntl.lockf(open(sys.argv[1], "r+b"), fcntl.LOCK_EX | fcntl.LOCK_NB, shared_size, shared_first)
"""


def test_eight_threads_and_another_process_lose_no_update_and_meet_no_lock(real_database: Any) -> None:
    Stamp.objects.create(name="counter")
    other = processes.start(real_database, READ_MODIFY_WRITE.format(times=100))

    def read_modify_write() -> None:
        for _ in range(25):
            with transaction.atomic():
                stamp = Stamp.objects.get(name="counter")
                stamp.version += 1
                stamp.save()

    failures = in_threads(8, read_modify_write)
    processes.finish(other)

    assert failures == []
    assert Stamp.objects.get().version == 300


def test_single_statements_outside_a_transaction_queue_as_well(real_database: Any) -> None:
    def write() -> None:
        for number in range(20):
            name = f"{threading.get_ident()}-{number}"
            Stamp.objects.create(name=name)
            Stamp.objects.filter(name=name).update(version=1)
            if number % 2:
                Stamp.objects.filter(name=name).delete()

    assert in_threads(8, write) == []
    assert Stamp.objects.filter(version=1).count() == Stamp.objects.count() == 80


def test_writer_waits_for_the_one_before_and_readers_do_not(real_database: Any) -> None:
    Stamp.objects.create(name="counter")
    order: list[str] = []

    def write() -> None:
        Stamp.objects.filter(name="counter").update(version=2)
        order.append("second")

    with transaction.atomic():
        Stamp.objects.filter(name="counter").update(version=1)
        waiting = threading.Thread(target=lambda: in_threads(1, write))
        waiting.start()
        read: list[int] = []
        in_threads(1, lambda: read.append(Stamp.objects.get(name="counter").version))
        time.sleep(0.05)
        order.append("first")
    waiting.join()

    assert read == [0]
    assert order == ["first", "second"]
    assert Stamp.objects.get().version == 2


def test_killed_writer_frees_the_queue_and_leaves_nothing(real_database: Any) -> None:
    Stamp.objects.create(name="counter")
    holder = processes.start(real_database, HOLD_THE_QUEUE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "holding\n"
    done = threading.Event()

    def write() -> None:
        Stamp.objects.update(version=7)
        done.set()

    waiting = threading.Thread(target=lambda: in_threads(1, write))
    waiting.start()
    assert not done.wait(0.2)
    holder.kill()
    waiting.join(60)
    holder.communicate()

    assert done.is_set()
    assert Stamp.objects.get().version == 7


def test_writer_gives_up_in_time_and_hands_its_turn_on(real_database: Any) -> None:
    """Whoever holds the queue is frozen: each waits as long as it may, and nobody keeps a turn that comes later."""
    Stamp.objects.create(name="counter")
    holder = processes.start(real_database, HOLD_THE_QUEUE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "holding\n"
    holder.send_signal(signal.SIGSTOP)
    real_database["OPTIONS"]["timeout"] = 0.2

    first = in_threads(4, lambda: Stamp.objects.update(version=7))
    then = in_threads(4, lambda: Stamp.objects.update(version=8))
    read: list[int] = []
    in_threads(1, lambda: read.append(Stamp.objects.get().version))
    holder.kill()
    holder.communicate()
    real_database["OPTIONS"]["timeout"] = 600

    assert [type(failure) for failure in first + then] == [OperationalError] * 8
    assert read == [0]
    assert in_threads(8, lambda: Stamp.objects.update(version=F("version") + 1)) == []
    assert Stamp.objects.get().version == 8


def test_process_that_starts_while_another_writes_reads_at_once(real_database: Any) -> None:
    Stamp.objects.create(name="counter")
    with transaction.atomic():
        Stamp.objects.update(version=1)
        reader = processes.start(real_database, "from core.models import Stamp\nprint(Stamp.objects.get().version)")
        assert processes.finish(reader) == "0\n"


def test_no_other_program_takes_a_database_in_use_for_its_own(real_database: Any) -> None:
    """An SQLite before 3.51, an operator's shell say, deletes the write-ahead log once no process holds the file: what is
    written here afterwards would be lost."""
    Stamp.objects.count()
    assert in_threads(1, Stamp.objects.count) == []

    command = [sys.executable, "-c", TAKE_THE_FILE, str(real_database["NAME"])]
    other = subprocess.run(command, capture_output=True, text=True, check=False)

    assert "BlockingIOError" in other.stderr


@pytest.mark.parametrize("ending", ["commit", "rollback", "error", "savepoint", "close"])
def test_queue_is_left_however_a_transaction_ends(real_database: Any, ending: str) -> None:
    Stamp.objects.create(name="counter")

    def end() -> None:
        with transaction.atomic():
            Stamp.objects.update(version=1)
            if ending == "rollback":
                transaction.set_rollback(True)
            if ending == "error":
                raise ArithmeticError
            if ending == "savepoint":
                with transaction.atomic():
                    Stamp.objects.update(version=2)
            if ending == "close":
                connection.close()

    assert [type(failure) for failure in in_threads(1, end)] == ([ArithmeticError] if ending == "error" else [])
    assert in_threads(1, lambda: Stamp.objects.filter(name="counter").update(version=3)) == []
    assert Stamp.objects.get().version == 3


def test_failed_statement_leaves_the_queue(real_database: Any) -> None:
    def fail() -> None:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO nowhere VALUES (1)")

    assert [type(failure) for failure in in_threads(1, fail)] == [OperationalError]
    assert in_threads(1, lambda: Stamp.objects.create(name="counter")) == []


def test_database_is_durable_fast_and_strict(real_database: Any) -> None:
    def pragma(name: str) -> Any:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {name}")
            return cursor.fetchone()[0]

    full, journal = 2, "wal"
    assert (pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys")) == (journal, full, 1)
    assert (pragma("recursive_triggers"), pragma("busy_timeout")) == (1, 600_000)


def test_sqlite_library_has_no_wal_reset_bug(db: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()")
        version = tuple(map(int, cursor.fetchone()[0].split(".")))

    assert version >= (3, 51, 3)
