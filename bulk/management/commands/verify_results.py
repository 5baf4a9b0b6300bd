import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bulk.results.proof import verify_results

PASS_S = 20.0
"""Longer than a worker's pass over what is new (bulk.jobs) lets it wait."""


class Command(BaseCommand):
    help = (
        "Recalcula o que cada conta custou e rendeu a partir de pedidos, pagamentos, ganhos, compras e custos, e compara "
        "com os lançamentos e os resultados. O que difere é olhado de novo depois da próxima passada do worker; termina "
        "com erro e diz onde, se ainda difere."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        proof = verify_results()
        if passing := set(proof.faults):
            time.sleep(PASS_S)
            proof = verify_results()
            proof.faults = [fault for fault in proof.faults if fault in passing]
        for fault in proof.faults:
            self.stderr.write(fault)
        if proof.faults:
            raise CommandError(f"Resultados com {len(proof.faults)} divergência(s).")
        self.stdout.write(f"Resultados conferidos: {proof.accounts} contas, {proof.entries} lançamentos.")
