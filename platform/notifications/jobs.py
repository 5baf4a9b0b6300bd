from datetime import timedelta

from infra.schedule import periodic
from notifications import actions, delivery

unread = f"{actions.UNREAD_KEPT.days} dias sem leitura, ou até você excluí-las"
kept = f"{actions.READ_KEPT.days} dias depois de lidas, {unread}"
periodic("notifications.purge", actions.purge, every=timedelta(days=1), forgets=kept)
kept = f"{delivery.KEPT.days} dias"
periodic("notifications.purge_deliveries", delivery.purge_deliveries, every=timedelta(days=1), forgets=kept)
periodic("notifications.link_telegram", actions.link_telegram, every=timedelta(seconds=5))
periodic("notifications.deliver", delivery.deliver_due, every=timedelta(seconds=5))
