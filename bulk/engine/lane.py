"""Holding a lane: take it, keep it, find what is next, mark a row as being sent, notice a loss, give it back."""

import re
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, Now

from bulk import rules, transitions
from bulk.enums import OrphanState, RowState
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.transitions import GOING, THIS_MOMENT, after
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
ANY_LANE = -1
_QUEUED = Row.objects.filter(READY, state=RowState.QUEUED)
_IN_DOUBT = Row.objects.filter(state=RowState.VERIFYING, due_at__lte=THIS_MOMENT)


class LaneLost(Exception):
    """Raised when another worker holds the lane. An answer that still comes is settled as a late one (`settle_sent`)."""


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
    """Seconds of a lease: longer than one call and the pause before it, so that a slow worker does not count as dead."""
    longest = connection.timeout_ms / 1000 + settings.BULK_PAUSE_MS / 1000 + LEASE_MARGIN_S
    return max(float(settings.BULK_LEASE_S), longest)


def connection_of(lane: Lane) -> Connection:
    """The lane's connection to its marketplace; for the sandbox with the port on which that listens now."""
    connection = Connection(**lane.connection)
    if leads_to_sandbox(lane.market):
        return replace(connection, base_url=moved_to(settings.SANDBOX_ORIGIN, connection.base_url))
    return connection


def lanes_with_work() -> list[int]:
    with short_read():
        return [lane.pk for lane in Lane.objects.raw(*_lanes_with_work())]


@cache
def _lanes_with_work() -> tuple[str, tuple[Any, ...]]:
    """The query of the poll, built once, since building it takes twenty times as long as running it; its time is the database's."""
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
    return _built(lanes.only("pk"))


def take(lane_id: int) -> Holding | None:
    """Take a lane that is free or whose lease ran out, and adopt what its former holder left in flight."""
    with short_transaction():
        lane = Lane.objects.annotate(now=Now()).get(pk=lane_id)
        wait_s = max((lane.next_at - lane.now).total_seconds(), 0.0)
        holding = Holding(lane_id, uuid4().hex, lane.fence + 1, connection_of(lane), wait_s)
        free = Lane.objects.filter(FREE, pk=lane_id, fence=lane.fence)
        if not free.update(owner=holding.owner, fence=holding.fence, lease_until=after(lease_s(holding.connection))):
            return None
        adopt(lane_id)
    return holding


def adopt(lane_id: int) -> None:
    """Mark rows left in `sending` as of unknown outcome: they may have been sent, so they are looked up later."""
    in_flight = Row.objects.filter(sent_via=lane_id, state=RowState.SENDING)
    for run_id in sorted(set(in_flight.values_list("run_id", flat=True))):
        transitions.touch(run_id)
        doubt = {"in_doubt": True, "misses": 0, "failed_lookups": 0, "due_at": after(settings.BULK_VERIFY_AFTER_S)}
        rows = in_flight.filter(run=run_id)
        adopted = transitions.move(rows, RowState.SENDING, RowState.VERIFYING, error=INTERRUPTED, **doubt)
        log.warning("bulk_rows_adopted", lane=lane_id, run=run_id, rows=adopted)


def renew(holding: Holding, **changes: Any) -> None:
    """Extend the lease inside the caller's transaction, and lock the lane; LaneLost when it is another's."""
    mine = Lane.objects.filter(pk=holding.lane_id, owner=holding.owner, fence=holding.fence)
    if not mine.update(lease_until=after(lease_s(holding.connection)), **changes):
        raise LaneLost


def is_doubt_due(holding: Holding) -> bool | None:
    """Whether a row of any lane waits to be looked up now; None where no call makes sense, of whatever kind."""
    with short_read():
        lanes: Any = Lane.objects.raw(*_of_lane(holding, *_is_doubt_due()))
        return next((bool(lane.is_any_in_doubt) for lane in lanes), None)


def _built(asked: QuerySet[Any]) -> tuple[str, tuple[Any, ...]]:
    """The query and its parameters. States are written into it: a plan for any parameters uses no index of some alone."""
    sql, params = asked.query.sql_with_params()
    written = (f"'{each}'" if isinstance(each, str) else "%s" for each in params)
    sql = re.sub("(?<!%)%s", lambda _: next(written), sql)
    return sql, tuple(each for each in params if not isinstance(each, str))


def _of_lane(holding: Holding, sql: str, params: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    return sql, tuple(holding.lane_id if each == ANY_LANE else each for each in params)


@cache
def _is_doubt_due() -> tuple[str, tuple[Any, ...]]:
    lanes = Lane.objects.filter(MAY_CALL, pk=ANY_LANE)
    return _built(lanes.only("pk").annotate(is_any_in_doubt=Exists(_IN_DOUBT)))


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
    with holding.notes.written():
        mine = Lane.objects.filter(pk=holding.lane_id, owner=holding.owner, fence=holding.fence)
        mine.update(owner="", lease_until=None)


@dataclass(frozen=True)
class Claim:
    """A row marked `sending` by this holder. `row` is as it was read, `attempts` counts this send."""

    row: Row
    attempts: int
    claimed_at: float  # time.monotonic() of the moment in which the lease was extended


def next_in_doubt(holding: Holding) -> Row | None:
    """The row with an unknown outcome that has waited longest; rows of paused and cancelled runs too."""
    with short_read():
        return _doubt_due(holding.lane_id).select_related("run").order_by("due_at").first()


def next_to_send(holding: Holding) -> Row | None:
    with short_read():
        waiting = Run.objects.raw(*_of_lane(holding, *_waiting()))
        turn = rules.next_turn(rules.Turn(run.pk, run.owner_id, run.served_at) for run in waiting)
        if turn is None:
            return None
        return _QUEUED.filter(run=turn.run_id).select_related("run").order_by("line").first()


@cache
def _waiting() -> tuple[str, tuple[Any, ...]]:
    waiting = Run.objects.filter(GOING, Exists(_QUEUED.filter(run=OuterRef("pk"))), lane=ANY_LANE)
    return _built(waiting.only("owner_id", "served_at"))


def claim(holding: Holding, row: Row, *, pace_s: float | None) -> Claim | None:
    """Mark the row as being sent, durably: whoever takes the lane from now on knows that it may have been. None when its run
    was paused or cancelled meanwhile; `pace_s` is the run's pace. Raises LaneLost."""
    with holding.notes.written():
        renew(holding)
        claimed_at = time.monotonic()
        started_at = Coalesce(F("started_at"), Now())
        going = GOING & Q(lane=holding.lane_id)
        if not transitions.touch(row.run_id, only=going, started_at=started_at, served_at=Now(), pace_s=pace_s):
            return None
        attempts, same = row.attempts + 1, Row.objects.filter(pk=row.pk)
        sent = {"fence": holding.fence, "sent_via": holding.lane_id, "sent_at": Now(), "attempts": attempts}
        moved = transitions.move(same, RowState.QUEUED, RowState.SENDING, due_at=None, error="", errors={}, **sent)
    return Claim(row, attempts, claimed_at) if moved else None
