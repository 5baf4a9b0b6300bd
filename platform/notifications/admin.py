"""Messages and where they went in Django admin: to be looked at, without addresses."""

from core.admin import read_only
from notifications.models import Channel, Delivery, Notification

read_only(Notification, "title kind user created_at read_at", filters="kind", search="title user__search")
read_only(
    Channel,
    "user kind confirmed_at kinds digest_at",
    filters="kind",
    search="user__search",
    fields=("user", "kind", "confirmed_at", "kinds", "quiet_from", "quiet_until", "digest_at"),
)
read_only(
    Delivery,
    "notification channel state attempts due_at started_at",
    filters="state channel__kind",
    search="channel__user__search =message_id",
)
