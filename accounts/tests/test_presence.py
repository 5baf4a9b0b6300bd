"""Who is here now: truth without a job, and a cheap poll."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tests.factories import UserFactory
from core.models import Stamp

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
START = "2026-03-02T12:00:00Z"


def online(client: APIClient, user: User, value: Any = True) -> Any:
    return client.patch(f"/api/users/{user.id}/status", {"isOnline": value})


def who_is_online(client: APIClient) -> list[str]:
    return [person["username"] for person in client.get("/api/users/online").json()]


def version() -> int:
    return Stamp.objects.filter(name="people").values_list("version", flat=True).first() or 0


def test_status_marks_online_and_offline(client_for: ClientFor, admin: User, employee: User) -> None:
    """True on restore, false on unload and logout."""
    client = client_for(employee)

    response = online(client, employee)
    assert (response.status_code, response.json()["isOnline"]) == (200, True)
    assert who_is_online(client_for(admin)) == ["funcionaria.teste"]

    assert online(client, employee, False).json()["isOnline"] is False
    assert who_is_online(client_for(admin)) == []


def test_silence_of_two_minutes_is_offline_without_any_job(client_for: ClientFor, admin: User, employee: User) -> None:
    """A person not heard of for 2 minutes counts as offline without any job having run."""
    with time_machine.travel(START, tick=False) as clock:
        online(client_for(employee), employee)
        clock.shift(119)
        assert who_is_online(client_for(admin)) == ["funcionaria.teste"]
        clock.shift(1)
        assert who_is_online(client_for(admin)) == []
        online(client_for(employee), employee)
        assert who_is_online(client_for(admin)) == ["funcionaria.teste"]


@pytest.mark.parametrize(
    ("marked", "seconds_ago", "online"),
    [(True, 0, True), (True, 119, True), (True, 120, False), (False, 0, False), (True, None, False)],
)
def test_is_online_needs_the_mark_and_a_sign_in_two_minutes(marked: bool, seconds_ago: int | None, online: bool) -> None:
    """A person not heard of for 2 minutes counts as offline."""
    with time_machine.travel(START, tick=False):
        seen = None if seconds_ago is None else timezone.now() - timedelta(seconds=seconds_ago)

        assert User(marked_online=marked, last_seen_at=seen).is_online is online


def test_poll_is_304_until_the_answer_changes(client_for: ClientFor, admin: User, employee: User) -> None:
    """ETag, and 304 to If-None-Match."""
    client = client_for(admin)
    with time_machine.travel(START, tick=False) as clock:
        etag = client.get("/api/users/online")["ETag"]

        def poll() -> int:
            return client.get("/api/users/online", HTTP_IF_NONE_MATCH=etag).status_code

        assert poll() == 304
        online(client_for(employee), employee)
        assert poll() == 200
        etag = client.get("/api/users/online")["ETag"]
        clock.shift(60)
        online(client_for(employee), employee)
        assert poll() == 304
        clock.shift(119)
        assert poll() == 304
        clock.shift(1)
        assert poll() == 200


def test_poll_sees_a_changed_name(client_for: ClientFor, admin: User, employee: User) -> None:
    online(client_for(employee), employee)
    client = client_for(admin)
    etag = client.get("/api/users/online")["ETag"]

    client_for(employee).patch(f"/api/users/{employee.id}", {"fullName": "Outro Nome"})

    response = client.get("/api/users/online", HTTP_IF_NONE_MATCH=etag)
    assert (response.status_code, response.json()[0]["fullName"]) == (200, "Outro Nome")


@pytest.mark.once
def test_poll_costs_the_same_however_many_people_there_are(client_for: ClientFor, admin: User) -> None:
    client = client_for(admin)
    etag = client.get("/api/users/online")["ETag"]
    costs = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/api/users/online", HTTP_IF_NONE_MATCH=etag).status_code == 304
        costs.append(len(queries))
        UserFactory.create_batch(30)

    assert costs == [4, 4]


def test_heartbeats_raise_no_version(client_for: ClientFor, employee: User) -> None:
    client = client_for(employee)
    online(client, employee)
    before = version()

    for _ in range(3):
        online(client, employee)

    assert version() == before
    online(client, employee, False)
    online(client, employee, False)
    assert version() == before + 1


def test_status_remembers_ones_own_address_only(client_for: ClientFor, admin: User, employee: User) -> None:
    client_for(employee).patch(f"/api/users/{employee.id}/status", {"isOnline": True}, REMOTE_ADDR="192.0.2.7")
    client_for(admin).patch(f"/api/users/{employee.id}/status", {"isOnline": True}, REMOTE_ADDR="198.51.100.1")

    employee.refresh_from_db()
    assert employee.last_active_ip == "192.0.2.7"


@pytest.mark.parametrize("value", [None, "talvez", {}])
def test_status_needs_a_yes_or_a_no(client_for: ClientFor, employee: User, value: Any) -> None:
    assert online(client_for(employee), employee, value).status_code == 400

    employee.refresh_from_db()
    assert (employee.marked_online, employee.last_seen_at) == (False, None)


def test_presence_is_told_in_every_description(client_for: ClientFor, employee: User) -> None:
    client = client_for(employee)
    with time_machine.travel(START, tick=False) as clock:
        online(client, employee)
        assert client.get("/api/auth/me").json()["isOnline"] is True
        clock.shift(timedelta(minutes=2))
        assert client.get("/api/auth/me").json()["isOnline"] is False


def test_online_employees_leave_admins_out(client_for: ClientFor, admin: User, employee: User) -> None:
    client = client_for(admin)
    online(client, admin)
    online(client_for(employee), employee)

    answer = client.get("/api/users/online?role=employee")

    assert ([person["username"] for person in answer.json()], answer["X-Total-Count"]) == ([employee.username], "1")
    assert client.get("/api/users/online")["X-Total-Count"] == "2"
