from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bulk.results.proof import verify_results


class Command(BaseCommand):
    help = (
        "Recalcula o que cada conta custou e rendeu a partir de pedidos, pagamentos, ganhos, compras e custos, e compara "
        "com os lançamentos e os resultados. Termina com erro e diz onde, se algo difere."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        proof = verify_results()
        for fault in proof.faults:
            self.stderr.write(fault)
        if proof.faults:
            raise CommandError(f"Resultados com {len(proof.faults)} divergência(s).")
        self.stdout.write(f"Resultados conferidos: {proof.accounts} contas, {proof.entries} lançamentos.")
