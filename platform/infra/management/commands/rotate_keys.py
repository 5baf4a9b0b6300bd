"""`manage.py rotate_keys`: every stored secret again under the first of FIELD_ENCRYPTION_KEYS, while the product
serves. Columns are found by their type. Each batch is read without a lock, and a value is written only where it is
still as read: what somebody changed meanwhile is under the first key already. A stopped run is simply started again."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, models
from django.db.models import F
from django.db.models.functions import Cast

from core import audit, crypto
from core.enums import Audited
from core.fields import EncryptedTextField
from infra.connections import short_transaction

BATCH = 500
"""Rows of one write: some milliseconds during which others wait."""
TELL_EVERY_S = 1.0
SHOWN_KEYS = 10


@dataclass
class Progress:
    """How far a column is: `seen` of `total` secrets, those `rotated`, and the primary keys of those no key opens."""

    total: int
    seen: int = 0
    rotated: int = 0
    unreadable: list[Any] = field(default_factory=list)


def encrypted_columns() -> list[EncryptedTextField]:
    """Sorted by their names, which are those of app, model and column."""
    columns = (column for model in apps.get_models() for column in model._meta.local_concrete_fields)
    return sorted((column for column in columns if isinstance(column, EncryptedTextField)), key=str)


def rotate_column(column: EncryptedTextField, *, dry_run: bool = False, batch: int = BATCH) -> Iterator[Progress]:
    """Rotate one column, telling the progress before the first batch and after each; `dry_run` only counts."""
    stored = column.model._base_manager.annotate(stored=Cast(F(column.name), models.TextField()))
    secrets = stored.exclude(stored="").exclude(stored=None).order_by("pk").values_list("pk", "stored")
    progress = Progress(secrets.count())
    yield progress
    last: Any = None
    while rows := list((secrets if last is None else secrets.filter(pk__gt=last))[:batch]):
        last = rows[-1][0]
        new = []
        for key, old in rows:
            try:
                if not crypto.is_current(old):
                    new.append((crypto.rotate(old), key, old))
            except ImproperlyConfigured:
                progress.unreadable.append(key)
        if new and not dry_run:
            _write(column, new)
        progress.seen += len(rows)
        progress.rotated += len(new)
        yield progress


def _write(column: EncryptedTextField, rows: list[tuple[str, Any, str]]) -> None:
    """(new text, primary key, old text) of each, in one statement; the ORM would encrypt what is encrypted already."""
    meta, quote = column.model._meta, connection.ops.quote_name
    table, name, key = (quote(each or "") for each in (meta.db_table, column.column, meta.pk.column))
    with short_transaction(), connection.cursor() as cursor:
        statement = f"UPDATE {table} SET {name} = %s WHERE {key} = %s AND {name} = %s"  # noqa: S608 - our own names
        cursor.executemany(statement, rows)


class Command(BaseCommand):
    help = (
        "Regrava todos os segredos com a primeira chave de FIELD_ENCRYPTION_KEYS, em lotes e com o sistema no ar. Pode "
        "ser interrompido e rodado de novo: o que já está na primeira chave é deixado como está. Antes, reinicie os "
        "processos com a chave nova na frente da lista; depois de um fim sem erros, a antiga pode sair dela."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="conta o que seria regravado e não grava nada")
        parser.add_argument("--batch", type=int, default=BATCH, help=f"linhas por gravação ({BATCH})")

    def handle(self, *args: Any, dry_run: bool = False, batch: int = BATCH, **options: Any) -> None:
        """Exit non-zero when some secret could not be opened: its key must not leave the list."""
        if batch < 1:
            raise CommandError("--batch deve ser um número maior que zero.")
        done = {str(column): self._rotate(column, dry_run, batch) for column in encrypted_columns()}
        rotated = sum(progress.rotated for progress in done.values())
        self.stdout.write(f"{rotated} segredos {'seriam regravados' if dry_run else 'regravados'}.")
        if rotated and not dry_run:
            after = {column: progress.rotated for column, progress in done.items() if progress.rotated}
            audit.record(Audited.KEYS_ROTATED, by=None, after=after)
        if lost := sum(len(progress.unreadable) for progress in done.values()):
            raise CommandError(f"{lost} segredos não puderam ser abertos. Devolva a chave deles à lista.")

    def _rotate(self, column: EncryptedTextField, dry_run: bool, batch: int) -> Progress:
        """One column, a line a second while it lasts."""
        told_at = time.monotonic()
        for progress in rotate_column(column, dry_run=dry_run, batch=batch):
            if time.monotonic() - told_at >= TELL_EVERY_S:
                told_at = time.monotonic()
                self.stdout.write(f"{column}: {progress.seen} de {progress.total}…")
                self.stdout.flush()
        self.stdout.write(f"{column}: {progress.seen} vistos, {progress.rotated} antigos.")
        if progress.unreadable:
            keys = ", ".join(map(str, progress.unreadable[:SHOWN_KEYS]))
            more = "…" if len(progress.unreadable) > SHOWN_KEYS else ""
            self.stderr.write(f"{column}: nenhuma chave da lista abre {keys}{more}")
        return progress
