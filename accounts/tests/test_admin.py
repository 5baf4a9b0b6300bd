"""Django admin for people: whose it is, and the operators' acts."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.actions.people import deactivate_person
from accounts.models import SignInGuard, User, UserSession
from accounts.tests.factories import PASSWORD, AdminFactory, UserFactory
from core.models import AuditEvent

pytestmark = pytest.mark.django_db

PEOPLE = "/admin/accounts/user/"


@pytest.fixture
def operator() -> User:
    return AdminFactory(username="operadora", is_staff=True, is_superuser=True)


@pytest.fixture
def site(operator: User) -> Client:
    client = Client()
    client.force_login(operator)
    return client


def act(site: Client, name: str, *people: User, reason: str = "pedido da pessoa") -> Any:
    data = {"action": name, "_selected_action": [person.pk for person in people], "reason": reason}
    return site.post(PEOPLE, data, follow=True)


def messages(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def test_site_is_read_in_portuguese_and_has_no_log_in_form(site: Client) -> None:
    response = site.get("/admin/")

    assert response.status_code == 200
    assert "Pessoas" in response.content.decode()
    assert site.get("/admin/login/").status_code == 404


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", PEOPLE, "/admin/nada/"])
def test_site_does_not_exist_for_people_without_access(path: str, admin: User, employee: User) -> None:
    for person in (admin, employee):
        client = Client()
        client.force_login(person)
        assert client.get(path).status_code == 404


def test_site_log_in_form_cannot_go_round_the_second_step() -> None:
    chief = AdminFactory(username="chefe", is_staff=True, is_superuser=True, two_step=True)
    client = Client()

    response = client.post("/admin/login/?next=/admin/", {"username": "chefe", "password": PASSWORD})

    assert response.status_code == 200
    assert "accounts/login.html" in [template.name for template in response.templates]
    assert "_auth_user_id" not in client.session
    assert chief.last_login is None


def test_site_log_out_ends_the_session(operator: User) -> None:
    client = Client()
    client.post("/api/auth/login", {"username": "operadora", "password": PASSWORD}, content_type="application/json")
    assert UserSession.objects.count() == 1

    assert client.get("/admin/logout/").status_code == 405
    response = client.post("/admin/logout/")

    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.get("/api/auth/me").status_code == 401
    assert UserSession.objects.count() == 0


def test_site_password_change_is_the_profiles(site: Client) -> None:
    assert site.get("/admin/password_change/")["Location"] == "/profile"


@pytest.mark.once
def test_list_costs_the_same_for_one_and_for_thirty_people(site: Client) -> None:
    costs = []
    for size in (1, 30):
        UserFactory.create_batch(size)
        with CaptureQueriesContext(connection) as queries:
            assert site.get(PEOPLE).status_code == 200
        costs.append(len(queries))

    assert costs[0] == costs[1]


def test_person_is_shown_without_access_data_and_without_hashes(site: Client, employee: User) -> None:
    User.objects.filter(pk=employee.pk).update(last_active_ip="192.0.2.7", browser_info="Navegador/1.0")

    shown = site.get(f"{PEOPLE}{employee.pk}/change/").content.decode()

    assert employee.username in shown
    assert not [secret for secret in ("192.0.2.7", "Navegador/1.0", "argon2") if secret in shown]


def test_person_can_be_neither_added_nor_deleted(site: Client, employee: User) -> None:
    assert site.get(f"{PEOPLE}add/").status_code == 403
    assert site.post(f"{PEOPLE}{employee.pk}/delete/", {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=employee.pk, is_active=True).exists()
    assert "delete_selected" not in site.get(PEOPLE).content.decode()


def test_unlock_forgets_every_failure_of_the_person(site: Client, operator: User) -> None:
    bruno, visitor = UserFactory(username="bruno.lima", two_step=True), Client()
    for address in ("192.0.2.1", "192.0.2.2"):
        for _ in range(3):
            login(visitor, "Bruno.Lima", "errada", address)
    assert login(visitor, "bruno.lima", PASSWORD, "192.0.2.1") == 429

    response = act(site, "unlock", bruno)

    assert messages(response) == [f"{bruno}: desbloquear acesso — feito."]
    assert set(SignInGuard.objects.values_list("step", flat=True)) == {"address"}
    assert login(visitor, "bruno.lima", PASSWORD, "192.0.2.1") == 200
    event = AuditEvent.objects.filter(event="accounts.sign_in_unlocked").get()
    assert (event.actor_id, event.subject_id, event.reason) == (operator.id, bruno.id, "pedido da pessoa")


def login(client: Client, username: str, password: str, address: str) -> int:
    body = {"username": username, "password": password}
    return client.post("/api/auth/login", body, content_type="application/json", REMOTE_ADDR=address).status_code


def test_reset_second_password_removes_it_and_ends_the_sessions(site: Client) -> None:
    bruno = UserFactory(username="bruno.lima", two_step=True)
    theirs = Client()
    theirs.force_login(bruno)

    act(site, "reset_second_password", bruno)

    bruno.refresh_from_db()
    assert bruno.second_password == ""
    assert theirs.get("/api/auth/me").status_code == 401
    event = AuditEvent.objects.get()
    assert (event.event, event.reason) == ("accounts.second_password_removed", "pedido da pessoa")


def test_end_sessions_signs_the_person_out_everywhere(site: Client, operator: User, employee: User) -> None:
    theirs = [Client(), Client()]
    for browser in theirs:
        login(browser, employee.username, PASSWORD, "192.0.2.1")

    act(site, "end_sessions", employee, reason="perdeu o celular")

    assert [browser.get("/api/auth/me").status_code for browser in theirs] == [401, 401]
    assert not UserSession.objects.filter(user=employee).exists()
    assert site.get("/api/auth/me").status_code == 200
    event = AuditEvent.objects.get()
    assert (event.event, event.actor_id, event.subject_id, event.reason, event.after) == (
        "accounts.sessions_ended",
        operator.id,
        employee.id,
        "perdeu o celular",
        {"ended": 2},
    )


def test_deactivate_reports_each_refusal_and_does_the_rest(site: Client, operator: User, employee: User) -> None:
    name = str(employee)

    response = act(site, "deactivate", operator, employee, reason="saiu da empresa")

    assert sorted(messages(response)) == sorted(
        [f"{operator}: Você não pode deletar sua própria conta", f"{name}: desativar pessoa — feito."]
    )
    employee.refresh_from_db()
    operator.refresh_from_db()
    assert (employee.is_active, operator.is_active) == (False, True)
    assert AuditEvent.objects.get().reason == "saiu da empresa"


@pytest.mark.parametrize("name", ["unlock", "end_sessions", "reset_second_password", "deactivate"])
def test_acts_need_a_reason(site: Client, name: str) -> None:
    bruno = UserFactory(two_step=True)
    before = User.objects.filter(pk=bruno.pk).values().get()

    response = act(site, name, bruno, reason=" ")

    assert messages(response) == ["Informe o motivo."]
    assert User.objects.filter(pk=bruno.pk).values().get() == before
    assert AuditEvent.objects.count() == 0


def test_operator_access_is_granted_by_superusers_with_a_trace(site: Client, operator: User, employee: User) -> None:
    group = Group.objects.create(name="Suporte")

    response = site.post(f"{PEOPLE}{employee.pk}/change/", {"is_staff": "on", "groups": [group.pk]})

    assert response.status_code == 302
    employee.refresh_from_db()
    assert (employee.is_staff, list(employee.groups.all())) == (True, [group])
    event = AuditEvent.objects.get()
    assert (event.event, event.actor_id, event.subject_id) == (
        "accounts.operator_access_changed",
        operator.id,
        employee.id,
    )
    assert event.before == {"isStaff": False, "groups": [], "permissions": []}
    assert event.after == {"isStaff": True, "groups": ["Suporte"], "permissions": []}


def test_a_superuser_cannot_take_their_own_access_away(site: Client, operator: User) -> None:
    group = Group.objects.create(name="Suporte")

    response = site.post(f"{PEOPLE}{operator.pk}/change/", {"groups": [group.pk]})

    operator.refresh_from_db()
    assert (response.status_code, operator.is_staff, list(operator.groups.all())) == (302, True, [group])
    assert site.get("/admin/").status_code == 200


def test_person_who_was_removed_is_shown_and_not_changed(site: Client, employee: User, admin: User) -> None:
    deactivate_person(by=admin, user_id=employee.pk)
    page = f"{PEOPLE}{employee.pk}/change/"

    assert (site.get(page).status_code, site.post(page, {"is_staff": "on"}).status_code) == (200, 403)


def test_change_of_a_person_changes_nothing_else(site: Client, employee: User) -> None:
    before = User.objects.filter(pk=employee.pk).values().get()

    site.post(
        f"{PEOPLE}{employee.pk}/change/",
        {"username": "outra", "role": "admin", "is_superuser": "on", "is_active": "", "full_name": "X"},
    )

    assert User.objects.filter(pk=employee.pk).values().get() == before


def test_person_page_asks_no_query_for_each_permission(site: Client, employee: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert site.get(f"{PEOPLE}{employee.pk}/change/").status_code == 200

    assert len(queries) < 20


def test_staff_without_permissions_see_nobody(employee: User) -> None:
    User.objects.filter(pk=employee.pk).update(is_staff=True)
    client = Client()
    client.force_login(employee)

    assert client.get("/admin/").status_code == 200
    assert client.get(PEOPLE).status_code == 403


@pytest.mark.parametrize("column", ["password", "second_password", "session_nonce", "last_active_ip", "browser_info"])
def test_what_is_not_shown_of_people_cannot_be_guessed_by_filters(employee: User, column: str) -> None:
    employee.user_permissions.add(Permission.objects.get(codename="view_user"))
    User.objects.filter(pk=employee.pk).update(is_staff=True)
    client = Client()
    client.force_login(employee)

    assert client.get(PEOPLE, {"is_staff__exact": "1"}).status_code == 200
    assert client.get(PEOPLE, {f"{column}__startswith": "a"}).status_code == 400


def test_nobody_gives_a_group_of_their_own_more_than_a_superuser_did(employee: User) -> None:
    group = Group.objects.create(name="Suporte")
    group.permissions.set(Permission.objects.filter(codename__in=["view_group", "change_group", "add_group"]))
    employee.groups.add(group)
    User.objects.filter(pk=employee.pk).update(is_staff=True)
    client = Client()
    client.force_login(employee)
    wanted = {"name": "Suporte", "permissions": [Permission.objects.get(codename="change_earning").pk]}

    answers = [client.post(f"/admin/auth/group/{page}/", wanted) for page in (f"{group.pk}/change", "add")]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert client.get("/admin/auth/group/").status_code == 200
    assert not group.permissions.filter(codename="change_earning").exists()


def test_superusers_say_what_groups_may_do(site: Client) -> None:
    group, wanted = Group.objects.create(name="Suporte"), Permission.objects.get(codename="view_user")

    site.post(f"/admin/auth/group/{group.pk}/change/", {"name": "Suporte", "permissions": [wanted.pk]})

    assert list(group.permissions.all()) == [wanted]
