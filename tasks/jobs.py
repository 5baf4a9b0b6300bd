from datetime import timedelta

from infra.schedule import periodic
from tasks import actions

periodic("tasks.mark_missed", actions.mark_missed, every=timedelta(minutes=1))
