from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from core.models import WorkerHeartbeat
from infra import health


@pytest.fixture
def unreachable_database(real_database: Any, settings: Any) -> Iterator[None]:
    """The database's file or server is gone."""
    working = connections["default"]
    broken = connections.create_connection("default")
    nowhere = {"NAME": "/nowhere/db.sqlite3"} if connection.vendor == "sqlite" else {"PORT": "1", "OPTIONS": {}}
    broken.settings_dict = broken.settings_dict | nowhere
    connections["default"] = broken
    yield
    connections["default"] = working


@pytest.mark.django_db
def test_ready_needs_a_worker_heard_of_in_the_last_30_seconds() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert not health.ready()
        health.beat("worker-1")
        assert health.ready()
        clock.shift(timedelta(seconds=30))
        assert health.ready()
        clock.shift(timedelta(milliseconds=1))
        assert not health.ready()


@pytest.mark.django_db
def test_sign_of_a_worker_from_the_future_is_not_believed() -> None:
    """The clock was hours ahead and was set right; that worker may be dead since."""
    with time_machine.travel(timezone.now() + timedelta(hours=3), tick=False):
        health.beat("worker-1")
        assert health.ready()

    assert not health.ready()
    assert health.workers_alive() == 0


@pytest.mark.django_db
def test_ready_looks_at_the_migrations_once(django_assert_num_queries: Any) -> None:
    health.beat("worker-1")
    assert health.ready()

    with django_assert_num_queries(1):
        assert health.ready()


@pytest.mark.django_db
def test_beat_keeps_one_row_a_worker_and_forget_removes_it() -> None:
    health.beat("worker-1")
    health.beat("worker-1")
    health.beat("worker-2")
    assert set(WorkerHeartbeat.objects.values_list("worker", flat=True)) == {"worker-1", "worker-2"}

    health.forget("worker-1")
    health.forget("worker-1")

    assert WorkerHeartbeat.objects.get().worker == "worker-2"


@pytest.mark.django_db
def test_ready_needs_every_migration() -> None:
    health.beat("worker-1")
    MigrationRecorder(connection).record_unapplied("core", "0001_initial")

    assert not health.ready()


def test_ready_is_false_when_the_database_is_gone(unreachable_database: None) -> None:
    assert not health.ready()


@pytest.mark.django_db(transaction=True)
def test_readyz_that_was_ok_is_unavailable_once_the_database_is_gone(request: pytest.FixtureRequest) -> None:
    """That the migrations are applied is remembered; nothing else is."""
    request.getfixturevalue("real_database")
    health.beat("worker-1")
    assert Client().get("/readyz").status_code == 200

    request.getfixturevalue("unreachable_database")

    assert Client().get("/readyz").status_code == 503


def test_healthz_and_readyz_tell_one_word_to_anyone(unreachable_database: None) -> None:
    """No log-in, no detail leaked."""
    alive, ready = Client().get("/healthz"), Client().get("/readyz")

    assert (alive.status_code, alive.content) == (200, b"ok")
    assert (ready.status_code, ready.content) == (503, b"unavailable")


@pytest.mark.django_db
def test_healthz_asks_nothing_of_the_database_also_of_who_is_signed_in(
    as_admin: Any, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert as_admin.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_readyz_is_ok_when_all_is_well() -> None:
    with time_machine.travel(timezone.now(), tick=False):
        health.beat("worker-1")

        answer = Client().get("/readyz")

    assert (answer.status_code, answer.content) == (200, b"ok")
