"""SQLite with a fair queue of writers.

SQLite's own busy handler sleeps and polls, unfairly, and writes that start at the same instant have a long tail. Here
every transaction that writes first takes an exclusive `flock` on a file beside the database: the kernel queues fairly
and frees the lock when a process is killed. Checkpoints run inside COMMIT and so are one at a time as well.
Local disks only, which is where a SQLite database belongs.
"""

import fcntl
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from core.db.sqlite3.operations import DatabaseOperations


class WriterQueue:
    """One open file a connection, so that threads of a process queue as well as processes do."""

    def __init__(self, database: str) -> None:
        in_memory = database == ":memory:" or "mode=memory" in database
        self._file = None if in_memory else Path(f"{database}-queue").open("w")  # noqa: SIM115 - lives as long as the connection
        self.held = False

    def acquire(self) -> None:
        if self._file is not None and not self.held:
            fcntl.flock(self._file, fcntl.LOCK_EX)
        self.held = True

    def release(self) -> None:
        if self._file is not None and self.held:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self.held = False

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self.held = False


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

    writers: WriterQueue | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self.writers = WriterQueue(str(self.settings_dict["NAME"]))
        self.writers.acquire()  # the first PRAGMA may write (journal_mode)
        try:
            return super().get_new_connection(conn_params)
        finally:
            self.writers.release()

    def _start_transaction_under_autocommit(self) -> None:
        assert self.writers is not None
        self.writers.acquire()
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self.writers.release()
            raise

    def _commit(self) -> None:
        try:
            super()._commit()
        finally:
            self.release_writers()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self.release_writers()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            if self.writers is not None:
                self.writers.close()
                self.writers = None

    def release_writers(self) -> None:
        if self.writers is not None and self.connection is not None and not self.connection.in_transaction:
            self.writers.release()

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=lambda connection: QueuedCursor(connection, self))


class QueuedCursor(base.SQLiteCursorWrapper):
    """Single writes outside a transaction queue as well."""

    def __init__(self, connection: Any, wrapper: DatabaseWrapper) -> None:
        super().__init__(connection)
        self.wrapper = wrapper

    def execute(self, query: str, params: Any = None) -> Any:
        queue = self.wrapper.writers
        if queue is None or self.wrapper.in_atomic_block or query.lstrip()[:6].upper() in {"SELECT", "PRAGMA"}:
            return super().execute(query, params)
        queue.acquire()
        try:
            return super().execute(query, params)
        finally:
            self.wrapper.release_writers()
