"""Periodic work of bulk runs: what is forgotten, and when (decisions §9, §12)."""

from datetime import timedelta

from bulk import actions
from core.schedule import periodic


@periodic(name="bulk.purge_credentials", every=timedelta(hours=6), forgets=True)
def purge_credentials() -> int:
    """'account credentials 45 days after their run'."""
    return actions.purge_credentials()


@periodic(name="bulk.purge_queues", every=timedelta(hours=6), forgets=True)
def purge_queues() -> int:
    """Accounts put together and left alone for a week."""
    return actions.purge_queues()


@periodic(name="bulk.purge_connections", every=timedelta(hours=1), forgets=True)
def purge_connections() -> int:
    """Keys that nothing is left to be sent with."""
    return actions.purge_connections()
