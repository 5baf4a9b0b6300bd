from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from shell import demo, volume

COUNTED = {"employees": "funcionários", "tasks": "tarefas", "earnings": "ganhos"}


class Command(BaseCommand):
    help = "Cria as pessoas de demonstração (--demo) ou uma instalação grande para medir. Pode ser repetido."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="as pessoas e o trabalho de demonstração")
        for name, what in COUNTED.items():
            parser.add_argument(f"--{name}", type=int, default=0, help=f"completa até este número de {what}")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = {name: options[name] for name in COUNTED}
        if min(wanted.values()) < 0:
            raise CommandError("Os números não podem ser negativos.")
        if not options["demo"] and not any(wanted.values()):
            raise CommandError("Diga o que criar: --demo, ou --employees N --tasks N --earnings N.")
        if options["demo"] and demo.is_unwanted():
            raise CommandError("As senhas da demonstração são conhecidas: ela não é criada onde PUBLIC_BASE_URL é https.")
        if options["demo"]:
            made = demo.seed()
            self.stdout.write("Demonstração criada." if made else "A demonstração já existe; nada foi alterado.")
        if any(wanted.values()):
            volume.fill(**wanted, tell=self.stdout.write)
