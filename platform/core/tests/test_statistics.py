from typing import Any

from django.db import connection

from core import audit
from core.statistics import refresh_statistics


def counted_rows(table: str) -> int:
    """What the database believes of a table."""
    sqlite = "SELECT CAST(stat AS INTEGER) FROM sqlite_stat1 WHERE tbl = %s LIMIT 1"
    postgres = "SELECT reltuples::integer FROM pg_class WHERE relname = %s"
    with connection.cursor() as cursor:
        cursor.execute(sqlite if connection.vendor == "sqlite" else postgres, [table])
        return int(cursor.fetchone()[0])


def test_statistics_follow_the_tables(db: Any) -> None:
    for rows in (3, 40):
        for _ in range(rows):
            audit.record("x", by=None)
        refresh_statistics()

    assert counted_rows("core_auditevent") == 43
