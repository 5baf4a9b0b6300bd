"""Waiting for a run inside a request, without starving the site."""

import threading
import time

from bulk.models import Run
from infra.connections import give_back_connection

MAX_WAITING = 2
LOOK_EVERY_S = 0.25

_places = threading.BoundedSemaphore(MAX_WAITING)


def wait_for_run(run_id: int, seconds: float) -> bool:
    """Whether the run ended within `seconds`.

    'Only a few requests may wait at once (2 a process); the next ones get the 202 right away'. No
    database connection is held between two looks.
    """
    deadline = time.monotonic() + seconds
    if _finished(run_id):
        return True
    if not _places.acquire(blocking=False):
        return False
    try:
        while (left := deadline - time.monotonic()) > 0:
            give_back_connection()
            time.sleep(min(LOOK_EVERY_S, left))
            if _finished(run_id):
                return True
        return False
    finally:
        _places.release()


def _finished(run_id: int) -> bool:
    return Run.objects.filter(pk=run_id, finished_at__isnull=False).exists()
