"""SQLite with a fair queue of writers.

SQLite's own busy handler sleeps and polls, unfairly, and writes that start at the same instant have a long tail. Here
every transaction that writes first takes an exclusive `flock` on a file beside the database: the kernel queues fairly
and frees the lock when a process is killed. Checkpoints run inside COMMIT and so are one at a time as well.
Local disks only, which is where a SQLite database belongs.
"""

import fcntl
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, ClassVar

from django.db import OperationalError
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
    writers: WriterQueue
    opened: ClassVar[set[str]] = set()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """The first connection of a process queues, since setting journal_mode writes to a new database; the others
        do not, so that nobody who only reads waits for a writer."""
        database = str(self.settings_dict["NAME"])
        try:
            self.writers = WriterQueue(database)
        except OSError as error:  # what SQLite itself would say of the database file
            raise OperationalError(f"unable to open database file ({error.strerror})") from error
        with nullcontext() if database in self.opened else self.queued():
            connection = super().get_new_connection(conn_params)
        self.opened.add(database)
        return connection

    @contextmanager
    def queued(self) -> Iterator[None]:
        """Wait for the turn to write; a statement that begins a transaction keeps it until the transaction ends."""
        self.writers.acquire()
        try:
            yield
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self.connection is None or not self.connection.in_transaction:
            self.writers.release()

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]  # django-stubs leave out what is private
        finally:
            self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # django-stubs leave out what is private
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # django-stubs leave out what is private
        finally:
            self.writers.close()

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=lambda connection: QueuedCursor(connection, self))


class QueuedCursor(base.SQLiteCursorWrapper):
    """Whatever may write outside a transaction queues: BEGIN itself, and single statements."""

    def __init__(self, connection: Any, wrapper: DatabaseWrapper) -> None:
        super().__init__(connection)
        self.wrapper = wrapper

    def execute(self, query: str, params: Any = None) -> Any:
        with self._turn(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        with self._turn(query):
            return super().executemany(query, param_list)

    def _turn(self, query: str) -> AbstractContextManager[None]:
        reads = query.lstrip()[:6].upper() in {"SELECT", "PRAGMA"}
        return nullcontext() if reads or self.wrapper.in_atomic_block else self.wrapper.queued()
