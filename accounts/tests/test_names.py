"""User names and searched names, whatever their case and accents."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import F
from django.db.models.functions import Concat
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tests.factories import PASSWORD, UserFactory
from earnings.tests.factories import owe
from tasks.tests.factories import give

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
UNSEEN = "Remova os caracteres invisíveis ou de controle."


def signed_in(client_for: ClientFor, username: str) -> str | None:
    """The user name of whoever comes in by a typed name and everybody's password."""
    answer = client_for(None).post("/api/auth/login", {"username": username, "password": PASSWORD})
    return str(answer.json()["username"]) if answer.status_code == 200 else None


@pytest.mark.parametrize("typed", ["Érico", "érico", "ÉRICO", "E\u0301rico", " érico "])
def test_sign_in_takes_an_accented_name_in_any_case(client_for: ClientFor, typed: str) -> None:
    UserFactory(username="Érico")

    assert signed_in(client_for, typed) == "Érico"


def test_sign_in_without_the_accent_is_another_name(client_for: ClientFor) -> None:
    UserFactory(username="Érico")

    assert signed_in(client_for, "erico") is None


@pytest.mark.parametrize("taken", ["érico", "ÉRICO", "E\u0301rico"])
def test_a_name_that_differs_in_case_alone_is_taken(as_admin: APIClient, taken: str) -> None:
    UserFactory(username="Érico")

    answer = as_admin.post("/api/users", {"username": taken, "password": "senha-nova-7", "role": "employee"})

    assert answer.status_code == 409
    assert User.objects.filter(username__endswith="rico").count() == 1


def test_names_equal_before_the_column_keep_signing_in(client_for: ClientFor, as_admin: APIClient) -> None:
    older, newer, other = (UserFactory(username=name) for name in ("Érico", "provisorio", "ana"))
    User.objects.update(identity=Concat(F("username"), F("password")))
    User.objects.filter(pk=newer.pk).update(username="érico")
    names = import_module("accounts.migrations.0005_folded_names")
    names.fill_identities(apps, connection.schema_editor())

    assert [signed_in(client_for, typed) for typed in ("Érico", "érico", "ÉRICO", "ANA")] == [
        "Érico",
        "érico",
        "Érico",
        "ana",
    ]
    newer.refresh_from_db()
    newer.save()
    assert signed_in(client_for, "érico") == "érico"
    answer = as_admin.post("/api/users", {"username": "ÉRICO", "password": "senha-nova-7", "role": "employee"})
    assert answer.status_code == 409
    assert {older.pk, newer.pk, other.pk} < set(User.objects.values_list("pk", flat=True))


@pytest.mark.parametrize("words", ["ângela", "ANGELA", "Conceição", "conceicao", "gela  con"])
def test_every_search_finds_a_person_without_case_and_accents(as_admin: APIClient, words: str) -> None:
    angela, other = UserFactory(username="angela.c", full_name="Ângela Conceição"), UserFactory()
    for person in (angela, other):
        give(person)
        owe(person)

    found = {
        path: [row.get("username") or row["user"]["username"] for row in rows(as_admin, path, words)]
        for path in ("/api/users", "/api/earnings/all", "/api/earnings/balances", "/api/loyalty-points")
    }

    assert set(map(tuple, found.values())) == {("angela.c",)}
    assert [row["assigneeUser"]["username"] for row in rows(as_admin, "/api/tasks", words)] == ["angela.c"]


def test_search_finds_titles_and_descriptions_without_case_and_accents(as_admin: APIClient, employee: Any) -> None:
    give(employee, title="Época de Promoção", description="Só até sábado")
    owe(employee, description="Revisão de ÁUDIO")
    give(employee)
    owe(employee)

    assert [len(rows(as_admin, "/api/tasks", words)) for words in ("época", "PROMOCAO", "SABADO", "100%")] == [
        1,
        1,
        1,
        0,
    ]
    assert [len(rows(as_admin, "/api/earnings/all", words)) for words in ("REVISÃO", "audio", "_")] == [1, 1, 0]


def test_a_changed_name_is_found_and_the_old_one_is_not(as_admin: APIClient, employee: User) -> None:
    as_admin.patch(f"/api/users/{employee.id}", {"fullName": "Zoë Nova"})

    assert [len(rows(as_admin, "/api/users", words)) for words in ("zoe", "funcionária de")] == [1, 0]


def test_a_removed_person_is_not_found_by_the_old_name(as_admin: APIClient, employee: User) -> None:
    owe(employee)
    as_admin.delete(f"/api/users/{employee.id}")

    employee.refresh_from_db()
    assert rows(as_admin, "/api/earnings/all", "funcionária") == []
    assert "funcionaria" not in employee.search + employee.identity


@pytest.mark.parametrize("unseen", ["a\u200bna.teste", "ana\u202eteste", "ana\x07teste", "ana\u3164teste"])
def test_text_that_nobody_sees_is_refused_by_its_field(as_admin: APIClient, employee: User, unseen: str) -> None:
    person = {"username": "nova.pessoa", "password": "senha-nova-7", "role": "employee"}
    task = give(employee)
    work = {"assignedTo": employee.id, "targetQuantity": 1, "paymentPerAccount": "1"}
    owed = {"userId": employee.id, "amount": "1"}
    calls: list[tuple[str, str, dict[str, Any], str]] = [
        ("post", "/api/users", person | {"username": unseen}, "username"),
        ("post", "/api/users", person | {"fullName": unseen}, "fullName"),
        ("patch", f"/api/users/{employee.id}", {"fullName": unseen}, "fullName"),
        ("post", "/api/tasks", work | {"title": unseen}, "title"),
        ("post", "/api/tasks", work | {"title": "Ok", "description": unseen}, "description"),
        ("post", f"/api/tasks/{task.pk}/problem", {"reason": unseen}, "reason"),
        ("post", "/api/earnings", owed | {"description": unseen}, "description"),
        ("post", f"/api/loyalty-points/{employee.id}/adjust", {"pointsChange": 1, "reason": unseen}, "reason"),
    ]
    before = User.objects.count()

    for method, path, body, field in calls:
        answer = getattr(as_admin, method)(path, body)
        assert (answer.status_code, answer.json()["errors"]) == (400, {field: [UNSEEN]}), path

    employee.refresh_from_db()
    assert (User.objects.count(), employee.full_name) == (before, "Funcionária de Teste")


@pytest.mark.parametrize("length", [3, 100, 150])
def test_user_name_of_long_ligatures_is_refused_and_never_an_error(as_admin: APIClient, length: int) -> None:
    """A ligature of Arabic is compared as eighteen letters, more of which than fit no index takes."""
    body = {"username": "\ufdfa" * length, "password": "senha-nova-7", "role": "employee", "fullName": "\ufdfa" * 150}
    before = User.objects.count()

    answer = as_admin.post("/api/users", body)

    refused = {"username": ["Certifique-se de que este campo não tenha mais de 150 caracteres."]}
    assert (answer.status_code, answer.json().get("errors")) == ((201, None) if length == 3 else (400, refused))
    assert User.objects.count() == before + (length == 3)


def rows(client: APIClient, path: str, words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(path, {"search": words}).json()
    return found
