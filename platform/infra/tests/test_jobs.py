from typing import Any

from django.db import connection

from core.models import AuditEvent
from infra.jobs import SMALL, refresh_statistics


def counted_rows(table: str) -> int | None:
    """What the database believes of a table; None when it knows nothing."""
    sqlite = "SELECT CAST(stat AS INTEGER) FROM sqlite_stat1 WHERE tbl = %s LIMIT 1"
    postgres = "SELECT reltuples::integer FROM pg_class WHERE relname = %s"
    with connection.cursor() as cursor:
        cursor.execute(sqlite if connection.vendor == "sqlite" else postgres, [table])
        found = cursor.fetchone()
    return int(found[0]) if found else None


def grow(rows: int) -> None:
    AuditEvent.objects.bulk_create(AuditEvent(event="x") for _ in range(rows))
    refresh_statistics()


def test_statistics_follow_the_tables(db: Any) -> None:
    for whole in (SMALL, 2 * SMALL):
        grow(SMALL)
        assert counted_rows("core_auditevent") == whole


def test_sqlite_takes_a_small_table_for_one_that_may_grow(db: Any) -> None:
    """A plan made for three rows would still read every row of them when they are thousands."""
    grow(3)

    assert counted_rows("core_auditevent") == (None if connection.vendor == "sqlite" else 3)
