"""Events and their sums in Django admin: to be looked at."""

from django.contrib import admin

from analytics.models import Event, HourlyFigure, PageDay, PersonDay, RollUp, TimingDay
from core.admin import ReadOnlyAdmin


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("occurred_at", "name", "user", "path", "outcome", "subject", "quantity", "duration_ms")
    # No date hierarchy: it would read every event to find the years there are.
    list_filter = ("name", "outcome", "hour_at")
    search_fields = ("user__search", "path")


admin.site.register(
    HourlyFigure,
    ReadOnlyAdmin,
    list_display=("hour_at", "name", "outcome", "count", "quantity", "duration_ms"),
    list_filter=("name", "hour_at"),
)
admin.site.register(
    PageDay,
    ReadOnlyAdmin,
    list_display=("day", "path", "views", "stays", "duration_ms"),
    list_filter=("path",),
    date_hierarchy="day",
)
admin.site.register(
    TimingDay,
    ReadOnlyAdmin,
    list_display=("day", "path", "timing", "step_ms", "count"),
    list_filter=("timing", "path", "day"),
)
admin.site.register(
    PersonDay,
    ReadOnlyAdmin,
    list_display=("day", "user", "sessions", "views", "duration_ms", "tasks", "accounts"),
    list_filter=("day",),
    search_fields=("user__search",),
)
admin.site.register(RollUp, ReadOnlyAdmin, list_display=("rolled_until",))
