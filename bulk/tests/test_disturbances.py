"""A database that is full, locked, read-only or has no connection left, a clock that goes back, and look-ups that lag, in
the middle of a run: nothing is listed twice, lost or credited twice. `make soak` takes the real time for it."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, cast
from uuid import uuid4

import psycopg
import pytest
from django.db import DatabaseError, connection, connections
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from accounts.tests.factories import AdminFactory
from bulk.engine.lane import connection_of, lease_s
from bulk.engine.listings import send_prices
from bulk.engine.worker import Worker, correct_times
from bulk.models import Lane, OrphanListing, PriceChange, Row, Run
from bulk.tests.helpers import credited, let_time_pass, no_room, row_of, sends, session_of, states, work
from core.tests.processes import PATIENCE_S, lose_connections, url_of
from earnings.models import Earning
from infra import health
from marketplace.models import KeyBudget
from notifications.models import Notification

Start = Callable[..., Run]
WAIT_S = 60
SOAK = bool(os.environ.get("SOAK"))
LOCKED_S = 30 if SOAK else 0
LAG_S = 60
LAGGING = 40 if SOAK else 8


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_loses_nothing_and_lists_nothing_twice(real_database: Any, start: Start, market: Any) -> None:
    """The account was created, and there is no room to write it down."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's server has a disk of its own; it answers as when it is locked")
    run = start("ana001", "bia002")
    market.set_faults({"kind": "slow", "ms": WAIT_S * 1000, "endpoint": "create", "count": 1})

    with while_sending(market, no_room):
        work()
    assert states(run)[1] == "sending"
    for _ in range(3):
        come_back()
        work()

    assert states(run) == {1: "created", 2: "created"}
    # The sandbox shares the disk: what it could not keep either was looked up, found absent twice and sent again.
    assert sorted(listing["login"] for listing in market.listings()) == ["ana001", "bia002"]
    assert set(credited()) == {row_of(run, 1).pk, row_of(run, 2).pk}


@pytest.mark.django_db(transaction=True)
def test_a_locked_database_loses_nothing_and_sends_nothing_twice(real_database: Any, start: Start, market: Any) -> None:
    """The account was created, and the database lets nobody write it down."""
    run = start("ana001", "bia002")

    with impatient(real_database):
        assert_nothing_is_lost(run, market, lock_of(real_database))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_standby_instead_of_the_primary_loses_nothing_and_sends_nothing_twice(
    real_database: Any, start: Start, market: Any
) -> None:
    """Connections end, and new ones may only read. SQLite's read-only disk: test_disturbed_workers."""
    run = start("ana001", "bia002")

    assert_nothing_is_lost(run, market, standby_of(real_database))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_pool_without_a_connection_left_loses_nothing_and_sends_nothing_twice(
    real_database: Any, start: Start, market: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start("ana001", "bia002")
    pool = cast("Any", connection).pool
    monkeypatch.setattr(pool, "timeout", 0.2)

    @contextmanager
    def taken() -> Iterator[None]:
        held = [pool.getconn(timeout=WAIT_S) for _ in range(pool.max_size)]
        yield
        for each in held:
            pool.putconn(each)

    assert_nothing_is_lost(run, market, taken)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_restart_of_the_database_loses_nothing_and_sends_nothing_twice(
    real_database: Any, start: Start, market: Any
) -> None:
    """The account is being created when every connection ends; its answer is kept all the same."""
    run = start("ana001", "bia002")
    market.set_faults({"kind": "slow", "ms": WAIT_S * 1000, "endpoint": "create", "count": 1})

    with while_sending(market, restart_of(real_database)):
        work()
    seen = states(run)
    come_back()
    work()

    assert seen == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert set(credited()) == {row_of(run, 1).pk, row_of(run, 2).pk}


@pytest.mark.django_db
def test_a_clock_that_goes_back_an_hour_sends_nothing_twice(start: Start, market: Any) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's clock is its server's")
    run = start("ana001", "bia002", "caio003")
    with session_of(run) as session:
        session.do_one_thing()

    with clock_moved(timedelta(hours=-1)):
        work()
        seen = states(run)
    work()

    assert seen[1] == "created"
    assert states(run) == {1: "created", 2: "created", 3: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1, "caio003": 1}
    assert len(credited()) == 3


@pytest.mark.django_db
def test_a_clock_that_was_three_hours_ahead_stalls_no_lane(start: Start, market: Any, caplog: Any) -> None:
    """Its worker was killed with the lane in hand; times that it stored are not believed, and admins are told."""
    admin = AdminFactory()
    run = start("ana001", "bia002")
    ahead = timezone.now() + timedelta(hours=3)
    Lane.objects.update(owner="morto", lease_until=ahead, next_at=ahead, quiet_until=ahead)
    Row.objects.filter(line=1).update(due_at=ahead)
    KeyBudget.objects.update(blocked_until=ahead, spent=[])
    work()
    assert states(run) == {1: "queued", 2: "queued"}

    correct_times()
    lease = Lane.objects.get().lease_until
    assert lease is not None
    assert lease < timezone.now() + timedelta(seconds=2 * lease_s(connection_of(Lane.objects.get())))
    Lane.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    work()

    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert "clock_went_back" in caplog.text
    assert Notification.objects.filter(user=admin, kind="clock_went_back").count() == 1
    assert health.clock_corrections() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("of", ["lane", "row"])
def test_time_beyond_two_leases_is_not_believed(start: Start, market: Any, settings: Any, of: str) -> None:
    """Nor is one that is beyond only because the clock went back by little."""
    settings.BULK_LEASE_S, settings.BULK_VERIFY_AFTER_S = 40, 20
    run = start("ana001")

    def set_ahead(seconds: float) -> None:
        ahead = timezone.now() + timedelta(seconds=seconds)
        _ = Lane.objects.update(next_at=ahead) if of == "lane" else Row.objects.update(due_at=ahead)

    set_ahead(70)
    correct_times()
    work()
    assert states(run) == {1: "queued"}

    set_ahead(90)
    correct_times()
    work()
    assert states(run) == {1: "created"}


@pytest.mark.django_db
def test_price_does_not_wait_for_hours_that_a_clock_was_ahead(start: Start, market: Any) -> None:
    run = start("ana001")
    work()
    prices = {"before_eur": Decimal("9.00"), "after_eur": Decimal("8.00"), "batch": uuid4(), "by": run.owner}
    ahead = timezone.now() + timedelta(hours=3)
    change = PriceChange.objects.create(row=row_of(run, 1), due_at=ahead, tries=1, **prices)

    correct_times()
    send_prices()

    change.refresh_from_db()
    assert (change.due_at, change.error) == (None, "A API v1 do GameBoost não muda preços. Mude a chave para a versão 2.")


@pytest.mark.django_db
def test_times_as_they_are_set_are_left_alone(start: Start, market: Any, caplog: Any) -> None:
    start("ana001")
    soon = timezone.now() + timedelta(seconds=30)
    now = timezone.now()
    quiet_until, paused_until = now + timedelta(minutes=59), now + timedelta(days=6)
    Lane.objects.update(owner="vivo", lease_until=soon, quiet_until=quiet_until, paused_until=paused_until)
    before = Lane.objects.values().get()

    correct_times()

    assert Lane.objects.values().get() == before
    assert "clock_went_back" not in caplog.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", ["lock", pytest.param("standby", marks=pytest.mark.postgres)])
def test_lane_moves_again_once_it_can_be_written_and_not_after_its_lease(
    real_database: Any, start: Start, market: Any, settings: Any, caplog: Any, trouble: str
) -> None:
    """Whoever could not write gives the lane back."""
    settings.BULK_LEASE_S = 3600
    run = start("ana001", "bia002")
    market.set_faults({"kind": "slow", "ms": WAIT_S * 1000, "endpoint": "create", "count": 1})
    disturbed = {"lock": lock_of, "standby": standby_of}[trouble](real_database)
    with impatient(real_database):
        worker = Worker()
        thread = threading.Thread(target=worker.run)
        try:
            with while_sending(market, disturbed) as begun:
                thread.start()
                wait_for(begun.is_set)
                caplog.clear()  # its own jobs may hold the turn for longer than impatient connections wait
                wait_for(
                    lambda: any("worker_database_unreachable" in each and "lane" in each for each in caplog.messages)
                )
                time.sleep(LOCKED_S)
            wait_for(lambda: states(run) == {1: "created", 2: "created"})
        finally:
            worker.stop()
            thread.join()

    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert set(credited()) == {row_of(run, 1).pk, row_of(run, 2).pk}


@pytest.mark.django_db(transaction=True)
def test_look_ups_that_lag_a_minute_leave_each_account_listed_and_paid_once(
    real_database: Any, start: Start, market: Any, settings: Any, let_lookups_see: Callable[[], None]
) -> None:
    """What a dropped answer hides is not shown either, so some are sent again: their second listing goes."""
    market.set_policy(lookup_shape="list")
    market.set_faults(
        {"kind": "lagging_lookup", "ms": LAG_S * 1000}, {"kind": "created_then_dropped", "probability": 0.4}, seed=3
    )
    run = start(*(f"conta{number:03}" for number in range(LAGGING)))

    if SOAK:
        settings.BULK_VERIFY_AFTER_S = 5
        seen_whole = F("finished_at") + timedelta(seconds=4 * LAG_S)
        while Run.objects.filter(Q(finished_at=None) | Q(reconcile_at__lt=seen_whole)).exists():
            work()
            time.sleep(0.2)
    else:
        while Run.objects.filter(finished_at=None).exists():
            work()
            let_time_pass(LAG_S / 2)
        assert len(market.listings()) > LAGGING
        let_lookups_see()
        let_time_pass(2 * LAG_S)
    while OrphanListing.objects.filter(state="pending").exists() or Run.objects.filter(reconcile_at__lte=Now()).exists():
        work()
        OrphanListing.objects.update(due_at=timezone.now())

    alive = [listing for listing in market.listings() if not listing["deleted_at"]]
    assert set(states(run).values()) == {"created"}
    assert sorted(listing["login"] for listing in alive) == [f"conta{number:03}" for number in range(LAGGING)]
    assert set(Row.objects.values_list("remote_id", flat=True)) == {str(listing["id"]) for listing in alive}
    assert set(credited()) == set(Row.objects.values_list("pk", flat=True))
    assert Earning.objects.count() == LAGGING


def assert_nothing_is_lost(run: Run, market: Any, trouble: Callable[[], Any]) -> None:
    """Of a run of two, the first of which is being created when the trouble begins, so that it cannot be written down."""
    market.set_faults({"kind": "slow", "ms": WAIT_S * 1000, "endpoint": "create", "count": 1})
    with while_sending(market, trouble), suppress(DatabaseError):  # which a worker waits out
        work()
    assert states(run) == {1: "sending", 2: "queued"}
    for _ in range(3):
        come_back()
        work()

    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert sorted(listing["login"] for listing in market.listings()) == ["ana001", "bia002"]
    assert set(credited()) == {row_of(run, 1).pk, row_of(run, 2).pk}


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it never came to pass"
        time.sleep(0.05)


@contextmanager
def while_sending(market: Any, trouble: Any) -> Iterator[threading.Event]:
    """`trouble` begins once a creation is on its way, which is answered then; it ends with the block."""
    over, begun = threading.Event(), threading.Event()

    def watch() -> None:
        try:
            while not over.wait(0.02):
                if market.counters()["requests"].get("create"):
                    with trouble():
                        begun.set()
                        market.set_faults()
                        over.wait(WAIT_S)
        finally:
            connections.close_all()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield begun
    finally:
        over.set()
        watcher.join()
    assert begun.is_set()


def lock_of(database: dict[str, Any]) -> Callable[[], Any]:
    @contextmanager
    def held() -> Iterator[None]:
        if connection.vendor == "postgresql":
            with psycopg.connect(url_of(database)) as own:
                own.execute("LOCK TABLE bulk_row, bulk_lane, bulk_run IN EXCLUSIVE MODE")
                yield
            return
        file = sqlite3.connect(database["NAME"], timeout=WAIT_S, isolation_level=None)
        file.execute("BEGIN IMMEDIATE")
        yield
        file.rollback()
        file.close()

    return held


def restart_of(database: dict[str, Any]) -> Callable[[], Any]:
    @contextmanager
    def restarted() -> Iterator[None]:
        lose_connections(database)
        yield

    return restarted


def standby_of(database: dict[str, Any]) -> Callable[[], Any]:
    def only_read(only: bool) -> None:
        url = f"{url_of(database)}?options=-c%20default_transaction_read_only%3Doff"
        with psycopg.connect(url, autocommit=True) as own:
            own.execute(f'ALTER DATABASE "{database["NAME"]}" SET default_transaction_read_only = {only}')
        lose_connections(database)

    @contextmanager
    def standby() -> Iterator[None]:
        only_read(True)
        try:
            yield
        finally:
            only_read(False)

    return standby


@contextmanager
def impatient(database: dict[str, Any]) -> Iterator[None]:
    """Connections that give up soon, where real ones wait for many seconds."""
    options, kept = database["OPTIONS"], dict(database["OPTIONS"])
    options |= {"timeout": 0.1} if connection.vendor == "sqlite" else {"options": "-c lock_timeout=100ms"}
    connect_anew()
    try:
        yield
    finally:
        options.clear()
        options |= kept
        connect_anew()


def connect_anew() -> None:
    connection.close()
    if connection.vendor == "postgresql":
        cast("Any", connection).close_pool()


def come_back() -> None:
    """The trouble is over, and the lease of whoever stumbled has run out."""
    Lane.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    let_time_pass()


@contextmanager
def clock_moved(by: timedelta) -> Iterator[None]:
    """The database's own clock, which lanes go by, is wrong."""

    def moved(form: str, *_: Any) -> str:
        return (datetime.now(UTC) + by).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]

    def right(form: str, *_: Any) -> str:
        return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]

    connection.connection.create_function("STRFTIME", -1, moved)
    try:
        yield
    finally:
        connection.connection.create_function("STRFTIME", -1, right)
