"""Time and transactions of the engine: the database's clock, and connections that are given back at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import close_old_connections, connection, transaction
from django.db.models import DateTimeField, ExpressionWrapper
from django.db.models.functions import Now


def after(seconds: float) -> ExpressionWrapper:
    """A moment from now by the database's clock, for an UPDATE or a filter; workers' clocks may differ."""
    return ExpressionWrapper(Now() + timedelta(seconds=seconds), output_field=DateTimeField())


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


def give_back_connection() -> None:
    """Return this thread's connection where connections are pooled; one with a transaction open stays."""
    if not connection.in_atomic_block:
        close_old_connections()
