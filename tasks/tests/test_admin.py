from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from rest_framework.test import APIClient

from loyalty.models import History
from tasks.models import Task
from tasks.tests.factories import give


def test_tasks_are_looked_at_and_never_changed_by_forms(employee: Any, operator: APIClient) -> None:
    task = give(employee)

    assert operator.get("/admin/tasks/task/").status_code == 200
    assert operator.get(f"/admin/tasks/task/{task.pk}/change/").status_code == 200
    assert operator.get("/admin/tasks/task/add/").status_code == 403
    assert operator.post(f"/admin/tasks/task/{task.pk}/change/", {"title": "x"}).status_code in (302, 403)
    assert Task.objects.get().title == "Criar contas Roblox"


@pytest.mark.parametrize(("reason", "changes"), [("Senhas trocadas", 1), ("", 0)])
def test_problem_is_reported_with_a_reason_only(employee: Any, operator: APIClient, reason: str, changes: int) -> None:
    task = give(employee)

    operator.post(
        "/admin/tasks/task/",
        {"action": "report_problem", "_selected_action": [task.pk], "reason": reason},
        format="multipart",
    )

    assert History.objects.count() == changes


@pytest.mark.parametrize(("act", "done"), [("report_problem", (True, "pending")), ("delete", (False, "cancelled"))])
def test_employee_with_the_permission_acts_on_tasks_of_others(
    act: str,
    done: tuple[bool, str],
    employee: Any,
    other_employee: Any,
    client_for: Callable[[Any], APIClient],
) -> None:
    task = give(employee)
    other_employee.is_staff = True
    other_employee.save()
    other_employee.user_permissions.set(Permission.objects.filter(codename__in=("view_task", "change_task")))

    chosen = {"action": act, "_selected_action": [task.pk], "reason": "Senhas trocadas"}
    client_for(other_employee).post("/admin/tasks/task/", chosen, format="multipart")

    task.refresh_from_db()
    assert (task.problem_reported_at is not None, task.status) == done
    assert client_for(other_employee).delete(f"/api/tasks/{task.pk}").status_code == 403
