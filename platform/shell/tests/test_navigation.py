import re
from dataclasses import dataclass

import pytest
from django.urls import resolve
from rest_framework.test import APIClient

from core.pages import EMPLOYEES
from shell.navigation import is_active, navigation, sections

# The sidebar asks which other games are pinned.
pytestmark = pytest.mark.django_db


@dataclass
class Person:
    """What the sidebar asks of a person."""

    is_admin: bool


ADMIN, EMPLOYEE = Person(is_admin=True), Person(is_admin=False)


def shown(person: Person, path: str = "/") -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (section["title"], [(item["label"], item["href"]) for item in section["items"]])
        for section in navigation(person, path)
    ]


BULK = (
    "Criar Contas",
    [
        ("Fortnite", "/fortnite-bulk"),
        ("Valorant", "/valorant-bulk"),
        ("Roblox", "/roblox-bulk"),
        ("War Thunder", "/war-thunder-bulk"),
        ("Upload de Contas", "/upload"),
        ("Execuções", "/runs"),
        ("Contas", "/contas"),
        ("Pedidos", "/pedidos"),
    ],
)
ACCOUNT = ("Conta", [("Perfil", "/profile")])


def test_employee_sees_the_entries_of_both_and_those_of_employees() -> None:
    """The sidebar of each role; 'employees also Execuções'."""
    assert shown(EMPLOYEE) == [
        (
            "",
            [
                ("Dashboard", "/"),
                ("Minhas Tarefas", "/tasks"),
                ("Ganhos", "/ganhos"),
                ("Pontos de Lealdade", "/loyalty-points"),
            ],
        ),
        BULK,
        ACCOUNT,
    ]


def test_admin_sees_the_entries_of_both_and_those_of_admins() -> None:
    """'admins also get 'Integrações' …, 'Análise Comportamental' and 'Execuções''."""
    assert shown(ADMIN) == [
        ("", [("Dashboard", "/"), ("Minhas Tarefas", "/tasks"), ("Ganhos", "/ganhos")]),
        BULK,
        (
            "Integrações",
            [
                ("Visão geral", "/integrations"),
                ("GameBoost API", "/gameboost"),
                ("LZT Market API", "/lztmarket"),
                ("Gerenciar APIs", "/gerenciar-apis"),
            ],
        ),
        (
            "Administração",
            [
                ("Admin Panel", "/admin-panel"),
                ("Resultados", "/resultados"),
                ("Pontos de Lealdade", "/admin-loyalty-points"),
                ("Análise Comportamental", "/employee-analytics"),
                ("Configurações", "/settings"),
            ],
        ),
        ACCOUNT,
    ]


@pytest.mark.parametrize(
    ("href", "path", "active"),
    [
        ("/", "/", True),
        ("/", "/tasks", False),
        ("/tasks", "/tasks", True),
        ("/tasks", "/tasks/", True),
        ("/tasks", "/tasks/5", True),
        ("/tasks", "/tasks-archive", False),
        ("/tasks", "/", False),
        ("/runs", "/runs/12", True),
        ("/loyalty-points", "/admin-loyalty-points", False),
    ],
)
def test_item_is_active_when_the_path_starts_with_its_href(href: str, path: str, active: bool) -> None:
    """An item is active when the path starts with its href; the root is active only on exact match."""
    assert is_active(href, path) is active


def test_one_entry_at_most_is_marked_active() -> None:
    for section in sections():
        for wanted in section["items"]:
            person = EMPLOYEE if set(wanted.get("roles", ())) == EMPLOYEES else ADMIN
            marked = [
                item["href"] for part in navigation(person, wanted["href"]) for item in part["items"] if item["active"]
            ]
            assert marked == [wanted["href"]]


def test_path_of_no_entry_marks_nothing() -> None:
    assert not any(item["active"] for section in navigation(ADMIN, "/nowhere") for item in section["items"])


def test_every_entry_leads_to_a_page() -> None:
    for section in sections():
        for item in section["items"]:
            assert resolve(item["href"])


def test_menu_of_employees_on_phones_leads_wherever_their_sidebar_does(as_employee: APIClient) -> None:
    menu = as_employee.get("/").content.decode().partition('id="employee-menu"')[2].partition("</nav>")[0]

    links = set(re.findall('<a [^>]*href="([^"]+)"', menu))

    assert links == {href for _, entries in shown(EMPLOYEE) for _, href in entries}
