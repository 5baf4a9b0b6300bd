"""The worker process: a thread for every lane that has work, and one for what is periodic."""

import math
import os
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, InternalError, OperationalError, connections
from django.db.models import QuerySet

from bulk import rules
from bulk.engine import lane, listings, reconcile, settle
from bulk.engine.lane import Claim, Holding, LaneLost, connection_of, lease_s
from bulk.engine.reconcile import LOOKED_OVER_FOR, TRY_AGAIN_S
from bulk.engine.settle import record_answer, record_lookup
from bulk.enums import OrphanState, RowState
from bulk.models import Lane, OrphanListing, PriceChange, Row, Run
from bulk.planning import listing_of
from bulk.rules import MAX_PAUSE_MINUTES, News, Policy
from bulk.transitions import after
from core import audit
from core.enums import Audited
from core.errors import ActionError
from infra import health, schedule
from infra.connections import give_back_connection, short_read, short_transaction
from infra.wakeups import Wakeups
from marketplace.actions.calls import adapter_for
from marketplace.adapters.base import CreateOutcome, Listing, ListingAdapter
from marketplace.adapters.client import MAX_RETRY_AFTER_S
from notifications import actions as notifications
from notifications.enums import NotificationKind

log = structlog.get_logger(__name__)

FRESH_S = 0.5  # a claim older than this when the first byte is about to leave may be of a process that was frozen
CLAIM_AHEAD_S = 0.1  # a row is marked as being sent this long before the pause ends, so that marking costs no time
SEND_AHEAD_S = 0.008  # the adapter is called so long before the pause ends: it counts against the key's budget first
UNREADABLE = "Esta linha não pode mais ser lida. Cole a conta em uma nova execução."
CLOCK_TITLE = "O relógio do servidor voltou"
CLOCK_BODY = (
    "Horários guardados estavam longe demais e foram corrigidos; as filas seguem. Confira a hora do servidor (NTP)."
)
ASK_EVERY_S = 1.0  # of a worker that nobody woke: what rests comes due by itself, and a wake-up may be lost
GATHER_S = 0.05  # two questions are at least so far apart, however often a worker is woken
BEAT_EVERY_S = 5.0
JOBS_EVERY_S = 5.0
MAX_LANES = 64
CLOSING_AT_ONCE = 8  # keys
CLOSINGS_EVERY_S = listings.FIRST_WAIT_S  # a sale wakes them at once; one that is tried again rests no shorter
REST_AFTER_CRASH_S = 30.0
RETRY_S = 1.0  # how often a database that does not answer is asked again


def send(
    adapter: ListingAdapter, holding: Holding, claim: Claim, listing: Listing, *, not_before: float
) -> CreateOutcome:
    """Create the listing, with no database connection held. Its first byte leaves at `not_before` (time.monotonic())
    at the earliest. Right before that, past FRESH_S, the database is asked whether the lane is still ours: the
    monotonic clock runs on while a process is stopped, so a frozen worker finds its claim old."""

    def may_send() -> bool:
        time.sleep(max(not_before - time.monotonic(), 0.0))
        return time.monotonic() - claim.claimed_at < FRESH_S or lane.still_held(holding)

    return adapter.create(listing, may_send=may_send, as_is=claim.row.listing is not None)


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
        in_doubt = lane.is_doubt_due(self._holding)
        if in_doubt is None:
            return False
        if in_doubt and (row := lane.next_in_doubt(self._holding)):
            settle.verify(self._holding, self._adapter_of(row.run.owner_id), row)
        elif row := lane.next_to_send(self._holding):
            self._send(row)
        elif row := reconcile.next_withdrawal(self._holding):
            reconcile.withdraw(self._holding, self._adapter_of(row.run.owner_id), row)
        elif orphan := reconcile.next_orphan(self._holding):
            reconcile.resolve_orphan(self._holding, self._adapter_of(orphan.row.run.owner_id), orphan)
        elif self._reconciliation:
            if self._reconciliation.step(self._holding, self._adapter_of(self._reconciliation.run.owner_id)):
                self._reconciliation = None
        elif run := reconcile.next_run(self._holding):
            self._reconciliation = reconcile.Reconciliation(run)
        else:
            return False
        return True

    def _send(self, row: Row) -> None:
        adapter = self._adapter_of(row.run.owner_id)
        policy = settle.policy()
        listing = self._listing_of(row, policy)
        if listing is None or not settle.clear_to_send(self._holding, adapter, row, policy):
            return
        if self._stop.wait(max(self._ready_at - CLAIM_AHEAD_S - time.monotonic(), 0.0)):
            return
        pace_s, before = row.run.pace_s, self._sent_at.get(row.run_id)
        if before is not None:  # other people's turns between two of its own included
            pace_s = rules.smoothed_pace_s(pace_s, max(self._ready_at, time.monotonic()) - before)
        claim = lane.claim(self._holding, row, pace_s=pace_s)
        if claim is None:
            return
        time.sleep(max(self._ready_at - SEND_AHEAD_S - time.monotonic(), 0.0))
        self._sent_at[row.run_id] = time.monotonic()
        outcome = send(adapter, self._holding, claim, listing, not_before=self._ready_at)
        self._ready_at = time.monotonic() + settings.BULK_PAUSE_MS / 1000
        facts = settle.facts_of(self._holding, row, attempts=claim.attempts)
        decision = rules.after_create(outcome, facts, policy, rest_s=settings.BULK_VERIFY_AFTER_S)
        record_answer(self._holding, row, decision, policy)

    def _listing_of(self, row: Row, policy: Policy) -> Listing | None:
        """The listing to send; a row that its changed game cannot read any more fails instead of blocking the lane."""
        try:
            return listing_of(row)
        except (ActionError, LookupError, TypeError, ValueError):
            log.exception("bulk_row_unreadable", run=row.run_id, line=row.line)
        known: dict[str, Any] = {"attempts": row.attempts, "in_doubt": row.in_doubt, "news": News()}
        record_lookup(self._holding, row, rules.Decision(state=RowState.FAILED, error=UNREADABLE, **known), policy)
        return None

    def _adapter_of(self, user_id: int) -> ListingAdapter:
        """Calls are noted as the activity of the person whose run they serve."""
        if user_id not in self._adapters:
            self._adapters[user_id] = adapter_for(self._holding.connection, user_id=user_id, notes=self._holding.notes)
        return self._adapters[user_id]


def correct_times() -> None:
    """Bring times that lie farther ahead than they are ever set back to now, and tell the admins. What the engine sets
    for itself is believed for two leases, or for its longest rest; what a marketplace or a person asks for, longer."""
    own_s = max(2 * settings.BULK_LEASE_S, settings.BULK_VERIFY_AFTER_S, TRY_AGAIN_S)
    lanes, held = Lane.objects.all(), Lane.objects.filter(lease_until__gt=after(2 * settings.BULK_LEASE_S))
    rows = Row.objects.filter(state__in=[RowState.QUEUED, RowState.VERIFYING])
    with short_read():
        # Their holders renew them, if they are alive.
        leases = [(lane.pk, lease_s(connection_of(lane))) for lane in held]
    corrected = [
        _correct(lanes, "next_at", own_s),
        _correct(lanes, "quiet_until", MAX_RETRY_AFTER_S),
        _correct(lanes, "paused_until", MAX_PAUSE_MINUTES * 60),
        _correct(rows, "due_at", own_s),
        _correct(Row.objects.exclude(withdrawal=""), "due_at", own_s),
        _correct(OrphanListing.objects.filter(state=OrphanState.PENDING), "due_at", own_s),
        _correct(PriceChange.objects.all(), "due_at", MAX_RETRY_AFTER_S),
        _correct(Run.objects.all(), "reconcile_at", LOOKED_OVER_FOR.total_seconds()),
        *(_correct(lanes.filter(pk=pk), "lease_until", 2 * lease, right_s=lease) for pk, lease in leases),
    ]
    if any(corrected):
        with short_transaction():
            log.warning("clock_went_back", corrected=sum(corrected))
            audit.record(Audited.CLOCK_WENT_BACK, by=None, after={"corrected": sum(corrected)})
            notifications.notify_admins(kind=NotificationKind.CLOCK_WENT_BACK, title=CLOCK_TITLE, body=CLOCK_BODY)


def _correct(among: "QuerySet[Any]", name: str, farthest_s: float, *, right_s: float = 0.0) -> int:
    wrong = among.filter(**{f"{name}__gt": after(farthest_s)})
    with short_read():
        if not wrong.exists():
            return 0
    with short_transaction():
        return wrong.update(**{name: after(right_s)})


class Worker:
    """Runs lanes until `stop` is called; every lane finishes what it has in hand."""

    def __init__(self) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}"
        self._stop = threading.Event()
        self._wakeups = Wakeups()
        self._lanes: dict[int, tuple[threading.Thread, threading.Event]] = {}
        self._left_waiting: set[int] = set()
        self._woken: list[threading.Event] = []

    def stop(self) -> None:
        self._stop.set()
        self._wakeups.wake()

    def run(self) -> None:
        """Work until stopped, then wait for the lanes to come to rest."""
        log.info("worker_started", worker=self.name)
        beat_at = ask_at = 0.0
        with self._wakeups, ThreadPoolExecutor(CLOSING_AT_ONCE, "closing") as pool:
            others = [
                self._repeat("housekeeping", JOBS_EVERY_S, lambda: schedule.run_due(urgent=False)),
                self._repeat("urgent", JOBS_EVERY_S, lambda: schedule.run_due(urgent=True)),
                self._repeat("closings", CLOSINGS_EVERY_S, lambda: listings.close_due(pool.map)),
            ]
            while not self._stop.wait(max(ask_at - time.monotonic(), 0.0)):
                ask_at = time.monotonic() + GATHER_S
                try:
                    waits = self._start_lanes()  # first: somebody waits for what woke this worker
                    if time.monotonic() >= beat_at:
                        health.beat(self.name)
                        for _, leave in [] if waits else [*self._lanes.values()][self._share(0) :]:
                            leave.set()  # another has started; not while lanes wait, of which some are just being taken
                        self._keep_leases()
                        correct_times()
                        beat_at = time.monotonic() + BEAT_EVERY_S
                except Exception:  # a mistake of ours stops no worker, and is met again in a moment
                    log.exception("worker_failed", part="lanes")
                    self._stop.wait(RETRY_S)
                finally:
                    give_back_connection()
                if self._wakeups.wait(ASK_EVERY_S):
                    self._tell_others()
            self._tell_others()
            lanes = [*self._lanes.values()]
            for _, leave in lanes:
                leave.set()
            for thread in [*(thread for thread, _ in lanes), *others]:
                thread.join()
        health.forget(self.name)
        connections.close_all()
        log.info("worker_stopped", worker=self.name)

    def run_once(self) -> None:
        """Do everything that is due now, lane by lane in this thread, then return."""
        schedule.run_due()
        correct_times()
        listings.close_due()
        while lane_ids := lane.lanes_with_work():
            for lane_id in lane_ids:
                work_lane(lane_id, self._stop)

    def _start_lanes(self) -> list[int]:
        """Take waiting lanes up to an equal share, and beyond it those that no worker has taken since the last time."""
        waiting = lane.lanes_with_work()
        share = min(self._share(len(waiting)), MAX_LANES) if waiting else 0
        for lane_id in waiting:
            most = MAX_LANES if lane_id in self._left_waiting else share
            if lane_id not in self._lanes and len(self._lanes) < most:
                leave = threading.Event()
                thread = threading.Thread(target=self._work, args=(lane_id, leave), name=f"lane-{lane_id}")
                self._lanes[lane_id] = thread, leave
                thread.start()
        self._left_waiting = {lane_id for lane_id in waiting if lane_id not in self._lanes}
        return waiting

    def _keep_leases(self) -> None:
        """Extend leases that run out while an answer is waited for: LZT Market may check an account for two minutes."""
        soon = Lane.objects.filter(~lane.FREE, pk__in=[*self._lanes], lease_until__lt=after(0.75 * settings.BULK_LEASE_S))
        for lane_id in list(soon.values_list("pk", flat=True)):
            with short_transaction():
                soon.filter(pk=lane_id).update(lease_until=after(settings.BULK_LEASE_S))

    def _share(self, waiting: int) -> int:
        """How many lanes this worker holds when all live workers share them equally."""
        with short_read():
            alive, held = health.workers_alive(2 * BEAT_EVERY_S), Lane.objects.exclude(lane.FREE).count()
            return math.ceil((held + waiting) / alive) if alive > 1 else MAX_LANES

    def _work(self, lane_id: int, leave: threading.Event) -> None:
        """Work a lane, and give it back once the database answers; what came due meanwhile is asked for at once."""
        try:
            left = work_lane(lane_id, leave)
            while left is not None and not self._stop.wait(RETRY_S):
                with suppress(DatabaseError):
                    lane.release(left)
                    left = None
        finally:
            connections.close_all()
            del self._lanes[lane_id]  # before the wake-up, or whoever is woken finds the place still taken
            self._wakeups.wake()

    def _repeat(self, name: str, every_s: float, work: Callable[[], object]) -> threading.Thread:
        """Start a thread that works at least so often, and whenever the worker is woken."""
        woken = threading.Event()

        def repeat() -> None:
            while not self._stop.is_set():
                try:
                    work()
                except Exception:
                    log.exception("worker_failed", part=name)
                finally:
                    give_back_connection()
                woken.wait(every_s)
                woken.clear()
            connections.close_all()

        self._woken.append(woken)
        thread = threading.Thread(target=repeat, name=name)
        thread.start()
        return thread

    def _tell_others(self) -> None:
        for woken in self._woken:
            woken.set()


def work_lane(lane_id: int, stop: threading.Event) -> lane.Holding | None:
    """Take a lane and work it. A mistake of ours rests the lane, so that it neither spins nor stops the others; a
    database that fails does not, and leaves the lane to be given back by the caller."""
    holding = None
    try:
        if holding := lane.take(lane_id):
            LaneSession(holding, stop).work()
    except (OperationalError, InterfaceError, InternalError):
        log.exception("worker_database_unreachable", lane=lane_id)
        return holding
    except Exception:
        log.exception("bulk_lane_crashed", lane=lane_id)
        with suppress(DatabaseError), short_transaction():
            Lane.objects.filter(pk=lane_id).update(quiet_until=after(REST_AFTER_CRASH_S))
    return None
