"""Calls to a marketplace and the trace they leave, and the governor: one budget per key, for every process and person.
Before a call goes out it is counted under the lock of its key's row; what the answer says of the key's limits is kept
beside the count. Times are the database's, since machines' clocks differ."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from core import events
from core.conditional import bump
from core.models import locked_row
from core.statements import build, update
from infra.connections import give_back_connection, unsynced_transaction
from infra.shares import MARKETPLACE_CALLS
from marketplace.actions.listings import ListingKeeper, Notes, write_notes
from marketplace.adapters import base
from marketplace.adapters.registry import MARKETS
from marketplace.errors import KeyBudgetSpent
from marketplace.models import Activity, KeyBudget, ListingWrite
from marketplace.queries import SYSTEM_USER_ID, global_settings, owners_of_key, recent_settings
from marketplace.rules import governor
from marketplace.rules.governor import KeyLimits, Report, Wish
from notifications import actions as notifications
from notifications.enums import NotificationKind

ACTIVITIES_KEPT = timedelta(days=180)
READS = frozenset({"GET", "HEAD"})
EVERY_CALL = "*"
FORBIDDEN = 403  # of GameBoost: the key may not make this call, others it may
PERIODIC_TIMEOUT_MS = 5000  # of what is done periodically: the worker's other jobs, and its heartbeat, wait for it
PATIENCE_S = 10.0  # a run waits this long for its turn; beyond, its lane rests instead of holding a thread
SHORTEST_WAIT_S = 0.05
LISTING_WRITES_KEPT = timedelta(hours=1)
RECORDED_EVERY_S = 1.0
_COLUMNS = ("pk", "spent", "reports", "blocked_until", "now")
_BUDGETS = KeyBudget.objects.select_for_update().annotate(now=Now()).values_list(*_COLUMNS, named=True)
_budget = build(lambda **key: _BUDGETS.filter(**key))


def adapter_for(
    connection: base.Connection,
    *,
    user_id: int,
    interactive: bool = False,
    wait: bool = True,
    urgent: bool = False,
    notes: Notes | None = None,
) -> base.ListingAdapter:
    """An adapter whose calls are noted as this person's and keep the key's pace; the caller closes it. `interactive`
    calls, whose answer a person waits for, count in that person's share and never wait; others wait a few seconds
    unless `wait` is False. `urgent` ones have a reserve of the key's. What is only noted of calls waits in `notes`."""
    known, waits = global_settings(), wait and not interactive
    recorder = CallRecorder(connection, user_id, known.enable_metrics, interactive=interactive, notes=notes)
    gate = gate_for(connection, user_id=user_id, interactive=interactive, wait=waits, urgent=urgent)
    adapter = MARKETS[connection.provider].open(connection, recorder, gate)
    adapter.default_image_url = known.default_image_url
    adapter.watcher = ListingKeeper(connection, user_id=user_id, notes=notes)
    return adapter


@contextmanager
def adapter_without_wait(connection: base.Connection, *, user_id: int) -> Iterator[base.ListingAdapter]:
    """For somebody who waits for the answer. Raises Busy where too many wait for marketplaces already."""
    with MARKETPLACE_CALLS, closing(adapter_for(connection, user_id=user_id, interactive=True)) as adapter:
        yield adapter


def try_connection(connection: base.Connection, *, user_id: int) -> dict[str, Any]:
    """Make the cheapest call that proves a connection: {success, data}, or {success, error, status, detail}; `status`
    is the marketplace's, None when it did not answer, and `detail` says why not. Raises KeyBudgetSpent and Busy."""
    with adapter_without_wait(connection, user_id=user_id) as adapter:
        outcome = adapter.test()
    if isinstance(outcome, base.Throttled) and outcome.held:
        raise KeyBudgetSpent(wait_s=outcome.retry_after_s)
    if works := isinstance(outcome, base.Done):
        tested = {"success": True, "data": outcome.data}
    else:
        reason, status = base.reason_of(outcome), getattr(outcome, "status", None)
        tested = {"success": False, "error": reason, "status": status, "detail": ""}
        if not isinstance(outcome, base.Refused | base.Unauthorized):
            # No sentence of the marketplace's own: a general one, and beside it what went wrong.
            tested |= {"error": f"Failed to connect to {MARKETS[connection.provider].title} API", "detail": reason}
    tested_at = timezone.now() if works else None
    KeyBudget.objects.update_or_create(lane_key=connection.lane_key, defaults={"tested_at": tested_at})
    result = "success" if works else "failure"
    events.count("api_config_test", person_id=user_id, outcome=result, subject=connection.provider)
    return tested


def reads_stamp(connection: base.Connection) -> str:
    return f"marketplace:{connection.lane_key[:32]}"


def report_activity(*, user_id: int, **reported: Any) -> Activity:
    """Note a call that the browser reports (POST /api/activities), by its columns; it enters no figure."""
    return Activity.objects.create(user_id=user_id, source=Activity.Source.REPORTED, **reported)


def purge_activities() -> int:
    return Activity.objects.filter(timestamp__lt=timezone.now() - ACTIVITIES_KEPT).delete()[0]


def gate_for(
    connection: base.Connection, *, user_id: int, interactive: bool, wait: bool, urgent: bool = False
) -> base.Gate:
    lane_key, limits = connection.lane_key, MARKETS[connection.provider].limits

    def gate(buckets: tuple[str, ...], writes_to: tuple[str, ...]) -> base.Hold | None:
        wish = Wish(user_id, interactive, buckets, urgent)
        give_up_at = time.monotonic() + (PATIENCE_S if wait else 0.0)
        while True:
            if not recent_settings().enable_rate_limiting:
                return None
            try:
                hold = _admit(lane_key, limits, wish, sorted(set(writes_to)))
            finally:
                give_back_connection()  # before the call starts
            if hold is None or hold.of_listing or time.monotonic() + hold.seconds > give_up_at:
                return hold
            time.sleep(max(hold.seconds, SHORTEST_WAIT_S))

    return gate


@unsynced_transaction()
def _admit(lane_key: str, limits: KeyLimits, wish: Wish, writes_to: list[str]) -> base.Hold | None:
    """Count the call under the lock of its key's row, or say for how long it has to wait."""
    budget = _lock_budget(lane_key)
    now = budget.now.timestamp()
    blocked_s = (budget.blocked_until - budget.now).total_seconds() if budget.blocked_until else 0.0
    if 0 < blocked_s <= governor.FARTHEST_S:
        return base.Hold(blocked_s)
    spent = governor.spent_from(budget.spent)
    wait_s = governor.wait_s(limits, spent, governor.reports_from(budget.reports), wish, now)
    if wait_s > 0:
        return base.Hold(wait_s)
    written: dict[str, list[float]] = {}
    if writes_to:
        writes = ListingWrite.objects.filter(lane_key=lane_key, remote_id__in=writes_to)
        recent = writes.filter(written_at__gt=budget.now - LISTING_WRITES_KEPT)
        for remote_id, written_at in recent.values_list("remote_id", "written_at"):
            written.setdefault(remote_id, []).append(written_at.timestamp())
    listing_wait_s = max((governor.listing_wait_s(times, now) for times in written.values()), default=0.0)
    if listing_wait_s > 0:
        return base.Hold(listing_wait_s, of_listing=True)
    update(KeyBudget, {"pk": budget.pk}, spent=governor.with_call(spent, wish, now))
    going = (ListingWrite(lane_key=lane_key, remote_id=each, written_at=budget.now) for each in writes_to)
    ListingWrite.objects.bulk_create(going)
    return None


@transaction.atomic
def block_key(connection: base.Connection, *, seconds: float) -> None:
    """Let nothing out with a key for a while: '429 waits for `Retry-After` on the whole key'."""
    budget = _lock_budget(connection.lane_key)
    until = budget.now + timedelta(seconds=seconds)
    if budget.blocked_until is None or budget.blocked_until < until:
        KeyBudget.objects.filter(pk=budget.pk).update(blocked_until=until)


def purge_listing_writes() -> int:
    """Forget writes that no limit looks at any more."""
    return ListingWrite.objects.filter(written_at__lt=timezone.now() - LISTING_WRITES_KEPT).delete()[0]


def _lock_budget(lane_key: str) -> Any:
    """The budget of a key, under its lock, and `now` by the database's clock. A model's row costs twice as much."""
    if not (rows := _budget(lane_key=lane_key)):
        KeyBudget.objects.bulk_create([KeyBudget(lane_key=lane_key)], ignore_conflicts=True)
        rows = _budget(lane_key=lane_key)
    return rows[0]


@dataclass
class CallRecorder:
    """Records the calls of an adapter: activities while metrics are `enabled`, what is said of the key, new reads
    after a write. `interactive`: a key that a person typed to try it, and nobody saved, is nobody else's matter. A
    database that fails here must not turn a call that happened into one that seems not to have: it is logged."""

    connection: base.Connection
    user_id: int
    enabled: bool
    interactive: bool
    notes: Notes | None = None

    def __post_init__(self) -> None:
        self._lane_key = self.connection.lane_key
        self._reported: dict[str, tuple[Report, float]] = {}
        self._works = False

    def __call__(self, record: base.CallRecord) -> None:
        report = self._report_of(record)
        works_again = record.succeeded and not self._works
        says_more = report is not None or record.retry_after_s is not None or record.refused or works_again
        traces: list[Callable[[], object]] = [partial(self._note_key, record, report, works_again)] if says_more else []
        if self.enabled:
            traces.append(partial(self._note_activity, record))
        if record.method not in READS:
            traces.append(partial(bump, reads_stamp(self.connection)))
        if self.notes and not says_more:
            self.notes.add(*traces)
        else:
            write_notes(traces, unsynced_transaction)

    def _note_key(self, record: base.CallRecord, new: Report | None, works_again: bool) -> None:
        """Store what an answer says of the key; `new` is what it says of its limits."""
        if record.retry_after_s is not None:
            block_key(self.connection, seconds=record.retry_after_s)
        if new:
            budget, bucket = _lock_budget(self._lane_key), record.rate.bucket
            old = governor.reports_from(budget.reports).get(bucket)
            KeyBudget.objects.filter(pk=budget.pk).update(reports=budget.reports | {bucket: governor.newer(old, new)})
            self._reported[bucket] = (new, time.monotonic())
        call = f"{record.method} {record.endpoint}"
        if record.refused and not self.connection.training:
            self._works = False
            self._note_refusal(record.refused, call if record.refused.status == FORBIDDEN else EVERY_CALL)
        elif works_again:
            self._works = self._note_success(call)

    def _note_activity(self, record: base.CallRecord) -> None:
        same = ("service", "endpoint", "method", "response_time_ms", "request_id")
        Activity.objects.create(
            user_id=self.user_id,
            status=str(record.status) if record.status else record.failure,
            success=record.succeeded,
            source=Activity.Source.TRAINING if self.connection.training else Activity.Source.OUTBOUND,
            rate_limit=record.rate.limit,
            rate_remaining=record.rate.remaining,
            timestamp=record.started_at,
            **{name: getattr(record, name) for name in same},
        )

    def _report_of(self, record: base.CallRecord) -> Report | None:
        """The limits to store, or nothing: a report that changes nothing only feeds the gauge, once in RECORDED_EVERY_S."""
        rate = record.rate
        if rate.limit is None or rate.remaining is None or rate.reset_at is None:
            return None
        report = Report(rate.limit, rate.remaining, rate.reset_at.timestamp())
        kept, at = self._reported.get(rate.bucket, (None, 0.0))
        is_known = kept and time.monotonic() - at <= RECORDED_EVERY_S and governor.leaves_as_free(kept, report)
        return None if is_known else report

    def _note_refusal(self, refused: base.Unauthorized, call: str) -> None:
        """Tell the admins, the first time, whose key it is and where that is mended."""
        owners = owners_of_key(self._lane_key)
        if self.interactive and not owners:
            return
        budget = locked_row(KeyBudget, lane_key=self._lane_key)
        if not {call, EVERY_CALL}.isdisjoint(budget.refusals):
            return
        KeyBudget.objects.filter(pk=budget.pk).update(refusals=[*budget.refusals, call])
        what = "Versão da API desativada" if refused.version_gone else "Chave de API recusada"
        title = f"{what}: {' e '.join(owners.values()) or 'chave não mais salva'}"[:200]
        body = f"{refused.explanation} Corrija a chave em Gerenciar APIs."
        url = f"/gerenciar-apis?userId={next(iter(owners), SYSTEM_USER_ID)}"
        notifications.notify_admins(kind=NotificationKind.KEY_REFUSED, title=title, body=body, url=url)

    def _note_success(self, call: str) -> bool:
        """Forget refusals that hold no longer; whether none is left."""
        budgets = KeyBudget.objects.select_for_update().filter(lane_key=self._lane_key)
        for pk, refusals in budgets.exclude(refusals=[]).values_list("pk", "refusals"):
            left = [each for each in refusals if each not in (call, EVERY_CALL)]
            if left != refusals:
                KeyBudget.objects.filter(pk=pk).update(refusals=left)
            return not left
        return True
