"""The page 'Minhas Tarefas': its first data is in it."""

import pytest
from django.test import Client

from accounts.models import User
from tasks.tests.factories import give

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built_frontend")]


def test_tasks_carries_the_figures_and_the_first_cards(client: Client, employee: User, other_employee: User) -> None:
    """The page carries the first query results of its island."""
    mine = give(employee)
    give(other_employee)
    client.force_login(employee)

    page = client.get("/tasks")

    assert page.status_code == 200
    assert "tasks/tasks.html" in [template.name for template in page.templates]
    summary, listed = f"/api/tasks/summary?userId={employee.id}", f"/api/tasks/assignee/{employee.id}?limit=24&offset=0"
    assert set(page.context["props"]["queries"]) == {summary, listed}
    assert page.context["props"]["queries"][summary] == client.get(summary).json()
    assert [row["id"] for row in page.context["props"]["queries"][listed]["rows"]] == [mine.id]
    assert page.context["props"]["queries"][listed]["total"] == 1


def test_tasks_of_an_admin_are_those_assigned_to_them(client: Client, admin: User, employee: User) -> None:
    """An admin sees the tasks assigned to them."""
    give(employee)
    client.force_login(admin)

    queries = client.get("/tasks").context["props"]["queries"]

    assert queries[f"/api/tasks/assignee/{admin.id}?limit=24&offset=0"] == {"rows": [], "total": 0}


def test_tasks_carries_the_cards_that_its_address_asks_for(client: Client, employee: User) -> None:
    client.force_login(employee)

    queries = client.get("/tasks?status=overdue&pagina=2").context["props"]["queries"]

    assert f"/api/tasks/assignee/{employee.id}?limit=24&offset=24&status=overdue" in queries


def test_tasks_leads_an_admin_to_the_task_tab_of_the_panel(client: Client, admin: User, employee: User) -> None:
    """With a link to the panel's task tab."""
    link = '<a class="btn btn-secondary" href="/admin-panel?tab=tarefas">Gerenciar tarefas no painel</a>'

    client.force_login(admin)
    assert link in client.get("/tasks").content.decode()

    client.force_login(employee)
    assert link not in client.get("/tasks").content.decode()
