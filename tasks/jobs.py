from datetime import timedelta

from infra.schedule import periodic
from tasks import actions

periodic(name="tasks.mark_missed", every=timedelta(minutes=1))(actions.mark_missed)
