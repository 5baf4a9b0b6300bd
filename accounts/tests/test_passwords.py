"""Changes of the two passwords, and the sessions that they end."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from rest_framework.test import APIClient

from accounts.models import SignInGuard, User, UserSession
from accounts.tests.factories import PASSWORD, SECOND_PASSWORD, AdminFactory, UserFactory
from core.models import AuditEvent

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
NEW = "uma-senha-nova"
NAMES = "Use mais na senha do que o seu nome, o da empresa, o de um jogo ou o de um marketplace."


def signed_in(username: str) -> APIClient:
    client = APIClient()
    assert client.post("/api/auth/login", {"username": username, "password": PASSWORD}).status_code == 200
    return client


def change(client: APIClient, user: User, **body: Any) -> Any:
    return client.post(f"/api/users/{user.id}/password", body)


def change_second(client: APIClient, user: User, **body: Any) -> Any:
    return client.post(f"/api/users/{user.id}/second-password", body)


def test_own_password_changes_with_the_current_one_and_ends_the_other_sessions(employee: User) -> None:
    here, elsewhere = signed_in(employee.username), signed_in(employee.username)
    key = here.cookies["sessionid"].value

    response = change(here, employee, currentPassword=PASSWORD, newPassword=NEW)

    assert (response.status_code, response.json()["id"]) == (200, employee.id)
    employee.refresh_from_db()
    assert check_password(NEW, employee.password)
    assert here.get("/api/auth/me").status_code == 200
    assert here.cookies["sessionid"].value != key
    assert elsewhere.get("/api/auth/me").status_code == 401
    assert [session["isCurrent"] for session in here.get("/api/auth/sessions").json()] == [True]
    event = AuditEvent.objects.get()
    assert (event.event, event.actor_id, event.subject_id) == (
        "accounts.password_changed",
        employee.id,
        employee.id,
    )


@pytest.mark.parametrize("current", [{"currentPassword": "errada"}, {"currentPassword": ""}, {}])
def test_own_password_without_the_current_one_is_refused(client_for: ClientFor, employee: User, current: Any) -> None:
    response = change(client_for(employee), employee, newPassword=NEW, **current)

    assert response.status_code == 400
    assert response.json() == {
        "message": "Senha atual incorreta.",
        "errors": {"currentPassword": ["Senha atual incorreta."]},
        "code": "wrong_current_password",
    }
    employee.refresh_from_db()
    assert check_password(PASSWORD, employee.password)
    assert AuditEvent.objects.count() == 0


@pytest.mark.usefixtures("at_noon")
def test_current_password_guessed_at_too_often_is_locked(
    client_for: ClientFor, employee: User, hashes: list[bool]
) -> None:
    client = client_for(employee)
    statuses = [change(client, employee, currentPassword="errada", newPassword=NEW).status_code for _ in range(5)]
    hashes.clear()

    locked = change(client, employee, currentPassword=PASSWORD, newPassword=NEW)

    assert statuses == [400] * 5
    assert (locked.status_code, locked["Retry-After"], hashes) == (429, "900", [])
    assert change_second(client, employee, currentPassword=PASSWORD, secondPassword=NEW).status_code == 429


def test_right_current_password_clears_its_counter(client_for: ClientFor, employee: User) -> None:
    client = client_for(employee)
    change_second(client, employee, currentPassword="errada", secondPassword=NEW)
    change_second(client, employee, currentPassword=PASSWORD, secondPassword=NEW)

    assert not SignInGuard.objects.filter(step="current").exists()


@pytest.mark.parametrize(
    ("new", "text"),
    [
        ("12345", "Senha deve ter pelo menos 6 caracteres"),
        ("", "Senha deve ter pelo menos 6 caracteres"),
        ("iloveyou", "Esta senha é muito comum."),
        (SECOND_PASSWORD, "A segunda senha deve ser diferente da primeira."),
        ("BRUNO.Érico", "A senha deve ser diferente do nome de usuário."),
        ("Érico-Bruno!", NAMES),
        ("erico.2026", NAMES),
        ("Cavalcanti99", NAMES),
        ("Sistema2026", NAMES),
        ("roblox12345", NAMES),
        ("Admin@Fortnite1", NAMES),
    ],
)
def test_new_password_refusals(client_for: ClientFor, new: str, text: str) -> None:
    bruno = UserFactory(username="Bruno.érico", full_name="Bruno Érico Cavalcanti", two_step=True)

    response = change(client_for(bruno), bruno, currentPassword=PASSWORD, newPassword=new)

    assert (response.status_code, response.json()["errors"]) == (400, {"newPassword": [text]})
    bruno.refresh_from_db()
    assert check_password(PASSWORD, bruno.password)


def test_admin_sets_an_employees_password_without_the_current_one(
    client_for: ClientFor, admin: User, employee: User
) -> None:
    theirs = signed_in(employee.username)
    client = client_for(admin)

    assert change(client, employee, newPassword=NEW).status_code == 200

    employee.refresh_from_db()
    assert check_password(NEW, employee.password)
    assert theirs.get("/api/auth/me").status_code == 401
    assert client.get("/api/auth/me").status_code == 200
    event = AuditEvent.objects.get()
    assert (event.event, event.actor_id, event.subject_id) == ("accounts.password_changed", admin.id, employee.id)


@pytest.mark.parametrize("act", [change, change_second])
def test_admin_cannot_set_the_passwords_of_another_admin(client_for: ClientFor, admin: User, act: Any) -> None:
    other = AdminFactory(two_step=True)
    before = User.objects.filter(pk=other.pk).values().get()

    response = act(client_for(admin), other, newPassword=NEW, secondPassword=NEW)

    assert response.status_code == 403
    assert User.objects.filter(pk=other.pk).values().get() == before


def test_second_password_is_set_changed_and_removed_by_its_owner(employee: User, visitor: APIClient) -> None:
    """Users set, change or remove their own in the profile (current password required)."""
    here, elsewhere = signed_in(employee.username), signed_in(employee.username)

    assert change_second(here, employee, currentPassword=PASSWORD, secondPassword=NEW).status_code == 200
    employee.refresh_from_db()
    assert check_password(NEW, employee.second_password)
    assert elsewhere.get("/api/auth/me").status_code == 401
    login = visitor.post("/api/auth/login", {"username": employee.username, "password": PASSWORD}).json()
    assert login["requiresSecondPassword"] is True

    assert change_second(here, employee, currentPassword=PASSWORD, secondPassword="mais-uma-senha").status_code == 200
    employee.refresh_from_db()
    assert check_password("mais-uma-senha", employee.second_password)

    assert change_second(here, employee, currentPassword=PASSWORD, secondPassword=None).status_code == 200
    employee.refresh_from_db()
    assert employee.second_password == ""
    assert list(AuditEvent.objects.order_by("id").values_list("event", flat=True)) == [
        "accounts.second_password_set",
        "accounts.second_password_set",
        "accounts.second_password_removed",
    ]


@pytest.mark.parametrize("second", [NEW, "", None])
def test_second_password_needs_the_current_password(client_for: ClientFor, second: Any) -> None:
    bruno = UserFactory(two_step=True)

    response = change_second(client_for(bruno), bruno, secondPassword=second)

    assert (response.status_code, response.json()["code"]) == (400, "wrong_current_password")
    bruno.refresh_from_db()
    assert check_password(SECOND_PASSWORD, bruno.second_password)


@pytest.mark.parametrize(
    ("second", "text"),
    [
        ("12345", "Senha deve ter pelo menos 6 caracteres"),
        ("123456789", "Esta senha é muito comum."),
        (PASSWORD, "A segunda senha deve ser diferente da primeira."),
        ("Funcionaria.Teste", "A senha deve ser diferente do nome de usuário."),
    ],
)
def test_second_password_refusals(client_for: ClientFor, employee: User, second: str, text: str) -> None:
    response = change_second(client_for(employee), employee, currentPassword=PASSWORD, secondPassword=second)

    assert (response.status_code, response.json()["errors"]) == (400, {"secondPassword": [text]})
    employee.refresh_from_db()
    assert employee.second_password == ""


def test_second_password_must_be_named_to_be_removed(client_for: ClientFor) -> None:
    bruno = UserFactory(two_step=True)

    assert change_second(client_for(bruno), bruno, currentPassword=PASSWORD).status_code == 400

    bruno.refresh_from_db()
    assert check_password(SECOND_PASSWORD, bruno.second_password)


def test_admin_sets_and_removes_an_employees_second_password(client_for: ClientFor, admin: User, employee: User) -> None:
    client = client_for(admin)

    assert change_second(client, employee, secondPassword=NEW).status_code == 200
    employee.refresh_from_db()
    assert check_password(NEW, employee.second_password)
    assert change_second(client, employee, secondPassword="").status_code == 200
    employee.refresh_from_db()
    assert employee.second_password == ""


@pytest.mark.django_db(transaction=True)
def test_changes_hash_outside_transactions(employee: User, admin: User, hashes: list[bool]) -> None:
    here = signed_in(employee.username)
    change_second(here, employee, currentPassword=PASSWORD, secondPassword=SECOND_PASSWORD)
    change(here, employee, currentPassword=PASSWORD, newPassword=NEW)
    chief = signed_in(admin.username)
    chief.post("/api/users", {"username": "outra", "password": NEW, "secondPassword": PASSWORD, "role": "employee"})

    assert hashes == [False] * len(hashes)
    assert len(hashes) == 10


def test_other_sessions_are_ended_and_this_one_goes_on(employee: User, other_employee: User) -> None:
    here, elsewhere, somebody = (signed_in(user.username) for user in (employee, employee, other_employee))

    response = here.post("/api/auth/sessions/end-others")

    assert (response.status_code, response.json()) == (200, {"ended": 1})
    assert here.get("/api/auth/me").status_code == 200
    assert elsewhere.get("/api/auth/me").status_code == 401
    assert somebody.get("/api/auth/me").status_code == 200
    assert here.post("/api/auth/sessions/end-others").json() == {"ended": 0}


def test_admin_ends_the_sessions_of_a_person(client_for: ClientFor, admin: User, employee: User) -> None:
    theirs = signed_in(employee.username)

    response = client_for(admin).post(f"/api/users/{employee.id}/sessions/end")

    assert (response.status_code, response.json()) == (200, {"ended": 1})
    assert theirs.get("/api/auth/me").status_code == 401
    assert client_for(admin).post("/api/users/999999/sessions/end").status_code == 404
    event = AuditEvent.objects.get()
    assert (event.event, event.actor_id, event.subject_id) == ("accounts.sessions_ended", admin.id, employee.id)


def test_sessions_are_ones_own_and_tell_where_they_are(employee: User, other_employee: User) -> None:
    phone = APIClient(HTTP_USER_AGENT="Celular/1.0", REMOTE_ADDR="192.0.2.7")
    phone.post("/api/auth/login", {"username": employee.username, "password": PASSWORD})
    here = signed_in(employee.username)
    signed_in(other_employee.username)

    response = here.get("/api/auth/sessions")

    assert [(row["browser"], row["address"], row["isCurrent"]) for row in response.json()] == [
        ("", "127.0.0.1", True),
        ("Celular/1.0", "192.0.2.7", False),
    ]
    assert response["X-Total-Count"] == "2"


def test_session_keys_are_not_stored_readably(employee: User) -> None:
    key = signed_in(employee.username).cookies["sessionid"].value

    assert key not in str(list(UserSession.objects.values()))
