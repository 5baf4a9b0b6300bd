"""The rows of a SQLite file put into a database of another kind: the way from one machine to many.

They go column by column as they are stored, so that secrets stay under the key they were written with and nothing is
computed anew. Each is read back and compared before anything is committed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections, models, transaction
from django.db.models import F
from django.db.models.functions import Cast

from core.fields import EncryptedTextField

ALIAS = "archive"
BATCH = 500


class TransferError(Exception):
    """What does not fit here, with the name of its table. Nothing was changed."""


def load(source: Path) -> int:
    """Replace all rows of this database by those of the file, in one transaction; how many that were.

    Both have the same migrations applied. Raises TransferError.
    """
    tables = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    with opened(source), transaction.atomic(), connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), [table._meta.db_table for table in tables]):
            cursor.execute(statement)
        total = sum(_copy(table) for table in tables)
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)
        connection.check_constraints()
    return total


@contextmanager
def opened(source: Path) -> Iterator[str]:
    """The file as a database of Django's, under the name that is yielded."""
    file = {"ENGINE": "django.db.backends.sqlite3", "NAME": source}
    connections.settings[ALIAS] = connections.configure_settings({DEFAULT_DB_ALIAS: file})[DEFAULT_DB_ALIAS]
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS], connections.settings[ALIAS]


def _copy(model: type[models.Model]) -> int:
    """The rows of one table, in batches; how many."""
    rows, count = _stored(model, ALIAS).iterator(chunk_size=BATCH), 0
    try:
        while batch := list(islice(rows, BATCH)):
            _insert(model, batch)
            _compare(model, batch)
            count += len(batch)
    except (Error, ValueError) as error:
        raise TransferError(f"{model._meta.db_table}: {str(error).strip()}") from None
    if model._base_manager.count() != count:
        raise TransferError(f"{model._meta.db_table}: {count} linhas foram lidas, e não há tantas aqui")
    return count


def _insert(model: type[models.Model], rows: list[tuple[Any, ...]]) -> None:
    quote, columns = connection.ops.quote_name, _columns(model)
    names = ", ".join(quote(column.column) for column in columns)
    places = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places})",  # noqa: S608 - names of our own
            [[_prepared(column, value) for column, value in zip(columns, row, strict=True)] for row in rows],
        )


def _compare(model: type[models.Model], rows: list[tuple[Any, ...]]) -> None:
    """Prove that what was put here is what was read there."""
    key = _columns(model).index(model._meta.pk)
    arrived = _stored(model, DEFAULT_DB_ALIAS).filter(pk__in=[row[key] for row in rows])
    here = {row[key]: row for row in arrived}
    for row in rows:
        if here.get(row[key]) != row:
            raise TransferError(f"{model._meta.db_table}: a linha {row[key]} não chegou como era")


def _columns(model: type[models.Model]) -> list[Any]:
    """What is stored; a generated column follows by itself."""
    return [column for column in model._meta.local_concrete_fields if not column.generated]


def _stored(model: type[models.Model], database: str) -> "models.QuerySet[Any, tuple[Any, ...]]":
    """Every row as a tuple of its columns, secrets as they lie there."""
    sealed = {
        f"stored_{column.name}": Cast(F(column.name), models.TextField())
        for column in _columns(model)
        if isinstance(column, EncryptedTextField)
    }
    names = [
        f"stored_{column.name}" if isinstance(column, EncryptedTextField) else column.attname
        for column in _columns(model)
    ]
    rows: models.QuerySet[Any, tuple[Any, ...]] = model._base_manager.using(database).annotate(**sealed)
    return rows.order_by("pk").values_list(*names)


def _prepared(column: Any, value: Any) -> Any:
    """The value as this kind of database takes it."""
    return value if isinstance(column, EncryptedTextField) else column.get_db_prep_save(value, connection)
