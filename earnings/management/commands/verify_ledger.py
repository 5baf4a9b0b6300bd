from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from earnings import actions
from earnings.queries import verify_ledger


class Command(BaseCommand):
    help = (
        "Prova que saldos, lançamentos e ganhos concordam e que nenhum lançamento foi alterado, removido ou trocado de "
        "lugar. Termina com erro e diz onde, se não."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--new-key", action="store_true", help="depois da prova, sela os próximos lançamentos com uma chave nova"
        )

    def handle(self, *args: Any, new_key: bool = False, **options: Any) -> None:
        found = verify_ledger()
        for fault in found.faults:
            self.stderr.write(fault)
        if found.faults:
            raise CommandError(f"Razão com {len(found.faults)} divergência(s).")
        self.stdout.write(
            f"Razão íntegro: {found.postings} lançamentos, {found.earnings} ganhos, {found.people} pessoas.\n"
            f"Impressão digital: {found.fingerprint}"
        )
        if new_key:
            self.stdout.write(f"Chave nova a partir do lançamento {actions.replace_sealing_key()}.")
