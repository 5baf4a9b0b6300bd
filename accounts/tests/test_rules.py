"""Limits and presence."""

from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.core.exceptions import ValidationError

from accounts.rules import (
    ADDRESS,
    PAIR,
    SECOND,
    USERNAME,
    Count,
    Limit,
    NoNamesValidator,
    charge,
    locked_for,
)

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("limit", "attempts", "seconds"), [(PAIR, 3, 900), (SECOND, 2, 600), (USERNAME, 30, 900), (ADDRESS, 100, 900)]
)
def test_charge_locks_with_the_last_attempt_for_the_documented_time(limit: object, attempts: int, seconds: int) -> None:
    """product: login.lockout"""
    count = Count()
    for number in range(attempts):
        assert locked_for(count, limit, at(number)) == 0
        count = charge(count, limit, at(number))

    assert locked_for(count, limit, at(attempts - 1)) == seconds
    assert locked_for(count, limit, at(attempts - 1 + seconds - 0.5)) == 1
    assert locked_for(count, limit, at(attempts - 1 + seconds)) == 0


@pytest.mark.parametrize(("limit", "seconds"), [(PAIR, 900), (SECOND, 600)])
def test_locked_for_is_never_longer_than_the_documented_lock(limit: Limit, seconds: int) -> None:
    """One who waited for the attempt that began the lock, and a clock that was corrected by a minute."""
    locked = Count(limit.attempts, at(seconds))

    assert [locked_for(locked, limit, at(-early)) for early in (0.001, 2, 60)] == [seconds] * 3


def test_lock_of_a_clock_that_was_hours_ahead_is_not_believed() -> None:
    locked = Count(PAIR.attempts, at(3 * 3600))

    assert locked_for(locked, PAIR, NOON) == 0
    assert charge(locked, PAIR, NOON) == Count(1, at(900))


def test_charge_starts_anew_after_the_period() -> None:
    one = charge(Count(), PAIR, at(0))
    two = charge(one, PAIR, at(899))

    assert (one.failures, two.failures) == (1, 2)
    assert charge(two, PAIR, at(900)) == Count(1, at(1800))


def test_charge_counts_a_wide_limit_in_fixed_windows() -> None:
    """A steady trickle of mistakes in an office never adds up to a lock."""
    count = Count()
    for minute in range(0, 60 * 24, 10):
        count = charge(count, ADDRESS, at(minute * 60))
        assert count.failures <= 2


@pytest.mark.parametrize(
    ("password", "refused"),
    [
        ("contas-acme", True),
        ("Acme2026", True),
        ("ÁCME.acme.acme", True),
        ("ana acme 12345", True),
        ("acme-girafa", False),
        ("ana-come-girafas", False),
        ("a-b-c-d", False),
        ("!!!!!!", False),
    ],
)
def test_password_of_names_alone_is_refused_and_any_other_left_alone(password: str, refused: bool) -> None:
    validator, person = (
        NoNamesValidator(["Ácme Ltda", "contas"]),
        SimpleNamespace(username="ana.li", full_name="Ana Li"),
    )

    with pytest.raises(ValidationError) if refused else nullcontext():
        validator.validate(password, person)
