"""Tasks in Django admin: looked at; the acts are those of the screens."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from core.actor import actor
from core.admin import Attention, ReadOnlyAdmin, act, link_to
from tasks import actions
from tasks.enums import TASK_SOURCE, Status
from tasks.models import Task


def overdue() -> dict[str, str]:
    return {"status__exact": Status.PENDING.value, "due_at__lt": timezone.now().isoformat(timespec="minutes")}


@admin.register(Task)
class TaskAdmin(ReadOnlyAdmin):
    owner = "assignee"
    source_kind = TASK_SOURCE
    attention = (Attention("Tarefas atrasadas", Task, overdue),)
    list_display = (
        "__str__", link_to("assignee", "responsável"), "status_today", "priority", "current_quantity", "target_quantity",
        "due_at",
    )  # fmt: skip
    list_filter = ("status", "priority")
    search_fields = ("=id", "search", "assignee__search")
    date_hierarchy = "created_at"
    actions = ("report_problem", "delete")

    @admin.display(description="situação", ordering="status")
    def status_today(self, task: Task) -> str:
        return str(task.status_now.label)

    @act("Relatar problema")
    def report_problem(self, request: HttpRequest, task: Task, reason: str) -> None:
        actions.report_problem(task_id=task.pk, reason=reason, by=actor(request))

    @act("Excluir tarefa")
    def delete(self, request: HttpRequest, task: Task, reason: str) -> None:
        actions.delete(task_id=task.pk, by=actor(request), reason=reason)
