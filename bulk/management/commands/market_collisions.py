from collections import defaultdict
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from bulk.enums import RowState
from bulk.models import Row, Run
from bulk.planning import login_indexes
from bulk.rules import LIVE
from marketplace.queries import canonical_market, older_spellings


class Command(BaseCommand):
    help = (
        "Mostra que grafias de um endereço contam como um só marketplace e que contas estão anunciadas lá mais de uma "
        "vez. Não altera nada; roda antes e depois de migrate."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        markets: dict[str, list[str]] = defaultdict(list)
        # Before `migrate` there is no table of them.
        older = older_spellings() if "marketplace_marketalias" in connection.introspection.table_names() else []
        for spelling in sorted({*Run.objects.order_by().values_list("market", flat=True).distinct(), *older}):
            markets[canonical_market(spelling)].append(spelling)
        doubled = 0
        for market, spellings in markets.items():
            if spellings != [market]:
                self.stdout.write(f"{market} ← {', '.join(name for name in spellings if name != market)}")
                doubled += self._report([market, *spellings])
        self.stdout.write(f"{doubled} conta(s) anunciada(s) mais de uma vez.")

    def _report(self, spellings: list[str]) -> int:
        """Columns that the release before has, and those alone, are read."""
        live = Row.objects.filter(state__in=LIVE, withdrawn_at=None, run__market__in=spellings).order_by("run", "line")
        account_of: dict[str, str] = {}
        stored = live.filter(credentials__isnull=False).values_list("run__game", "credentials")
        for game, credentials in stored.iterator():
            assert credentials is not None
            indexes = login_indexes(spellings, game, credentials["login"])
            account_of |= dict.fromkeys(indexes, indexes[0])
        accounts: dict[str, list[str]] = defaultdict(list)
        shown = ("login_index", "run", "line", "state", "remote_id", "login_hint")
        rows = live.exclude(login_index="").values_list(*shown)
        for index, run, line, state, remote_id, hint in rows.iterator():
            place = f"execução {run}, linha {line}: {RowState(state).label}, anúncio {remote_id or '—'}, login {hint}"
            accounts[account_of.get(index, index)].append(place)
        doubled = [places for places in accounts.values() if len(places) > 1]
        for places in doubled:
            self.stdout.write("\n".join(["  Uma conta:", *(f"    {place}" for place in places)]))
        return len(doubled)
