"""Small periodic work, run by whichever worker claims it first.

A job is registered by decorating a function in an app's `jobs` module; it must be safe to repeat.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.utils import timezone

from core.models import PeriodicJob

log = structlog.get_logger(__name__)
Job = Callable[[], object]


@dataclass(frozen=True)
class Kept:
    """What is kept of people for a while, in the words of the privacy page; `how_long` may depend on a setting."""

    what: str
    why: str
    how_long: str | Callable[[], str]

    @property
    def time(self) -> str:
        return self.how_long if isinstance(self.how_long, str) else self.how_long()


@dataclass(frozen=True)
class Periodic:
    name: str
    every: timedelta
    run: Job
    forgets: Kept | None


registry: dict[str, Periodic] = {}


def periodic(*, name: str, every: timedelta, forgets: Kept | None = None) -> Callable[[Job], Job]:
    """`forgets` marks work of retention: it deletes what is kept too long, answers how much that was, and is what
    `manage.py purge` runs; the privacy page says what it forgets."""

    def register(job: Job) -> Job:
        assert name not in registry, f"two periodic jobs are called {name}"
        registry[name] = Periodic(name, every, job, forgets)
        return job

    return register


def run_due() -> list[str]:
    """Run every job that is due and not taken by another worker; names of those that ran."""
    now = timezone.now()
    known = dict(PeriodicJob.objects.values_list("name", "due_at"))
    missing = [PeriodicJob(name=name, due_at=now) for name in registry if name not in known]
    if missing:
        PeriodicJob.objects.bulk_create(missing, ignore_conflicts=True)
        known |= {job.name: job.due_at for job in missing}
    due = [job for name, job in registry.items() if known[name] <= now]
    return [job.name for job in due if _claim_and_run(job, known[job.name])]


def _claim_and_run(job: Periodic, due_at: datetime) -> bool:
    now = timezone.now()
    claimed = PeriodicJob.objects.filter(name=job.name, due_at=due_at).update(
        due_at=now + job.every, last_started_at=now
    )
    if claimed != 1:
        return False
    error = ""
    try:
        job.run()
    except Exception as failure:
        log.exception("periodic_job_failed", job=job.name)
        error = type(failure).__name__
    PeriodicJob.objects.filter(name=job.name).update(last_finished_at=timezone.now(), last_error=error)
    return True
