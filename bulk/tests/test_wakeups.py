"""A worker that waits is woken when there is work; where the wake-up is lost, it asks by itself."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from bulk.actions.runs import pause_run, release_key, resume_run, retry_run
from bulk.engine import worker as engine
from bulk.engine.worker import Worker
from bulk.models import Lane, Row, Run
from bulk.tests.helpers import states
from bulk.tests.test_disturbances import wait_for
from bulk.transitions import UNPAUSED, close_elsewhere
from core.models import PeriodicJob
from core.tests.processes import lose_connections
from infra import health
from infra.schedule import run_soon
from infra.wakeups import Wakeups

pytestmark = pytest.mark.django_db(transaction=True)
Start = Callable[..., Run]
NEVER_S = 3600.0


@pytest.fixture
def waiting(real_database: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wakeups]:
    """What a worker waits at, which never asks by itself."""
    monkeypatch.setattr(engine, "ASK_EVERY_S", NEVER_S)
    monkeypatch.setattr(engine, "CLOSINGS_EVERY_S", NEVER_S)
    monkeypatch.setattr(engine, "JOBS_EVERY_S", NEVER_S)
    worker = Worker()
    thread = threading.Thread(target=worker.run)
    thread.start()
    wait_for(lambda: worker._wakeups._told is not None)
    yield worker._wakeups
    worker.stop()
    thread.join()


def test_worker_that_is_woken_asks_for_work_before_it_says_that_it_lives(real_database: Any) -> None:
    """And before it looks for times that a wrong clock left, which takes longer than all else until the first call."""
    worker, asked = Worker(), list[str]()

    def ask(execute: Any, sql: str, *more: Any) -> Any:
        asked.extend(table for table in ("bulk_lane", "core_workerheartbeat") if f'"{table}"' in sql)
        if "core_workerheartbeat" in asked:
            worker.stop()
        return execute(sql, *more)

    with connection.execute_wrapper(ask):
        worker.run()

    assert asked[:2] == ["bulk_lane", "core_workerheartbeat"]


def test_sale_elsewhere_is_felt_by_closings_that_wait(waiting: Wakeups, start: Start, market: Any) -> None:
    run = start("ana001")
    wait_for(lambda: states(run) == {1: "created"})
    time.sleep(engine.GATHER_S * 4)

    with transaction.atomic():
        close_elsewhere(Row.objects.filter(run=run))

    wait_for(lambda: Row.objects.get(run=run).withdrawn_at is not None)


def test_worker_goes_on_after_a_mistake_of_ours(
    real_database: Any, start: Start, market: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In each of its parts: rows are sent, and what was sold elsewhere is taken down."""
    failing = {"correct_times": 1, "close_due": 1}

    def once(module: Any, name: str) -> None:
        works = getattr(module, name)

        def fail(*arguments: Any) -> Any:
            failing[name] -= 1
            if failing[name] >= 0:
                raise ZeroDivisionError(name)
            return works(*arguments)

        monkeypatch.setattr(module, name, fail)

    once(engine, "correct_times")
    once(engine.listings, "close_due")
    monkeypatch.setattr(engine, "CLOSINGS_EVERY_S", 0.1)
    with working():
        wait_for(lambda: max(failing.values()) < 0)
        run = start("ana001")
        wait_for(lambda: states(run) == {1: "created"})
        with transaction.atomic():
            close_elsewhere(Row.objects.filter(run=run))
        wait_for(lambda: Row.objects.get(run=run).withdrawn_at is not None)


def test_sale_that_a_marketplace_tells_of_is_asked_for_at_once(waiting: Wakeups) -> None:
    job = PeriodicJob.objects.filter(name="marketplace.find_sales", last_finished_at__isnull=False)
    wait_for(job.exists)
    before = job.get().last_finished_at

    run_soon("marketplace.find_sales")

    wait_for(lambda: job.exclude(last_finished_at=before).exists())


def test_run_that_is_started_resumed_and_repeated_is_felt_by_a_worker_that_waits(
    waiting: Wakeups, start: Start, market: Any
) -> None:
    market.set_faults({"kind": "refuse", "logins": ["ana001"]})
    run = start("ana001")
    wait_for(lambda: states(run) == {1: "failed"})
    market.set_faults()
    retry_run(run=run, by=run.owner)
    wait_for(lambda: states(run) == {1: "created"})

    market.set_faults({"kind": "slow", "endpoint": "create", "ms": 60_000})
    paused = start("bia002", "caio003")
    wait_for(lambda: states(paused)[1] == "sending")
    pause_run(run=paused, by=paused.owner)
    market.set_faults()
    wait_for(lambda: states(paused) == {1: "created", 2: "queued"} and Lane.objects.get().owner == "")
    resume_run(run=paused, by=paused.owner)
    wait_for(lambda: states(paused) == {1: "created", 2: "created"})


def test_key_that_is_released_is_felt_by_a_worker_that_waits(waiting: Wakeups, start: Start, admin: Any) -> None:
    run = start("ana001")
    wait_for(lambda: states(run) == {1: "created"} and Lane.objects.get().owner == "")
    Lane.objects.update(paused_until=timezone.now() + timedelta(hours=1))
    held = start("bia002")

    release_key(lane=Lane.objects.get(), reason="Pode seguir.", by=admin)

    wait_for(lambda: states(held) == {1: "created"})


def test_lane_that_found_no_place_is_worked_as_soon_as_another_ends(
    real_database: Any,
    start: Start,
    configure: Callable[..., None],
    other_employee: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "ASK_EVERY_S", NEVER_S)
    monkeypatch.setattr(engine, "MAX_LANES", 1)
    wake = Wakeups.wake

    def wake_and_linger(wakeups: Wakeups) -> None:
        wake(wakeups)
        time.sleep(0.2)

    monkeypatch.setattr(Wakeups, "wake", wake_and_linger)
    configure(other_employee, key="sandbox-2")
    runs = [start("ana001"), start("bia002", by=other_employee)]
    with working():
        wait_for(lambda: all(set(states(run).values()) == {"created"} for run in runs))


@pytest.fixture
def busy_keys(
    real_database: Any,
    start: Start,
    configure: Callable[..., None],
    other_employee: Any,
    market: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> list[Run]:
    """Two keys with work for ten seconds, and workers that ask all the time."""
    monkeypatch.setattr(engine, "ASK_EVERY_S", 0.1)
    configure(other_employee, key="sandbox-2")
    market.set_faults({"kind": "slow", "endpoint": "create", "ms": 300})
    names = [f"{number:03}" for number in range(40)]
    return [start(*(f"ana{each}" for each in names)), start(*(f"bia{each}" for each in names), by=other_employee)]


def test_worker_leaves_keys_to_another_that_lives_and_takes_them_all_when_it_is_gone(
    busy_keys: list[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BEAT_EVERY_S", 0.5)
    held = Lane.objects.exclude(owner="")

    with working() as alone:
        wait_for(lambda: held.count() == len(alone._lanes) == 2)
        with working("joining") as joining:
            wait_for(lambda: len(alone._lanes) == len(joining._lanes) == 1 and held.count() == 2)
        wait_for(lambda: held.count() == len(alone._lanes) == 2)

    assert all("failed" not in states(run).values() for run in busy_keys)


@pytest.mark.usefixtures("busy_keys")
def test_keys_that_are_left_to_a_worker_which_died_are_taken_a_moment_later() -> None:
    health.beat("died")
    health.beat("alone")

    with working() as alone:
        wait_for(lambda: Lane.objects.exclude(owner="").count() == len(alone._lanes) == 2)


def test_lost_wake_up_costs_no_more_than_the_time_until_a_worker_asks_by_itself(
    real_database: Any, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "ASK_EVERY_S", 0.1)
    run = start("ana001")
    pause_run(run=run, by=run.owner)
    with working() as worker:
        wait_for(lambda: worker._wakeups._told is not None)
        Run.objects.update(**UNPAUSED)  # as when nobody is told
        wait_for(lambda: states(run) == {1: "created"})


@pytest.mark.postgres
def test_worker_whose_connection_is_lost_listens_again_and_asks(
    real_database: Any, waiting: Wakeups, start: Start
) -> None:
    listened = waiting._told
    connection.close()
    lose_connections(real_database)
    wait_for(lambda: waiting._told not in (None, listened))

    run = start("ana001")

    wait_for(lambda: states(run) == {1: "created"})


@contextmanager
def working(name: str = "alone") -> Iterator[Worker]:
    worker = Worker()
    worker.name = name
    thread = threading.Thread(target=worker.run)
    thread.start()
    try:
        yield worker
    finally:
        worker.stop()
        thread.join()
