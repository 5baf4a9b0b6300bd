"""What is forgotten of people: 'access records (IP, browser) 180 days', and what a removal does not keep."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.actions.people import deactivate_person, purge_access
from accounts.models import AccessRecord, SignInGuard, User, UserSession
from accounts.tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db


def sign_in(username: str) -> None:
    APIClient(HTTP_USER_AGENT="Navegador/1.0").post("/api/auth/login", {"username": username, "password": PASSWORD})


def test_purge_forgets_access_older_than_180_days_only() -> None:
    UserFactory(username="antiga")
    UserFactory(username="recente")
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        sign_in("antiga")
        clock.shift(timedelta(seconds=1))
        sign_in("recente")
        clock.shift(timedelta(days=180))
        deleted = purge_access()

    assert deleted == 1
    assert AccessRecord.objects.get().user.username == "recente"
    assert list(User.objects.order_by("username").values_list("last_active_ip", "browser_info")) == [
        (None, ""),
        ("127.0.0.1", "Navegador/1.0"),
    ]


def test_purge_job_drops_counters_and_sessions_that_ended_and_can_run_twice() -> None:
    UserFactory(username="ana")
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        sign_in("ana")
        APIClient().post("/api/auth/login", {"username": "ana", "password": "errada"})
        purge_access()
        kept = counts()
        clock.shift(timedelta(days=15))
        purge_access()
        purge_access()

    assert kept == (2, 1, 1)
    assert counts() == (0, 0, 0)


def counts() -> tuple[Any, ...]:
    guards = SignInGuard.objects.filter(failures__gt=0)
    return guards.exclude(step="username").count(), UserSession.objects.count(), Session.objects.count()


# What other rows and the audit trail refer to, and when it was.
KEPT = {
    "id", "role", "username", "identity", "full_name", "search", "password", "session_nonce", "created_at", "deactivated_at",
    "last_login", "previous_login_at", "last_seen_at",
}  # fmt: skip


def test_removal_forgets_every_column_of_a_person_that_is_not_kept(admin: User) -> None:
    """A new column is one of these, or `deactivate_person` empties it."""
    values = {"BooleanField": True, "DateField": timezone.localdate(), "DateTimeField": timezone.now()}
    others = [field for field in User._meta.concrete_fields if field.name not in KEPT]
    person = UserFactory(**{field.name: values.get(field.get_internal_type(), "192.0.2.7") for field in others})

    deactivate_person(by=admin, user_id=person.id)

    person.refresh_from_db()
    assert [field.name for field in others if getattr(person, field.name)] == []
