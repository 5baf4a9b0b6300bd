from typing import Any

from django.core.management.base import BaseCommand

from tasks import actions


class Command(BaseCommand):
    help = "Aplica uma vez, a cada tarefa aberta cujo prazo passou, os pontos de prazo perdido. O worker também o faz."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{actions.mark_missed()} prazo(s) perdido(s).")
