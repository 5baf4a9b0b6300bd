"""Django admin of the house: rows are looked at; operators act through the same actions as the screens, with a reason
(decisions §3)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth import get_permission_codename
from django.db.models import QuerySet
from django.http import HttpRequest

from core.errors import ActionError
from core.models import AuditEvent, PeriodicJob, WorkerHeartbeat

NO_REASON = "Informe o motivo."

Act = Callable[[HttpRequest, Any, str], object]


class ReasonForm(ActionForm):
    """Every act says why; a subclass asks for what else it needs, always optional so that reading needs nothing."""

    reason = forms.CharField(label="Motivo", required=False, max_length=300)


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Rows that no form changes. `acts` are shown to whoever has Django's change permission on the model."""

    show_full_result_count = False
    action_form = ReasonForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_act_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.{get_permission_codename('change', self.opts)}")


def act(description: str) -> Callable[[Act], Any]:
    """An admin action that does one thing to each chosen row, with a reason, and reports each refusal."""

    def decorate(do: Act) -> Any:
        @admin.action(description=description, permissions=["act"])
        @wraps(do)
        def run(model_admin: ReadOnlyAdmin, request: HttpRequest, chosen: QuerySet[Any]) -> None:
            reason = request.POST.get("reason", "").strip()
            if not reason:
                model_admin.message_user(request, NO_REASON, messages.ERROR)
                return
            for row in chosen:
                try:
                    do(request, row, reason)
                except ActionError as refusal:
                    model_admin.message_user(request, f"{row}: {refusal.message}", messages.ERROR)
                else:
                    model_admin.message_user(request, f"{row}: {description.lower()} — feito.", messages.SUCCESS)

        return run

    return decorate


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "event", "actor_label", "target_label", "reason")
    list_filter = ("event",)
    search_fields = ("actor_label", "target_label", "request_id")
    date_hierarchy = "created_at"


@admin.register(PeriodicJob)
class PeriodicJobAdmin(ReadOnlyAdmin):
    list_display = ("name", "due_at", "last_started_at", "last_finished_at", "last_error")


@admin.register(WorkerHeartbeat)
class WorkerHeartbeatAdmin(ReadOnlyAdmin):
    list_display = ("worker", "beat_at")
