"""Periodic work of bulk runs: what is forgotten, and when."""

from datetime import timedelta

from bulk import orders
from bulk.actions import intake, prices, removal
from bulk.engine import listings
from bulk.results import ledger
from infra.schedule import periodic
from marketplace.queries import global_settings


def credentials_kept() -> str:
    return f"{global_settings().credential_days} dias depois da execução"


periodic(name="bulk.purge_credentials", every=timedelta(hours=6), forgets=credentials_kept)(removal.purge_credentials)
kept = f"{intake.DRAFTS_KEPT.days} dias sem alteração"
periodic(name="bulk.purge_drafts", every=timedelta(hours=6), forgets=kept)(intake.purge_drafts)
periodic(name="bulk.tell_due_orders", every=timedelta(minutes=1))(orders.tell_due_orders)
periodic(name="bulk.send_prices", every=timedelta(seconds=5))(listings.send_prices)
periodic(name="bulk.propose_prices", every=timedelta(minutes=10))(prices.propose_prices)
periodic(name="bulk.write_results", every=timedelta(seconds=10))(ledger.write_results)
periodic(name="bulk.sweep_results", every=timedelta(minutes=1))(ledger.sweep_results)
periodic(name="bulk.ask_suggestions", every=timedelta(minutes=1))(listings.ask_suggestions)
periodic(name="bulk.forget_keys", every=timedelta(minutes=1))(removal.forget_keys)
kept = f"{removal.CONNECTIONS_KEPT.days} dia depois do último envio"
periodic(name="bulk.purge_connections", every=timedelta(hours=1), forgets=kept)(removal.purge_connections)
