"""Events and their sums in Django admin: to be looked at."""

from django.contrib import admin

from analytics.models import Event, HourlyFigure, PageDay, PersonDay, RollUp, TimingDay
from core.admin import ReadOnlyAdmin


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("occurred_at", "name", "user", "path", "outcome", "subject", "quantity", "duration_ms")
    # No date hierarchy: it would read every event to find the years there are.
    list_filter = ("name", "outcome", "hour_at")
    list_select_related = ("user",)
    search_fields = ("user__search", "path")


@admin.register(HourlyFigure)
class HourlyFigureAdmin(ReadOnlyAdmin):
    list_display = ("hour_at", "name", "outcome", "count", "quantity", "duration_ms")
    list_filter = ("name", "hour_at")


@admin.register(PageDay)
class PageDayAdmin(ReadOnlyAdmin):
    list_display = ("day", "path", "views", "stays", "duration_ms")
    list_filter = ("path",)
    date_hierarchy = "day"


@admin.register(TimingDay)
class TimingDayAdmin(ReadOnlyAdmin):
    list_display = ("day", "path", "timing", "step_ms", "count")
    list_filter = ("timing", "path", "day")


@admin.register(PersonDay)
class PersonDayAdmin(ReadOnlyAdmin):
    list_display = ("day", "user", "sessions", "views", "duration_ms", "tasks", "accounts")
    list_filter = ("day",)
    list_select_related = ("user",)
    search_fields = ("user__search",)


@admin.register(RollUp)
class RollUpAdmin(ReadOnlyAdmin):
    list_display = ("rolled_until",)
