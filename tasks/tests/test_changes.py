"""An admin changes or deletes a task while it has earned nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.tests.factories import AdminFactory
from core.models import AuditEvent
from earnings.models import Earning
from loyalty.models import History
from notifications.models import Notification
from tasks import actions, queries
from tasks.models import Task
from tasks.tests.factories import give, give_overdue

pytestmark = pytest.mark.django_db

EARNED = "Esta tarefa já foi concluída e creditada: não pode mais ser alterada nem excluída."


def told(person: Any) -> list[tuple[str, str]]:
    return list(Notification.objects.filter(user=person, kind="task_changed").values_list("title", "body"))


def test_changed_task_tells_its_assignee_and_leaves_what_was(employee: Any, as_admin: APIClient) -> None:
    task = give(employee)

    answer = as_admin.patch(
        f"/api/tasks/{task.pk}",
        {"title": " Contas Fortnite ", "targetQuantity": 20, "payment_per_account": "3", "dueDate": "2099-12-31"},
    )

    assert answer.status_code == 200
    shown = {name: answer.json()[name] for name in ("title", "targetQuantity", "paymentPerAccount", "priority")}
    assert shown == {
        "title": "Contas Fortnite",
        "targetQuantity": 20,
        "paymentPerAccount": "3.00",
        "priority": "medium",
    }
    assert told(employee) == [("Tarefa alterada", "Contas Fortnite: 20 contas, R$ 3,00 por conta, até 31/12/2099.")]
    event = AuditEvent.objects.get(event="tasks.changed")
    assert (event.subject_id, event.before["title"], event.after["title"]) == (
        employee.id,
        "Criar contas Roblox",
        "Contas Fortnite",
    )
    assert as_admin.get("/api/tasks?search=fortnite").json()[0]["id"] == task.pk


def test_change_to_what_is_there_already_tells_nobody(employee: Any, as_admin: APIClient) -> None:
    task = give(employee)

    assert as_admin.patch(f"/api/tasks/{task.pk}", {"title": task.title, "targetQuantity": 10}).status_code == 200

    assert told(employee) == []
    assert not AuditEvent.objects.filter(event="tasks.changed").exists()


@pytest.mark.parametrize(
    ("change", "field", "text"),
    [
        ({"title": ""}, "title", "Campo Título é obrigatório"),
        ({"targetQuantity": 0}, "targetQuantity", "A meta de contas deve ser maior que zero"),
        ({"targetQuantity": 3}, "targetQuantity", "A meta não pode ficar abaixo das 4 contas já registradas"),
        ({"targetQuantity": 100_001}, "targetQuantity", "A meta de contas máxima é 100000"),
        ({"paymentPerAccount": "-1"}, "paymentPerAccount", "O pagamento por conta deve ser maior que zero"),
        ({"dueDate": "amanhã"}, "dueDate", "Data inválida"),
    ],
)
def test_bad_change_is_refused_and_changes_nothing(
    employee: Any, as_admin: APIClient, change: dict[str, Any], field: str, text: str
) -> None:
    task = give(employee)
    actions.set_quantity(task_id=task.pk, quantity=4, by=employee)
    before = Task.objects.values().get()

    answer = as_admin.patch(f"/api/tasks/{task.pk}", {"priority": "high"} | change)

    assert (answer.status_code, answer.json()["errors"]) == (400, {field: [text]})
    assert Task.objects.values().get() == before
    assert told(employee) == []


def test_deleted_task_leaves_lists_and_counts_and_tells_its_assignee(employee: Any, as_admin: APIClient) -> None:
    task = give(employee)

    assert as_admin.delete(f"/api/tasks/{task.pk}").status_code == 204

    assert as_admin.get("/api/tasks").json() == []
    assert queries.counts()["total"] == 0
    assert told(employee) == [("Tarefa excluída", "Criar contas Roblox: 10 contas, R$ 2,50 por conta.")]
    assert AuditEvent.objects.get(event="tasks.deleted").subject_id == employee.id
    for answer in (
        as_admin.delete(f"/api/tasks/{task.pk}"),
        as_admin.patch(f"/api/tasks/{task.pk}", {"title": "x"}),
        as_admin.post(f"/api/tasks/{task.pk}/complete", {}),
    ):
        assert answer.status_code == 404
    assert (Earning.objects.count(), len(told(employee))) == (0, 1)


def test_task_that_earned_is_neither_changed_nor_deleted(employee: Any, as_admin: APIClient) -> None:
    task = give(employee)
    actions.complete(task_id=task.pk, by=employee)
    before = Task.objects.values().get()

    for answer in (
        as_admin.delete(f"/api/tasks/{task.pk}"),
        as_admin.patch(f"/api/tasks/{task.pk}", {"paymentPerAccount": "9"}),
    ):
        assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (
            409,
            "task_already_earned",
            EARNED,
        )
    assert Task.objects.values().get() == before
    assert told(employee) == []


def test_employee_changes_neither_terms_nor_existence(employee: Any, as_employee: APIClient) -> None:
    task = give(employee)

    assert as_employee.patch(f"/api/tasks/{task.pk}", {"currentQuantity": 1, "paymentPerAccount": "9"}).status_code == 403
    assert as_employee.delete(f"/api/tasks/{task.pk}").status_code == 403

    task.refresh_from_db()
    assert (task.current_quantity, str(task.payment_per_account), task.status) == (0, "2.50", "pending")


def test_new_deadline_that_has_passed_costs_no_points(employee: Any) -> None:
    task = give(employee)

    actions.change(task_id=task.pk, changes={"due_at": timezone.now() - timedelta(days=1)}, by=AdminFactory())

    assert (actions.mark_missed(), History.objects.count()) == (0, 0)


def test_postponed_task_is_not_missed_twice(employee: Any) -> None:
    task = give_overdue(employee)
    actions.mark_missed()

    actions.change(task_id=task.pk, changes={"due_at": timezone.now() + timedelta(days=1)}, by=AdminFactory())
    Task.objects.update(due_at=timezone.now() - timedelta(hours=1))

    assert (actions.mark_missed(), History.objects.count()) == (0, 1)


@pytest.mark.parametrize(("reason", "left"), [("Cliente desistiu", 0), ("", 1)])
def test_operator_deletes_a_task_with_a_reason_only(employee: Any, operator: APIClient, reason: str, left: int) -> None:
    task = give(employee)

    operator.post(
        "/admin/tasks/task/",
        {"action": "delete", "_selected_action": [task.pk], "reason": reason},
        format="multipart",
    )

    assert queries.counts()["total"] == left
