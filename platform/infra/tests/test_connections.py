"""Transactions that do not hold others up."""

import signal
from threading import Barrier
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from core.models import KeyMaterial, Stamp
from core.tests import processes
from core.tests.processes import lose_connections
from core.tests.threads import together
from infra.connections import give_back_connection, unsynced_transaction
from infra.tests.test_sqlite import HOLD_THE_QUEUE


def waits_for_the_disk() -> bool:
    question = "SHOW synchronous_commit" if connection.vendor == "postgresql" else "PRAGMA synchronous"
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0] not in ("off", 1)


def test_unsynced_transaction_does_not_wait_for_the_disk_and_the_next_one_does(real_database: Any) -> None:
    with unsynced_transaction():
        KeyMaterial.objects.create(name="contagem", value="x")
        assert not waits_for_the_disk()
    assert KeyMaterial.objects.filter(name="contagem").exists()
    with transaction.atomic():
        assert waits_for_the_disk()


def test_unsynced_transaction_that_fails_leaves_nothing(real_database: Any) -> None:
    def fails() -> None:
        with unsynced_transaction():
            KeyMaterial.objects.create(name="contagem", value="x")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails()
    assert not KeyMaterial.objects.filter(name="contagem").exists()
    assert waits_for_the_disk()


def test_inside_another_transaction_it_is_as_durable_as_that_one(real_database: Any) -> None:
    with transaction.atomic():
        with unsynced_transaction():
            assert waits_for_the_disk()
        KeyMaterial.objects.create(name="promessa", value="x")
    assert KeyMaterial.objects.filter(name="promessa").exists()


@pytest.mark.postgres
def test_connections_lost_while_nobody_used_them_are_noticed_by_nobody(real_database: Any) -> None:
    """The server of the database was restarted: of all that the pool held nothing is lent."""
    all_held = Barrier(8)

    def hold(_: int) -> None:
        KeyMaterial.objects.count()
        all_held.wait()

    assert together(8, hold) == [None] * 8
    lose_connections(real_database)

    assert not KeyMaterial.objects.filter(name="contagem").exists()


@pytest.mark.postgres
def test_lost_connection_leaves_nothing_of_its_transaction_and_the_next_works(real_database: Any) -> None:
    @transaction.atomic
    def interrupted() -> None:
        KeyMaterial.objects.create(name="contagem", value="x")
        lose_connections(real_database)
        KeyMaterial.objects.create(name="outra", value="x")

    with pytest.raises(OperationalError):
        interrupted()
    give_back_connection()

    with transaction.atomic():
        KeyMaterial.objects.create(name="depois", value="x")
    assert list(KeyMaterial.objects.filter(name__in=["contagem", "outra", "depois"]).values_list("name", flat=True)) == [
        "depois"
    ]


@pytest.mark.postgres
def test_transaction_of_a_frozen_process_is_ended_after_a_lease(
    real_database: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rows are free, though it is neither gone nor heard of."""
    monkeypatch.setenv("BULK_LEASE_S", "1")
    Stamp.objects.create(name="counter")
    holder = processes.start(real_database, HOLD_THE_QUEUE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "holding\n"
    holder.send_signal(signal.SIGSTOP)

    Stamp.objects.update(version=7)

    holder.kill()
    holder.communicate()
    assert Stamp.objects.get().version == 7


@pytest.mark.postgres
def test_migrations_wait_for_locks_as_long_as_they_have_to_and_nothing_else_does(real_database: Any) -> None:
    limits = """
from django.core.management import call_command
from django.db import connection
def limits():
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        lock, = cursor.fetchone()
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        return lock, *cursor.fetchone()
before = limits()
call_command("migrate", verbosity=0)
print(before, limits())
"""
    told = processes.finish(processes.start(real_database, limits))

    assert told == "('10min', '20s') ('0', '0')\n"
