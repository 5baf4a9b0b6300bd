"""Periodic work of bulk runs."""

from datetime import timedelta

from bulk import actions
from core.schedule import periodic


@periodic(name="bulk.purge_credentials", every=timedelta(hours=6), forgets=True)
def purge_credentials() -> int:
    return actions.purge_credentials()


@periodic(name="bulk.purge_connections", every=timedelta(hours=1), forgets=True)
def purge_connections() -> int:
    return actions.purge_connections()
