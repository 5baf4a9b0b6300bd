from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core.dates import moment
from infra import backup


class Command(BaseCommand):
    help = (
        "Põe de volta o que `backup` gravou, no lugar do que há aqui. Pare web e worker antes. O arquivo é conferido "
        "por inteiro antes de qualquer mudança. Execuções abertas voltam pausadas."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="o que `backup` gravou")
        parser.add_argument("--force", action="store_true", help="substitui um banco de dados que já tem pessoas")

    def handle(self, *args: Any, file: Path, force: bool = False, **options: Any) -> None:
        found = backup.restore(file, force=force)
        images = "imagens no S3" if found.images is None else f"{found.images} imagens"
        self.stdout.write(f"Restaurado o que havia em {moment(found.taken_at, seconds=True)} ({images}).")
        if not found.has_keys:
            self.stdout.write("O arquivo não trouxe chaves: FIELD_ENCRYPTION_KEYS precisa ser a de quando foi feito.")
        self.stdout.write("Agora, antes de iniciar:")
        if found.pending:
            self.stdout.write(f"  manage.py migrate         ({found.pending} migrações são mais novas que o arquivo)")
        self.stdout.write("  manage.py verify_ledger   (prova que o dinheiro está íntegro)")
