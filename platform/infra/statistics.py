"""What the database knows of its own tables, by which it chooses among indexes."""

from django.db import connection, transaction

SMALL = 1_000


def refresh_statistics() -> None:
    """Have the tables counted again. PostgreSQL does so by itself, though only some time after a large change.

    SQLite never does, and connections that are open read the figures only when the schema changes: dropping their
    table is such a change. What it knows of small tables is taken away again: it would read them from end to end for
    each row of another, still so when they have grown. Of a table it knows nothing about it thinks that it is large.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            cursor.execute("ANALYZE")
            return
        cursor.execute("DROP TABLE IF EXISTS sqlite_stat1")
        cursor.execute("ANALYZE")
        cursor.execute("DELETE FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < %s", [SMALL])
        cursor.execute("ANALYZE sqlite_schema")
