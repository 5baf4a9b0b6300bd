"""Limits, presence and password rules of people. No database, no clock, no settings."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.core.exceptions import ValidationError

from accounts.errors import TOO_MUCH_NAME
from core.text import searchable

MIN_USERNAME, MAX_USERNAME = 3, 150
MIN_PASSWORD = 6

SILENCE = timedelta(minutes=2)  # product: people.online
SECOND_STEP_LIFE = timedelta(minutes=5)  # product: login.steps
ACCESS_RETENTION = timedelta(days=180)  # product: privacy.retention


@dataclass(frozen=True)
class Limit:
    """How many failures one subject of a step has within `period` before it is locked for another `period`. A `wide`
    limit is shared by many sign-ins: a right password takes back its own attempt only."""

    step: str
    attempts: int
    period: timedelta
    wide: bool = False

    def minutes(self) -> str:
        """The period as people read it, rounded up: '15 minutos'."""
        minutes = ceil(self.period / timedelta(minutes=1))
        return "1 minuto" if minutes == 1 else f"{minutes} minutos"


# One limit for a user name at an address, wider ones for each alone (product: login.lockout): an office behind one
# address and a person with many devices do not reach those.
PAIR = Limit("username+address", 3, timedelta(seconds=900))
USERNAME = Limit("username", 30, timedelta(seconds=900), wide=True)
ADDRESS = Limit("address", 100, timedelta(seconds=900), wide=True)
SECOND = Limit("second", 2, timedelta(seconds=600))
CURRENT = Limit("current", 5, timedelta(seconds=900))


@dataclass(frozen=True)
class Count:
    failures: int = 0
    expires_at: datetime | None = None


def locked_for(count: Count, limit: Limit, now: datetime) -> int:
    """Whole seconds until attempts are looked at again, 0 when they are now; never more than the whole lock: an attempt
    that waited for the one that began the lock has an older `now` than that one."""
    if count.expires_at is None or count.failures < limit.attempts or not counts(count, limit, now):
        return 0
    return ceil(min(count.expires_at - now, limit.period).total_seconds())


def counts(count: Count, limit: Limit, now: datetime) -> bool:
    """Whether the failures still count. An end that is farther away than two periods was set by a wrong clock."""
    return count.expires_at is not None and now < count.expires_at <= now + 2 * limit.period


def charge(count: Count, limit: Limit, now: datetime) -> Count:
    """One more failure of a subject that is not locked. The last one allowed starts the lock."""
    running = counts(count, limit, now)
    failures = count.failures + 1 if running else 1
    expires_at = count.expires_at if running and failures < limit.attempts else now + limit.period
    return Count(failures, expires_at)


class NoNamesValidator:
    """Refuse a password of which, without the person's names and `words`, fewer than MIN_PASSWORD letters and digits are
    left; case, accents and what stands between do not count. Names of one or two letters are none."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def validate(self, password: str, user: Any = None) -> None:
        names = [getattr(user, column, "") for column in ("username", "full_name")]
        parts = {
            part for name in (*names, *self._words) for part in re.split(r"[\W_]+", searchable(name)) if len(part) > 2
        }
        left = typed = searchable(password)
        for part in sorted(parts, key=len, reverse=True):
            left = left.replace(part, "")
        if left != typed and sum(map(str.isalnum, left)) < MIN_PASSWORD:
            raise ValidationError(TOO_MUCH_NAME)
