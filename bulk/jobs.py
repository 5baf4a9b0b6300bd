"""Periodic work of bulk runs."""

from datetime import timedelta

from bulk import actions
from core.schedule import periodic


@periodic(name="bulk.purge_credentials", every=timedelta(hours=6))
def purge_credentials() -> None:
    actions.purge_credentials()


@periodic(name="bulk.purge_connections", every=timedelta(hours=1))
def purge_connections() -> None:
    actions.purge_connections()
