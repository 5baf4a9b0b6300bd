"""GET /api/search: what Ctrl+K finds beside pages and acts."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from rest_framework.test import APIClient

from accounts.tests.factories import UserFactory
from bulk.models import Lane, Row, Run
from bulk.queries import account_index
from earnings.actions import credit
from tasks.tests.factories import give

pytestmark = pytest.mark.django_db


@pytest.fixture
def work(employee: Any) -> Run:
    """A task, a run with one account, and what that earned, all of the employee's."""
    give(employee)
    lane = Lane.objects.create(key="k", market="m")
    about = {"game": "roblox", "market": "m", "settings": {}, "usd_eur_rate": 1, "total": 1}
    run = Run.objects.create(owner=employee, lane=lane, title="Conta com Robux", **about)
    Row.objects.create(
        run=run, line=1, title="Conta com Robux", login_hint="ana***", account_index=account_index("roblox", "ana.x")
    )
    described = "Conta Roblox criada: Robux"
    credit(user_id=employee.id, amount=Decimal(3), description=described, source_kind="manual", source_id=None)
    return run


def kinds(client: APIClient, typed: str) -> dict[str, list[str]]:
    """The titles found, by kind."""
    found: dict[str, list[str]] = {}
    for result in client.get("/api/search", {"q": typed}).json():
        found.setdefault(result["kind"], []).append(result["title"])
    return found


def test_an_admin_finds_people_and_everybodys_work_despite_typing_errors(
    as_admin: APIClient, employee: Any, work: Run
) -> None:
    UserFactory(full_name="Ângela Sousa", username="angela")

    assert kinds(as_admin, "angela souza") == {"Pessoas": ["Ângela Sousa"]}
    assert kinds(as_admin, "roblocs")["Tarefas"] == ["Criar contas Roblox"]
    assert kinds(as_admin, "com robux") == {
        "Execuções": [f"Execução {work.pk} · Conta com Robux"],
    }
    assert kinds(as_admin, "criada rob")["Ganhos"] == ["Conta Roblox criada: Robux"]
    assert kinds(as_admin, f"#{work.pk}")["Execuções"] == [f"Execução {work.pk} · Conta com Robux"]


def test_somebody_without_a_full_name_is_found_under_the_username(as_admin: APIClient) -> None:
    UserFactory(full_name="", username="angela")

    assert kinds(as_admin, "angela") == {"Pessoas": ["angela"]}


def test_what_has_a_long_title_is_searched_for_where_it_leads(as_admin: APIClient, employee: Any) -> None:
    give(employee, title="Criar contas Roblox " * 10)

    [found] = as_admin.get("/api/search", {"q": "contas roblox"}).json()

    assert len(parse_qs(urlsplit(found["href"]).query)["busca"][0]) == 100  # what lists take


def test_an_account_is_found_by_its_exact_login_or_title(as_employee: APIClient, work: Run) -> None:
    found = as_employee.get("/api/search", {"q": "Ana.X"}).json()

    assert found == [
        {
            "kind": "Contas",
            "title": "Conta com Robux",
            "detail": f"ana*** · Execução {work.pk}",
            "href": f"/runs/{work.pk}?line=1",
        }
    ]
    assert kinds(as_employee, "Conta com Robux")["Contas"] == ["Conta com Robux"]
    assert "Contas" not in kinds(as_employee, "ana.")


@pytest.mark.usefixtures("work")
def test_an_employee_finds_nothing_of_others(
    client_for: Callable[[Any], APIClient], other_employee: Any, employee: Any
) -> None:
    for typed in ("robux", "roblox", "ana.x", employee.full_name, "1"):
        assert kinds(client_for(other_employee), typed) == {}


def test_one_character_finds_nothing_and_a_long_text_is_refused(as_admin: APIClient) -> None:
    assert kinds(as_admin, " a ") == {}
    assert as_admin.get("/api/search", {"q": "a" * 101}).status_code == 400
