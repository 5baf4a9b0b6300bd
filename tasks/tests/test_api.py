from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from earnings.actions import transfer
from earnings.models import Earning
from loyalty.models import History
from loyalty.tests.factories import stand_at
from tasks import actions
from tasks.models import Task
from tasks.tests.factories import give

ClientFor = Callable[[Any], APIClient]


def body(employee: User, **changes: Any) -> dict[str, Any]:
    return {
        "title": "Criar contas Roblox",
        "description": "Até sexta",
        "assignedTo": employee.id,
        "targetQuantity": 10,
        "paymentPerAccount": "2.50",
    } | changes


def titles(answer: Any) -> list[str]:
    return [row["title"] for row in answer.json()]


def test_task_has_the_documented_fields_in_both_spellings(employee: User, admin: User, as_employee: APIClient) -> None:
    """Task: id, title, description, status, priority, currentQuantity (also current_quantity),."""
    with time_machine.travel("2026-11-21T15:00:00+00:00", tick=False):
        task = give(employee, description="Até sexta", by=admin)

    assert as_employee.get(f"/api/tasks/assignee/{employee.id}").json() == [
        {
            "id": task.pk,
            "title": "Criar contas Roblox",
            "description": "Até sexta",
            "status": "pending",
            "priority": "medium",
            "currentQuantity": 0,
            "current_quantity": 0,
            "targetQuantity": 10,
            "target_quantity": 10,
            "paymentPerAccount": "2.50",
            "dueDate": None,
            "assignee": employee.id,
            "assignedTo": employee.id,
            "assigneeUser": {
                "id": employee.id,
                "fullName": "Funcionária de Teste",
                "username": "funcionaria.teste",
            },
            "createdBy": admin.id,
            "createdAt": "2026-11-21T12:00:00-03:00",
            "created_at": "2026-11-21T12:00:00-03:00",
            "updatedAt": "2026-11-21T12:00:00-03:00",
            "updated_at": "2026-11-21T12:00:00-03:00",
            "completedAt": None,
            "problemReportedAt": None,
            "earned": None,
            "creator": {"title": "Roblox", "href": "/roblox-bulk"},
        }
    ]


@pytest.mark.parametrize(
    ("title", "description", "creator"),
    [
        ("Contas FORTNITE", "como as de Roblox", "/fortnite-bulk"),
        ("Contas novas", "de War  Thunder", "/war-thunder-bulk"),
        ("Contas novas", "sem jogo", None),
    ],
)
def test_task_leads_to_the_creator_of_the_game_it_names(
    employee: User, as_employee: APIClient, title: str, description: str, creator: str | None
) -> None:
    give(employee, title=title, description=description)

    shown = as_employee.get("/api/tasks").json()[0]["creator"]

    assert (shown and shown["href"]) == creator


def test_completed_task_says_what_it_earned_bonus_and_parts_included(
    employee: User, admin: User, as_employee: APIClient
) -> None:
    stand_at(employee, 90)
    task = give(employee)
    answer = as_employee.post(f"/api/tasks/{task.pk}/complete", {}).json()["task"]
    transfer(user_id=employee.id, amount=Decimal("10"), by=admin)

    assert (answer["earned"], as_employee.get("/api/tasks").json()[0]["earned"]) == ("26.25", "26.25")


def test_creation_answers_the_task(employee: User, admin: User, as_admin: APIClient) -> None:
    answer = as_admin.post(
        "/api/tasks", body(employee, createdBy=admin.id, priority="high", dueDate="2026-12-31T18:00:00-03:00")
    )

    assert answer.status_code == 201
    shown = answer.json()
    assert (shown["assignee"], shown["createdBy"], shown["priority"], shown["dueDate"]) == (
        employee.id,
        admin.id,
        "high",
        "2026-12-31T18:00:00-03:00",
    )
    assert (shown["targetQuantity"], shown["paymentPerAccount"]) == (10, "2.50")


@pytest.mark.parametrize("name", ["assigned_to", "assignee"])
def test_creation_takes_the_other_spelling(employee: User, as_admin: APIClient, name: str) -> None:
    """'assignee / assignedTo (user id)'."""
    answer = as_admin.post(
        "/api/tasks",
        {"title": "x", name: employee.id, "target_quantity": "3", "payment_per_account": 1.5},
    )

    assert (answer.status_code, answer.json()["target_quantity"], answer.json()["paymentPerAccount"]) == (
        201,
        3,
        "1.50",
    )


def test_due_day_lasts_until_its_end_in_sao_paulo(employee: User, as_admin: APIClient) -> None:
    answer = as_admin.post("/api/tasks", body(employee, dueDate="2026-12-31"))

    assert answer.json()["dueDate"] == "2026-12-31T23:59:59-03:00"


@pytest.mark.parametrize(
    ("change", "field", "text"),
    [
        ({"title": "  "}, "title", "Campo Título é obrigatório"),
        ({"title": None}, "title", "Campo Título é obrigatório"),
        ({"assignedTo": None}, "assignedTo", "Campo Funcionário é obrigatório"),
        ({"assignedTo": 0}, "assignedTo", "O responsável deve ser um funcionário ativo"),
        ({"assignedTo": 10**30}, "assignedTo", "O responsável deve ser um funcionário ativo"),
        ({"targetQuantity": 0}, "targetQuantity", "A meta de contas deve ser maior que zero"),
        ({"targetQuantity": -5}, "targetQuantity", "A meta de contas deve ser maior que zero"),
        ({"targetQuantity": "dez"}, "targetQuantity", "A meta de contas deve ser maior que zero"),
        ({"targetQuantity": 1.5}, "targetQuantity", "A meta de contas deve ser maior que zero"),
        ({"targetQuantity": None}, "targetQuantity", "A meta de contas deve ser maior que zero"),
        ({"paymentPerAccount": 0}, "paymentPerAccount", "O pagamento por conta deve ser maior que zero"),
        ({"paymentPerAccount": "-1"}, "paymentPerAccount", "O pagamento por conta deve ser maior que zero"),
        ({"paymentPerAccount": "0.001"}, "paymentPerAccount", "Informe um valor com no máximo duas casas decimais."),
        ({"paymentPerAccount": "NaN"}, "paymentPerAccount", "O pagamento por conta deve ser maior que zero"),
        ({"paymentPerAccount": ""}, "paymentPerAccount", "O pagamento por conta deve ser maior que zero"),
        ({"dueDate": "amanhã"}, "dueDate", "Data inválida"),
        ({"dueDate": "2026-02-30"}, "dueDate", "Data inválida"),
        ({"dueDate": 5}, "dueDate", "Data inválida"),
        ({"dueDate": "0001-01-01T00:00:00+14:00"}, "dueDate", "Informe uma data entre 01/01/2000 e 31/12/2100"),
        ({"priority": "urgent"}, "priority", '"urgent" não é uma escolha válida.'),
    ],
)
def test_bad_task_is_refused_with_its_text_and_changes_nothing(
    employee: User, as_admin: APIClient, change: dict[str, Any], field: str, text: str
) -> None:
    answer = as_admin.post("/api/tasks", body(employee, **change))

    assert (answer.status_code, answer.json()["message"], answer.json()["errors"]) == (400, text, {field: [text]})
    assert not Task.objects.exists()


def test_task_created_in_another_name_is_refused(employee: User, as_admin: APIClient) -> None:
    """'`createdBy` must be the actor.'"""
    answer = as_admin.post("/api/tasks", body(employee, createdBy=employee.id))

    assert (answer.status_code, Task.objects.count()) == (403, 0)


def test_third_open_task_of_the_poor_tier_is_409_until_overridden(employee: User, as_admin: APIClient) -> None:
    stand_at(employee, 10)
    for _ in range(2):
        give(employee)

    refused = as_admin.post("/api/tasks", body(employee))
    assert (refused.status_code, refused.json()["code"], Task.objects.count()) == (409, "poor_tier_limit", 2)

    assert as_admin.post("/api/tasks", body(employee, overrideLimit=True)).status_code == 201


def test_tasks_are_all_for_an_admin_and_the_own_ones_for_an_employee(
    employee: User, other_employee: User, as_admin: APIClient, as_employee: APIClient
) -> None:
    """'`/api/tasks` gives an admin all, an employee their own.'"""
    give(employee, title="Minha")
    give(other_employee, title="De outro")

    assert titles(as_admin.get("/api/tasks")) == ["De outro", "Minha"]
    assert titles(as_employee.get("/api/tasks")) == ["Minha"]
    assert titles(as_employee.get(f"/api/tasks?assignee={other_employee.id}")) == []
    assert titles(as_admin.get(f"/api/tasks/assignee/{employee.id}")) == ["Minha"]
    assert as_admin.get(f"/api/tasks?assignee={-(10**30)}").status_code == 400


def test_tasks_of_somebody_else_are_refused_alike_whether_they_exist_or_not(
    other_employee: User, as_employee: APIClient
) -> None:
    for path in ("/api/tasks/assignee/{}", "/api/tasks/summary?userId={}"):
        existing = as_employee.get(path.format(other_employee.id))
        absent = as_employee.get(path.format(other_employee.id + 1000))
        assert (existing.status_code, existing.json()) == (absent.status_code, absent.json())
        assert existing.status_code == 403


def test_list_is_paged_filtered_and_sorted_on_the_server(employee: User, as_admin: APIClient) -> None:
    now = timezone.now()
    give(employee, title="Aberta", priority="low", due_at=now + timedelta(days=1))
    give(employee, title="Atrasada", priority="high", due_at=now - timedelta(days=1))
    done = give(employee, title="Feita", description="Roblox")
    actions.complete(task_id=done.pk, by=employee)

    def found(query: str) -> list[str]:
        return titles(as_admin.get(f"/api/tasks?{query}"))

    assert found("") == ["Feita", "Atrasada", "Aberta"]
    assert found("status=pending") == ["Aberta"]
    assert found("status=overdue") == ["Atrasada"]
    assert found("status=completed") == ["Feita"]
    assert found("priority=high") == ["Atrasada"]
    assert found("search=roblox") == ["Feita"]
    assert found("sort=dueDate") == ["Atrasada", "Aberta", "Feita"]
    assert found("sort=-dueDate") == ["Aberta", "Atrasada", "Feita"]
    assert found("sort=priority") == ["Atrasada", "Feita", "Aberta"]
    assert found("sort=title") == ["Aberta", "Atrasada", "Feita"]
    page = as_admin.get("/api/tasks?limit=1&offset=1")
    assert (titles(page), page["X-Total-Count"]) == (["Atrasada"], "3")
    assert as_admin.get("/api/tasks?status=late").status_code == 400


def test_pending_task_reads_as_overdue_without_any_job(employee: User, as_employee: APIClient) -> None:
    give(employee, due_at=timezone.now() - timedelta(seconds=1))

    assert as_employee.get("/api/tasks").json()[0]["status"] == "overdue"


def test_summary_counts_what_tasks_read_as(
    employee: User, other_employee: User, as_admin: APIClient, as_employee: APIClient
) -> None:
    """The figures of the cards Total, Pendentes, Concluídas and Atrasadas."""
    give(employee)
    give(employee, due_at=timezone.now() - timedelta(days=1))
    actions.complete(task_id=give(employee).pk, by=employee)
    give(other_employee)

    own = {"total": 3, "pending": 1, "completed": 1, "overdue": 1}
    assert as_employee.get("/api/tasks/summary").json() == own
    assert as_admin.get(f"/api/tasks/summary?userId={employee.id}").json() == own
    assert as_admin.get("/api/tasks/summary").json() == {"total": 4, "pending": 2, "completed": 1, "overdue": 1}


@pytest.mark.once
@pytest.mark.parametrize("path", ["/api/tasks", "/api/tasks/assignee/{employee}", "/api/tasks/summary"])
def test_reads_cost_the_same_at_one_and_at_thirty_rows(employee: User, as_employee: APIClient, path: str) -> None:
    path = path.format(employee=employee.id)
    costs = []
    for count in (1, 29):
        for _ in range(count):
            give(employee)
        with CaptureQueriesContext(connection) as queries:
            as_employee.get(path)
        costs.append(len(queries))

    assert costs[0] == costs[1]


@pytest.mark.parametrize("name", ["currentQuantity", "current_quantity"])
def test_quantity_is_set_in_either_spelling(employee: User, as_employee: APIClient, name: str) -> None:
    task = give(employee)

    answer = as_employee.patch(f"/api/tasks/{task.pk}", {name: 4})

    assert (answer.status_code, answer.json()["currentQuantity"]) == (200, 4)


@pytest.mark.parametrize(
    ("quantity", "text"),
    [
        (11, "A quantidade deve estar entre 0 e 10"),
        (-1, "A quantidade deve estar entre 0 e 10"),
        (10**30, "A quantidade deve estar entre 0 e 10"),
        ("muitas", "Informe um número inteiro"),
        (1.5, "Informe um número inteiro"),
        (None, "Informe um número inteiro"),
    ],
)
def test_bad_quantity_is_400_and_changes_nothing(
    employee: User, as_employee: APIClient, quantity: Any, text: str
) -> None:
    task = give(employee)

    answer = as_employee.patch(f"/api/tasks/{task.pk}", {"currentQuantity": quantity})

    assert (answer.status_code, answer.json()["message"]) == (400, text)
    assert Task.objects.get().current_quantity == 0


def test_completion_answers_task_and_earning(employee: User, as_employee: APIClient) -> None:
    """Answer: `{task, earning}`."""
    stand_at(employee, 90)
    task = give(employee)

    answer = as_employee.post(f"/api/tasks/{task.pk}/complete", {"userId": employee.id})

    assert answer.status_code == 200
    shown = answer.json()
    assert shown.keys() == {"task", "earning"}
    assert (shown["task"]["id"], shown["task"]["status"], shown["task"]["currentQuantity"]) == (
        task.pk,
        "completed",
        10,
    )
    assert (shown["earning"]["amount"], shown["earning"]["bonusAmount"], shown["earning"]["accountsCount"]) == (
        "26.25",
        "1.25",
        10,
    )
    assert shown["earning"] == as_employee.get(f"/api/earnings/{employee.id}").json()[0]


def test_second_completion_is_409(employee: User, as_employee: APIClient) -> None:
    task = give(employee)
    as_employee.post(f"/api/tasks/{task.pk}/complete", {"userId": employee.id})

    again = as_employee.post(f"/api/tasks/{task.pk}/complete", {"userId": employee.id})

    assert (again.status_code, again.json()["message"]) == (409, "Esta tarefa já foi concluída.")
    assert Earning.objects.count() == 1


def test_completion_repeated_with_its_key_is_replayed(employee: User, as_employee: APIClient) -> None:
    task = give(employee)

    first, second = (
        as_employee.post(f"/api/tasks/{task.pk}/complete", {"userId": employee.id}, headers={"Idempotency-Key": "k"})
        for _ in range(2)
    )

    assert (second.status_code, second.json(), second["Idempotent-Replay"]) == (200, first.json(), "true")
    assert Earning.objects.count() == 1


def test_completion_without_a_body_is_by_the_session(employee: User, as_employee: APIClient) -> None:
    assert as_employee.post(f"/api/tasks/{give(employee).pk}/complete").status_code == 200


def test_completion_in_somebody_elses_name_is_refused(
    employee: User, other_employee: User, as_employee: APIClient
) -> None:
    task = give(employee)

    answer = as_employee.post(f"/api/tasks/{task.pk}/complete", {"userId": other_employee.id})

    assert (answer.status_code, Earning.objects.count()) == (403, 0)


@pytest.mark.parametrize(("method", "path"), [("patch", ""), ("post", "/complete")])
def test_task_of_somebody_else_is_as_absent_as_none(
    other_employee: User, as_employee: APIClient, method: str, path: str
) -> None:
    task = give(other_employee)

    foreign = getattr(as_employee, method)(f"/api/tasks/{task.pk}{path}", {"currentQuantity": 1})
    absent = getattr(as_employee, method)(f"/api/tasks/{task.pk + 1000}{path}", {"currentQuantity": 1})

    assert (foreign.status_code, foreign.json()) == (absent.status_code, absent.json())
    assert foreign.status_code == 404
    task.refresh_from_db()
    assert (task.status, task.current_quantity) == ("pending", 0)


def test_problem_is_reported_by_an_admin_once(employee: User, as_admin: APIClient) -> None:
    task = give(employee)

    answer = as_admin.post(f"/api/tasks/{task.pk}/problem", {"reason": " Senhas trocadas "})
    again = as_admin.post(f"/api/tasks/{task.pk}/problem", {"reason": "Senhas trocadas"})
    empty = as_admin.post(f"/api/tasks/{task.pk}/problem", {"reason": "  "})

    assert answer.status_code == 200
    assert answer.json()["problemReportedAt"] is not None
    assert (again.status_code, again.json()["code"]) == (409, "problem_already_reported")
    assert (empty.status_code, empty.json()["message"]) == (400, "Campo Motivo é obrigatório")
    assert History.objects.get().reason == "Problema relatado: Criar contas Roblox (Senhas trocadas)"


@pytest.mark.parametrize(("who", "status"), [("nobody", 401), ("employee", 403)])
@pytest.mark.parametrize(("path", "extra"), [("/api/tasks", {}), ("/api/tasks/{task}/problem", {"reason": "x"})])
def test_calls_of_admins_are_refused_to_others_and_change_nothing(
    employee: User, client_for: ClientFor, who: str, status: int, path: str, extra: dict[str, str]
) -> None:
    task = give(employee)
    client = client_for(None if who == "nobody" else employee)

    assert client.post(path.format(task=task.pk), body(employee, **extra)).status_code == status

    assert (Task.objects.count(), History.objects.count()) == (1, 0)


def test_why_of_a_task_earning_names_the_task(employee: User, as_employee: APIClient) -> None:
    """''Por que este valor?': payment -> earning -> source chain'."""
    with time_machine.travel("2026-11-21T15:00:00+00:00", tick=False):
        _, earning = actions.complete(task_id=give(employee).pk, by=employee)

    cause = as_employee.get(f"/api/earnings/{earning.pk}/why").json()["cause"]

    assert cause == {
        "title": "Tarefa: Criar contas Roblox",
        "url": "/tasks",
        "facts": [
            {"name": "Meta de contas", "value": "10"},
            {"name": "Pagamento por conta", "value": "R$ 2,50"},
            {"name": "Concluída em", "value": "21/11/2026 12:00"},
        ],
    }


def test_why_of_a_task_earning_leads_an_admin_to_the_task_in_the_panel(employee: User, as_admin: APIClient) -> None:
    done, earning = actions.complete(task_id=give(employee, title="Nível 20 & mais").pk, by=employee)

    cause = as_admin.get(f"/api/earnings/{earning.pk}/why").json()["cause"]

    assert cause["url"] == "/admin-panel?tab=tarefas&busca=N%C3%ADvel+20+%26+mais"
    assert as_admin.get("/api/tasks?search=N%C3%ADvel+20+%26+mais").json()[0]["id"] == done.pk


def test_cause_of_an_earning_leads_to_a_task_with_a_long_title(employee: Any, as_admin: APIClient, admin: Any) -> None:
    task, earning = actions.complete(task_id=give(employee, title="Contas " * 28, by=admin).pk, by=admin)

    url = as_admin.get(f"/api/earnings/{earning.pk}/why").json()["cause"]["url"]

    page = as_admin.get(url)
    assert (page.status_code, task.title.strip() in page.content.decode()) == (200, True)


def test_summary_of_everybody_follows_each_change_and_each_deadline(
    employee: User, admin: User, as_admin: APIClient
) -> None:
    def summary() -> tuple[int, int, int]:
        counts = as_admin.get("/api/tasks/summary").json()
        return counts["pending"], counts["overdue"], counts["completed"]

    now = timezone.now()
    with time_machine.travel(now, tick=False):
        first = give(employee, by=admin, due_at=now + timedelta(hours=1))
        assert summary() == (1, 0, 0)
        give(employee, by=admin)
        assert summary() == (2, 0, 0)
    with time_machine.travel(now + timedelta(hours=1, seconds=1), tick=False):
        assert summary() == (1, 1, 0)
        actions.complete(task_id=first.pk, by=employee)
        assert summary() == (1, 0, 1)
