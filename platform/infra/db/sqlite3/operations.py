"""SQL of the SQLite backend that differs from Django's."""

from typing import Any

from django.db.backends.sqlite3 import operations


class DatabaseOperations(operations.DatabaseOperations):
    def sql_flush(self, style: Any, tables: Any, *args: Any, **kwargs: Any) -> list[str]:
        """Emptying a test database is no change of history, as TRUNCATE is none on PostgreSQL: append-only triggers
        are set aside around it."""
        flush = super().sql_flush(style, tables, *args, **kwargs)
        if not flush:
            return flush
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_no\\_%' ESCAPE '\\'"
            )
            triggers = cursor.fetchall()
        return [f'DROP TRIGGER "{name}"' for name, _ in triggers] + flush + [sql for _, sql in triggers]
