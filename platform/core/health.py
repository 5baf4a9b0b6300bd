"""Is this installation able to work? One yes or no, so that nothing leaks."""

from datetime import timedelta

import structlog
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from core.models import WorkerHeartbeat

log = structlog.get_logger(__name__)
WORKER_SILENCE = timedelta(seconds=30)


def ready() -> bool:
    """The database answers, its migrations are applied, and a worker was heard of in the last 30 s."""
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
        alive = workers_alive() > 0
    except Error:
        log.exception("database_unreachable")
        return False
    return not pending and alive


def workers_alive() -> int:
    return WorkerHeartbeat.objects.filter(beat_at__gte=timezone.now() - WORKER_SILENCE).count()


def beat(worker: str) -> None:
    WorkerHeartbeat.objects.update_or_create(worker=worker, defaults={"beat_at": timezone.now()})


def forget(worker: str) -> None:
    WorkerHeartbeat.objects.filter(worker=worker).delete()
