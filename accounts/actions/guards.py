"""Counters of attempts: paid for before a password is looked at, so that parallel guesses count too."""

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts import rules
from accounts.enums import Audited
from accounts.models import SignInGuard, User
from accounts.rules import Count, Limit
from core import audit
from core.actor import Actor
from core.crypto import blind_index
from core.errors import ActionError
from core.text import identity

Refusal = Callable[[int], ActionError]


@dataclass(frozen=True)
class Attempt:
    limit: Limit
    subject: str


def from_place(*, username: str, address: str) -> Attempt:
    """Against a username from an address. The subject starts with the username's, so that a person can be unlocked."""
    return Attempt(rules.PAIR, _hash("username", identity(username))[:32] + _hash("address", _network(address))[:32])


def against_username(username: str) -> Attempt:
    return Attempt(rules.USERNAME, _hash("username", identity(username)))


def from_address(address: str) -> Attempt:
    return Attempt(rules.ADDRESS, _hash("address", _network(address)))


def second_password(user_id: int) -> Attempt:
    return Attempt(rules.SECOND, _hash("user", str(user_id)))


def current_password(user_id: int) -> Attempt:
    return Attempt(rules.CURRENT, _hash("user", str(user_id)))


def charge(*attempts: Attempt, refusal: Refusal) -> list[Count]:
    """Pay for one attempt against every subject, or raise the refusal with the seconds left of the longest lock.

    Commits before it returns: whatever happens to the caller, the attempt is counted. The counts come back in the
    order of the attempts.
    """
    now = timezone.now()
    # A flood against a locked subject only reads; the same look is repeated under the lock.
    _refuse_locked(attempts, _counts(_rows(attempts)), refusal, now)
    with transaction.atomic(durable=True):
        # The upsert also locks the rows that exist; sorted, so that two attempts take them in one order.
        SignInGuard.objects.bulk_create(
            [SignInGuard(step=step, subject=subject) for step, subject in sorted(map(_key, attempts))],
            update_conflicts=True,
            update_fields=["step"],
            unique_fields=["step", "subject"],
        )
        rows = list(_rows(attempts))
        counts = _counts(rows)
        _refuse_locked(attempts, counts, refusal, now)
        charged = {_key(each): rules.charge(counts[_key(each)], each.limit, now) for each in attempts}
        for row in rows:
            count = charged[row.step, row.subject]
            row.failures, row.expires_at = count.failures, count.expires_at
        SignInGuard.objects.bulk_update(rows, ["failures", "expires_at"])
    return [charged[_key(each)] for each in attempts]


def forgive(*attempts: Attempt) -> None:
    """The password was right: narrow counters start anew, wide ones take this attempt back."""
    with transaction.atomic():
        for each in attempts:
            row = SignInGuard.objects.filter(step=each.limit.step, subject=each.subject)
            if each.limit.wide:
                row.filter(failures__gt=0).update(failures=F("failures") - 1)
            else:
                row.delete()


def record_lock_outs(attempts: Sequence[Attempt], counts: Sequence[Count], *, person: User | None) -> None:
    """Leave an audit row for each lock that this failure began; an unknown name is not written down."""
    with transaction.atomic():
        for attempt, count in zip(attempts, counts, strict=True):
            if count.failures == attempt.limit.attempts:
                audit.record(
                    Audited.SIGN_IN_LOCKED,
                    by=None,
                    target=person,
                    subject=person,
                    after={"step": attempt.limit.step},
                )


@transaction.atomic
def unlock(*, by: Actor, person: User, reason: str) -> int:
    """Forget every failure of a person's passwords, from wherever; the number of counters there were."""
    username = against_username(person.username).subject
    rows = SignInGuard.objects.filter(
        Q(step=rules.PAIR.step, subject__startswith=username[:32])
        | Q(step=rules.USERNAME.step, subject=username)
        | Q(step__in=(rules.SECOND.step, rules.CURRENT.step), subject=second_password(person.id).subject)
    )
    forgotten, _ = rows.delete()
    audit.record(Audited.SIGN_IN_UNLOCKED, by=by, target=person, subject=person, reason=reason)
    return forgotten


def _key(attempt: Attempt) -> tuple[str, str]:
    return attempt.limit.step, attempt.subject


def _rows(attempts: Sequence[Attempt]) -> QuerySet[SignInGuard]:
    wanted = Q()
    for step, subject in map(_key, attempts):
        wanted |= Q(step=step, subject=subject)
    return SignInGuard.objects.filter(wanted)


def _counts(rows: "QuerySet[SignInGuard] | list[SignInGuard]") -> dict[tuple[str, str], Count]:
    return {(row.step, row.subject): Count(row.failures, row.expires_at) for row in rows}


def _refuse_locked(
    attempts: Sequence[Attempt], counts: dict[tuple[str, str], Count], refusal: Refusal, now: datetime
) -> None:
    seconds = max(rules.locked_for(counts.get(_key(each), Count()), each.limit, now) for each in attempts)
    if seconds:
        raise refusal(seconds)


def _network(address: str) -> str:
    """An IPv6 customer owns at least a /64, so that is what counts as one address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed.packed[:8] + bytes(8), 64)))


def _hash(kind: str, value: str) -> str:
    return blind_index("sign-in", kind, value)
