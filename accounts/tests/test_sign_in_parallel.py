"""Guesses and changes that arrive together: the counter is paid before the password is looked at, and one change wins."""

import time
from collections import Counter
from contextlib import nullcontext
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.db import connections
from rest_framework.test import APIClient

from accounts.models import SignInGuard, User
from accounts.tests.factories import PASSWORD, SECOND_PASSWORD, AdminFactory, UserFactory
from core.models import AuditEvent
from core.tests.threads import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("real_database")]

GUESSES = 30


def insist(visitor: APIClient, path: str, body: dict[str, Any]) -> int:
    """The answer's status, asked for again while too many passwords are being verified, which counts as no attempt."""
    while (status := visitor.post(path, body).status_code) == 503:
        time.sleep(0.05)
    return status


@pytest.mark.parametrize("username", ["ana.souza", "ninguem"])
def test_thirty_parallel_guesses_are_evaluated_three_times(hashes: list[bool], username: str) -> None:
    UserFactory(username="ana.souza")
    hashes.clear()

    def guess(number: int) -> int:
        return insist(APIClient(), "/api/auth/login", {"username": username, "password": f"errada{number}"})

    statuses = together(GUESSES, guess)

    assert Counter(statuses) == {401: 3, 429: 27}
    assert hashes == [False] * 3
    last = APIClient().post("/api/auth/login", {"username": username, "password": PASSWORD})
    assert last.status_code == 429


def test_thirty_parallel_second_passwords_are_evaluated_twice(hashes: list[bool]) -> None:
    bruno = UserFactory(username="bruno.lima", two_step=True)
    visitor = APIClient()
    visitor.post("/api/auth/login", {"username": "bruno.lima", "password": PASSWORD})
    key = visitor.cookies["sessionid"].value
    hashes.clear()

    def guess(number: int) -> int:
        same_session = APIClient()
        same_session.cookies["sessionid"] = key
        body = {"userId": bruno.id, "secondPassword": f"errada{number}"}
        return insist(same_session, "/api/auth/verify-second-password", body)

    statuses = together(GUESSES, guess)

    assert Counter(statuses) == {401: 1, 423: 29}
    assert hashes == [False] * 2
    right = visitor.post("/api/auth/verify-second-password", {"userId": bruno.id, "secondPassword": SECOND_PASSWORD})
    assert right.status_code == 423


def test_of_parallel_changes_with_one_old_password_one_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    # As of several processes, each with a share of its own, of which none stores before all have seen the old password.
    monkeypatch.setattr("accounts.api.PASSWORDS", nullcontext())
    all_have_seen_it = Barrier(4)

    def make_password_together(password: str) -> str:
        all_have_seen_it.wait()
        return make_password(password)

    monkeypatch.setattr("accounts.actions.people.make_password", make_password_together)
    ana = UserFactory(username="ana.souza")
    clients = [APIClient() for _ in range(4)]
    for client in clients:
        client.force_login(ana)

    def change(number: int) -> int:
        body = {"currentPassword": PASSWORD, "newPassword": f"senha-nova-{number}"}
        return clients[number].post(f"/api/users/{ana.id}/password", body).status_code

    statuses = together(4, change)

    assert sorted(statuses) == [200, 409, 409, 409]
    ana.refresh_from_db()
    assert [check_password(f"senha-nova-{number}", ana.password) for number in range(4)] == [
        status == 200 for status in statuses
    ]
    assert AuditEvent.objects.filter(event="accounts.password_changed").count() == 1


def test_parallel_changes_do_not_make_both_passwords_the_same() -> None:
    ana, admin = UserFactory(username="ana.souza"), AdminFactory()
    clients = [APIClient() for _ in range(2)]
    for client in clients:
        client.force_login(admin)
    bodies = [
        ("password", {"newPassword": "uma-senha-nova"}),
        ("second-password", {"secondPassword": "uma-senha-nova"}),
    ]

    def change(number: int) -> int:
        path, body = bodies[number]
        return clients[number].post(f"/api/users/{ana.id}/{path}", body).status_code

    assert 200 in together(2, change)

    ana.refresh_from_db()
    assert not (check_password("uma-senha-nova", ana.password) and check_password("uma-senha-nova", ana.second_password))


def test_locks_survive_a_restart() -> None:
    """The lockout survives a restart: nothing of it is kept in the process."""
    UserFactory(username="ana.souza")
    for _ in range(3):
        APIClient().post("/api/auth/login", {"username": "ana.souza", "password": "errada"})
    connections.close_all()

    assert SignInGuard.objects.get(step="username+address").failures == 3
    response = APIClient().post("/api/auth/login", {"username": "ana.souza", "password": PASSWORD})
    assert (response.status_code, User.objects.get().last_login) == (429, None)
