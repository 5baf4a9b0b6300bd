"""Errors in Django admin."""

from django.contrib import admin

from core.admin import ReadOnlyAdmin
from infra.models import ErrorReport


@admin.register(ErrorReport)
class ErrorReportAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "source", "message", "page", "release")
    list_filter = ("source",)
    search_fields = ("message", "page")
    date_hierarchy = "created_at"
