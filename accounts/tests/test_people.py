"""The list of people, their creation, their profile and their departure."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import check_password
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework import serializers
from rest_framework.test import APIClient

from accounts.actions import people
from accounts.models import AccessRecord, User, UserSession
from accounts.serializers import ProfileInput
from accounts.tests.factories import PASSWORD, AdminFactory, UserFactory
from core.models import AuditEvent

pytestmark = pytest.mark.django_db

ClientFor = Callable[[Any], APIClient]
NEW = {"username": "nova.pessoa", "password": "uma-senha-boa", "role": "employee", "fullName": "Nova Pessoa"}


def names(response: Any) -> list[str]:
    return [person["username"] for person in response.json()]


# The list


def test_list_describes_active_people_without_their_access_detail(client_for: ClientFor, admin: User) -> None:
    """Lists tell no address: each look at one is audited."""
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False):
        ana = UserFactory(
            username="ana.souza", full_name="Ana Souza", last_login=timezone.now(), last_active_ip="192.0.2.7"
        )
        UserFactory(is_active=False)

    response = client_for(admin).get("/api/users?search=ana")

    assert response.status_code == 200
    assert response["X-Total-Count"] == "1"
    assert response.json() == [
        {
            "id": ana.id,
            "username": "ana.souza",
            "fullName": "Ana Souza",
            "role": "employee",
            "profileImage": None,
            "lastLogin": "2026-03-02T09:00:00-03:00",
            "last_login": "2026-03-02T09:00:00-03:00",
            "createdAt": "2026-03-02T09:00:00-03:00",
            "created_at": "2026-03-02T09:00:00-03:00",
            "isOnline": False,
            "lastActiveIp": None,
            "browserInfo": None,
        }
    ]
    assert AuditEvent.objects.count() == 0


@pytest.fixture
def three(admin: User) -> None:
    """Besides the admin 'admin.teste', 'Administradora de Teste'."""
    now = timezone.now()
    UserFactory(username="beto", full_name="Carlos", last_login=now - timedelta(days=2))
    UserFactory(username="ana", full_name="Zuleica", last_login=now)
    UserFactory(username="carla", full_name="Beatriz", last_login=None)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["admin.teste", "carla", "beto", "ana"]),
        ("?ordering=fullName", ["admin.teste", "carla", "beto", "ana"]),
        ("?ordering=-fullName", ["ana", "beto", "carla", "admin.teste"]),
        ("?ordering=username", ["admin.teste", "ana", "beto", "carla"]),
        ("?ordering=-username", ["carla", "beto", "ana", "admin.teste"]),
        ("?ordering=lastLogin", ["beto", "ana", "admin.teste", "carla"]),
        ("?ordering=-lastLogin", ["ana", "beto", "admin.teste", "carla"]),
        ("?ordering=role", ["admin.teste", "beto", "ana", "carla"]),
        ("?ordering=-createdAt", ["carla", "ana", "beto", "admin.teste"]),
        ("?role=admin", ["admin.teste"]),
        ("?role=employee&ordering=username", ["ana", "beto", "carla"]),
        ("?search=ZUL", ["ana"]),
        ("?search=be", ["carla", "beto"]),
        ("?limit=2&offset=1", ["carla", "beto"]),
    ],
)
@pytest.mark.usefixtures("three")
def test_list_is_sorted_searched_and_paged_by_the_server(
    client_for: ClientFor, admin: User, query: str, expected: list[str]
) -> None:
    assert names(client_for(admin).get(f"/api/users{query}")) == expected


@pytest.mark.parametrize("query", ["ordering=password", "ordering=--username", "role=chefe", "limit=0", "offset=-1"])
def test_list_refuses_a_query_it_does_not_know(client_for: ClientFor, admin: User, query: str) -> None:
    assert client_for(admin).get(f"/api/users?{query}").status_code == 400


@pytest.mark.once
@pytest.mark.parametrize("path", ["/api/users", "/api/users/online"])
def test_lists_cost_the_same_for_one_and_for_thirty_people(client_for: ClientFor, admin: User, path: str) -> None:
    client = client_for(admin)
    costs = []
    for size in (1, 30):
        for _ in range(size):
            UserFactory(marked_online=True, last_seen_at=timezone.now())
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        costs.append(len(queries))

    assert costs[0] == costs[1]


# Creation


def test_create_adds_an_employee_who_can_sign_in(client_for: ClientFor, admin: User, visitor: APIClient) -> None:
    response = client_for(admin).post("/api/users", NEW)

    assert response.status_code == 201
    created = User.objects.get(username="nova.pessoa")
    answer = response.json()
    assert (answer["id"], answer["username"], answer["fullName"]) == (created.id, "nova.pessoa", "Nova Pessoa")
    assert (answer["role"], answer["lastLogin"], answer["isOnline"]) == ("employee", None, False)
    assert "password" not in answer
    assert (created.is_staff, created.is_superuser, created.second_password) == (False, False, "")
    assert visitor.post("/api/auth/login", NEW).status_code == 200
    event = AuditEvent.objects.get()
    assert (event.event, event.actor_id, event.subject_id, event.after) == (
        "accounts.person_created",
        admin.id,
        created.id,
        {"role": "employee"},
    )


def test_create_takes_a_second_password_and_the_other_role(client_for: ClientFor, admin: User) -> None:
    response = client_for(admin).post("/api/users", NEW | {"role": "admin", "secondPassword": "outra-senha-boa"})

    assert (response.status_code, response.json()["role"]) == (201, "admin")
    created = User.objects.get(username="nova.pessoa")
    assert check_password("outra-senha-boa", created.second_password)
    assert (created.is_staff, created.is_superuser) == (False, False)


@pytest.mark.parametrize("none", ["", None])
def test_create_with_an_empty_second_password_sets_none(client_for: ClientFor, admin: User, none: Any) -> None:
    assert client_for(admin).post("/api/users", NEW | {"secondPassword": none}).status_code == 201
    assert User.objects.get(username="nova.pessoa").second_password == ""


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({"username": "ab"}, {"username": ["Nome de usuário deve ter pelo menos 3 caracteres"]}),
        ({"username": " ab "}, {"username": ["Nome de usuário deve ter pelo menos 3 caracteres"]}),
        ({"username": ""}, {"username": ["Nome de usuário deve ter pelo menos 3 caracteres"]}),
        ({"username": None}, {"username": ["Nome de usuário deve ter pelo menos 3 caracteres"]}),
        ({"password": "12345"}, {"password": ["Senha deve ter pelo menos 6 caracteres"]}),
        ({"password": ""}, {"password": ["Senha deve ter pelo menos 6 caracteres"]}),
        ({"password": "password"}, {"password": ["Esta senha é muito comum."]}),
        ({"password": "123456"}, {"password": ["Esta senha é muito comum."]}),
        ({"role": ""}, {"role": ["Campo Função é obrigatório"]}),
        ({"role": None}, {"role": ["Campo Função é obrigatório"]}),
        ({"role": "chefe"}, {"role": ["Campo Função é obrigatório"]}),
        ({"secondPassword": "12345"}, {"secondPassword": ["Senha deve ter pelo menos 6 caracteres"]}),
        ({"secondPassword": "qwerty"}, {"secondPassword": ["Esta senha é muito comum."]}),
        (
            {"username": "José.souza", "password": "josé.SOUZA"},
            {"password": ["A senha deve ser diferente do nome de usuário."]},
        ),
        (
            {"secondPassword": "uma-senha-boa"},
            {"secondPassword": ["A segunda senha deve ser diferente da primeira."]},
        ),
    ],
)
def test_create_refusals(client_for: ClientFor, admin: User, change: Any, errors: Any) -> None:
    """At least 6 characters, and not one of the commonest."""
    response = client_for(admin).post("/api/users", NEW | change)

    assert (response.status_code, response.json()["errors"]) == (400, errors)
    assert response.json()["message"] == next(iter(errors.values()))[0]
    assert User.objects.count() == 1
    assert AuditEvent.objects.count() == 0


def test_create_without_any_field_names_all_three(client_for: ClientFor, admin: User) -> None:
    assert client_for(admin).post("/api/users", {}).json()["errors"] == {
        "username": ["Nome de usuário deve ter pelo menos 3 caracteres"],
        "password": ["Senha deve ter pelo menos 6 caracteres"],
        "role": ["Campo Função é obrigatório"],
    }


@pytest.mark.parametrize("username", ["ana.souza", "Ana.SOUZA"])
def test_create_with_a_taken_username_is_409(client_for: ClientFor, admin: User, username: str) -> None:
    """'Conflito: Este item já existe ou está sendo usado.'"""
    UserFactory(username="ana.souza")

    response = client_for(admin).post("/api/users", NEW | {"username": username})

    assert response.status_code == 409
    assert response.json() == {
        "message": "Conflito: Este item já existe ou está sendo usado.",
        "errors": {"username": ["Este nome de usuário já está em uso."]},
        "code": "username_taken",
    }
    assert (User.objects.count(), AuditEvent.objects.count()) == (2, 0)


# One person


def test_retrieve_by_an_admin_tells_the_access_detail_and_leaves_a_trace(
    client_for: ClientFor, admin: User, employee: User
) -> None:
    """product: people.audit"""
    User.objects.filter(pk=employee.pk).update(last_active_ip="192.0.2.7", browser_info="Navegador/1.0")

    answer = client_for(admin).get(f"/api/users/{employee.id}").json()

    assert (answer["lastActiveIp"], answer["browserInfo"]) == ("192.0.2.7", "Navegador/1.0")
    [seen] = client_for(employee).get(f"/api/users/{employee.id}/activity-trail").json()
    assert (seen["event"], seen["actor"]) == ("accounts.access_viewed", "admin.teste")
    assert seen["description"] == "Viu seus dados de acesso (IP e navegador)"


def test_retrieve_of_oneself_leaves_no_trace_and_tells_employees_no_access_detail(
    client_for: ClientFor, admin: User, employee: User
) -> None:
    own = client_for(employee).get(f"/api/users/{employee.id}").json()
    admins_own = client_for(admin).get(f"/api/users/{admin.id}").json()

    assert own["id"] == employee.id
    assert "lastActiveIp" not in own
    assert "browserInfo" not in own
    assert admins_own["browserInfo"] == ""
    assert AuditEvent.objects.count() == 0


def test_trail_is_paged_newest_first_and_holds_only_the_persons_own(
    client_for: ClientFor, admin: User, employee: User, other_employee: User
) -> None:
    client = client_for(admin)
    for _ in range(3):
        client.get(f"/api/users/{employee.id}")
    client.get(f"/api/users/{other_employee.id}")

    response = client_for(employee).get(f"/api/users/{employee.id}/activity-trail?limit=2")

    newest = AuditEvent.objects.filter(subject_id=employee.id).order_by("-id").values_list("id", flat=True)
    assert response["X-Total-Count"] == "3"
    assert [line["id"] for line in response.json()] == list(newest[:2])


# Profile


def test_edit_changes_the_own_name_and_leaves_no_trace(client_for: ClientFor, employee: User) -> None:
    response = client_for(employee).patch(f"/api/users/{employee.id}", {"fullName": "Outro Nome"})

    assert (response.status_code, response.json()["fullName"]) == (200, "Outro Nome")
    employee.refresh_from_db()
    assert employee.full_name == "Outro Nome"
    assert AuditEvent.objects.count() == 0


def test_edit_takes_the_other_spelling(client_for: ClientFor, employee: User) -> None:
    response = client_for(employee).patch(f"/api/users/{employee.id}", {"full_name": "Outro Nome"})

    assert response.json()["fullName"] == "Outro Nome"


def test_edit_by_an_admin_leaves_a_trace_without_the_names(client_for: ClientFor, admin: User, employee: User) -> None:
    client_for(admin).patch(f"/api/users/{employee.id}", {"fullName": "Outro Nome"})

    event = AuditEvent.objects.get()
    assert (event.event, event.actor_id, event.subject_id) == ("accounts.person_edited", admin.id, employee.id)
    assert (event.before, event.after) == (None, None)


def test_edit_changes_nothing_but_the_allowed_fields(client_for: ClientFor, employee: User) -> None:
    """A profile's PATCH with anything else in it: 'fullName, profileImage' are all that it reads."""
    before = User.objects.filter(pk=employee.pk).values().get()

    response = client_for(employee).patch(
        f"/api/users/{employee.id}",
        {
            "id": 999, "username": "admin", "role": "admin", "isOnline": True, "marked_online": True,
            "password": "nova-senha-boa", "secondPassword": "segunda-nova", "is_staff": True, "isStaff": True,
            "is_superuser": True, "isActive": False, "lastLogin": "2020-01-01T00:00:00Z", "balance": "1000.00",
            "currentPoints": 100, "session_nonce": "x", "lastActiveIp": "192.0.2.1",
        },
    )  # fmt: skip

    assert response.status_code == 200
    assert User.objects.filter(pk=employee.pk).values().get() == before


def test_edit_stores_a_field_by_the_column_that_its_source_names(employee: User) -> None:
    """A field added to the input needs nothing of the viewset or the action."""

    class WiderInput(ProfileInput):
        browserInfo = serializers.CharField(source="browser_info")

    people.edit_profile(by=employee, user_id=employee.id, **WiderInput.read({"browserInfo": "Firefox"}))

    edited = User.objects.get(pk=employee.pk)
    assert (edited.browser_info, edited.full_name) == ("Firefox", employee.full_name)
    assert {field.source for field in ProfileInput().fields.values()} <= {each.name for each in User._meta.fields}


@pytest.mark.parametrize(
    "address", ["https://a.com/x.png", "/media/avatars/1/" + "0" * 32 + ".png", "javascript:alert(1)", "http://["]
)
def test_edit_refuses_a_picture_that_was_not_uploaded(client_for: ClientFor, employee: User, address: str) -> None:
    response = client_for(employee).patch(
        f"/api/users/{employee.id}", {"fullName": "Outro Nome", "profileImage": address}
    )

    assert response.status_code == 400
    assert response.json()["errors"] == {"profileImage": ["Envie a foto novamente."]}
    employee.refresh_from_db()
    assert (employee.full_name, employee.profile_image) == ("Funcionária de Teste", "")


# Departure


def test_delete_deactivates_pseudonymises_and_ends_the_sessions(
    client_for: ClientFor, admin: User, visitor: APIClient, django_capture_on_commit_callbacks: Any
) -> None:
    """'deactivates and ends the sessions; name and username are pseudonymised; ledger, history and
    audit rows stay'."""
    gone = UserFactory(username="bruno.lima", full_name="Bruno Lima", two_step=False, is_staff=True)
    visitor.post("/api/auth/login", {"username": "bruno.lima", "password": PASSWORD})

    response = client_for(admin).delete(f"/api/users/{gone.id}")

    assert (response.status_code, response.content) == (204, b"")
    assert visitor.get("/api/auth/me").status_code == 401
    gone.refresh_from_db()
    assert gone.username.startswith(f"removida.{gone.id}.")
    assert gone.full_name == "Pessoa removida"
    assert (gone.is_active, gone.is_staff, gone.marked_online, gone.has_usable_password()) == (False,) * 4
    assert (gone.last_active_ip, gone.browser_info, gone.second_password) == (None, "", "")
    assert gone.deactivated_at is not None
    assert (UserSession.objects.count(), AccessRecord.objects.count()) == (0, 1)
    event = AuditEvent.objects.get()
    assert (event.event, event.actor_id, event.subject_id) == ("accounts.person_deactivated", admin.id, gone.id)
    assert "Bruno" not in event.target_label
    assert visitor.post("/api/auth/login", {"username": "bruno.lima", "password": PASSWORD}).status_code == 401
    assert client_for(admin).get(f"/api/users/{gone.id}").status_code == 404
    assert names(client_for(admin).get("/api/users")) == ["admin.teste"]


def test_delete_frees_the_username(client_for: ClientFor, admin: User) -> None:
    gone = UserFactory(username="nova.pessoa")
    client_for(admin).delete(f"/api/users/{gone.id}")

    assert client_for(admin).post("/api/users", NEW).status_code == 201


def test_delete_of_oneself_is_refused(client_for: ClientFor, admin: User) -> None:
    """'Você não pode deletar sua própria conta'."""
    response = client_for(admin).delete(f"/api/users/{admin.id}")

    assert (response.status_code, response.json()["message"]) == (400, "Você não pode deletar sua própria conta")
    assert User.objects.get().is_active


def test_delete_of_an_admin_is_refused(client_for: ClientFor, admin: User) -> None:
    """'Não é possível deletar administradores'."""
    other = AdminFactory(username="outra.chefe")

    response = client_for(admin).delete(f"/api/users/{other.id}")

    assert (response.status_code, response.json()["message"]) == (400, "Não é possível deletar administradores")
    other.refresh_from_db()
    assert (other.is_active, other.username) == (True, "outra.chefe")


def test_delete_twice_is_404(client_for: ClientFor, admin: User, employee: User) -> None:
    client_for(admin).delete(f"/api/users/{employee.id}")

    assert client_for(admin).delete(f"/api/users/{employee.id}").status_code == 404
    assert AuditEvent.objects.count() == 1


def test_deactivate_person_deletes_the_picture(
    admin: User, employee: User, django_capture_on_commit_callbacks: Any
) -> None:
    employee.profile_image = default_storage.save("avatars/1/x.png", ContentFile(b"image"))
    employee.save()

    with django_capture_on_commit_callbacks(execute=True):
        people.deactivate_person(by=admin, user_id=employee.id)

    assert not default_storage.exists("avatars/1/x.png")


# Who may do what

ROUTES = [
    ("get", "/api/users", None, {"admin": 200}),
    ("get", "/api/users/online", None, {"admin": 200}),
    ("post", "/api/users", NEW, {"admin": 201}),
    ("get", "/api/users/{id}", None, {"own": 200, "admin": 200}),
    ("patch", "/api/users/{id}", {"fullName": "X"}, {"own": 200, "admin": 200}),
    ("delete", "/api/users/{id}", None, {"admin": 204}),
    ("patch", "/api/users/{id}/status", {"isOnline": True}, {"own": 200, "admin": 200}),
    ("post", "/api/users/{id}/password", {"newPassword": "nova-senha-boa", "currentPassword": PASSWORD}, {"own": 200, "admin": 200}),
    ("post", "/api/users/{id}/second-password", {"secondPassword": "outra-senha-boa", "currentPassword": PASSWORD}, {"own": 200, "admin": 200}),
    ("get", "/api/users/{id}/activity-trail", None, {"own": 200, "admin": 200}),
    ("get", "/api/employee-settings/{id}", None, {"own": 200, "admin": 200}),
    ("patch", "/api/employee-settings/{id}", {"robloxDescription": "X"}, {"own": 200, "admin": 200}),
    ("get", "/api/notifications/{id}/unread-count", None, {"own": 200, "admin": 200}),
]  # fmt: skip
WRITES = [route for route in ROUTES if route[0] != "get"]
# A trail and a count of messages are found empty, the rest needs the person.
OF_ONE_PERSON = [route for route in ROUTES if "{id}" in route[1] and not route[1].endswith(("trail", "count"))]


def each(routes: list[Any]) -> Any:
    return pytest.mark.parametrize(
        ("method", "path", "body", "allowed"), routes, ids=[f"{route[0]} {route[1]}" for route in routes]
    )


FORBIDDEN = {
    "message": "Você não tem permissão para realizar esta ação.",
    "errors": {},
    "code": "forbidden",
}


@each(ROUTES)
@pytest.mark.parametrize("who", ["anonymous", "own", "other", "admin"])
def test_every_route_of_people_refuses_the_powerless(
    client_for: ClientFor, admin: User, employee: User, other_employee: User,
    who: str, method: str, path: str, body: Any, allowed: dict[str, int],
) -> None:  # fmt: skip
    """Only admins may."""
    client = client_for({"anonymous": None, "own": employee, "other": other_employee, "admin": admin}[who])
    before = list(User.objects.order_by("id").values())

    response = getattr(client, method)(path.format(id=employee.id), body)

    if who in allowed:
        assert response.status_code == allowed[who]
        return
    assert response.status_code == (401 if who == "anonymous" else 403)
    if who != "anonymous":
        assert response.json() == FORBIDDEN
    assert list(User.objects.order_by("id").values()) == before
    assert AuditEvent.objects.count() == 0


@each(ROUTES)
def test_foreign_and_absent_ids_give_the_same_bytes(
    client_for: ClientFor, employee: User, other_employee: User, method: str, path: str, body: Any, allowed: Any
) -> None:
    """'403 …, the same whether that id exists or not'."""
    client = client_for(employee)
    foreign, absent = (getattr(client, method)(path.format(id=user_id), body) for user_id in (other_employee.id, 2**70))

    assert (foreign.status_code, foreign.content) == (absent.status_code, absent.content)


@each(OF_ONE_PERSON)
def test_absent_people_are_404_for_admins(
    client_for: ClientFor, admin: User, method: str, path: str, body: Any, allowed: Any
) -> None:
    assert getattr(client_for(admin), method)(path.format(id=999_999), body).status_code == 404


@each(WRITES)
def test_every_write_without_a_csrf_token_is_refused(
    admin: User, employee: User, method: str, path: str, body: Any, allowed: Any
) -> None:
    strict = APIClient(enforce_csrf_checks=True)
    strict.force_login(admin)

    response = getattr(strict, method)(path.format(id=employee.id), body)

    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")
    employee.refresh_from_db()
    assert employee.full_name == "Funcionária de Teste"
