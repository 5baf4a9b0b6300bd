"""Notifications leave, and are forgotten."""

from datetime import timedelta

from infra.schedule import periodic
from notifications import actions, delivery

unread = f"{actions.UNREAD_KEPT.days} dias sem leitura, ou até você excluí-las"
kept = f"{actions.READ_KEPT.days} dias depois de lidas, {unread}"
periodic(name="notifications.purge", every=timedelta(days=1), forgets=kept)(actions.purge)
kept = f"{delivery.KEPT.days} dias"
periodic(name="notifications.purge_deliveries", every=timedelta(days=1), forgets=kept)(delivery.purge_deliveries)
periodic(name="notifications.link_telegram", every=timedelta(seconds=5))(actions.link_telegram)
periodic(name="notifications.deliver", every=timedelta(seconds=5))(delivery.deliver_due)
