"""Holding a lane: take it, keep it, find what is next, mark a row as being sent, notice a loss, give it back."""

import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, Now

from bulk import rules, transitions
from bulk.enums import OrphanState, RowState
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.transitions import GOING, NOW, THIS_MOMENT, after
from core.statements import build, update
from infra.connections import short_read, short_transaction
from marketplace.actions.listings import Notes
from marketplace.adapters.base import Connection
from marketplace.queries import leads_to_sandbox, moved_to

log = structlog.get_logger(__name__)

INTERRUPTED = "O envio foi interrompido. A conta será procurada no marketplace."
LEASE_MARGIN_S = 2
TAKEN_AHEAD_S = 1.0  # a lane is taken this long before its next send, so that the first look-up fits into the pause
FREE = Q(owner="") | Q(lease_until__lte=Now())
MAY_CALL = (
    Q(refused_at=None)
    & (Q(quiet_until=None) | Q(quiet_until__lte=Now()))
    & (Q(paused_until=None) | Q(paused_until__lte=Now()))
)
"""The marketplace neither asked this key to wait nor refused it, and nobody paused it."""
READY = Q(due_at=None) | Q(due_at__lte=Now())
"""Of a row that is queued or to be withdrawn: it does not rest after a call that failed."""
SILENT = Q(sent_via__refused_at__isnull=False) | Q(sent_via__connection__isnull=True)
"""Rows whose sender's key can tell nothing any more."""
_BEGUN = Coalesce(F("started_at"), NOW)
_QUEUED = Row.objects.filter(READY, state=RowState.QUEUED)
_WAITING = Run.objects.filter(GOING, Exists(_QUEUED.filter(run=OuterRef("pk"))))
_waiting_query = build(lambda **lane: _WAITING.filter(**lane).values_list("pk", "owner_id", "served_at"))
_first_queued = build(lambda **run: _QUEUED.filter(**run).select_related("run").order_by("line")[:1])
_IN_DOUBT = Row.objects.filter(state=RowState.VERIFYING, due_at__lte=THIS_MOMENT)
_IN_FLIGHT = Row.objects.filter(state=RowState.SENDING)
_lane = build(lambda **lane: Lane.objects.filter(**lane).annotate(now=Now()))
_runs_in_flight = build(lambda **lane: _IN_FLIGHT.filter(**lane).values_list("run_id", flat=True))
_longest_in_doubt = build(lambda lane: _doubt_due(lane).select_related("run").order_by("due_at")[:1])
_is_doubt_due = build(lambda **lane: Lane.objects.filter(MAY_CALL, **lane).values_list(Exists(_IN_DOUBT), flat=True))


class LaneLost(Exception):
    """Raised when another worker holds the lane. An answer that still comes is settled as a late one (`record_answer`)."""


@dataclass(frozen=True)
class Holding:
    """A lane that this process holds. `fence` is the fencing token: each later holder has a higher one."""

    lane_id: int
    owner: str
    fence: int
    connection: Connection
    wait_s: float  # seconds until the pause after the former send is over
    notes: Notes = field(default_factory=Notes)


def lease_s(connection: Connection) -> float:
    """Seconds of a lease: longer than the pause and a call with the key's timeout; a worker extends it in longer calls."""
    return max(float(settings.BULK_LEASE_S), (connection.timeout_ms + settings.BULK_PAUSE_MS) / 1000 + LEASE_MARGIN_S)


def connection_of(lane: Lane) -> Connection:
    """The lane's connection to its marketplace; for the sandbox with the port on which that listens now."""
    connection = Connection(**lane.connection)
    if leads_to_sandbox(lane.market):
        return replace(connection, base_url=moved_to(settings.SANDBOX_ORIGIN, connection.base_url))
    return connection


def lanes_with_work() -> list[int]:
    with short_read():
        return _lanes_with_work()


@build
def _lanes_with_work() -> QuerySet[Lane, Any]:
    """The database tells the time in it, so that it is always the same."""
    rows = Row.objects.filter(run__lane=OuterRef("pk"))
    left_behind = Row.objects.filter(sent_via=OuterRef("pk"), state=RowState.SENDING)
    queued = rows.filter(READY, state=RowState.QUEUED, run__paused_at=None, run__finished_at=None)
    withdrawing = rows.filter(READY, ~Q(withdrawal=""), state=RowState.CREATED, closing_at=None)
    orphans = OrphanListing.objects.filter(lane=OuterRef("pk"), state=OrphanState.PENDING, due_at__lte=Now())
    reconciling = Run.objects.filter(lane=OuterRef("pk"), reconcile_at__lte=Now())
    work = (
        Q(next_at__lte=after(TAKEN_AHEAD_S)) & Exists(queued)
        | Exists(_doubt_due(OuterRef("pk")))
        | Exists(withdrawing)
        | Exists(orphans)
        | Exists(reconciling)
    )
    lanes = Lane.objects.filter(FREE, Exists(left_behind) | (MAY_CALL & work), connection__isnull=False)
    return lanes.values_list("pk", flat=True)


def take(lane_id: int) -> Holding | None:
    """Take a lane that is free or whose lease ran out, and adopt what its former holder left in flight."""
    with short_transaction():
        [lane] = _lane(pk=lane_id)
        wait_s = max((lane.next_at - lane.now).total_seconds(), 0.0)
        holding = Holding(lane_id, uuid4().hex, lane.fence + 1, connection_of(lane), wait_s)
        held = {"owner": holding.owner, "fence": holding.fence, "lease_until": after(lease_s(holding.connection))}
        if not update(Lane, {"pk": lane_id, "fence": lane.fence}, FREE, **held):
            return None
        adopt(lane_id)
    return holding


def adopt(lane_id: int) -> None:
    """Mark rows left in `sending` as of unknown outcome: they may have been sent, so they are looked up later."""
    for run_id in sorted(set(_runs_in_flight(sent_via_id=lane_id))):
        transitions.touch(run_id)
        doubt = {"in_doubt": True, "misses": 0, "failed_lookups": 0, "due_at": after(settings.BULK_VERIFY_AFTER_S)}
        rows = _IN_FLIGHT.filter(sent_via=lane_id, run=run_id)
        adopted = transitions.move(rows, RowState.SENDING, RowState.VERIFYING, error=INTERRUPTED, **doubt)
        log.warning("bulk_rows_adopted", lane=lane_id, run=run_id, rows=adopted)


def renew(holding: Holding, **changes: Any) -> None:
    """Extend the lease inside the caller's transaction, and lock the lane; LaneLost when it is another's."""
    mine = {"pk": holding.lane_id, "owner": holding.owner, "fence": holding.fence}
    if not update(Lane, mine, lease_until=after(lease_s(holding.connection)), **changes):
        raise LaneLost


def is_doubt_due(holding: Holding) -> bool | None:
    """Whether a row of any lane waits to be looked up now; None where no call makes sense, of whatever kind."""
    with short_read():
        return next(iter(_is_doubt_due(pk=holding.lane_id)), None)


def _doubt_due(lane: Any) -> QuerySet[Row]:
    """Rows to be looked up with this lane's key: what it sent, and what the run's former key can tell no more."""
    return _IN_DOUBT.filter(Q(sent_via=lane) | (Q(run__lane=lane) & SILENT))


def still_held(holding: Holding) -> bool:
    """Whether a holder that may have been frozen still holds its lane, by the database."""
    with suppress(LaneLost), short_transaction():
        renew(holding)
        return True
    return False


def release(holding: Holding) -> None:
    """Give the lane back, so that the next holder need not wait for the lease to run out, and write its pending notes."""
    with holding.notes.transaction():
        mine = {"pk": holding.lane_id, "owner": holding.owner, "fence": holding.fence}
        update(Lane, mine, owner="", lease_until=None)


@dataclass(frozen=True)
class Claim:
    """A row marked `sending` by this holder. `row` is as it was read, `attempts` counts this send."""

    row: Row
    attempts: int
    claimed_at: float  # time.monotonic() of the moment in which the lease was extended


def next_in_doubt(holding: Holding) -> Row | None:
    """The row with an unknown outcome that has waited longest; rows of paused and cancelled runs too."""
    with short_read():
        return next(iter(_longest_in_doubt(lane=holding.lane_id)), None)


def next_to_send(holding: Holding) -> Row | None:
    with short_read():
        turn = rules.next_turn(rules.Turn(*run) for run in _waiting_query(lane_id=holding.lane_id))
        return next(iter(_first_queued(run_id=turn.run_id)), None) if turn else None


def claim(holding: Holding, row: Row, *, pace_s: float | None) -> Claim | None:
    """Mark the row as being sent, durably: whoever takes the lane from now on knows that it may have been. None when its
    run was paused or cancelled meanwhile; `pace_s` is the run's pace. Raises LaneLost."""
    with holding.notes.transaction():
        renew(holding)
        claimed_at = time.monotonic()
        served = {"started_at": _BEGUN, "served_at": NOW, "pace_s": pace_s}
        if not transitions.touch(row.run_id, only=GOING, where={"lane": holding.lane_id}, **served):
            return None
        attempts = row.attempts + 1
        sent = {"fence": holding.fence, "sent_via": holding.lane_id, "sent_at": NOW, "attempts": attempts, "due_at": None}
        moved = transitions.move({"pk": row.pk}, RowState.QUEUED, RowState.SENDING, error="", errors={}, **sent)
    return Claim(row, attempts, claimed_at) if moved else None
