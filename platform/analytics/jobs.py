"""Periodic work of the analysis."""

from datetime import timedelta

from analytics import actions
from core.schedule import periodic


@periodic(name="analytics.roll_up", every=timedelta(minutes=5))
def roll_up() -> int:
    return actions.roll_up()


@periodic(name="analytics.purge_events", every=timedelta(days=1), forgets=True)
def purge_events() -> int:
    """'Raw analytics events 90 days' (decisions §12)."""
    return actions.forget()
