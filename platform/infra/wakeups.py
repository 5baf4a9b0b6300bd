"""Waking workers when there is work. Only a hint: a lost one costs the time until a worker asks by itself. PostgreSQL
tells every machine by LISTEN and NOTIFY; SQLite's workers, all of one machine, read a FIFO beside the database."""

import os
from contextlib import suppress
from multiprocessing import connection as ends
from pathlib import Path
from typing import Any, Self

from django.db import connection, transaction

_database: Any = connection
"""The same with what only its backend has."""


def wake_workers() -> None:
    """Let workers ask for work once the caller's transaction is committed; nothing where it is rolled back."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("NOTIFY work")
    else:
        transaction.on_commit(_write_to_fifo)


def _fifo() -> Path:
    return Path(f"{connection.settings_dict['NAME']}-wakeups")


def _write_to_fifo() -> None:
    # Nobody listens, or so many wrote before that it is full.
    with suppress(OSError), open(os.open(_fifo(), os.O_WRONLY | os.O_NONBLOCK), "wb", buffering=0) as file:
        file.write(b".")


class Wakeups:
    """Waits for work; a context manager. `wake` is for all threads and signal handlers, the rest for one thread."""

    def __init__(self) -> None:
        self._near_end, self._far_end = os.pipe()
        os.set_blocking(self._near_end, False)
        os.set_blocking(self._far_end, False)
        self._told: Any = None
        """What tells of other processes: a connection of PostgreSQL outside of the pool, or the FIFO as a file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop_listening()
        far_end, self._far_end = self._far_end, -1
        os.close(far_end)
        os.close(self._near_end)

    def wake(self) -> None:
        with suppress(OSError):  # full: it will wake; closed: nobody waits any more
            os.write(self._far_end, b".")

    def wait(self, seconds: float) -> bool:
        """Return after so long, or as soon as there may be work, True then; at once where it only now begins to listen,
        since nothing was heard before."""
        if self._told is None and self._listen():
            return True
        ready = ends.wait([self._near_end, *([] if self._told is None else [self._told])], seconds)
        if self._near_end in ready:
            os.read(self._near_end, 4096)
        if self._told in ready:
            self._hear()
        return bool(ready)

    def _listen(self) -> bool:
        """Whether it listens now. A database, or a disk, that fails is tried again at the next wait."""
        if connection.vendor == "postgresql":
            with suppress(_database.Database.Error):
                listener = _database.Database.connect(**_database.get_connection_params(), autocommit=True)
                listener.execute("LISTEN work")
                self._told = listener
        else:
            with suppress(OSError):
                with suppress(FileExistsError):
                    os.mkfifo(_fifo(), 0o600)
                # To write as well, or it would be ready for ever once the first writer has left.
                self._told = open(os.open(_fifo(), os.O_RDWR | os.O_NONBLOCK), "rb", buffering=0)  # noqa: SIM115 - until it stops listening
        return self._told is not None

    def _hear(self) -> None:
        """Take what was told, all of it being one thing."""
        if connection.vendor != "postgresql":
            self._told.read(4096)  # nothing where another worker has taken it
            return
        try:
            list(self._told.notifies(timeout=0))
        except _database.Database.Error:  # the connection is lost
            self._stop_listening()

    def _stop_listening(self) -> None:
        if self._told is not None:
            self._told.close()
        self._told = None
