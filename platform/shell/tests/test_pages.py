import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory

from bulk.models import OtherGame
from core import handlers
from core.errors import TEXTS
from shell.navigation import shell
from shell.pages import HINT

pytestmark = pytest.mark.usefixtures("built_frontend")


def block(html: str, element_id: str) -> Any:
    found = re.search(rf'<script id="{element_id}" type="application/json">(.*?)</script>', html)
    assert found is not None
    return json.loads(found[1])


@pytest.fixture
def open_page(client: Client) -> Callable[..., str]:
    def get(person: Any, path: str) -> str:
        client.force_login(person)
        answer = client.get(path)
        assert answer.status_code == 200
        return answer.content.decode()

    return get


def test_dashboard_carries_the_answers_its_island_would_ask_for(
    open_page: Callable[..., str], client: Client, employee: Any
) -> None:
    """First paint has data: the page carries the first query results of its island."""
    queries = block(open_page(employee, "/"), "island-props-dashboard")["queries"]

    tasks = f"/api/tasks/assignee/{employee.id}?limit=3&offset=0"
    answers = [
        f"/api/tasks/summary?userId={employee.id}",
        f"/api/earnings/{employee.id}/pending?limit=3",
        "/api/payment-schedule",
        "/api/home",
    ]
    assert set(queries) == {tasks, *answers}
    assert queries[tasks] == {"rows": [], "total": 0}
    for path in answers:
        assert queries[path] == client.get(path).json()


def test_hint_of_the_dashboard_is_in_the_page_until_the_person_sends_it_away(
    open_page: Callable[..., str], client: Client, employee: Any, admin: Any
) -> None:
    drawn = f"<p>{HINT}</p>"
    assert drawn in open_page(employee, "/")

    client.cookies[f"hint-{employee.id}-dashboard"] = "gone"

    html = open_page(employee, "/")
    assert drawn not in html
    assert block(html, "island-props-dashboard")["hint"] is None
    assert drawn in open_page(admin, "/")


PANEL_CARDS = {
    "/api/earnings/totals",
    "/api/users/online?role=employee&limit=8&offset=0",
    "/api/users?role=employee&limit=1&offset=0",
    "/api/tasks?limit=5&offset=0&sort=dueDate&status=pending",
}


@pytest.mark.parametrize(
    ("address", "of_tab"),
    [
        ("", {"/api/payment-schedule", "/api/earnings/all?limit=5&offset=0"}),
        ("?tab=outra", {"/api/payment-schedule", "/api/earnings/all?limit=5&offset=0"}),
        ("?tab=tarefas", {"/api/tasks?limit=20&offset=0&sort=-createdAt"}),
        (
            "?tab=tarefas&busca=ana+s&ordem=dueDate&pagina=3&status=overdue&priority=high",
            {"/api/tasks?limit=20&offset=40&sort=dueDate&search=ana+s&status=overdue&priority=high"},
        ),
        ("?tab=ganhos", {"/api/earnings/all?limit=20&offset=0&sort=-createdAt"}),
        ("?tab=ganhos&status=paid", {"/api/earnings/all?limit=20&offset=0&sort=-createdAt&status=paid"}),
        ("?tab=pagamentos", {"/api/payment-schedule", "/api/earnings/balances?limit=20&offset=0&sort=-pending"}),
        ("?tab=funcionarios", {"/api/users?limit=20&offset=0&ordering=fullName"}),
        ("?tab=funcionarios&role=admin", {"/api/users?limit=20&offset=0&ordering=fullName&role=admin"}),
    ],
)
def test_admin_panel_carries_its_cards_and_what_the_tab_in_the_address_shows(
    open_page: Callable[..., str], client: Client, admin: Any, employee: Any, address: str, of_tab: set[str]
) -> None:
    """The first answers are on the page, whatever the address narrows (product: shell.first-data)."""
    queries = block(open_page(admin, f"/admin-panel{address}"), "island-props-admin-panel")["queries"]

    assert set(queries) == PANEL_CARDS | of_tab
    for path, seeded in queries.items():
        answer = client.get(path)
        total = {"total": int(answer["X-Total-Count"])} if answer.has_header("X-Total-Count") else None
        assert seeded == ({"rows": answer.json()} | total if total else answer.json())


def test_admin_panel_asked_for_what_the_api_refuses_is_the_plain_panel(client: Client, admin: Any) -> None:
    client.force_login(admin)

    assert client.get("/admin-panel?tab=ganhos&status=nenhum").headers["Location"] == "/admin-panel"


def test_page_carries_who_is_looking_and_nothing_secret(open_page: Callable[..., str], employee: Any) -> None:
    """Local storage `user` holds only id, username, fullName, role, profileImage, lastLogin."""
    context = block(open_page(employee, "/"), "app-context")

    assert context["unreadCount"] == 0
    assert set(context["user"]) == {"id", "username", "fullName", "role", "profileImage", "lastLogin"}
    assert (context["user"]["id"], context["user"]["username"]) == (employee.id, "funcionaria.teste")


def test_page_has_no_inline_script_or_style(open_page: Callable[..., str], admin: Any, employee: Any) -> None:
    for person in (admin, employee):
        html = open_page(person, "/")

        scripts = re.findall(r"<script([^>]*)>", html)
        assert all("src=" in script or 'type="application/json"' in script for script in scripts)
        assert "<style" not in html
        assert not re.search(r"\s(style|on[a-z]+)=", html)


def test_sidebar_leads_to_pages_that_exist(rf: RequestFactory, admin: Any) -> None:
    request = rf.get("/tasks")
    request.user = admin

    sections = list(shell(request)["navigation"])

    entries = [item for section in sections for item in section["items"]]
    assert {"/", "/tasks", "/profile"} <= {item["href"] for item in entries}
    assert [item["href"] for item in entries if item["active"]] == ["/tasks"]


def test_game_selection_leads_to_each_game(open_page: Callable[..., str], employee: Any) -> None:
    """Cards for Fortnite, Valorant, Roblox, War Thunder, each leading to its bulk creator."""
    html = open_page(employee, "/game-selection")

    for href in ("/fortnite-bulk", "/valorant-bulk", "/roblox-bulk", "/war-thunder-bulk"):
        assert f'href="{href}"' in html


def test_game_selection_has_the_pinned_games_and_a_search_for_any_other(
    open_page: Callable[..., str], employee: Any
) -> None:
    OtherGame.objects.create(slug="minecraft", title="Minecraft", pinned=True)
    cache.clear()

    html = open_page(employee, "/game-selection")

    assert re.search(r'<a class="card[^>]*href="/criar/minecraft"', html)
    assert re.search(r'<button type="button" class="card[^>]*data-palette="games">', html)


def test_error_page_needs_neither_database_nor_person(
    rf: RequestFactory, django_assert_num_queries: Callable[[int], Any], db: Any
) -> None:
    with django_assert_num_queries(0):
        answer = handlers.server_error(rf.get("/tasks"))

    assert answer.status_code == 500
    assert TEXTS[500] in answer.content.decode()


def test_csrf_failure_of_a_page_says_it_in_portuguese(rf: RequestFactory) -> None:
    answer = handlers.csrf_failure(rf.post("/admin/"), "no cookie")

    assert answer.status_code == 403
    assert "Você não tem permissão para realizar esta ação." in answer.content.decode()
    assert "no cookie" not in answer.content.decode()
