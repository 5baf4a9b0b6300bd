from datetime import timedelta

from analytics import actions
from infra.schedule import periodic

periodic("analytics.roll_up", actions.roll_up, every=timedelta(minutes=5))
kept = "90 dias; somas sem nomes, 181 dias"
periodic("analytics.purge_events", actions.forget, every=timedelta(days=1), forgets=kept)
