"""`manage.py purge`: delete what is kept longer than it may be. The worker does it by itself as well."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from infra.schedule import registry


class Command(BaseCommand):
    help = "Apaga o que passou do prazo de guarda: credenciais, registros de acesso, respostas. Pode ser repetido."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="só diz quanto seria apagado")

    def handle(self, *args: Any, dry_run: bool = False, **options: Any) -> None:
        """Each job's name and count; with `--dry-run` everything is put back."""
        verb = "seriam apagados" if dry_run else "apagados"
        for job in sorted((job for job in registry.values() if job.forgets), key=lambda job: job.name):
            if dry_run:
                with transaction.atomic():
                    count = job.run()
                    transaction.set_rollback(True)
            else:
                count = job.run()
            self.stdout.write(f"{job.name}: {count} {verb}")
