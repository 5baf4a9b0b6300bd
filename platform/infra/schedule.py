"""Small periodic work, run by whichever worker claims it first. A job of an app's `jobs` module is safe to repeat."""

import fcntl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from django.conf import settings
from django.db import DatabaseError, connections
from django.db.models import QuerySet
from django.utils import timezone

from core import audit
from core.enums import Audited
from core.models import PeriodicJob
from infra.wakeups import wake_workers

log = structlog.get_logger(__name__)
Job = Callable[[], object]
CLAIM = timedelta(seconds=30)
"""How long a job stays with a worker of another machine that says nothing more; see `_is_abandoned`."""
CLOCK_TOLERANCE = timedelta(minutes=1)
"""How far the clocks of two machines may be apart."""


@dataclass(frozen=True)
class Periodic:
    name: str
    every: timedelta
    run: Job
    forgets: str | Callable[[], str]
    urgent: bool = False


registry: dict[str, Periodic] = {}


def periodic(
    name: str, run: Job, *, every: timedelta, forgets: str | Callable[[], str] = "", urgent: bool = False
) -> None:
    """`forgets` marks work of retention: it deletes what is kept longer than that, answers how much it was, and is what
    `manage.py purge` runs; the privacy page says what and why (shell/privacy.toml). An `urgent` job waits for no other."""
    assert name not in registry, f"two periodic jobs are called {name}"
    registry[name] = Periodic(name, every, run, forgets, urgent)


def run_soon(*names: str) -> None:
    """Let these jobs be due now, and a worker know."""
    PeriodicJob.objects.filter(name__in=names).update(due_at=timezone.now())
    wake_workers()


def run_due(*, urgent: bool | None = None) -> list[str]:
    """Run every job that is due (only the urgent ones, or the others) and not taken by another worker; their names."""
    now = timezone.now()
    known = {row.name: row for row in PeriodicJob.objects.all()}
    missing = [PeriodicJob(name=name, due_at=now) for name in registry if name not in known]
    PeriodicJob.objects.bulk_create(missing, ignore_conflicts=True)
    known |= {row.name: row for row in missing}
    rows = [(job, known[name]) for name, job in registry.items() if urgent in (None, job.urgent)]
    # Farther ahead than a time is ever set: the clock that set it was wrong.
    beyond_belief = {job for job, row in rows if row.due_at > now + max(job.every, CLAIM) + CLOCK_TOLERANCE}
    if beyond_belief:
        log.warning("clock_went_back")
        audit.record(Audited.CLOCK_WENT_BACK, by=None)
    due = [(job, row) for job, row in rows if row.due_at <= now or job in beyond_belief or _is_abandoned(row)]
    return [job.name for job, row in due if _claim_and_run(job, row)]


def _claim_and_run(job: Periodic, last: PeriodicJob) -> bool:
    """Run it if nobody else took it. The claim lasts for CLAIM and is renewed while it runs; a worker that lost its claim
    leaves the row to the one that took it over."""
    now = timezone.now()
    row = PeriodicJob.objects.filter(name=job.name)
    with _sign_of_life(job.name, now):
        if not row.filter(due_at=last.due_at).update(due_at=now + CLAIM, last_started_at=now):
            return False
        if last.last_started_at:
            _lock_file(job.name, last.last_started_at).unlink(missing_ok=True)
        mine = row.filter(last_started_at=now)
        error = ""
        with _renew_claim(mine):
            try:
                job.run()
            except Exception as failure:
                log.exception("periodic_job_failed", job=job.name)
                error = type(failure).__name__
        mine.update(last_finished_at=timezone.now(), last_error=error)
        # Due already: somebody asked for it while it ran, and what they mean may have come after it looked.
        mine.filter(due_at__gt=timezone.now()).update(due_at=now + job.every)
    return True


def _lock_file(name: str, started_at: datetime) -> Path:
    return Path(settings.VAR_DIR) / "jobs" / f"{name}-{started_at:%Y%m%dT%H%M%S.%f}"


@contextmanager
def _sign_of_life(name: str, started_at: datetime) -> Iterator[None]:
    """Keep the claim's file locked as long as the block runs: the kernel frees the lock of a process that dies. Without
    the file (a full disk) the claim has to run out."""
    path = _lock_file(name, started_at)
    with ExitStack() as held:
        with suppress(OSError):
            path.parent.mkdir(exist_ok=True)
            fcntl.flock(held.enter_context(path.open("w")), fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
        path.unlink(missing_ok=True)


def _is_abandoned(row: PeriodicJob) -> bool:
    """Whether a process of this machine began the job and died: nobody has the lock on the file of its claim."""
    try:
        with _lock_file(row.name, row.last_started_at or row.due_at).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:  # no such file: nobody runs it here; or it is locked
        return False
    return True


@contextmanager
def _renew_claim(claimed: "QuerySet[PeriodicJob]") -> Iterator[None]:
    """Renew a claim as long as the block runs."""
    over = threading.Event()

    def renew() -> None:
        while not over.wait(CLAIM.total_seconds() / 3):
            try:
                claimed.filter(due_at__gt=timezone.now()).update(due_at=timezone.now() + CLAIM)
            except DatabaseError:
                log.exception("periodic_job_not_kept")
            finally:
                connections.close_all()

    keeper = threading.Thread(target=renew, name="periodic-job", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join()
