import runpy
from collections.abc import Callable
from typing import Any

import pytest
import structlog
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from prometheus_client import REGISTRY
from rest_framework.test import APIClient

from infra.middleware import CompressPages, client_address
from infra.shares import PASSWORDS

pytestmark = pytest.mark.urls("core.tests.urls")

CSP = (
    "base-uri 'none'; connect-src 'self'; default-src 'none'; font-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; img-src 'self' data: blob: http://127.0.0.1:8000; manifest-src 'self'; object-src 'none'; script-src 'self'; style-src 'self'"
)


def test_every_answer_carries_the_security_headers() -> None:
    answer = Client().get("/api/probe/echo")

    assert {name: answer[name] for name in sorted(SECURITY)} == SECURITY
    assert "; ".join(sorted(answer["Content-Security-Policy"].split("; "))) == CSP


SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@pytest.mark.parametrize(
    ("public", "secure", "policy"),
    [
        ("https://contas.example.com", True, "max-age=31536000; includeSubDomains"),
        ("https://contas.example.com", False, None),
        ("http://127.0.0.1:8000", True, None),
    ],
)
def test_https_installation_asks_browsers_for_https_for_a_year(
    settings: Any, monkeypatch: pytest.MonkeyPatch, public: str, secure: bool, policy: str | None
) -> None:
    monkeypatch.setenv("PUBLIC_BASE_URL", public)
    chosen = runpy.run_path(str(settings.ROOT / "platform/config/settings.py"))
    settings.SECURE_HSTS_SECONDS = chosen["SECURE_HSTS_SECONDS"]
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = chosen["SECURE_HSTS_INCLUDE_SUBDOMAINS"]

    assert Client().get("/api/probe/echo", secure=secure).get("Strict-Transport-Security") == policy


def test_log_in_refused_in_a_flood_carries_the_security_headers(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(PASSWORDS), "is_full", True)

    answer = client.post("/api/auth/login")

    assert answer.status_code == 503
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "no-store"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_log_in_refused_in_a_flood_is_counted_and_not_logged(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(type(PASSWORDS), "is_full", True)
    labels = {"method": "POST", "route": "(none)", "status": "5xx"}
    before = REGISTRY.get_sample_value("http_request_duration_seconds_count", labels) or 0

    with structlog.testing.capture_logs() as lines:
        client.post("/api/auth/login")

    assert (lines, caplog.records) == ([], [])
    assert REGISTRY.get_sample_value("http_request_duration_seconds_count", labels) == before + 1


def test_csp_allows_no_inline_script_or_style() -> None:
    assert "unsafe" not in CSP


def test_api_answer_is_not_stored_anywhere_unless_it_says_so(
    client_for: Callable[[Any], APIClient], employee: Any
) -> None:
    client = client_for(employee)

    assert client.get("/api/probe/signed-in")["Cache-Control"] == "no-store"
    assert client.get("/api/probe/nowhere")["Cache-Control"] == "no-store"
    assert client.get("/api/probe/polled/a")["Cache-Control"] == "private, no-cache"


def test_every_request_has_an_id_of_its_own() -> None:
    first, second = (Client().get("/api/probe/echo")["X-Request-Id"] for _ in range(2))

    assert len(first) == len(second) == 32
    assert first != second
    assert structlog.contextvars.get_contextvars() == {}


def test_what_a_request_binds_to_its_log_lines_does_not_reach_the_next(settings: Any) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "infra.tests.test_middleware.binding"]
    with structlog.testing.capture_logs([structlog.contextvars.merge_contextvars]) as lines:
        Client().get("/api/probe/echo")

    assert [line["person"] for line in lines] == [7]
    assert structlog.contextvars.get_contextvars() == {}


def binding(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware that names the person in the log."""

    def middleware(request: HttpRequest) -> HttpResponse:
        structlog.contextvars.bind_contextvars(person=7)
        return get_response(request)

    return middleware


def test_request_id_is_ours_and_not_the_callers() -> None:
    assert Client().get("/api/probe/echo", headers={"X-Request-Id": "theirs"})["X-Request-Id"] != "theirs"


def test_request_is_logged_in_one_line_without_its_query() -> None:
    with structlog.testing.capture_logs([structlog.contextvars.merge_contextvars]) as lines:
        answer = Client().get("/api/probe/echo?senha=segredo")

    (line,) = lines
    assert line.pop("ms") >= 0
    assert line == {
        "event": "request",
        "log_level": "info",
        "request_id": answer["X-Request-Id"],
        "method": "GET",
        "path": "/api/probe/echo",
        "status": 200,
    }


@pytest.mark.parametrize("path", ["/api/probe/admin-only", "/api/probe/people/999999"])
def test_refused_request_is_logged_with_who_and_from_where(
    path: str, client_for: Callable[[Any], APIClient], employee: Any
) -> None:
    with structlog.testing.capture_logs() as lines:
        status = client_for(employee).get(path, REMOTE_ADDR="192.0.2.7").status_code

    assert status == 403
    assert [(line["path"], line["status"], line["person"], line["address"]) for line in lines] == [
        (path, status, employee.pk, "192.0.2.7")
    ]


def test_refused_request_of_nobody_is_logged_with_its_address_alone() -> None:
    with structlog.testing.capture_logs() as lines:
        Client().get("/api/probe/signed-in", REMOTE_ADDR="192.0.2.7")

    assert [(line["status"], line["person"], line["address"]) for line in lines] == [(401, None, "192.0.2.7")]


@pytest.mark.parametrize(
    ("forwarded", "trusted", "address"),
    [
        ("", 0, "10.0.0.9"),
        ("1.2.3.4", 0, "10.0.0.9"),
        ("", 1, "10.0.0.9"),
        ("1.2.3.4", 1, "1.2.3.4"),
        ("6.6.6.6, 1.2.3.4", 1, "1.2.3.4"),
        ("6.6.6.6, 1.2.3.4, 10.0.0.1", 2, "1.2.3.4"),
        ("1.2.3.4", 2, "10.0.0.9"),
        (" , 1.2.3.4 , ", 1, "1.2.3.4"),
        ("2001:DB8::1", 1, "2001:db8::1"),
        ("unknown", 1, "10.0.0.9"),
        ("1.2.3.4:5678", 1, "10.0.0.9"),
        ("'; DROP TABLE", 1, "10.0.0.9"),
    ],
)
def test_client_address_believes_as_many_proxies_as_it_is_told(forwarded: str, trusted: int, address: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.9", headers={"X-Forwarded-For": forwarded})

    assert client_address(request, trusted) == address


@pytest.mark.parametrize(
    ("content_type", "encoding"),
    [("text/html; charset=utf-8", "gzip"), ("application/json", None), ("image/webp", None)],
)
def test_pages_alone_are_compressed(rf: RequestFactory, content_type: str, encoding: str | None) -> None:
    compress = CompressPages(lambda request: HttpResponse("conta " * 200, content_type=content_type))

    answer = compress(rf.get("/", headers={"accept-encoding": "gzip, br"}))

    assert answer.get("Content-Encoding") == encoding
