"""SQLite with a fair queue of writers. SQLite's own busy handler sleeps and polls, unfairly, and writes that start at
the same instant have a long tail. Here every transaction that writes first takes an exclusive `flock` on a file beside
the database: the kernel queues fairly and frees the lock when a process is killed. Nobody waits longer than
OPTIONS["timeout"] seconds. Checkpoints run inside COMMIT and so are one at a time as well. Local disks only, which is
where a SQLite database belongs."""

import fcntl
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any, ClassVar

from django.db import OperationalError
from django.db.backends.sqlite3 import base, operations, schema


class WriterQueue:
    """One open file a connection, so that threads of a process queue as well as processes do."""

    BRIEF_WAIT_S = 0.25
    stuck: ClassVar[bool] = False
    """Whether this process last waited in vain. Then it waits briefly, so that threads are left for what does not write."""

    def __init__(self, database: str, wait_s: float) -> None:
        self._path = None if database == ":memory:" or "mode=memory" in database else Path(f"{database}-queue")
        self._file = self._path.open("w") if self._path else None
        self._wait_s = wait_s
        self.held = False

    def acquire(self) -> None:
        """Wait for the turn. Raises OperationalError when it does not come in time."""
        if (file := self._file) is not None and not self.held:
            WriterQueue.stuck = not (self._ask(file) or (self._poll(file) if self.stuck else self._wait(file)))
            if self.stuck:
                raise OperationalError("database is locked (by another writer of this installation)")
        self.held = True

    def release(self) -> None:
        if self._file is not None and self.held:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self.held = False

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self.held = False

    def _ask(self, file: IO[str]) -> bool:
        with suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    def _poll(self, file: IO[str]) -> bool:
        deadline = time.monotonic() + min(self.BRIEF_WAIT_S, self._wait_s)
        while time.monotonic() < deadline:
            time.sleep(0.01)
            if self._ask(file):
                return True
        return False

    def _wait(self, file: IO[str]) -> bool:
        came = _Place(file).wait(self._wait_s)
        if not came and self._path:
            self._file = self._path.open("w")  # the other one stays in the queue until its turn
        return came


class _Place(threading.Thread):
    """A place in the kernel's queue, fair and without a time limit: unwanted when the turn comes, it closes the file."""

    def __init__(self, file: IO[str]) -> None:
        super().__init__(name="sqlite-queue", daemon=True)
        self._file = file
        self._decision = threading.Lock()
        self._wanted = True
        self._came = threading.Event()

    def wait(self, seconds: float) -> bool:
        self.start()
        self._came.wait(seconds)
        with self._decision:
            self._wanted = self._came.is_set()
        return self._wanted

    def run(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_EX)
        with self._decision:
            if self._wanted:
                self._came.set()
            else:
                self._file.close()


class DatabaseOperations(operations.DatabaseOperations):
    def sql_flush(self, style: Any, tables: Any, *args: Any, **kwargs: Any) -> list[str]:
        """Emptying a test database changes no history, as TRUNCATE on PostgreSQL: append-only triggers are set aside."""
        flush = super().sql_flush(style, tables, *args, **kwargs)
        if not flush:
            return flush
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_no\\_%' ESCAPE '\\'"
            )
            triggers = cursor.fetchall()
        return [f'DROP TRIGGER "{name}"' for name, _ in triggers] + flush + [sql for _, sql in triggers]


def trigram_index(table: str) -> tuple[str, tuple[str, str, str]]:
    """What the index of a table's `search` column is called, and the triggers that add, remove and change its rows."""
    index = f"{table}_trigrams"
    return index, (f"{index}_added", f"{index}_removed", f"{index}_changed")


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    def remove_field(self, model: Any, field: Any) -> None:
        """A column that is searched takes its index with it (infra.search): the triggers name the column."""
        if field.column == "search":
            index, triggers = trigram_index(model._meta.db_table)
            for name in triggers:
                self.execute(f"DROP TRIGGER IF EXISTS {name}")
            self.execute(f"DROP TABLE IF EXISTS {index}")
        super().remove_field(model, field)


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = DatabaseSchemaEditor
    ops_class = DatabaseOperations
    writers: WriterQueue

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Setting journal_mode writes to a new database, so it queues; afterwards nobody who only reads waits for a
        writer: a database that is in use has its write-ahead log beside it. The file itself is never opened here:
        closing it would drop the locks that SQLite holds on it for this process, and another program that is older than
        SQLite 3.51 would delete the log that is still written to (sqlite.org/howtocorrupt.html, 2.2)."""
        database = str(self.settings_dict["NAME"])
        try:
            self.writers = WriterQueue(database, self.settings_dict["OPTIONS"]["timeout"])
        except OSError as error:  # what SQLite itself would say of the database file
            raise OperationalError(f"unable to open database file ({error.strerror})") from error
        with nullcontext() if Path(f"{database}-wal").exists() else self.wait_for_turn():
            return super().get_new_connection(conn_params)

    @contextmanager
    def wait_for_turn(self) -> Iterator[None]:
        """Wait for the turn to write; a statement that begins a transaction keeps it until the transaction ends."""
        self.writers.acquire()
        with self._turn_ends():
            yield

    @contextmanager
    def _turn_ends(self) -> Iterator[None]:
        try:
            yield
        finally:
            if self.connection is None or not self.connection.in_transaction:
                self.writers.release()

    def _commit(self) -> None:
        with self._turn_ends():
            super()._commit()  # type: ignore[misc]  # django-stubs leave out what is private

    def _rollback(self) -> None:
        with self._turn_ends():
            super()._rollback()  # type: ignore[misc]  # django-stubs leave out what is private

    def _close(self) -> None:
        with closing(self.writers):
            super()._close()  # type: ignore[misc]  # django-stubs leave out what is private

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
        return nullcontext() if reads or self.wrapper.in_atomic_block else self.wrapper.wait_for_turn()
