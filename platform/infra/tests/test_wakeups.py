"""Wake-ups: heard after the commit alone, by whoever listens, and missed by nobody."""

from multiprocessing import connection as ends
from typing import Any

import pytest
from django.db import connection, transaction

from infra.wakeups import Wakeups, wake_workers

pytestmark = pytest.mark.django_db(transaction=True)
FOR_EVER_S = 3600.0


def test_commit_wakes_and_what_is_open_or_rolled_back_does_not(real_database: Any) -> None:
    with Wakeups() as wakeups:
        wakeups.wait(FOR_EVER_S)  # which begins to listen
        with transaction.atomic():
            wake_workers()
            assert not heard(wakeups)
            transaction.set_rollback(True)
        assert not heard(wakeups)
        with transaction.atomic():
            wake_workers()
        assert heard(wakeups)
        wakeups.wait(FOR_EVER_S)
        assert not heard(wakeups)


def test_workers_of_all_machines_are_woken_and_one_of_those_that_share_one(real_database: Any) -> None:
    with Wakeups() as one, Wakeups() as other:
        for each in (one, other):
            each.wait(FOR_EVER_S)
        wake_workers()
        assert heard(one)
        one.wait(FOR_EVER_S)
        assert heard(other) is (connection.vendor == "postgresql")
        other.wait(0)


def test_where_nothing_can_be_listened_to_a_worker_still_wakes_itself(real_database: Any, monkeypatch: Any) -> None:
    monkeypatch.setitem(real_database, "NAME", "nowhere/at/all")
    with Wakeups() as wakeups:
        wakeups.wake()
        wakeups.wait(FOR_EVER_S)
        assert wakeups._told is None
    wakeups.wake()
    if connection.vendor == "sqlite":
        wake_workers()


def heard(wakeups: Wakeups) -> bool:
    return ends.wait([wakeups._told], 0.2) != []
