"""One lane at work: one thing at a time, the pause between two creations spent on everything else."""

import threading
import time

import structlog
from django.conf import settings

from bulk import rules
from bulk.engine import lane, reconcile, verify
from bulk.engine.lane import Claim, Holding, LaneLost
from bulk.engine.settle import settle_looked_up, settle_sent
from bulk.enums import RowState
from bulk.models import Row
from bulk.planning import listing_of
from bulk.rules import News
from core.errors import ActionError
from marketplace import actions as marketplace
from marketplace.adapters.base import CreateOutcome, Listing, ListingAdapter

FRESH_S = 0.5
"""A claim older than this when the first byte is about to leave may belong to a process that was frozen."""


def send(
    adapter: ListingAdapter, holding: Holding, claim: Claim, listing: Listing, *, not_before: float
) -> CreateOutcome:
    """Create the listing, with no database connection held. Its first byte leaves at `not_before` (time.monotonic())
    at the earliest, so that what the adapter prepares costs no time of its own.

    Right before that, past FRESH_S, the database is asked whether the lane is still ours. The monotonic clock runs on
    while a process is stopped, so a frozen worker finds its claim old when it wakes.
    """

    def may_send() -> bool:
        time.sleep(max(not_before - time.monotonic(), 0.0))
        return time.monotonic() - claim.claimed_at < FRESH_S or lane.still_held(holding)

    return adapter.create(listing, may_send=may_send, as_is=claim.row.listing is not None)


log = structlog.get_logger(__name__)

CLAIM_AHEAD_S = 0.1
"""A row is marked as being sent this long before the pause ends, so that marking costs no time."""

SEND_AHEAD_S = 0.008
"""The adapter is called this long before the pause ends: it counts the call against the key's budget first."""


class LaneSession:
    """The work of a lane from its taking to its release. Used by one thread."""

    def __init__(self, holding: Holding, stop: threading.Event) -> None:
        self._holding = holding
        self._stop = stop
        self._ready_at = time.monotonic() + holding.wait_s
        self._adapters: dict[int, ListingAdapter] = {}
        self._sent_at: dict[int, float] = {}
        self._reconciliation: reconcile.Reconciliation | None = None

    def work(self) -> None:
        """Do what is due until nothing is, the lane is lost, or a stop is asked for."""
        try:
            while not self._stop.is_set() and self.do_one_thing():
                pass
        except LaneLost:
            log.warning("bulk_lane_lost", lane=self._holding.lane_id)
        finally:
            self.leave()

    def leave(self) -> None:
        for adapter in self._adapters.values():
            adapter.close()
        lane.release(self._holding)

    def do_one_thing(self) -> bool:
        """The most urgent thing that is due; False when there is none. Raises LaneLost."""
        if not lane.may_call(self._holding):
            return False
        if row := lane.next_in_doubt(self._holding):
            verify.verify(self._holding, self._adapter_of(row.run.owner_id), row)
        elif row := lane.next_to_send(self._holding):
            self._send(row)
        else:
            return self._do_a_chore()
        return True

    def _send(self, row: Row) -> None:
        adapter = self._adapter_of(row.run.owner_id)
        policy = verify.policy()
        listing = self._listing_of(row)
        if listing is None or not verify.clear_to_send(self._holding, adapter, row):
            return
        if self._stop.wait(max(self._ready_at - CLAIM_AHEAD_S - time.monotonic(), 0.0)):
            return
        claim = lane.claim(self._holding, row, pace_s=self._pace_of(row))
        if claim is None:
            return
        time.sleep(max(self._ready_at - SEND_AHEAD_S - time.monotonic(), 0.0))
        self._sent_at[row.run_id] = time.monotonic()
        outcome = send(adapter, self._holding, claim, listing, not_before=self._ready_at)
        self._ready_at = time.monotonic() + settings.BULK_PAUSE_MS / 1000
        facts = verify.facts_of(self._holding, row, attempts=claim.attempts)
        decision = rules.after_create(outcome, facts, policy, rest_s=settings.BULK_VERIFY_AFTER_S)
        settle_sent(self._holding, row, decision, policy)

    def _do_a_chore(self) -> bool:
        if row := reconcile.next_withdrawal(self._holding):
            reconcile.withdraw(self._holding, self._adapter_of(row.run.owner_id), row)
        elif orphan := reconcile.next_orphan(self._holding):
            reconcile.settle_orphan(self._holding, self._adapter_of(orphan.row.run.owner_id), orphan)
        elif self._reconciliation:
            if self._reconciliation.step(self._holding, self._adapter_of(self._reconciliation.run.owner_id)):
                self._reconciliation = None
        elif run := reconcile.next_run(self._holding):
            self._reconciliation = reconcile.Reconciliation(run)
        else:
            return False
        return True

    def _listing_of(self, row: Row) -> Listing | None:
        """What goes out; a row that cannot be read any more (its game changed since) fails, and holds nobody up."""
        try:
            return listing_of(row)
        except (ActionError, LookupError, TypeError, ValueError):
            log.exception("bulk_row_unreadable", run=row.run_id, line=row.line)
        decision = rules.Decision(
            state=RowState.FAILED,
            attempts=row.attempts,
            in_doubt=row.in_doubt,
            error="Esta linha não pode mais ser lida. Cole a conta em uma nova execução.",
            news=News(),
        )
        settle_looked_up(self._holding, row, decision, verify.policy())
        return None

    def _adapter_of(self, user_id: int) -> ListingAdapter:
        """Calls are noted as the activity of the person whose run they serve."""
        if user_id not in self._adapters:
            self._adapters[user_id] = marketplace.adapter_for(self._holding.connection, user_id=user_id)
        return self._adapters[user_id]

    def _pace_of(self, row: Row) -> float | None:
        """Seconds a row costs this run, other people's turns between two of its own included."""
        before = self._sent_at.get(row.run_id)
        if before is None:
            return row.run.pace_s
        return rules.smoothed_pace_s(row.run.pace_s, max(self._ready_at, time.monotonic()) - before)
