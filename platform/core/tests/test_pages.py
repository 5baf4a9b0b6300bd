from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import get_resolver

from core import audit
from core.errors import NotFound
from core.pages import ADMINS, EMPLOYEES, EVERYONE, Query, answer, island_page, list_path
from core.tests.urls import ProbeApi

pytestmark = [pytest.mark.urls("core.tests.urls"), pytest.mark.django_db]


@pytest.fixture(autouse=True)
def plain_pages(settings: Any, tmp_path: Any) -> None:
    """Templates of these tests alone."""
    (tmp_path / "shell").mkdir()
    (tmp_path / "shell/404.html").write_text("404 Page Not Found")
    (tmp_path / "shell/probe.html").write_text("{{ title }}|{{ island }}|{{ props|safe }}")
    settings.TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [tmp_path]}]


def polled(name: str) -> Query:
    return Query(f"/api/probe/polled/{name}", ProbeApi, "polled", {"name": name})


def client_of(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def request_of() -> Callable[..., HttpRequest]:
    """A page request as the middleware hands it on."""

    def build(person: Any, **extra: Any) -> HttpRequest:
        request = RequestFactory().get("/tasks", **extra)
        request.user = person
        request.session = SessionStore()
        return request

    return build


@pytest.mark.parametrize(
    ("path", "for_admin", "for_employee"),
    [("/everyone", 200, 200), ("/admins", 200, 404), ("/employees", 404, 200), ("/lost", 404, 404)],
)
def test_page_of_another_role_does_not_exist(
    admin: Any, employee: Any, path: str, for_admin: int, for_employee: int
) -> None:
    """An admin page asked for by an employee is the 404 page with status 404."""
    for person, status in ((admin, for_admin), (employee, for_employee)):
        response = client_of(person).get(path)

        assert response.status_code == status
        assert response.content == (path[1:].encode() if status == 200 else b"404 Page Not Found")


def test_page_is_kept_by_nobody_and_brings_the_csrf_cookie(employee: Any) -> None:
    response = client_of(employee).get("/everyone")

    assert response["Cache-Control"] == "private, no-store"
    assert response.cookies["csrftoken"].value
    assert response.cookies["csrftoken"]["samesite"] == "Lax"


def test_page_answers_safe_methods_only(employee: Any) -> None:
    client = client_of(employee)

    assert client.head("/everyone").status_code == 200
    assert client.post("/everyone").status_code == 405
    assert client.delete("/everyone").status_code == 405


def test_page_tells_its_roles_to_whoever_walks_the_routes() -> None:
    declared = {
        str(pattern.pattern): pattern.callback.page_roles
        for pattern in get_resolver("core.tests.urls").url_patterns
        if hasattr(pattern.callback, "page_roles")
    }

    assert declared == {
        "everyone": EVERYONE,
        "admins": ADMINS,
        "employees": EMPLOYEES,
        "lost": EVERYONE,
        "listed": EVERYONE,
    }


def test_island_page_starts_from_the_answers_of_the_api(employee: Any, request_of: Any) -> None:
    """First paint has data: the page carries the first query results of its island."""
    for name in "abc":
        audit.record(name, by=None)

    response = island_page(
        request_of(employee),
        "shell/probe.html",
        island="tasks",
        title="Tarefas",
        queries=[Query("/api/probe/signed-in", ProbeApi, "signed_in"), polled("a")],
        lists=[Query("/api/probe/events?limit=2", ProbeApi, "events")],
        section="open",
    )

    assert response.status_code == 200
    assert response.content.decode() == "Tarefas|tasks|" + str(
        {
            "queries": {
                "/api/probe/signed-in": {"username": "funcionaria.teste"},
                "/api/probe/polled/a": {"name": "a"},
                "/api/probe/events?limit=2": {"rows": ["a", "b"], "total": 3},
            },
            "section": "open",
        }
    )


def test_island_page_has_its_data_whatever_the_browser_knows_of_the_page(employee: Any, request_of: Any) -> None:
    etag = client_of(employee).get("/api/probe/polled/a")["ETag"]

    inner = answer(request_of(employee, headers={"If-None-Match": etag}), polled("a"))

    assert (inner.status_code, inner.data) == (200, {"name": "a"})


def test_island_page_of_something_absent_is_not_found(employee: Any, request_of: Any) -> None:
    with pytest.raises(NotFound):
        answer(request_of(employee), polled("missing"))


def test_island_page_whose_own_query_is_refused_fails_loudly(employee: Any, request_of: Any) -> None:
    with pytest.raises(RuntimeError, match="/api/probe/admin-only was answered 403"):
        answer(request_of(employee), Query("/api/probe/admin-only", ProbeApi, "admin_only"))


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("", "limit=20&offset=0&sort=name"),
        ("?pagina=3&ordem=-name", "limit=20&offset=40&sort=-name"),
        ("?kind=a&busca=ana+s&other=b", "limit=20&offset=0&sort=name&search=ana+s&kind=a"),
        ("?pagina=0", "limit=20&offset=0&sort=name"),
        ("?pagina=muitas", "limit=20&offset=0&sort=name"),
    ],
)
def test_list_path_is_what_the_screen_asks_for_at_this_address(rf: RequestFactory, address: str, asked: str) -> None:
    path = list_path(rf.get(f"/tasks{address}"), "/api/probe/events", limit=20, order="name", filters=("kind",))

    assert path == f"/api/probe/events?{asked}"


def test_page_whose_address_the_api_refuses_leads_to_the_plain_page(employee: Any) -> None:
    client = client_of(employee)

    assert client.get("/listed?pagina=2").content == b"/api/probe/events?limit=20&offset=20"
    assert client.get("/listed?limit=none").headers["Location"] == "/listed"
