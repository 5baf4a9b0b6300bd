"""Periodic work of the analysis."""

from datetime import timedelta

from analytics import actions
from infra.schedule import periodic

periodic(name="analytics.roll_up", every=timedelta(minutes=5))(actions.roll_up)
kept = "90 dias; somas sem nomes, 181 dias"
periodic(name="analytics.purge_events", every=timedelta(days=1), forgets=kept)(actions.forget)
