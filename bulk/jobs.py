"""Periodic jobs of bulk runs, and their retention policies."""

from datetime import timedelta

from bulk import orders
from bulk.actions import intake, prices, removal
from bulk.engine import listings
from bulk.results import ledger
from core.text import pluralize
from infra.schedule import periodic
from marketplace.queries import global_settings


def credentials_kept() -> str:
    return f"{pluralize(global_settings().credential_days, 'dia', 'dias')} depois da execução"


periodic("bulk.purge_credentials", removal.purge_credentials, every=timedelta(hours=6), forgets=credentials_kept)
kept = f"{intake.DRAFTS_KEPT.days} dias sem alteração"
periodic("bulk.purge_drafts", intake.purge_drafts, every=timedelta(hours=6), forgets=kept)
periodic("bulk.tell_due_orders", orders.tell_due_orders, every=timedelta(minutes=1))
periodic("bulk.send_prices", listings.send_prices, every=timedelta(seconds=5))
periodic("bulk.propose_prices", prices.propose_prices, every=timedelta(minutes=10))
periodic("bulk.write_results", ledger.write_results, every=timedelta(seconds=10))
periodic("bulk.sweep_results", ledger.sweep_results, every=timedelta(minutes=1))
periodic("bulk.ask_suggestions", listings.ask_suggestions, every=timedelta(minutes=1))
periodic("bulk.forget_keys", removal.forget_keys, every=timedelta(minutes=1))
kept = f"{removal.CONNECTIONS_KEPT.days} dia depois do último envio"
periodic("bulk.purge_connections", removal.purge_connections, every=timedelta(hours=1), forgets=kept)
