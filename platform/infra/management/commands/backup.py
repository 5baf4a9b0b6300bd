from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from core import audit
from core.enums import Audited
from infra import backup


class Command(BaseCommand):
    help = (
        "Copia banco de dados, imagens e chaves para um arquivo .tar.gz, com o sistema no ar. Quem tem o arquivo tem "
        "tudo: guarde-o onde só quem pode restaurar alcança."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="onde gravar; não pode existir ainda")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        taken = backup.take(file.absolute())
        try:
            audit.record(Audited.BACKED_UP, by=None, after={"bytes": file.stat().st_size})
        except DatabaseError:  # read-only, or full: the archive is there all the same
            self.stderr.write("O backup está pronto, mas não pôde ser anotado na trilha de auditoria.")
        images = "imagens ficam no S3" if taken.images is None else f"{taken.images} imagens"
        self.stdout.write(f"Gravado em {file} ({file.stat().st_size / 1e6:.1f} MB, {images}).")
        if taken.has_keys:
            self.stdout.write("As chaves estão dentro: quem tem este arquivo tem tudo.")
        else:
            self.stdout.write("FIELD_ENCRYPTION_KEYS vem do ambiente e NÃO está no arquivo: guarde-a também.")
