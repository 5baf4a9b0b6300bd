"""What a lane does next, and the mark that is committed before a byte leaves."""

import time
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce, Now

from bulk import transitions
from bulk.engine.lane import READY, Holding, in_doubt_on, renew
from bulk.enums import RowState
from bulk.models import Row, Run
from bulk.rules import pace
from infra.connections import short_read, short_transaction

MAY_SEND = Q(paused_at=None, cancelled_at=None, finished_at=None)
"""What a run must still be in the transaction that marks one of its rows as being sent."""


@dataclass(frozen=True)
class Claim:
    """A row marked `sending` by this holder. `row` is as it was read, `attempts` counts this send."""

    row: Row
    attempts: int
    claimed_at: float
    """time.monotonic() of the moment in which the lease was extended."""


def next_in_doubt(holding: Holding) -> Row | None:
    """The row with an unknown outcome that has rested longest; rows of paused and cancelled runs too."""
    with short_read():
        resting = Row.objects.filter(in_doubt_on(holding.lane_id), state=RowState.VERIFYING, due_at__lte=Now())
        return resting.select_related("run__owner").order_by("due_at").first()


def next_to_send(holding: Holding) -> Row | None:
    """The next queued row of the person whose turn it is."""
    with short_read():
        queued = Row.objects.filter(READY, state=RowState.QUEUED)
        waiting = Run.objects.filter(
            MAY_SEND, Exists(queued.filter(run=OuterRef("pk"))), lane=holding.lane_id
        ).values_list("pk", "owner_id", "served_at")
        turn = pace.next_turn(pace.Turn(*values) for values in waiting)
        if turn is None:
            return None
        return queued.filter(run=turn.run_id).select_related("run__owner").order_by("line").first()


def claim(holding: Holding, row: Row, *, pace_s: float | None) -> Claim | None:
    """Mark the row as being sent, durably; None when its run was paused or cancelled in the meantime.

    Raises LaneLost. From the commit on, whoever takes the lane knows that this row may have been sent. `pace_s` is the
    run's pace as measured so far.
    """
    with short_transaction():
        renew(holding)
        claimed_at = time.monotonic()
        started_at = Coalesce(F("started_at"), Now())
        may_send = MAY_SEND & Q(lane=holding.lane_id)
        if not transitions.touch(row.run_id, only=may_send, started_at=started_at, served_at=Now(), pace_s=pace_s):
            return None
        moved = transitions.move(
            Row.objects.filter(pk=row.pk),
            RowState.QUEUED,
            RowState.SENDING,
            due_at=None,
            fence=holding.fence,
            sent_via=holding.lane_id,
            sent_at=Now(),
            attempts=row.attempts + 1,
            error="",
            errors={},
        )
    return Claim(row, row.attempts + 1, claimed_at) if moved else None
