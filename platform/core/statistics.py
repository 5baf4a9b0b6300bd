"""What the database knows of its own tables, by which it chooses among indexes."""

from django.db import connection, transaction


def refresh_statistics() -> None:
    """Have the tables counted again. PostgreSQL does so by itself, though only some time after a large change.

    SQLite never does, and connections that are open read the figures only when the schema changes: dropping their
    table is such a change.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TABLE IF EXISTS sqlite_stat1")
        cursor.execute("ANALYZE")
