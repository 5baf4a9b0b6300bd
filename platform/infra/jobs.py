from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from core.models import IdempotencyRecord, WorkerHeartbeat
from infra import error_reports
from infra.schedule import periodic

ANSWERS_KEPT = timedelta(days=2)
HEARTBEATS_KEPT = timedelta(days=1)
SMALL = 1_000
"""Rows of a table that may still grow into a large one."""


def forget_answers() -> int:
    now = timezone.now()
    WorkerHeartbeat.objects.filter(beat_at__lt=now - HEARTBEATS_KEPT).delete()
    deleted, _ = IdempotencyRecord.objects.filter(created_at__lt=now - ANSWERS_KEPT).delete()
    return deleted


def refresh_statistics() -> None:
    """Have the tables counted again. PostgreSQL does so by itself, only some time after a large change; SQLite never,
    and open connections read the figures only when the schema changes, as by dropping their table. What it knows of
    small tables is taken away again: it would read them from end to end for each row of another, still so when they
    have grown. Of a table it knows nothing about it thinks that it is large."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            cursor.execute("ANALYZE")
            return
        cursor.execute("DROP TABLE IF EXISTS sqlite_stat1")
        cursor.execute("ANALYZE")
        cursor.execute("DELETE FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < %s", [SMALL])
        cursor.execute("ANALYZE sqlite_schema")


periodic("infra.purge_errors", error_reports.purge, every=timedelta(days=1), forgets=f"{error_reports.KEPT.days} dias")
periodic("core.purge_answers", forget_answers, every=timedelta(hours=6), forgets=f"{ANSWERS_KEPT.days} dias")
periodic("core.refresh_statistics", refresh_statistics, every=timedelta(hours=6))
