"""People removed at the same moment, over real connections: nobody waits for somebody who waits for them."""

import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from accounts.actions.people import deactivate_person
from accounts.models import User
from bulk.models import Lane, Row
from bulk.tests.helpers import credited, work
from core.tests.processes import PATIENCE_S
from core.tests.threads import in_threads
from marketplace.adapters.base import Connection
from marketplace.models import Activity

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
Start = Callable[..., Any]


def waiting_for_locks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return int(cursor.fetchone()[0])


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it never came to pass"
        time.sleep(0.02)


def test_two_who_share_a_key_are_removed_at_once_beside_a_retired_key(
    real_database: Any, system_owner: Any, start: Start, owner: Any, other_employee: Any, configure: Any
) -> None:
    """One of them sent with the retired key too, which both removals would like to forget."""
    retired = Lane.objects.create(
        key="retirada",
        market="m",
        connection=asdict(Connection("gameboost", "https://x", "k")),
        retired_at=timezone.now(),
    )
    configure(other_employee)
    start("ana001")
    theirs = start("bia002", by=other_employee)
    Row.objects.filter(run=theirs).update(sent_via=retired)
    [shared] = Lane.objects.exclude(pk=retired.pk)
    assert retired.pk < shared.pk
    failed: list[BaseException] = []

    def remove(person: User) -> None:
        try:
            deactivate_person(by=system_owner, user_id=person.pk)
        except BaseException as error:
            failed.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=remove, args=(person,)) for person in (owner, other_employee)]
    with transaction.atomic():
        Lane.objects.select_for_update().get(pk=shared.pk)
        for number, thread in enumerate(threads, start=1):
            thread.start()
            wait_for(lambda: waiting_for_locks() == number)  # noqa: B023 - asked before the next round
    for thread in threads:
        thread.join()

    assert failed == []
    assert not User.objects.filter(pk__in=[owner.pk, other_employee.pk], is_active=True).exists()
    assert set(Row.objects.values_list("state", flat=True)) == {"unsent"}


def test_person_is_removed_while_a_worker_writes_down_a_call_of_theirs(
    real_database: Any, system_owner: Any, start: Start, owner: Any
) -> None:
    """The row of the call names the person, which the database checks at the end, when the worker has the lane."""
    start("ana001")
    failed: list[list[BaseException]] = []
    removing = threading.Thread(
        target=lambda: failed.append(
            in_threads(1, lambda: deactivate_person(by=system_owner, user_id=owner.pk)),
        )
    )

    with transaction.atomic():
        Lane.objects.select_for_update().get()
        call = {"endpoint": "accounts", "method": "POST", "status": "201", "success": True, "response_time_ms": 5}
        Activity.objects.create(user=owner, service="gameboost", timestamp=timezone.now(), **call)
        removing.start()
        wait_for(lambda: waiting_for_locks() == 1)
    removing.join()

    assert failed == [[]]
    assert not User.objects.get(pk=owner.pk).is_active


def test_people_are_removed_while_a_worker_sends_and_what_was_sent_is_paid(
    real_database: Any, system_owner: Any, start: Start, owner: Any, other_employee: Any, configure: Any, market: Any
) -> None:
    configure(other_employee)
    start(*[f"ana{number:03}" for number in range(15)])
    start(*[f"bia{number:03}" for number in range(15)], by=other_employee)
    people = iter((owner, other_employee))
    turn = threading.Lock()

    def act() -> None:
        with turn:
            person = next(people, None)
        if person is None:
            work()
            return
        wait_for(lambda: Row.objects.filter(run__owner=person, state="created").count() >= 3)
        deactivate_person(by=system_owner, user_id=person.pk)

    assert in_threads(3, act) == []
    work()

    created = Row.objects.filter(state="created")
    assert set(credited()) == set(created.values_list("pk", flat=True))
    assert sorted(listing["login"] for listing in market.listings()) == sorted(
        row.credentials["login"] for row in created
    )
    assert not Row.objects.filter(state__in=["queued", "sending"]).exists()
