"""`manage.py purge`: delete what is kept longer than it may be (decisions §12). The worker does it by itself as well."""

from typing import Any

from django.core.management.base import BaseCommand

from core.schedule import registry


class Command(BaseCommand):
    help = "Apaga o que passou do prazo de guarda: credenciais, registros de acesso, respostas. Pode ser repetido."

    def handle(self, *args: Any, **options: Any) -> None:
        for job in sorted((job for job in registry.values() if job.forgets), key=lambda job: job.name):
            self.stdout.write(f"{job.name}: {job.run()} apagados")
