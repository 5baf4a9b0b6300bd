"""Whether this installation can work: one yes or no, so that nothing leaks."""

from datetime import timedelta
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from core.enums import Audited
from core.models import AuditEvent, WorkerHeartbeat

log = structlog.get_logger(__name__)
WORKER_SILENCE_S = 30
HERE = ("localhost", "127.0.0.1", "::1")
ADDRESSES = ["PUBLIC_BASE_URL", "AWS_S3_ENDPOINT_URL", "GAMEBOOST_BASE_URL", "ANALYSIS_LLM_BASE_URL"]
ADDRESSES += ["TELEGRAM_API_URL", "SENTRY_DSN"]


def ready() -> bool:
    """The database answers, its migrations are applied, and a worker was heard of in the last 30 s."""
    try:
        return is_migrated() and workers_alive() > 0
    except Error:
        log.exception("database_unreachable")
        return False


def is_migrated() -> bool:
    """Whether all migrations are applied. Finding out takes 100 ms: a yes holds for good, a no for a second."""
    migrated: bool | None = cache.get("migrated")
    if migrated is None:
        executor = MigrationExecutor(connection)
        migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        cache.set("migrated", migrated, timeout=None if migrated else 1)
    return migrated


def workers_alive(within_s: float = WORKER_SILENCE_S) -> int:
    """Workers heard of in the last 30 s; a sign from the future is of a clock that was wrong."""
    now, within = timezone.now(), timedelta(seconds=within_s)
    return WorkerHeartbeat.objects.filter(beat_at__range=(now - within, now + within)).count()


def clock_corrections() -> int:
    return AuditEvent.objects.filter(event=Audited.CLOCK_WENT_BACK).count()


def connections_in_clear() -> list[str]:
    """Names of the variables that lead to another machine without encryption. The cache is this process's memory."""
    database, mail = settings.DATABASES["default"], settings.EMAIL_SERVER
    sslmode = str(database.get("OPTIONS", {}).get("sslmode", ""))
    clear = {} if sslmode in ("require", "verify-ca", "verify-full") else {"DATABASE_URL": database.get("HOST")}
    if not (mail.get("use_tls") or mail.get("use_ssl")):
        clear["EMAIL_URL"] = mail.get("host")
    for name in ADDRESSES:
        parts = urlsplit(getattr(settings, name, None) or "")
        if parts.scheme != "https":
            clear[name] = parts.hostname
    # A path is PostgreSQL's socket on this machine.
    return [name for name, host in clear.items() if host and host not in HERE and not host.startswith("/")]


def beat(worker: str) -> None:
    WorkerHeartbeat.objects.update_or_create(worker=worker, defaults={"beat_at": timezone.now()})


def forget(worker: str) -> None:
    WorkerHeartbeat.objects.filter(worker=worker).delete()
