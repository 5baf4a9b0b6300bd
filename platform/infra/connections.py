"""Database connections that are not held while something else is waited for."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import close_old_connections, connection, transaction


def give_back_connection() -> None:
    """Return this thread's connection where connections are pooled; one with a transaction open stays."""
    if not connection.in_atomic_block:
        close_old_connections()


@contextmanager
def short_read() -> Iterator[None]:
    """Reads without a transaction, so that they never queue behind SQLite's writers."""
    try:
        yield
    finally:
        give_back_connection()


@contextmanager
def short_transaction() -> Iterator[None]:
    """A transaction after which the connection goes back: a hundred lanes share ten connections on PostgreSQL."""
    with short_read(), transaction.atomic():
        yield


@contextmanager
def unsynced_transaction(*, savepoint: bool = True) -> Iterator[None]:
    """A transaction that does not wait for the disk, for counts and traces: a killed process loses nothing, a power cut
    maybe the last moment. Inside another it is as durable as that; without a `savepoint` what fails undoes that too."""
    outermost_on = "" if connection.in_atomic_block else connection.vendor
    if outermost_on == "sqlite":  # which takes the setting for the connection, outside of transactions only
        _execute("PRAGMA synchronous=NORMAL")
    try:
        with transaction.atomic(savepoint=savepoint):
            if outermost_on == "postgresql":
                _execute("SET LOCAL synchronous_commit TO OFF")
            yield
    finally:
        if outermost_on == "sqlite":
            _execute("PRAGMA synchronous=FULL")


def lift_limits(**kwargs: Any) -> None:
    """Let migrations on PostgreSQL wait for locks, and compute inside a transaction, as long as they have to. The
    programs of PostgreSQL that backups use do the same by themselves."""
    if connection.vendor == "postgresql":
        _execute("SET lock_timeout = 0")
        _execute("SET idle_in_transaction_session_timeout = 0")


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
