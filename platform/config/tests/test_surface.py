"""The whole surface: every route of the API and every page, against everyone who should not pass."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient

from config import api_urls
from config.tests.house import require_none
from core.actor import Anyone, IsAdmin, Signed
from core.api import Api
from e2e.visits import PAGES
from shell.navigation import page_titles

# Calls that signed-out people may make.
OPEN_TO_ANYONE = {
    ("post", "/api/auth/login"),
    ("post", "/api/auth/verify-second-password"),
    ("post", "/api/client-errors"),
}
# The one call without a session: what is signed by a marketplace.
SIGNED = {("post", "/api/webhooks/gameboost")}
# 'except /employee-analytics, which is 'Acesso Negado…' with 403'.
DENIED_WITH_403 = "/employee-analytics"
REDIRECTS = {"/warthunder-bulk": "/war-thunder-bulk", "/dashboard": "/"}
NO_PAGE = {"/healthz", "/readyz", "/metrics"}
ABSENT = 999_999
FORBIDDEN = {"message": "Você não tem permissão para realizar esta ação.", "errors": {}, "code": "forbidden"}
NOT_SIGNED_IN = {"message": "Sessão expirada. Faça login novamente.", "errors": {}, "code": "not_authenticated"}


class Call(NamedTuple):
    """One method of one route, and the viewset's action behind it."""

    method: str
    pattern: str
    view: Any
    action: str

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.pattern}"

    def path(self, **known: object) -> str:
        """The path with its parameters filled in: those that are known, and values that nothing has."""
        return re.sub(
            r"<(?:(\w+):)?(\w+)>",
            lambda part: str(known.get(part[2], ABSENT if part[1] == "int" else "gameboost")),
            self.pattern,
        )

    @property
    def permission(self) -> type | None:
        return self.view.permissions_by_action.get(self.action)


def calls() -> Iterator[Call]:
    for pattern in api_urls.urlpatterns:
        view = pattern.callback.cls
        for method, action in getattr(pattern.callback, "actions", {}).items():
            if method != "head":
                yield Call(method, f"/api/{pattern.pattern}", view, action)


CALLS = sorted(calls(), key=str)
OWN = [call for call in CALLS if "<int:user_id>" in call.pattern and call.permission is not IsAdmin]


def pages() -> Iterator[tuple[str, Any]]:
    """(path, view) of everything outside the API, Django admin and media, its parameters filled in with 1."""

    def walk(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, Any]]:
        for pattern in resolver.url_patterns:
            if isinstance(pattern, URLPattern):
                yield prefix + re.sub(r"<\w+:\w+>", "1", str(pattern.pattern)), pattern.callback
            elif str(pattern.pattern) == "":
                yield from walk(pattern, prefix)

    for path, view in walk(get_resolver("config.urls"), "/"):
        if not path.startswith("/media/") and path not in NO_PAGE:
            yield path, view


def send(client: APIClient, call: Call, path: str) -> Any:
    return getattr(client, call.method)(path, None if call.method == "get" else {})


def client_of(person: Any) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


# The API


def test_every_route_is_a_viewset_of_the_kernel() -> None:
    wrong = [
        f"/api/{pattern.pattern}: {pattern.callback.cls.__name__}"
        for pattern in api_urls.urlpatterns
        if not issubclass(pattern.callback.cls, Api)
        and pattern.callback.cls.__module__.partition(".")[0] != "drf_spectacular"
    ]

    require_none(wrong, "derive these views from core.api.Api, which denies by default:")


def test_every_action_declares_its_permission() -> None:
    """Fails on a route that declares nothing."""
    silent = [f"{call}: {call.view.__name__}.{call.action}" for call in CALLS if not call.permission]

    require_none(silent, "list these actions in permissions_by_action:")


def test_no_permission_is_declared_for_an_action_without_a_route() -> None:
    routed = {(call.view, call.action) for call in CALLS}
    wrong = {
        f"{view.__name__}.{action}"
        for view in {call.view for call in CALLS}
        for action in view.permissions_by_action
        if (view, action) not in routed
    }

    require_none(sorted(wrong), "route these actions in config/api_urls.py, or remove them:")


def test_no_path_ends_in_a_slash_or_is_routed_twice() -> None:
    paths = [str(pattern.pattern) for pattern in api_urls.urlpatterns]

    require_none([path for path in paths if path.endswith("/")], "paths have no trailing slash:")
    require_none(sorted({path for path in paths if paths.count(path) > 1}), "these are routed twice:")


def test_only_signing_in_and_error_reports_are_open_to_anyone() -> None:
    assert {(call.method, call.pattern) for call in CALLS if call.permission is Anyone} == OPEN_TO_ANYONE


@pytest.mark.django_db
def test_only_a_marketplaces_call_is_signed_instead_and_refused_without(settings: Any) -> None:
    settings.PUBLIC_BASE_URL = "https://contas.example.com"
    signed = [call for call in CALLS if call.permission is Signed]

    assert {(call.method, call.pattern) for call in signed} == SIGNED
    assert [send(APIClient(), call, call.path()).status_code for call in signed] == [403]


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("call", [call for call in CALLS if call[:2] not in OPEN_TO_ANYONE | SIGNED], ids=str)
def test_call_by_nobody_is_401(call: Call, client_for: Callable[[Any], APIClient]) -> None:
    """API calls answer 401 JSON."""
    answer = send(client_for(None), call, call.path())

    assert (answer.status_code, answer.json()) == (401, NOT_SIGNED_IN)


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("call", [call for call in CALLS if call.permission is IsAdmin], ids=str)
def test_call_of_admins_by_an_employee_is_403(call: Call, client_for: Callable[[Any], APIClient], employee: Any) -> None:
    answer = send(client_for(employee), call, call.path(user_id=employee.id))

    assert (answer.status_code, answer.json()) == (403, FORBIDDEN)


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("call", OWN, ids=str)
def test_call_about_another_person_is_403_whether_they_exist_or_not(
    call: Call, client_for: Callable[[Any], APIClient], employee: Any, other_employee: Any
) -> None:
    """'`userId` in a path … must be the actor's own, unless the actor is an admin: otherwise 403 …, the same whether
    that id exists or not'."""
    client = client_for(employee)

    for user_id in (other_employee.id, ABSENT):
        answer = send(client, call, call.path(user_id=user_id))
        assert (answer.status_code, answer.json()) == (403, FORBIDDEN), user_id


@pytest.mark.django_db
@pytest.mark.parametrize("call", [call for call in CALLS if "<int:" in call.pattern], ids=str)
def test_call_about_an_id_larger_than_any_is_answered_as_one_that_is_absent(call: Call, as_admin: APIClient) -> None:
    too_large = dict.fromkeys(re.findall(r"<int:(\w+)>", call.pattern), 10**30)

    absent, larger = (send(as_admin, call, path) for path in (call.path(), call.path(**too_large)))

    assert (larger.status_code, larger.json()) == (absent.status_code, absent.json())
    assert larger.status_code < 500


@pytest.mark.django_db
def test_unknown_api_path_is_404_for_people_and_tells_nobody_more(
    client_for: Callable[[Any], APIClient], employee: Any
) -> None:
    for person in (None, employee):
        answer = client_for(person).get("/api/nowhere")
        assert answer.status_code == 404
        assert answer.json()["code"] == "not_found"


# The pages


def test_every_page_is_one_of_the_decisions() -> None:
    unknown = [path for path, _ in pages() if path not in PAGES | REDIRECTS]

    require_none(unknown, "add it with its roles to PAGES of e2e/visits.py, and the browser tests open it:")


def test_every_page_has_a_name_in_the_analysis() -> None:
    named = {"/runs/1": "/runs/:run_id", "/criar/1": "/criar/:slug"}
    nameless = [path for path in PAGES if named.get(path, path) not in page_titles()]

    require_none(nameless, "name it in shell/navigation.py:")


def test_every_page_declares_its_roles() -> None:
    wrong = [
        f"{path}: {sorted(getattr(view, 'page_roles', ())) or 'nothing'}, not {sorted(PAGES[path])}"
        for path, view in pages()
        if path in PAGES and path != DENIED_WITH_403 and getattr(view, "page_roles", None) != PAGES[path]
    ]

    require_none(wrong, "declare @page(…) with the roles in PAGES of e2e/visits.py:")


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("path", [*(path for path, _ in pages()), "/login", "/nowhere", "/runs/1/nowhere"])
def test_page_for_nobody_is_the_sign_in_page(path: str, built_frontend: None) -> None:
    """Every page path answers the log-in page (200) at that path."""
    answer = client_of(None).get(path)

    assert answer.status_code == 200
    assert b'data-island="login"' in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", [path for path, _ in pages() if path in PAGES and path != DENIED_WITH_403 and "/1" not in path]
)
def test_page_is_there_for_its_roles_and_absent_for_others(
    path: str, built_frontend: None, admin: Any, employee: Any
) -> None:
    """An admin page asked for by an employee is the 404 page with status 404."""
    for person, role in ((admin, "admin"), (employee, "employee")):
        answer = client_of(person).get(path)

        assert answer.status_code == (200 if role in PAGES[path] else 404), role
        assert answer["Content-Type"] == "text/html; charset=utf-8"
        assert b'data-island="login"' not in answer.content
        if role in PAGES[path]:
            assert answer["Cache-Control"] == "private, no-store"
        else:
            assert b"404 Page Not Found" in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("path", [path for path, _ in pages() if path == DENIED_WITH_403])
def test_analytics_page_is_denied_to_employees_aloud(path: str, built_frontend: None, admin: Any, employee: Any) -> None:
    denied = client_of(employee).get(path)

    assert denied.status_code == 403
    assert "Acesso Negado: Apenas administradores podem acessar análises comportamentais." in denied.content.decode()
    assert client_of(admin).get(path).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("path", [path for path, _ in pages() if path in REDIRECTS])
def test_old_path_redirects(path: str, employee: Any) -> None:
    answer = client_of(employee).get(path)

    assert (answer.status_code, answer["Location"]) == (302, REDIRECTS[path])


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/nowhere", "/runs/1/nowhere", "/login"])
def test_any_other_path_is_the_404_page_inside_the_shell(
    path: str, built_frontend: None, admin: Any, employee: Any
) -> None:
    """'any other: '404 Page Not Found' in English, status 404, inside the shell'."""
    for person in (admin, employee):
        answer = client_of(person).get(path)

        assert answer.status_code == 404
        assert b"404 Page Not Found" in answer.content
        assert b'href="/profile"' in answer.content


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize(
    "path",
    [
        "/media/nothing.jpg",
        f"/media/images/{'0' * 32}.jpg",
        "/media/",
        "/static/nothing.js",
        "/healthz/nothing",
        "/metrics/nothing",
    ],
)
def test_missing_file_is_404_signed_in_or_not(path: str, method: str, built_frontend: None, employee: Any) -> None:
    signed_out, signed_in = (getattr(client_of(person), method)(path) for person in (None, employee))

    assert (signed_out.status_code, signed_in.status_code) == (404, 404)
    assert signed_out["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.once
@pytest.mark.django_db
def test_write_to_a_missing_file_is_404_signed_out() -> None:
    assert client_of(None).post("/static/nothing.js").status_code == 404
