from django.contrib import admin
from django.utils import timezone

from core.admin import ReadOnlyAdmin, acts
from tasks import actions
from tasks.enums import TASK_SOURCE, Status
from tasks.models import Task


def overdue_filter() -> dict[str, str]:
    return {"status__exact": Status.PENDING.value, "due_at__lt": timezone.now().isoformat(timespec="minutes")}


@admin.register(Task)
class TaskAdmin(ReadOnlyAdmin):
    owner = "assignee"
    source_kind = TASK_SOURCE
    attention = {"Tarefas atrasadas": overdue_filter}
    columns = "__str__ >assignee status_today priority current_quantity target_quantity due_at"
    list_filter = ("status", "priority")
    search_fields = ("=id", "search", "assignee__search")
    date_hierarchy = "created_at"
    actions = acts(
        report_problem=("Relatar problema", actions.report_problem, "task_id"),
        delete=("Excluir tarefa", actions.delete, "task_id"),
    )

    @admin.display(description="situação", ordering="status")
    def status_today(self, task: Task) -> str:
        return str(task.status_now.label)
