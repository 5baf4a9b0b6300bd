"""The worker process: a thread for every lane that has work, and one for what is periodic."""

import os
import socket
import threading
import time
from contextlib import suppress

import structlog
from django.db import DatabaseError, InterfaceError, OperationalError, connections

from bulk.clock import after
from bulk.engine import lane
from bulk.engine.session import LaneSession
from bulk.engine.times import correct_times
from bulk.models import Lane
from infra import health, schedule
from infra.connections import give_back_connection, short_transaction

log = structlog.get_logger(__name__)

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
