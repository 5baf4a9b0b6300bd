"""The worker process: a thread for every lane that has work, and one for what is periodic."""

import os
import socket
import threading
import time
from contextlib import suppress
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connections
from django.db.models import QuerySet

from bulk.engine import lane
from bulk.engine.lane import connection_of, lease_s
from bulk.engine.reconcile import LOOKED_OVER_FOR, TRY_AGAIN_S
from bulk.engine.session import LaneSession
from bulk.enums import OrphanState, RowState
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.rules import MAX_PAUSE_MINUTES
from bulk.transitions import after
from core import audit
from core.enums import Audited
from infra import health, schedule
from infra.connections import give_back_connection, short_read, short_transaction
from marketplace.adapters.client import MAX_RETRY_AFTER_S
from notifications import actions as notifications
from notifications.enums import NotificationKind

log = structlog.get_logger(__name__)

TITLE = "O relógio do servidor voltou"
BODY = "Horários guardados estavam longe demais e foram corrigidos; as filas seguem. Confira a hora do servidor (NTP)."


def correct_times() -> None:
    """Bring times that lie farther ahead than they are ever set back to now, and tell the admins.

    What the engine sets for itself is believed for two leases, or for its own longest rest. Other waits are longer: one
    that a marketplace asks for (an hour), a person's pause of a key (a week), the next look at a run (a day).
    """
    own_s = max(2 * settings.BULK_LEASE_S, settings.BULK_VERIFY_AFTER_S, TRY_AGAIN_S)
    lanes, held = Lane.objects.all(), Lane.objects.filter(lease_until__gt=after(2 * settings.BULK_LEASE_S))
    rows = Row.objects.filter(state__in=[RowState.QUEUED, RowState.VERIFYING])
    orphans = OrphanListing.objects.filter(state=OrphanState.PENDING)
    with short_read():
        # Their holders renew them, if they are alive.
        leases = [(lane.pk, lease_s(connection_of(lane))) for lane in held]
    corrected = [
        _correct(lanes, "next_at", own_s),
        _correct(lanes, "quiet_until", MAX_RETRY_AFTER_S),
        _correct(lanes, "paused_until", MAX_PAUSE_MINUTES * 60),
        _correct(rows, "due_at", own_s),
        _correct(Row.objects.exclude(withdrawal=""), "due_at", own_s),
        _correct(orphans, "due_at", own_s),
        _correct(Run.objects.all(), "reconcile_at", LOOKED_OVER_FOR.total_seconds()),
        *(_correct(lanes.filter(pk=pk), "lease_until", 2 * lease, right_s=lease) for pk, lease in leases),
    ]
    if any(corrected):
        with short_transaction():
            log.warning("clock_went_back", corrected=sum(corrected))
            audit.record(Audited.CLOCK_WENT_BACK, by=None, after={"corrected": sum(corrected)})
            notifications.notify_admins(kind=NotificationKind.CLOCK_WENT_BACK, title=TITLE, body=BODY)


def _correct(among: "QuerySet[Any]", name: str, farthest_s: float, *, right_s: float = 0.0) -> int:
    wrong = among.filter(**{f"{name}__gt": after(farthest_s)})
    with short_read():
        if not wrong.exists():
            return 0
    with short_transaction():
        return wrong.update(**{name: after(right_s)})


POLL_S = 0.25
BEAT_EVERY_S = 5.0
JOBS_EVERY_S = 5.0
MAX_LANES = 64
REST_AFTER_CRASH_S = 30.0
RETRY_S = 1.0
"""How often a database that does not answer is asked again."""


class Worker:
    """Runs lanes until `stop` is called; every lane finishes what it has in hand."""

    def __init__(self) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}"
        self._stop = threading.Event()
        self._threads: dict[int, threading.Thread] = {}

    def stop(self) -> None:
        self._stop.set()

    def run(self) -> None:
        """Work until stopped, then wait for the lanes to come to rest."""
        log.info("worker_started", worker=self.name)
        housekeeping = threading.Thread(target=self._keep_house, name="housekeeping")
        housekeeping.start()
        beat_at = 0.0
        while not self._stop.wait(POLL_S):
            try:
                if time.monotonic() >= beat_at:
                    health.beat(self.name)
                    correct_times()
                    beat_at = time.monotonic() + BEAT_EVERY_S
                self._start_lanes()
            except DatabaseError:
                log.exception("worker_database_unreachable")
                self._stop.wait(RETRY_S)
            finally:
                give_back_connection()
        for thread in [*self._threads.values(), housekeeping]:
            thread.join()
        health.forget(self.name)
        connections.close_all()
        log.info("worker_stopped", worker=self.name)

    def run_once(self) -> None:
        """Do everything that is due now, lane by lane in this thread, then return."""
        schedule.run_due()
        correct_times()
        while lane_ids := lane.lanes_with_work():
            for lane_id in lane_ids:
                work_lane(lane_id, self._stop)

    def _start_lanes(self) -> None:
        self._threads = {lane_id: thread for lane_id, thread in self._threads.items() if thread.is_alive()}
        for lane_id in lane.lanes_with_work():
            if lane_id not in self._threads and len(self._threads) < MAX_LANES:
                thread = threading.Thread(target=self._work, args=(lane_id,), name=f"lane-{lane_id}")
                self._threads[lane_id] = thread
                thread.start()

    def _work(self, lane_id: int) -> None:
        """Work a lane; where the database failed, give it back as soon as it answers again."""
        try:
            left = work_lane(lane_id, self._stop)
            while left is not None and not self._stop.wait(RETRY_S):
                with suppress(DatabaseError):
                    lane.release(left)
                    left = None
        finally:
            connections.close_all()

    def _keep_house(self) -> None:
        while True:
            try:
                schedule.run_due()
            except DatabaseError:
                log.exception("worker_database_unreachable")
            finally:
                give_back_connection()
            if self._stop.wait(JOBS_EVERY_S):
                connections.close_all()
                return


def work_lane(lane_id: int, stop: threading.Event) -> lane.Holding | None:
    """Take a lane and work it. A mistake of ours rests the lane, so that it neither spins nor stops the others; a database
    that fails does not, and leaves the lane to be given back by the caller."""
    holding = None
    try:
        holding = lane.take(lane_id)
        if holding is not None:
            LaneSession(holding, stop).work()
    except (OperationalError, InterfaceError):
        log.exception("worker_database_unreachable", lane=lane_id)
        return holding
    except Exception:
        log.exception("bulk_lane_crashed", lane=lane_id)
        with suppress(DatabaseError), short_transaction():
            Lane.objects.filter(pk=lane_id).update(quiet_until=after(REST_AFTER_CRASH_S))
    return None
