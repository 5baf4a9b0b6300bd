from django.db import models


class Status(models.TextChoices):
    """Kept are pending, completed and cancelled; overdue is what a pending task reads as once its due date has passed.
    A cancelled one was deleted, or its assignee's when they were removed: it is in no list or count any more."""

    PENDING = "pending", "Pendente"
    COMPLETED = "completed", "Concluída"
    OVERDUE = "overdue", "Atrasada"
    CANCELLED = "cancelled", "Cancelada"


KEPT = (Status.PENDING, Status.COMPLETED, Status.CANCELLED)
SHOWN = (Status.PENDING, Status.COMPLETED, Status.OVERDUE)


class Priority(models.TextChoices):
    HIGH = "high", "Alta"
    MEDIUM = "medium", "Média"
    LOW = "low", "Baixa"


# `source_kind` of what a task causes: its earning, and its changes of loyalty points.
TASK_SOURCE = "task"
MISSED_SOURCE = "task_missed"
PROBLEM_SOURCE = "task_problem"


class Audited(models.TextChoices):
    CREATED = "tasks.created", "Atribuiu uma tarefa a você"
    CHANGED = "tasks.changed", "Alterou uma tarefa sua"
    DELETED = "tasks.deleted", "Excluiu uma tarefa sua"
    COMPLETED = "tasks.completed", "Concluiu uma tarefa sua"
    HANDED_ON = "tasks.handed_on", "Passou a você tarefas de uma pessoa removida"
    CANCELLED = "tasks.cancelled", "Cancelou suas tarefas abertas"
    PROBLEM_REPORTED = "tasks.problem_reported", "Relatou um problema em uma tarefa sua"
