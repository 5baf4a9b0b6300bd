"""Sessions end: idle after three days without a page, and in any case 14 days after they began."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.models import User, UserSession
from accounts.tests.factories import PASSWORD
from accounts.tests.flows import is_signed_in, sign_in

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        yield clock


def shows_the_log_in(visitor: APIClient) -> bool:
    return b'data-island="login"' in visitor.get("/profile").content


def test_session_ends_three_days_after_a_page_was_last_opened(visitor: APIClient, ana: User, clock: Any) -> None:
    sign_in(visitor, "ana.souza")
    clock.shift(3 * DAY - timedelta(minutes=1))
    opened = not shows_the_log_in(visitor)
    clock.shift(3 * DAY - timedelta(minutes=1))
    kept = is_signed_in(visitor)
    clock.shift(timedelta(minutes=1))

    assert (opened, kept) == (True, True)
    assert not is_signed_in(visitor)
    assert shows_the_log_in(visitor)


def test_calls_of_a_page_that_stays_open_do_not_keep_its_session(visitor: APIClient, ana: User, clock: Any) -> None:
    sign_in(visitor, "ana.souza")
    for _ in range(2):
        clock.shift(DAY)
        assert visitor.patch(f"/api/users/{ana.id}/status", {"isOnline": True}).status_code == 200
    clock.shift(DAY)

    assert not is_signed_in(visitor)


def test_session_in_daily_use_ends_after_14_days_a_new_password_included(
    visitor: APIClient, ana: User, clock: Any
) -> None:
    cookie = sign_in(visitor, "ana.souza").cookies["sessionid"]
    for _ in range(13):
        clock.shift(DAY)
        assert not shows_the_log_in(visitor)
    new = {"currentPassword": PASSWORD, "newPassword": "girafas-azuis"}
    assert visitor.post(f"/api/users/{ana.id}/password", new).status_code == 200
    clock.shift(DAY)

    assert cookie["max-age"] == 14 * 24 * 3600
    assert not is_signed_in(visitor)


def test_use_is_written_once_an_hour(visitor: APIClient, ana: User, clock: Any) -> None:
    def written() -> int:
        with CaptureQueriesContext(connection) as queries:
            visitor.get("/profile")
        return sum("session" in query["sql"] for query in queries if query["sql"].startswith("UPDATE"))

    sign_in(visitor, "ana.souza")
    at_once = written()
    clock.shift(timedelta(hours=1))

    assert (at_once, written(), written()) == (0, 2, 0)


def test_page_is_shown_where_its_use_cannot_be_written(
    visitor: APIClient, ana: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("database is locked")

    sign_in(visitor, "ana.souza")
    clock.shift(timedelta(hours=2))
    monkeypatch.setattr(Session, "save", locked)

    assert not shows_the_log_in(visitor)


def test_list_of_sessions_tells_those_that_can_be_used(visitor: APIClient, ana: User, clock: Any) -> None:
    sign_in(APIClient(), "ana.souza")
    sign_in(visitor, "ana.souza")
    clock.shift(2 * DAY)
    visitor.get("/profile")
    clock.shift(DAY)

    assert [row["isCurrent"] for row in visitor.get("/api/auth/sessions").json()] == [True]
    assert UserSession.objects.count() == 2
