"""`/metrics` in Prometheus' format: 'queue depth, oldest row, sends, failures, request times'."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from core.health import beat

pytestmark = pytest.mark.django_db

TOKEN = "prometheus-de-teste"


@pytest.fixture
def watcher(settings: Any) -> Client:
    settings.METRICS_TOKEN = TOKEN
    return Client(headers={"Authorization": f"Bearer {TOKEN}"})


def samples(client: Client) -> dict[tuple[str, tuple[str, ...]], float]:
    """{(name, label values): figure}."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def test_the_queue_and_the_workers_are_told(watcher: Client) -> None:
    beat("um:1")
    beat("dois:2")

    told = samples(watcher)

    assert {of[0]: told["bulk_rows", of] for name, of in told if name == "bulk_rows"} == {
        "queued": 0,
        "sending": 0,
        "verifying": 0,
    }
    assert told["bulk_oldest_queued_seconds", ()] == 0
    assert told["bulk_settled_last_hour", ("created",)] == told["bulk_settled_last_hour", ("failed",)] == 0
    assert told["workers", ()] == 2


def test_requests_are_counted_by_route_and_not_by_path(
    watcher: Client, client_for: Callable[[Any], Any], employee: Any
) -> None:
    of = ("GET", "api/bulk/runs/<int:run_id>", "4xx")
    counted = ("http_request_duration_seconds_count", of)
    before = samples(watcher).get(counted, 0)
    person = client_for(employee)
    person.get("/api/bulk/runs/777001")
    person.get("/api/bulk/runs/777002")

    told = samples(watcher)

    assert told[counted] == before + 2
    assert not [labels for name, labels in told if "777001" in str(labels)]


@pytest.mark.parametrize("header", [None, "Bearer ", "Bearer outro", TOKEN[:-1]])
def test_without_the_token_it_is_a_404(settings: Any, header: str | None) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = Client().get("/metrics", headers={"Authorization": header} if header is not None else {})
    assert answer.status_code == 404


def test_no_token_set_is_no_token_guessed() -> None:
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_admins_read_it_and_employees_do_not(client_for: Callable[[Any], Any], admin: Any, employee: Any) -> None:
    assert client_for(admin).get("/metrics").status_code == 200
    assert client_for(employee).get("/metrics").status_code == 404
