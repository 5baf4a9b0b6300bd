"""Events in, figures out."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from analytics import rules
from analytics.enums import Name
from analytics.models import Event
from analytics.tests.factories import event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]
ClientFor = Callable[[Any], APIClient]
NOT_A_RANGE = ["2d", "7", "-1d", "7d'", "todos"]


def told(name: str = "page_view", *, path: str = "/", ago: float = 1, **properties: int) -> dict[str, Any]:
    at = timezone.now() - timedelta(seconds=ago)
    return {
        "id": uuid4().hex,
        "name": name,
        "path": path,
        "occurredAt": at.isoformat(),
        "properties": properties,
    }


def batch(*events: dict[str, Any], skew_s: float = 0) -> dict[str, Any]:
    return {"sentAt": (timezone.now() + timedelta(seconds=skew_s)).isoformat(), "events": list(events)}


def test_a_batch_is_kept_as_the_sessions_person_whoever_it_names(
    client_for: ClientFor, employee: Any, other_employee: Any
) -> None:
    """The actor is the session's user, always."""
    body = batch(
        told(loadMs=320, paintMs=210),
        told("page_time", path="/tasks", durationMs=61_000),
        told("task_view", path="/tasks"),
    )

    answer = client_for(employee).post("/api/analytics/events", body | {"userId": other_employee.id})

    assert (answer.status_code, answer.json()) == (201, {"received": 3})
    assert list(Event.objects.order_by("id").values_list("user_id", "name", "path", "duration_ms", "paint_ms")) == [
        (employee.id, "page_view", "/", 320, 210),
        (employee.id, "page_time", "/tasks", 61_000, None),
        (employee.id, "task_view", "/tasks", None, None),
    ]


def test_a_batch_sent_twice_counts_once(client_for: ClientFor, employee: Any) -> None:
    first, second = told(), told()
    client = client_for(employee)
    client.post("/api/analytics/events", batch(first))

    answer = client.post("/api/analytics/events", batch(first, second))

    assert answer.status_code == 201
    assert list(Event.objects.order_by("id").values_list("client_id", flat=True)) == [first["id"], second["id"]]


def test_an_id_of_one_person_holds_up_nobody_else(client_for: ClientFor, employee: Any, other_employee: Any) -> None:
    same = told()
    client_for(employee).post("/api/analytics/events", batch(same))
    client_for(other_employee).post("/api/analytics/events", batch(same))

    assert set(Event.objects.values_list("user_id", flat=True)) == {employee.id, other_employee.id}


@pytest.mark.parametrize("skew_s", [-86_400, 0, 7_200])
def test_a_wrong_clock_of_the_browser_does_not_matter(client_for: ClientFor, employee: Any, skew_s: int) -> None:
    now = timezone.now()
    page = told(ago=30 - skew_s)

    client_for(employee).post("/api/analytics/events", batch(page, skew_s=skew_s))

    assert abs(Event.objects.get().occurred_at - (now - timedelta(seconds=30))) < timedelta(seconds=10)


@pytest.mark.parametrize(("ago", "kept_ago"), [(-3_600, 0), (86_400, rules.BELIEVED.total_seconds())])
def test_a_claimed_time_is_believed_within_limits(
    client_for: ClientFor, employee: Any, ago: float, kept_ago: float
) -> None:
    now = timezone.now()

    client_for(employee).post("/api/analytics/events", batch(told(ago=ago)))

    kept = Event.objects.get()
    assert abs(kept.occurred_at - (now - timedelta(seconds=kept_ago))) < timedelta(seconds=10)
    assert kept.hour_at == rules.hour_of(kept.occurred_at)


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/runs/48213", "/runs/:run_id"),
        ("/tasks?senha=segredo", "/404"),
        ("/ana.souza:segredo", "/404"),
        ("/api/users", "/404"),
        ("/admin/", "/404"),
    ],
)
def test_what_is_kept_of_a_path_is_its_route(client_for: ClientFor, employee: Any, path: str, kept: str) -> None:
    """No ids, no query strings, nothing that was typed."""
    client_for(employee).post("/api/analytics/events", batch(told(path=path)))

    assert Event.objects.get().path == kept


@pytest.mark.parametrize(
    "wrong",
    [
        told("login_success"),
        told("task_complete"),
        told("anything"),
        told() | {"id": "1"},
        told() | {"id": "senha-de-alguem-que-digitou-isto!"},
        told() | {"properties": {"login": "ana"}},
        told() | {"properties": {"loadMs": "muito"}},
        told() | {"properties": {"loadMs": -1}},
        told() | {"properties": {"loadMs": 10**12}},
        told() | {"properties": "x"},
        told(durationMs=9_000),
        told("task_view", loadMs=100),
        told("page_time"),
        told("page_time", durationMs=5_000),
        told() | {"occurredAt": "ontem"},
        told() | {"path": "/" * 201},
    ],
)
def test_anything_but_the_documented_events_is_refused_and_nothing_kept(
    client_for: ClientFor, employee: Any, wrong: dict[str, Any]
) -> None:
    """What actions tell themselves can't be claimed by a browser; 'time on page (only when over 5 s)'."""
    answer = client_for(employee).post("/api/analytics/events", batch(told(), wrong))

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert not Event.objects.exists()


@pytest.mark.parametrize("count", [0, rules.BATCH + 1])
def test_a_batch_holds_one_to_fifty_events(client_for: ClientFor, employee: Any, count: int) -> None:
    answer = client_for(employee).post("/api/analytics/events", batch(*(told() for _ in range(count))))

    assert answer.status_code == 400
    assert not Event.objects.exists()


def test_a_big_body_is_refused_before_it_is_read(client_for: ClientFor, employee: Any) -> None:
    body = batch(told()) | {"padding": "x" * rules.BATCH_BYTES}

    answer = client_for(employee).post("/api/analytics/events", body)

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert not Event.objects.exists()


def test_nobody_makes_more_events_than_a_person_can(client_for: ClientFor, employee: Any, other_employee: Any) -> None:
    now = timezone.now()
    Event.objects.bulk_create(event(Name.PAGE_VIEW, now, employee) for _ in range(rules.EVENTS_PER_PERSON))

    refused = client_for(employee).post("/api/analytics/events", batch(told()))

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "900")
    assert Event.objects.count() == rules.EVENTS_PER_PERSON
    assert client_for(other_employee).post("/api/analytics/events", batch(told())).status_code == 201


@pytest.mark.parametrize("path", ["/api/analytics/summary", "/api/analytics/people"])
def test_figures_are_for_admins_and_of_a_known_range(client_for: ClientFor, admin: Any, employee: Any, path: str) -> None:
    """The analytics API itself answers 403 to non-admins."""
    assert client_for(None).get(path).status_code == 401
    assert client_for(employee).get(path).status_code == 403
    assert client_for(admin).get(path).status_code == 200
    for wrong in NOT_A_RANGE:
        assert client_for(admin).get(path, {"range": wrong}).status_code == 400


def test_unchanged_figures_cost_no_body(client_for: ClientFor, admin: Any, employee: Any) -> None:
    """The polled reads answer `ETag`, and 304 to `If-None-Match`."""
    client = client_for(admin)
    etag = client.get("/api/analytics/summary?range=7d").headers["ETag"]

    assert client.get("/api/analytics/summary?range=7d", headers={"If-None-Match": etag}).status_code == 304
    assert client.get("/api/analytics/summary?range=30d", headers={"If-None-Match": etag}).status_code == 200

    client_for(employee).post("/api/analytics/events", batch(told()))

    assert client.get("/api/analytics/summary?range=7d", headers={"If-None-Match": etag}).status_code == 200


def test_people_are_listed_busiest_first_and_searched(
    client_for: ClientFor, admin: Any, employee: Any, other_employee: Any
) -> None:
    client_for(employee).post("/api/analytics/events", batch(told(), told("page_time", durationMs=60_000)))
    client_for(other_employee).post("/api/analytics/events", batch(told(), told(), told(path="/profile")))
    client = client_for(admin)

    by_time = client.get("/api/analytics/people?range=1d&limit=1")
    by_views = client.get("/api/analytics/people?range=1d&sort=views")
    found = client.get("/api/analytics/people?range=1d&search=OUTRO")

    assert by_time.headers["X-Total-Count"] == "2"
    assert by_time.json() == [
        {
            "id": employee.id,
            "username": employee.username,
            "fullName": employee.full_name,
            "sessions": 1,
            "views": 1,
            "seconds": 60,
            "tasks": 0,
            "accounts": 0,
        }
    ]
    assert [row["id"] for row in by_views.json()] == [other_employee.id, employee.id]
    assert [row["id"] for row in found.json()] == [other_employee.id]


def test_the_heatmap_address_is_the_settings(client_for: ClientFor, admin: Any, settings: Any) -> None:
    client = client_for(admin)
    assert client.get("/api/analytics/summary").json()["heatmapUrl"] == ""

    settings.HEATMAP_URL = "https://mapas.example.com"

    assert client.get("/api/analytics/summary").json()["heatmapUrl"] == "https://mapas.example.com"
