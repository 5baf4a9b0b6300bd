"""Work given to employees. Only tasks.actions changes a task."""

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.lookups import IsNull
from django.utils import timezone

from core.models import PERSON, Called
from core.money import MoneyField
from core.text import SearchField
from tasks import rules
from tasks.enums import KEPT, Priority, Status

WITHOUT_DUE_DATE = IsNull(F("due_at"), True)  # for an order with tasks without a due date last, on both databases


class Task(Called):
    """A target of accounts for one employee, paid per account when it is completed."""

    called = "{0.title}"
    title = models.CharField("título", max_length=200)
    description = models.TextField("descrição", blank=True)
    search = SearchField("title", "description")
    status = models.CharField(
        "situação", max_length=10, choices=[(kept, kept.label) for kept in KEPT], default=Status.PENDING
    )
    priority = models.CharField("prioridade", max_length=10, choices=Priority.choices, default=Priority.MEDIUM)
    urgency = models.GeneratedField(
        expression=Case(*(When(priority=priority, then=Value(rank)) for rank, priority in enumerate(Priority))),
        output_field=models.SmallIntegerField(),
        db_persist=True,
        verbose_name="urgência",
    )
    current_quantity = models.PositiveIntegerField("quantidade feita", default=0)
    target_quantity = models.PositiveIntegerField("meta de contas")
    payment_per_account = MoneyField("pagamento por conta")
    due_at = models.DateTimeField("prazo", null=True, blank=True)
    assignee = models.ForeignKey(PERSON, models.PROTECT, related_name="tasks", db_index=False, verbose_name="responsável")
    created_by = models.ForeignKey(PERSON, models.PROTECT, related_name="+", verbose_name="criada por")
    created_at = models.DateTimeField("criada em", default=timezone.now)
    updated_at = models.DateTimeField("atualizada em", default=timezone.now)
    completed_at = models.DateTimeField("concluída em", null=True, blank=True)
    missed_at = models.DateTimeField("prazo perdido em", null=True, blank=True)
    problem_reported_at = models.DateTimeField("problema relatado em", null=True, blank=True)

    class Meta:
        verbose_name = "tarefa"
        verbose_name_plural = "tarefas"
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(target_quantity__gte=1), name="task_target_positive"),
            models.CheckConstraint(condition=Q(payment_per_account__gt=0), name="task_payment_positive"),
            models.CheckConstraint(
                condition=Q(current_quantity__lte=F("target_quantity")), name="task_quantity_within_target"
            ),
            models.CheckConstraint(
                condition=Q(status__in=[Status.PENDING, Status.CANCELLED], completed_at=None)
                | Q(status=Status.COMPLETED, completed_at__isnull=False, current_quantity=F("target_quantity")),
                name="task_completed_at_its_target",
            ),
        ]
        indexes = [
            models.Index(fields=["assignee", "-created_at", "-id"], name="task_by_assignee"),
            models.Index(fields=["-created_at", "-id"], name="task_newest"),
            models.Index(fields=["status", "due_at"], name="task_by_status_and_due_date"),
            models.Index(fields=["status", "-created_at", "-id"], name="task_by_status"),
            models.Index("status", WITHOUT_DUE_DATE, "due_at", "id", name="task_by_status_next_due"),
            models.Index(WITHOUT_DUE_DATE, "due_at", "id", name="task_by_due_date"),
            models.Index(WITHOUT_DUE_DATE, F("due_at").desc(), F("id").desc(), name="task_by_latest_due_date"),
            models.Index(fields=["title", "id"], name="task_by_title"),
            models.Index(fields=["urgency", "id"], name="task_by_urgency"),
        ]

    @property
    def status_now(self) -> Status:
        return rules.status_at(Status(self.status), self.due_at, timezone.now())
