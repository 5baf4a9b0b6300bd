from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.queries import people_called
from core.actor import Actor, seen_by
from core.conditional import cache_by_stamps
from core.dates import moment
from core.money import format_brl
from core.text import searchable
from earnings.queries import Kind, Source, earned_by_each
from tasks.enums import SHOWN, TASK_SOURCE, Status
from tasks.models import WITHOUT_DUE_DATE, Task

ALL_TASKS = "tasks"  # the version of everybody's tasks, for figures about all of them

SORTABLE = {"createdAt": "created_at", "dueDate": "due_at", "title": "title", "priority": "urgency"}
SORTABLE |= {"assignee": "assignee__full_name"}


def visible_tasks(person: Actor | None) -> QuerySet[Task]:
    """Everybody's tasks for an admin (or None), else one's own (product: api.reads), newest first, with people and `earned`."""
    found = Task.objects.exclude(status=Status.CANCELLED).select_related("assignee", "created_by")
    found = found.annotate(earned=earned_by_each(TASK_SOURCE, user="assignee")).order_by("-created_at", "-id")
    return seen_by(person, found, owner="assignee") if person else found


def reading_as(status: Status) -> Q:
    if status == Status.OVERDUE:
        return Q(status=Status.PENDING, due_at__lt=timezone.now())
    if status == Status.PENDING:
        return Q(status=Status.PENDING) & (Q(due_at=None) | Q(due_at__gte=timezone.now()))
    return Q(status=status)


def filter_tasks(
    tasks: QuerySet[Task], *, status: str = "", search: str = "", sort: str = "", **columns: str | int
) -> QuerySet[Task]:
    """Filter by what a task reads as, columns and words; order by a key of SORTABLE, a minus reverses; undated last."""
    tasks = tasks.filter(**columns)
    if status:
        tasks = tasks.filter(reading_as(Status(status)))
    if search:
        tasks = tasks.filter(Q(search__contains=searchable(search)) | Q(assignee__in=people_called(search)))
    if sort:
        minus = "-" if sort.startswith("-") else ""
        column = SORTABLE[sort.removeprefix("-")]
        dated_first = [WITHOUT_DUE_DATE] if column == "due_at" else []
        tasks = tasks.order_by(*dated_first, minus + column, f"{minus}id")
    return tasks


def counts(*, assignee_id: int | None = None) -> dict[str, int]:
    """Tasks of one person, or of all (recounted only when one changes or falls due), by shown status, and `total`."""
    tasks = Task.objects.all() if assignee_id is None else Task.objects.filter(assignee_id=assignee_id)
    read_as = {str(status): Count("id", filter=reading_as(status)) for status in SHOWN}
    counted = partial(tasks.aggregate, total=Count("id", filter=~Q(status=Status.CANCELLED)), **read_as)
    if assignee_id is not None:
        return counted()
    return cache_by_stamps("task-counts", [ALL_TASKS], counted, until=_next_deadline)


def remembered_count(tasks: QuerySet[Task], filters: Mapping[str, object]) -> int:
    """How many of everybody's tasks the filters of `filter_tasks` left, counted again as `counts` is."""
    narrowing = sorted((name, str(value)) for name, value in filters.items() if name != "sort")
    return cache_by_stamps(f"tasks:{narrowing}", [ALL_TASKS], tasks.count, until=_next_deadline)


def _next_deadline() -> datetime | None:
    upcoming = Task.objects.filter(status=Status.PENDING, due_at__gte=timezone.now()).order_by("due_at")
    return upcoming.values_list("due_at", flat=True).first()


def open_tasks(user_id: int) -> QuerySet[Task]:
    """Those still to be completed, overdue ones included."""
    return Task.objects.filter(assignee_id=user_id, status=Status.PENDING)


def next_task(user_id: int) -> Task | None:
    """The open task that is due first, the most urgent where none is."""
    return open_tasks(user_id).order_by(WITHOUT_DUE_DATE, "due_at", "urgency", "id").first()


def unseen_missed() -> QuerySet[Task]:
    """Open tasks whose deadline passed and was not yet seen missed, oldest deadline first."""
    return Task.objects.filter(reading_as(Status.OVERDUE), missed_at=None).order_by("due_at", "id")


def describe_tasks(task_ids: Iterable[int]) -> Kind:
    tasks = Task.objects.filter(pk__in=task_ids).values_list("pk", "title")
    return Kind("Tarefas", {pk: Source(f"Tarefa: {title}", "/tasks") for pk, title in tasks})


def describe_task(task_id: int) -> Source | None:
    """A task as the cause of an earning ('Por que este valor?')."""
    task = Task.objects.filter(pk=task_id).first()
    if task is None:
        return None
    facts = (
        ("Meta de contas", str(task.target_quantity)),
        ("Pagamento por conta", format_brl(task.payment_per_account)),
        ("Concluída em", moment(task.completed_at)),
    )
    admin_url = f"/admin-panel?{urlencode({'tab': 'tarefas', 'busca': task.title[:100]})}"  # as much as lists search for
    return Source(f"Tarefa: {task.title}", "/tasks", facts, admin_url)
