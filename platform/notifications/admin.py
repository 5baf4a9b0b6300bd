"""Messages and where they went in Django admin: to be looked at, without addresses."""

from django.contrib import admin

from core.admin import ReadOnlyAdmin
from notifications.models import Channel, Delivery, Notification

admin.site.register(
    Notification,
    ReadOnlyAdmin,
    list_display=("title", "kind", "user", "created_at", "read_at"),
    list_filter=("kind",),
    search_fields=("title", "user__search"),
)


@admin.register(Channel)
class ChannelAdmin(ReadOnlyAdmin):
    list_display = ("user", "kind", "confirmed_at", "kinds", "digest_at")
    fields = ("user", "kind", "confirmed_at", "kinds", "quiet_from", "quiet_until", "digest_at")
    list_filter = ("kind",)
    search_fields = ("user__search",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ("notification", "channel", "state", "attempts", "due_at", "started_at")
    list_filter = ("state", "channel__kind")
    search_fields = ("channel__user__search", "=message_id")
