from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.tests.factories import UserFactory
from core.errors import ActionError, NotFound
from core.models import AuditEvent
from earnings.models import Earning
from earnings.queries import Source, describe_kinds, totals_of, verify_ledger
from loyalty.models import History
from loyalty.queries import points_of
from loyalty.tests.factories import stand_at
from notifications.models import Notification
from tasks import actions
from tasks.enums import Priority, Status
from tasks.errors import AlreadyCompleted, PoorTierLimit, ProblemAlreadyReported, QuantityOutOfRange
from tasks.models import Task
from tasks.tests.factories import give, give_overdue

pytestmark = pytest.mark.django_db


def ago(**span: float) -> Any:
    return timezone.now() - timedelta(**span)


def ahead(**span: float) -> Any:
    return timezone.now() + timedelta(**span)


def test_task_is_created_pending_and_the_assignee_is_told(employee: Any, admin: Any) -> None:
    task = give(employee, title="Criar contas", by=admin)

    assert (task.title, task.status, task.priority, task.current_quantity) == (
        "Criar contas",
        Status.PENDING,
        Priority.MEDIUM,
        0,
    )
    assert (task.assignee, task.created_by_id, task.due_at) == (employee, admin.id, None)
    notice = Notification.objects.get()
    assert (notice.user, notice.kind, notice.title, notice.url) == (
        employee,
        "task_assigned",
        "Nova tarefa atribuída",
        "/tasks",
    )
    assert notice.body == "Criar contas: 10 contas, R$ 2,50 por conta."
    event = AuditEvent.objects.get(event="tasks.created")
    assert (event.actor_id, event.subject_id) == (admin.id, employee.id)


@pytest.mark.parametrize(
    ("change", "field", "text"),
    [
        ({"target_quantity": 0}, "targetQuantity", "A meta de contas deve ser maior que zero"),
        ({"target_quantity": -1}, "targetQuantity", "A meta de contas deve ser maior que zero"),
        ({"target_quantity": 100_001}, "targetQuantity", "A meta de contas máxima é 100000"),
        ({"payment_per_account": "0.00"}, "paymentPerAccount", "O pagamento por conta deve ser maior que zero"),
        ({"payment_per_account": "-1.00"}, "paymentPerAccount", "O pagamento por conta deve ser maior que zero"),
        ({"payment_per_account": "10000.01"}, "paymentPerAccount", "O pagamento por conta máximo é R$ 10.000,00"),
        ({"assignee_id": 0}, "assignedTo", "O responsável deve ser um funcionário ativo"),
    ],
)
def test_refused_task_changes_nothing(employee: Any, change: dict[str, Any], field: str, text: str) -> None:
    with pytest.raises(ActionError) as refused:
        give(employee, **change)

    assert (refused.value.message, refused.value.errors) == (text, {field: [text]})
    assert (Task.objects.count(), Notification.objects.count()) == (0, 0)


def test_task_for_an_admin_or_a_deactivated_employee_is_refused(admin: Any) -> None:
    """The assignee must be an active employee."""
    for person in (admin, UserFactory(is_active=False)):
        with pytest.raises(ActionError, match="funcionário ativo"):
            give(person)

    assert not Task.objects.exists()


def test_poor_tier_employee_holds_at_most_two_open_tasks(employee: Any) -> None:
    """A poor-tier employee can hold at most 2 open tasks: a further one is 409."""
    stand_at(employee, 30)
    first, _ = give(employee), give(employee, due_at=ago(days=1))

    with pytest.raises(PoorTierLimit) as refused:
        give(employee)

    assert refused.value.message == (
        "Funcionária de Teste está no nível Fraco e já tem 2 tarefas abertas. Confirme para atribuir mesmo assim."
    )
    assert Task.objects.count() == 2
    give(employee, override_limit=True)
    assert Task.objects.count() == 3
    actions.complete(task_id=first.pk, by=employee)
    assert points_of(employee.id) == 35
    give(employee)
    assert Task.objects.count() == 4


@pytest.mark.parametrize("points", [31, 100])
def test_other_tiers_hold_as_many_tasks_as_they_are_given(employee: Any, points: int) -> None:
    stand_at(employee, points)
    for _ in range(4):
        give(employee)

    assert Task.objects.count() == 4


@pytest.mark.parametrize("quantity", [0, 4, 10])
def test_quantity_is_set_within_the_target(employee: Any, quantity: int) -> None:
    task = give(employee)

    changed = actions.set_quantity(task_id=task.pk, quantity=quantity, by=employee)

    assert (changed.current_quantity, changed.status) == (quantity, Status.PENDING)
    assert changed.updated_at > task.updated_at


@pytest.mark.parametrize("quantity", [-1, 11, 10**30])
def test_quantity_beyond_the_target_or_below_zero_is_refused(employee: Any, quantity: int) -> None:
    """Quantity above the target or below 0 is 400."""
    task = give(employee)

    with pytest.raises(QuantityOutOfRange, match="A quantidade deve estar entre 0 e 10"):
        actions.set_quantity(task_id=task.pk, quantity=quantity, by=employee)

    assert Task.objects.get().current_quantity == 0


def test_quantity_that_is_wrong_beside_other_changes_is_named(employee: Any, admin: Any) -> None:
    task = give(employee)

    with pytest.raises(QuantityOutOfRange, match="A quantidade deve estar entre 0 e 10"):
        actions.change(task_id=task.pk, changes={"current_quantity": 11, "title": "Outro"}, by=admin)

    assert Task.objects.get().title == task.title


def test_quantity_of_a_completed_task_stays(employee: Any) -> None:
    task = give(employee)
    actions.complete(task_id=task.pk, by=employee)

    with pytest.raises(AlreadyCompleted):
        actions.set_quantity(task_id=task.pk, quantity=3, by=employee)

    assert Task.objects.get().current_quantity == 10


def test_task_of_somebody_else_is_as_absent_as_none(employee: Any, other_employee: Any) -> None:
    task = give(employee)

    for task_id in (task.pk, task.pk + 1000):
        with pytest.raises(NotFound):
            actions.set_quantity(task_id=task_id, quantity=1, by=other_employee)
        with pytest.raises(NotFound):
            actions.complete(task_id=task_id, by=other_employee)

    task.refresh_from_db()
    assert (task.status, task.current_quantity) == (Status.PENDING, 0)


@pytest.mark.parametrize(
    ("target", "per_account", "pay"), [(10, "2.50", "25.00"), (1, "0.01", "0.01"), (3, "0.33", "0.99")]
)
def test_pay_is_target_times_payment(employee: Any, target: int, per_account: str, pay: str) -> None:
    task = give(employee, target_quantity=target, payment_per_account=Decimal(per_account))

    _, earning = actions.complete(task_id=task.pk, by=employee)

    assert earning.amount == Decimal(pay)


def test_completion_pays_target_times_payment_and_scores(employee: Any) -> None:
    """Sets the quantity to the target, status completed, and credits one pending earning."""
    task = give(employee)
    actions.set_quantity(task_id=task.pk, quantity=4, by=employee)

    done, credited = actions.complete(task_id=task.pk, by=employee)

    assert (done.status, done.current_quantity) == (Status.COMPLETED, 10)
    assert done.completed_at is not None
    earning = Earning.objects.get()
    assert earning == credited
    assert (earning.user, earning.amount, earning.status, earning.accounts_count, earning.description) == (
        employee,
        Decimal("25.00"),
        "pending",
        10,
        "Tarefa: Criar contas Roblox",
    )
    assert (earning.source_kind, earning.source_id, earning.group_id) == ("task", task.pk, task.pk)
    kind = describe_kinds([("task", task.pk)])["task"]
    assert (kind.label, kind.groups) == ("Tarefas", {task.pk: Source("Tarefa: Criar contas Roblox", "/tasks")})
    change = History.objects.get()
    assert (change.points_changed, change.new_points, change.by) == (5, 55, None)
    assert change.reason == "Tarefa concluída: Criar contas Roblox"
    assert AuditEvent.objects.filter(event="tasks.completed", subject_id=employee.id).count() == 1
    assert verify_ledger().faults == []


def test_completion_by_an_admin_pays_the_assignee(employee: Any, admin: Any) -> None:
    task = give(employee)

    actions.complete(task_id=task.pk, by=admin)

    assert (totals_of(employee.id).pending, totals_of(admin.id).pending) == (Decimal("25.00"), Decimal("0.00"))


def test_completion_in_the_excellent_tier_adds_the_bonus_valid_before_its_own_points(employee: Any) -> None:
    """'the tier valid then': points of this completion count for the next one."""
    stand_at(employee, 79)
    first, second = give(employee), give(employee)

    assert actions.complete(task_id=first.pk, by=employee)[1].bonus_amount == Decimal("0.00")
    _, paid = actions.complete(task_id=second.pk, by=employee)

    assert (paid.base_amount, paid.bonus_percentage, paid.bonus_amount, paid.amount) == (
        Decimal("25.00"),
        Decimal("5.00"),
        Decimal("1.25"),
        Decimal("26.25"),
    )


@pytest.mark.parametrize(("target", "words"), [(1, "1 conta,"), (1_250, "1.250 contas,")])
def test_notice_of_a_task_counts_its_accounts_as_people_read_them(
    employee: Any, admin: Any, target: int, words: str
) -> None:
    give(employee, by=admin, target_quantity=target)

    assert words in Notification.objects.get().body


@pytest.mark.parametrize(
    ("due", "points", "reason"),
    [
        ({"days": 2}, 8, "Tarefa concluída, entrega antecipada"),
        ({"hours": 23}, 5, "Tarefa concluída"),
        ({"hours": -1}, 0, "Tarefa concluída, entrega atrasada"),
    ],
)
def test_completion_scores_early_and_late_in_one_change(
    employee: Any, due: dict[str, float], points: int, reason: str
) -> None:
    task = give(employee, due_at=ahead(**due))

    actions.complete(task_id=task.pk, by=employee)

    change = History.objects.get()
    assert (change.points_changed, change.reason) == (points, f"{reason}: Criar contas Roblox")


def test_second_completion_is_refused_and_pays_nothing(employee: Any) -> None:
    """product: tasks.complete"""
    task = give(employee)
    actions.complete(task_id=task.pk, by=employee)

    with pytest.raises(AlreadyCompleted, match=r"Esta tarefa já foi concluída\."):
        actions.complete(task_id=task.pk, by=employee)

    assert (Earning.objects.count(), History.objects.count()) == (1, 1)


def test_overdue_task_can_still_be_completed(employee: Any) -> None:
    """'overdue tasks can still be completed'."""
    task = give_overdue(employee, days=3)
    actions.mark_missed()

    done, _ = actions.complete(task_id=task.pk, by=employee)

    assert (done.status_now, totals_of(employee.id).pending) == (Status.COMPLETED, Decimal("25.00"))
    assert list(History.objects.order_by("id").values_list("points_changed", flat=True)) == [-10, 0]


def test_missed_deadline_scores_once(employee: Any) -> None:
    """The first time a deadline is seen missed applies missed once."""
    give_overdue(employee)
    give(employee, due_at=ahead(minutes=1))
    give(employee)

    assert (actions.mark_missed(), actions.mark_missed()) == (1, 0)

    change = History.objects.get()
    assert (change.points_changed, change.reason, change.by) == (-10, "Prazo perdido: Criar contas Roblox", None)


def test_deadline_of_a_completed_task_is_not_missed(employee: Any) -> None:
    task = give(employee, due_at=ahead(days=1))
    actions.complete(task_id=task.pk, by=employee)
    Task.objects.update(due_at=ago(days=1))

    assert actions.mark_missed() == 0
    assert Task.objects.get().missed_at is None


@pytest.mark.parametrize("job_ran_before", [True, False])
def test_late_completion_ends_at_the_same_points_and_pay(employee: Any, job_ran_before: bool) -> None:
    stand_at(employee, 85)
    task = give_overdue(employee)
    if job_ran_before:
        actions.mark_missed()

    actions.complete(task_id=task.pk, by=employee)

    assert actions.mark_missed() == 0
    assert points_of(employee.id) == 75
    assert totals_of(employee.id).pending == Decimal("25.00")  # without the bonus of 80 points and more
    assert list(History.objects.order_by("id").values_list("points_changed", "reason")[1:]) == [
        (-10, "Prazo perdido: Criar contas Roblox"),
        (0, "Tarefa concluída, entrega atrasada: Criar contas Roblox"),
    ]


def test_task_given_after_its_deadline_costs_nothing_by_itself(employee: Any) -> None:
    task = give(employee, due_at=ago(days=1))
    assert task.status_now == Status.OVERDUE

    assert actions.mark_missed() == 0
    actions.complete(task_id=task.pk, by=employee)

    assert [change.points_changed for change in History.objects.all()] == [0]
    assert points_of(employee.id) == 50


def test_problem_scores_once_with_its_reason(employee: Any, admin: Any) -> None:
    """''Relatar problema' on a task (admin) applies problem'."""
    task = give(employee)

    reported = actions.report_problem(task_id=task.pk, reason="Senhas trocadas", by=admin)
    with pytest.raises(ProblemAlreadyReported):
        actions.report_problem(task_id=task.pk, reason="De novo", by=admin)

    assert reported.problem_reported_at is not None
    change = History.objects.get()
    assert (change.points_changed, change.by) == (-15, admin)
    assert change.reason == "Problema relatado: Criar contas Roblox (Senhas trocadas)"


def test_problem_of_no_task_is_refused(employee: Any, admin: Any) -> None:
    task = give(employee)

    with pytest.raises(NotFound):
        actions.report_problem(task_id=task.pk + 1000, reason="x", by=admin)

    assert not History.objects.exists()
    assert Task.objects.get().problem_reported_at is None


@pytest.mark.parametrize(
    "change",
    [
        {"current_quantity": 11},
        {"target_quantity": 0},
        {"payment_per_account": Decimal("0.00")},
        {"status": Status.COMPLETED},
        {"completed_at": "2026-11-21T00:00:00Z"},
    ],
)
def test_database_refuses_an_impossible_task(employee: Any, change: dict[str, Any]) -> None:
    task = give(employee)

    with pytest.raises(IntegrityError), transaction.atomic():
        Task.objects.filter(pk=task.pk).update(**change)
