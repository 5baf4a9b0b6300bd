"""Writing every stored secret again under the first of FIELD_ENCRYPTION_KEYS, while the product serves.

Columns are found by their type, so a new one is rotated without being named anywhere. Work goes in small batches: read
without a lock, encrypt, then write each value only where it is still the one that was read. What somebody changed in
the meantime was written under the first key already. A run that is stopped is simply started again: what lies under
the first key is passed over.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, models
from django.db.models import F
from django.db.models.functions import Cast

from core import crypto
from core.fields import EncryptedTextField
from infra.connections import short_transaction

BATCH = 500
"""Rows of one write: some milliseconds during which others wait."""

Stored = tuple[Any, str]
"""A row's primary key and what its column holds."""


@dataclass(frozen=True)
class Column:
    model: type[models.Model]
    field: EncryptedTextField

    def __str__(self) -> str:
        return f"{self.model._meta.label}.{self.field.name}"

    def secrets(self) -> models.QuerySet[Any, Stored]:
        rows = self.model._base_manager.annotate(stored=Cast(F(self.field.name), models.TextField()))
        return rows.exclude(stored="").exclude(stored=None).order_by("pk").values_list("pk", "stored")


@dataclass(frozen=True)
class Progress:
    """How far a column is: `seen` of `total` secrets, how many were (or would be) written again, and the primary keys
    of those that no key of the list opens."""

    column: Column
    total: int
    seen: int = 0
    rotated: int = 0
    unreadable: tuple[Any, ...] = ()


def encrypted_columns() -> list[Column]:
    columns = [
        Column(model, field)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.local_concrete_fields
        if isinstance(field, EncryptedTextField)
    ]
    return sorted(columns, key=str)


def rotate_column(column: Column, *, dry_run: bool = False, batch: int = BATCH) -> Iterator[Progress]:
    """Rotate one column, telling the progress after each batch; the first one tells the total. `dry_run` counts what
    would be written and writes nothing."""
    secrets = column.secrets()
    progress = Progress(column, secrets.count())
    yield progress
    last: Any = None
    while rows := list((secrets if last is None else secrets.filter(pk__gt=last))[:batch]):
        last = rows[-1][0]
        old = [row for row in rows if not crypto.is_current(row[1])]
        new, unreadable = _rotated(old)
        if new and not dry_run:
            _write(column, new)
        progress = replace(
            progress,
            seen=progress.seen + len(rows),
            rotated=progress.rotated + len(new),
            unreadable=(*progress.unreadable, *unreadable),
        )
        yield progress


def _rotated(rows: Iterable[Stored]) -> tuple[list[tuple[str, Any, str]], list[Any]]:
    """(new text, primary key, old text) of each secret, and the keys of those that cannot be opened."""
    new, unreadable = [], []
    for key, stored in rows:
        try:
            new.append((crypto.rotate(stored), key, stored))
        except ImproperlyConfigured:
            unreadable.append(key)
    return new, unreadable


def _write(column: Column, rows: list[tuple[str, Any, str]]) -> None:
    """One statement for many rows; the ORM would encrypt what is encrypted already."""
    quote = connection.ops.quote_name
    meta = column.model._meta
    table, name, key = (quote(each or "") for each in (meta.db_table, column.field.column, meta.pk.column))
    with short_transaction(), connection.cursor() as cursor:
        statement = f"UPDATE {table} SET {name} = %s WHERE {key} = %s AND {name} = %s"  # noqa: S608 - our own names
        cursor.executemany(statement, rows)
