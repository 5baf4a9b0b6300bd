"""Messages in Django admin: to be looked at."""

from django.contrib import admin

from core.admin import ReadOnlyAdmin
from notifications.models import Notification


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    list_display = ("title", "kind", "user", "created_at", "read_at")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("title", "user__search")
