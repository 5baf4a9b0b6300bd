"""`manage.py rotate_keys`: every secret under the first of FIELD_ENCRYPTION_KEYS."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core import audit
from core.enums import Audited
from infra.rotation import BATCH, Progress, encrypted_columns, rotate_column

TELL_EVERY_S = 1.0
SHOWN_KEYS = 10


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
        if batch < 1:
            raise CommandError("--batch deve ser um número maior que zero.")
        done = [self._rotate(column, dry_run, batch) for column in encrypted_columns()]
        rotated = sum(progress.rotated for progress in done)
        self.stdout.write(f"{rotated} segredos {'seriam regravados' if dry_run else 'regravados'}.")
        if rotated and not dry_run:
            after = {str(progress.column): progress.rotated for progress in done if progress.rotated}
            audit.record(Audited.KEYS_ROTATED, by=None, after=after)
        self._refuse_unreadable(done)

    def _rotate(self, column: Any, dry_run: bool, batch: int) -> Progress:
        """One column, a line a second while it lasts."""
        told_at = time.monotonic()
        for progress in rotate_column(column, dry_run=dry_run, batch=batch):
            if time.monotonic() - told_at >= TELL_EVERY_S:
                told_at = time.monotonic()
                self.stdout.write(f"{column}: {progress.seen} de {progress.total}…")
                self.stdout.flush()
        self.stdout.write(f"{column}: {progress.seen} vistos, {progress.rotated} antigos.")
        return progress

    def _refuse_unreadable(self, done: list[Progress]) -> None:
        """Exit non-zero when some secret could not be opened: its key must not leave the list."""
        lost = [progress for progress in done if progress.unreadable]
        for progress in lost:
            keys = ", ".join(map(str, progress.unreadable[:SHOWN_KEYS]))
            more = "…" if len(progress.unreadable) > SHOWN_KEYS else ""
            self.stderr.write(f"{progress.column}: nenhuma chave da lista abre {keys}{more}")
        if lost:
            count = sum(len(progress.unreadable) for progress in lost)
            raise CommandError(f"{count} segredos não puderam ser abertos. Devolva a chave deles à lista.")
