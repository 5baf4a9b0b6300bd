"""Database connections that are not held while something else is waited for."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import close_old_connections, connection, transaction


def give_back_connection() -> None:
    """Return this thread's connection where connections are pooled; one with a transaction open stays."""
    if not connection.in_atomic_block:
        close_old_connections()


@contextmanager
def short_transaction() -> Iterator[None]:
    """A transaction after which the connection goes back: a hundred lanes share ten connections on PostgreSQL."""
    try:
        with transaction.atomic():
            yield
    finally:
        give_back_connection()


@contextmanager
def short_read() -> Iterator[None]:
    """Reads without a transaction, so that they never queue behind SQLite's writers."""
    try:
        yield
    finally:
        give_back_connection()
