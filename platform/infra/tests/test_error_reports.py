"""Errors nobody caught: what is kept of them, who reads it, and what leaves."""

import json
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
import sentry_sdk
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from infra import error_reports
from infra.api import ClientErrorThrottle
from infra.models import ErrorReport

pytestmark = pytest.mark.django_db

URL = "/api/client-errors"
REPORT = {
    "message": 'SyntaxError: "ana:senha-dela" is not valid JSON',
    "stack": "at parse (https://casa/static/dist/run-AB.js:1:2)\npassword=abc Bearer xyz _|WARNING:-DO-NOT-SHARE-THIS.--|_AA",
    "page": "/runs/42?busca=ana#fim",
    "release": "AB12",
}


def test_error_of_a_browser_is_kept_without_secrets(client_for: Callable[[Any], APIClient], employee: Any) -> None:
    for person in (None, employee):
        assert client_for(person).post(URL, REPORT).status_code == 204

    for kept in ErrorReport.objects.all():
        assert (kept.source, kept.page, kept.release) == ("browser", "/runs/:id", "AB12")
        assert kept.message == 'SyntaxError: "…" is not valid JSON'
        assert "run-AB.js:1:2" in kept.stack
        for secret in ("senha-dela", "abc", "xyz", "--|_AA"):
            assert secret not in kept.message + kept.stack
    assert ErrorReport.objects.count() == 2


def test_long_report_is_cut(as_employee: APIClient) -> None:
    as_employee.post(URL, {"message": "m" * 5_000, "stack": "s" * 50_000, "page": "/" + "p" * 900, "release": "r" * 90})

    kept = ErrorReport.objects.get()
    assert [len(text) for text in (kept.message, kept.stack, kept.page, kept.release)] == [300, 8_000, 200, 40]


def test_browser_that_tells_too_much_is_refused(
    client_for: Callable[[Any], APIClient], employee: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(ClientErrorThrottle, "timer", lambda self: 1_000.0)
    for person in (None, employee):
        statuses = [client_for(person).post(URL, REPORT).status_code for _ in range(21)]
        assert statuses == [204] * 20 + [429]

    assert ErrorReport.objects.count() == 40


def test_forged_address_does_not_get_a_share_of_its_own(monkeypatch: Any) -> None:
    monkeypatch.setattr(ClientErrorThrottle, "timer", lambda self: 1_000.0)
    statuses = [
        APIClient().post(URL, REPORT, headers={"X-Forwarded-For": f"203.0.113.{number}"}).status_code
        for number in range(21)
    ]

    assert statuses[-1] == 429


def test_report_without_the_token_is_refused_also_of_nobody() -> None:
    answer = Client(enforce_csrf_checks=True).post(URL, REPORT, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")
    assert not ErrorReport.objects.exists()


def test_flood_of_errors_is_only_logged(monkeypatch: Any, as_employee: APIClient) -> None:
    monkeypatch.setattr(error_reports, "MOST_AN_HOUR", 1)

    assert [as_employee.post(URL, REPORT).status_code for _ in range(2)] == [204, 204]
    assert ErrorReport.objects.count() == 1


@pytest.mark.urls("core.tests.urls")
def test_error_of_the_server_is_kept_and_an_outage_is_not() -> None:
    client = Client(raise_request_exception=False)
    for kind in ("locked", "gone", "full", "no-room", "denied", "missing"):
        client.get(f"/api/probe/explode/{kind}")
    assert not ErrorReport.objects.exists()

    assert client.get("/api/probe/explode/runtime").status_code == 500

    kept = ErrorReport.objects.get()
    assert (kept.source, kept.message) == ("server", "RuntimeError: segredo-interno")
    assert "in explode" in kept.stack


def test_admins_read_the_errors_newest_first(as_admin: APIClient) -> None:
    for name in "ab":
        error_reports.record(source=ErrorReport.Source.SERVER, message=name)

    answer = as_admin.get(f"{URL}?limit=1")

    assert [row["message"] for row in answer.json()] == ["b"]
    assert answer["X-Total-Count"] == "2"


def test_operator_reads_the_errors_in_the_admin(operator: APIClient) -> None:
    error_reports.record(source=ErrorReport.Source.SERVER, message="KeyError: 'x'")

    assert "KeyError" in operator.get("/admin/infra/errorreport/").content.decode()


def test_errors_are_forgotten_after_30_days() -> None:
    for days in (29, 31):
        error_reports.record(source=ErrorReport.Source.SERVER, message=str(days))
        ErrorReport.objects.filter(message=str(days)).update(created_at=timezone.now() - timedelta(days=days))

    assert error_reports.purge() == 1
    assert ErrorReport.objects.get().message == "29"


@pytest.fixture
def sent() -> Iterator[list[dict[str, Any]]]:
    """What Sentry is sent, instead of sending it."""
    events: list[dict[str, Any]] = []

    class Recorder(Transport):
        def capture_envelope(self, envelope: Envelope) -> None:
            events.append(json.loads(json.dumps(envelope.get_event(), default=str)))

    error_reports.start_sentry("https://key@o1.ingest.sentry.io/1", transport=Recorder)
    yield events
    sentry_sdk.get_global_scope().set_client(None)


@pytest.mark.urls("core.tests.urls")
def test_sentry_is_told_of_the_code_and_of_nobody(sent: list[dict[str, Any]], employee: Any) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(employee)

    client.get("/api/probe/explode/runtime?busca=ana", headers={"User-Agent": "Navegador/1.0"})

    [event] = sent
    [error] = event["exception"]["values"]
    assert (error["type"], error["value"]) == ("RuntimeError", "")
    assert error["stacktrace"]["frames"][-1]["function"] == "explode"
    assert not {"request", "user", "breadcrumbs", "server_name", "extra", "contexts"} & set(event)
    told = json.dumps(event)
    session = client.cookies["sessionid"].value
    for personal in ("segredo-interno", employee.username, "busca=ana", "Navegador", session, "127.0.0.1", '"vars"'):
        assert personal not in told


def test_sentry_is_told_only_the_type_of_a_browsers_error(sent: list[dict[str, Any]], as_employee: APIClient) -> None:
    as_employee.post(URL, REPORT)

    [event] = sent
    assert event["message"] == "Browser: SyntaxError"
    assert "senha-dela" not in json.dumps(event)


@pytest.mark.parametrize("allowed", [True, False])
def test_sentry_is_reached_through_the_outbound_guard_alone(settings: Any, allowed: bool) -> None:
    arrived: list[str] = []

    class Sink(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            arrived.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Sink)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    host = f"127.0.0.1:{server.server_port}"
    settings.OUTBOUND_ALLOWED_HOSTS = frozenset({host} if allowed else ())
    try:
        error_reports.start_sentry(f"http://key@{host}/1")
        sentry_sdk.capture_message("x")
        sentry_sdk.flush(timeout=60)
    finally:
        sentry_sdk.get_client().close(timeout=0)
        sentry_sdk.get_global_scope().set_client(None)
        server.shutdown()
        serving.join()
        server.server_close()

    assert arrived == (["/api/1/envelope/"] if allowed else [])
