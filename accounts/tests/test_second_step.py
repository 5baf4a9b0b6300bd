"""Signing in with a second password."""

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.models import AccessRecord, SignInGuard, User, UserSession
from accounts.tests.factories import UserFactory
from accounts.tests.flows import (
    SECOND_LOCKED,
    WRONG_SECOND,
    is_signed_in,
    sign_in,
    verify,
)
from core.models import AuditEvent

pytestmark = pytest.mark.django_db


def test_login_with_a_second_password_asks_for_it(visitor: APIClient, bruno: User) -> None:
    """RequiresSecondPassword with id, fullName, username."""
    response = sign_in(visitor, "bruno.lima")

    assert response.status_code == 200
    assert response.json() == {
        "requiresSecondPassword": True,
        "id": bruno.id,
        "fullName": "Bruno Lima",
        "username": "bruno.lima",
    }
    assert not is_signed_in(visitor)
    assert (UserSession.objects.count(), AccessRecord.objects.count()) == (0, 0)


def test_second_step_completes_the_login(visitor: APIClient, bruno: User) -> None:
    sign_in(visitor, "bruno.lima")

    response = verify(visitor, bruno.id)

    assert (response.status_code, response.json()["id"]) == (200, bruno.id)
    assert is_signed_in(visitor)
    assert (UserSession.objects.count(), AccessRecord.objects.count()) == (1, 1)


def test_session_key_changes_at_each_step_and_the_older_ones_open_nothing(visitor: APIClient, bruno: User) -> None:
    """The session key changes at each step."""
    visitor.cookies["sessionid"] = "fixada-por-outro"
    keys = []
    sign_in(visitor, "bruno.lima")
    keys.append(visitor.cookies["sessionid"].value)
    verify(visitor, bruno.id)
    keys.append(visitor.cookies["sessionid"].value)

    assert len({"fixada-por-outro", *keys}) == 3
    visitor.cookies["sessionid"] = keys[0]
    assert not is_signed_in(visitor)
    assert verify(visitor, bruno.id).json() == WRONG_SECOND


def test_second_step_fails_once_then_locks_for_600_seconds(visitor: APIClient, bruno: User) -> None:
    """First wrong answer 401 with attemptsRemaining: 1, second 423 with Retry-After: 600."""
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        sign_in(visitor, "bruno.lima")
        first, second, third = verify(visitor, bruno.id, "a"), verify(visitor, bruno.id, "b"), verify(visitor, bruno.id)
        clock.shift(599.5)
        sign_in(visitor, "bruno.lima")
        still = verify(visitor, bruno.id)
        clock.shift(0.5)
        after = verify(visitor, bruno.id)

    assert (first.status_code, first.json()) == (401, WRONG_SECOND)
    assert (second.status_code, second.json(), second["Retry-After"]) == (423, SECOND_LOCKED, "600")
    assert (third.status_code, third.json(), third["Retry-After"]) == (423, SECOND_LOCKED, "600")
    assert (still.status_code, still["Retry-After"]) == (423, "1")
    assert after.status_code == 200


def test_second_step_lock_is_of_the_person_wherever_they_try(visitor: APIClient, bruno: User) -> None:
    sign_in(visitor, "bruno.lima")
    verify(visitor, bruno.id, "a")
    verify(visitor, bruno.id, "b")
    elsewhere = APIClient(REMOTE_ADDR="192.0.2.7")
    sign_in(elsewhere, "bruno.lima")

    assert verify(elsewhere, bruno.id).status_code == 423
    assert not is_signed_in(elsewhere)


def test_second_step_failures_are_not_forgotten_by_a_new_first_step(visitor: APIClient, bruno: User) -> None:
    sign_in(visitor, "bruno.lima")
    verify(visitor, bruno.id, "a")
    sign_in(visitor, "bruno.lima")

    assert verify(visitor, bruno.id, "b").status_code == 423


def test_second_step_lock_out_is_audited(visitor: APIClient, bruno: User) -> None:
    sign_in(visitor, "bruno.lima")
    verify(visitor, bruno.id, "a")
    verify(visitor, bruno.id, "b")

    event = AuditEvent.objects.get()
    assert (event.event, event.subject_id, event.after) == ("accounts.sign_in_locked", bruno.id, {"step": "second"})


def test_second_step_without_the_first_is_refused_as_a_wrong_password(visitor: APIClient, bruno: User) -> None:
    """Else the same 401 as a wrong password."""
    for _ in range(3):
        response = verify(visitor, bruno.id)
        assert (response.status_code, response.json()) == (401, WRONG_SECOND)

    assert not is_signed_in(visitor)
    assert "sessionid" not in visitor.cookies


@pytest.mark.parametrize("other", ["somebody", "nobody"])
def test_second_step_with_another_user_id_is_refused_as_a_wrong_password(
    visitor: APIClient, bruno: User, other: str
) -> None:
    somebody = UserFactory(two_step=True)
    sign_in(visitor, "bruno.lima")

    response = verify(visitor, somebody.id if other == "somebody" else 999_999)

    assert (response.status_code, response.json()) == (401, WRONG_SECOND)
    assert not is_signed_in(visitor)
    assert verify(visitor, bruno.id).status_code == 200


def test_second_step_after_five_minutes_is_refused(visitor: APIClient, bruno: User) -> None:
    """A pre-authentication session from step 1 that lives 5 minutes."""
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        sign_in(visitor, "bruno.lima")
        clock.shift(299)
        in_time = verify(visitor, bruno.id, "errada")
        clock.shift(1)
        late = verify(visitor, bruno.id)

    assert (in_time.status_code, late.status_code, late.json()) == (401, 401, WRONG_SECOND)
    assert not is_signed_in(visitor)


def test_second_step_twice_is_refused(visitor: APIClient, bruno: User) -> None:
    sign_in(visitor, "bruno.lima")
    verify(visitor, bruno.id)

    assert verify(visitor, bruno.id).json() == WRONG_SECOND


def test_second_step_after_the_password_changed_is_refused(visitor: APIClient, bruno: User) -> None:
    sign_in(visitor, "bruno.lima")
    bruno.set_password("outra-senha-boa")
    bruno.save()

    assert verify(visitor, bruno.id).json() == WRONG_SECOND
    assert not is_signed_in(visitor)


def test_second_step_needs_its_field(visitor: APIClient, bruno: User) -> None:
    """'Segunda senha é obrigatória'."""
    sign_in(visitor, "bruno.lima")

    response = verify(visitor, bruno.id, "")

    assert (response.status_code, response.json()["message"]) == (400, "Segunda senha é obrigatória")
    assert not SignInGuard.objects.filter(step="second").exists()


def test_first_step_does_not_hash_the_second_password(visitor: APIClient, bruno: User, hashes: list[bool]) -> None:
    sign_in(visitor, "bruno.lima")
    first = len(hashes)
    verify(visitor, bruno.id)

    assert (first, len(hashes)) == (1, 2)


@pytest.mark.django_db(transaction=True)
def test_passwords_are_hashed_outside_transactions(visitor: APIClient, bruno: User, hashes: list[bool]) -> None:
    sign_in(visitor, "bruno.lima", "errada")
    sign_in(visitor, "bruno.lima")
    verify(visitor, bruno.id)

    assert hashes == [False, False, False]
