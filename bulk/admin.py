"""Django admin of runs: everything is looked at, nothing changed, and no credential or key is shown."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from bulk.models import Lane, OrphanListing, Row, Run


class LookOnly(admin.ModelAdmin[Any]):
    """What is changed on the product's own screens, where the actions leave their audit rows."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Lane)
class LaneAdmin(LookOnly):
    list_display = ("__str__", "owner", "lease_until", "next_at", "quiet_until", "failures", "refused_at")
    exclude = ("connection",)


@admin.register(Run)
class RunAdmin(LookOnly):
    list_display = ("__str__", "owner", "game", "total", "created_at", "paused_at", "cancelled_at", "finished_at")
    list_filter = ("game", "pause_code")
    list_select_related = ("owner",)
    search_fields = ("=id",)
    date_hierarchy = "created_at"


@admin.register(Row)
class RowAdmin(LookOnly):
    list_display = ("__str__", "state", "login_hint", "remote_id", "attempts", "sent_at", "settled_at")
    list_filter = ("state", "in_doubt")
    search_fields = ("=run__id", "=remote_id")
    exclude = ("credentials", "login_index")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("credentials")


@admin.register(OrphanListing)
class OrphanListingAdmin(LookOnly):
    list_display = ("__str__", "remote_id", "state", "tries", "due_at", "created_at")
    list_filter = ("state",)
