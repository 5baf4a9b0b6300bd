"""The governor: one budget per key, shared by every process, person, screen and run.

Before a call goes out it is counted under the lock of its key's row; what the answer says of the key's limits is kept
beside the count. Times are the database's, since machines' clocks differ.
"""

import time
from collections.abc import Iterable
from dataclasses import astuple
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from infra.connections import give_back_connection, unsynced_transaction
from marketplace.adapters.base import Ask, CallRecord, Connection, Gate, Hold, Unauthorized
from marketplace.adapters.registry import MARKETS
from marketplace.models import KeyBudget, ListingWrite
from marketplace.queries import SYSTEM_KEY, SYSTEM_USER_ID, global_settings
from marketplace.queries.configurations import owners_of_key
from marketplace.rules import governor
from marketplace.rules.governor import KeyLimits, Report, Wish
from notifications import actions as notifications
from notifications.enums import NotificationKind

PATIENCE_S = 10.0
"""A run waits this long for its turn; beyond, its lane rests instead of holding a thread."""
SHORTEST_WAIT_S = 0.05
LISTING_WRITES_KEPT = timedelta(hours=1)
RECORDED_EVERY_S = 1.0
SWITCH_KEPT_S = 2.0
"""A run's gate lives for hours: it looks this often whether calls are still to be counted."""


class Locked(NamedTuple):
    """A key's budget under its lock, as its row keeps it, and the database's time."""

    pk: int
    spent: list[Any]
    reports: dict[str, Any]
    blocked_until: datetime | None
    now: datetime


class _Switch:
    """'enableRateLimiting' of the global settings, read again every few seconds."""

    def __init__(self) -> None:
        self._on = True
        self._read_again_at = 0.0

    def is_on(self) -> bool:
        if time.monotonic() >= self._read_again_at:
            self._on = global_settings().enable_rate_limiting
            self._read_again_at = time.monotonic() + SWITCH_KEPT_S
        return self._on


def gate_for(connection: Connection, *, user_id: int, interactive: bool, wait: bool) -> Gate:
    limits = MARKETS[connection.provider].limits
    lane_key = connection.lane_key
    switch = _Switch()

    def gate(ask: Ask) -> Hold | None:
        wish = Wish(user_id, interactive, ask.buckets)
        give_up_at = time.monotonic() + (PATIENCE_S if wait else 0.0)
        while switch.is_on() and (hold := _admit(lane_key, limits, wish, ask.writes_to)):
            if hold.of_listing or time.monotonic() + hold.seconds > give_up_at:
                return hold
            time.sleep(max(hold.seconds, SHORTEST_WAIT_S))
        return None

    return gate


class RateLimitRecorder:
    """Keeps what answers say of a key. A report that changes nothing is kept once in RECORDED_EVERY_S: it only feeds the
    gauge, and keeping each one would cost a run as much as counting its calls."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lane_key = connection.lane_key
        self._kept: dict[str, tuple[Report, float]] = {}

    def learn(self, record: CallRecord) -> None:
        """Belongs inside a transaction."""
        if record.retry_after_s is not None:
            block_key(self._connection, seconds=record.retry_after_s)
        if record.rate_limit is None or record.rate_remaining is None or record.rate_reset_at is None:
            return
        told = Report(record.rate_limit, record.rate_remaining, record.rate_reset_at.timestamp())
        bucket = record.rate_bucket
        kept, at = self._kept.get(bucket, (None, 0.0))
        if kept and time.monotonic() - at <= RECORDED_EVERY_S and governor.leaves_as_free(kept, told):
            return
        budget = _locked(self._lane_key)
        known = governor.reports_from(budget.reports).get(bucket)
        _write(budget, reports=budget.reports | {bucket: astuple(governor.newer(known, told))})
        self._kept[bucket] = (told, time.monotonic())


@transaction.atomic
def block_key(connection: Connection, *, seconds: float) -> None:
    """Let nothing out with a key for a while: '429 waits for `Retry-After` on the whole key'."""
    budget = _locked(connection.lane_key)
    until = budget.now + timedelta(seconds=seconds)
    if budget.blocked_until is None or budget.blocked_until < until:
        _write(budget, blocked_until=until)


def purge_listing_writes() -> int:
    """Forget writes that no limit looks at any more."""
    deleted, _ = ListingWrite.objects.filter(written_at__lt=timezone.now() - LISTING_WRITES_KEPT).delete()
    return deleted


def _admit(lane_key: str, limits: KeyLimits, wish: Wish, writes_to: Iterable[str]) -> Hold | None:
    """Count the call, or say for how long it has to wait. The connection goes back before the call starts."""
    try:
        with unsynced_transaction():
            return _count(lane_key, limits, wish, sorted(set(writes_to)))
    finally:
        give_back_connection()


def _count(lane_key: str, limits: KeyLimits, wish: Wish, writes_to: list[str]) -> Hold | None:
    budget = _locked(lane_key)
    now = budget.now.timestamp()
    blocked_s = (budget.blocked_until - budget.now).total_seconds() if budget.blocked_until else 0.0
    if 0 < blocked_s <= governor.FARTHEST_S:
        return Hold(blocked_s)
    spent = governor.spent_from(budget.spent)
    wait_s = governor.wait_s(limits, spent, governor.reports_from(budget.reports), wish, now)
    if wait_s > 0:
        return Hold(wait_s)
    written = _written(lane_key, writes_to, since=budget.now - LISTING_WRITES_KEPT)
    listing_wait_s = max((governor.listing_wait_s(times, now) for times in written), default=0.0)
    if listing_wait_s > 0:
        return Hold(listing_wait_s, of_listing=True)
    counted = governor.with_call(spent, wish, now)
    _write(budget, spent=[[each.second, each.person, each.screen, list(each.buckets), each.calls] for each in counted])
    ListingWrite.objects.bulk_create(
        [ListingWrite(lane_key=lane_key, remote_id=remote_id, written_at=budget.now) for remote_id in writes_to]
    )
    return None


def _locked(lane_key: str) -> Locked:
    """The budget of a key, under its lock. Plain values: a model's row costs twice as much, at every call."""
    budgets = KeyBudget.objects.select_for_update().filter(lane_key=lane_key)
    rows = budgets.values_list("pk", "spent", "reports", "blocked_until", Now())
    row = next(iter(rows), None)
    if row is None:
        KeyBudget.objects.bulk_create([KeyBudget(lane_key=lane_key)], ignore_conflicts=True)
        row = rows.get()
    return Locked(*row)


def _write(budget: Locked, **changes: Any) -> None:
    KeyBudget.objects.filter(pk=budget.pk).update(**changes)


def _written(lane_key: str, remote_ids: list[str], *, since: datetime) -> list[list[float]]:
    if not remote_ids:
        return []
    times: dict[str, list[float]] = {remote_id: [] for remote_id in remote_ids}
    recent = ListingWrite.objects.filter(lane_key=lane_key, remote_id__in=remote_ids, written_at__gt=since)
    for remote_id, written_at in recent.values_list("remote_id", "written_at"):
        times[remote_id].append(written_at.timestamp())
    return list(times.values())


EVERY_CALL = "*"
FORBIDDEN = 403
"""Of GameBoost: the key may not make this call, others it may."""


class RefusalRecorder:
    """What the calls of one adapter say of its key. `interactive`: a person sees each answer, so a key that they typed to
    try it, and nobody saved, is nobody else's matter."""

    def __init__(self, connection: Connection, *, interactive: bool) -> None:
        self._connection = connection
        self._interactive = interactive
        self._works = False

    def learn(self, record: CallRecord) -> None:
        """Belongs inside a transaction."""
        call = f"{record.method} {record.endpoint}"
        if record.refused and not self._connection.training:
            self._works = False
            self._note_refusal(record.refused, call if record.refused.status == FORBIDDEN else EVERY_CALL)
        elif record.succeeded and not self._works:
            self._works = self._note_success(call)

    def _note_refusal(self, refused: Unauthorized, call: str) -> None:
        owners = owners_of_key(self._connection.lane_key)
        if self._interactive and not owners:
            return
        KeyBudget.objects.get_or_create(lane_key=self._connection.lane_key)
        budget = KeyBudget.objects.select_for_update().get(lane_key=self._connection.lane_key)
        if {call, EVERY_CALL}.isdisjoint(budget.refusals):
            KeyBudget.objects.filter(pk=budget.pk).update(refusals=[*budget.refusals, call])
            _tell_admins(refused, owners)

    def _note_success(self, call: str) -> bool:
        """Forget refusals that hold no longer; whether none is left."""
        budgets = KeyBudget.objects.select_for_update().filter(lane_key=self._connection.lane_key)
        for pk, refusals in budgets.exclude(refusals=[]).values_list("pk", "refusals"):
            left = [each for each in refusals if each not in (call, EVERY_CALL)]
            if left != refusals:
                KeyBudget.objects.filter(pk=pk).update(refusals=left)
            return not left
        return True


def _tell_admins(refused: Unauthorized, owners: dict[int, str]) -> None:
    """Say whose key it is, and where that is mended."""
    owner_id = next(iter(owners), SYSTEM_USER_ID)
    whose = " e ".join(SYSTEM_KEY if each == SYSTEM_USER_ID else f"de {name}" for each, name in owners.items())
    what, step = "Chave de API recusada", "Corrija a chave"
    if refused.version_gone:
        what, step = "Versão da API desativada", "Mude a chave para a versão 2"
    notifications.notify_admins(
        kind=NotificationKind.KEY_REFUSED,
        title=f"{what}: {whose or 'chave não mais salva'}"[:200],
        body=f"{refused.explanation} {step} em Gerenciar APIs.",
        url=f"/gerenciar-apis?userId={owner_id}",
    )
