import io
import json
import logging
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog

from infra.logs import REMOVED, configure, scrub

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def start(monkeypatch: Any) -> Iterator[Callable[[], Lines]]:
    """Begin to write to a stream of the test; what it returns gives the objects of the lines written so far.

    To be called inside the test: pytest has another standard error in each phase.
    """
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level

    def begin() -> Lines:
        stream = io.StringIO()
        monkeypatch.setattr(sys, "stderr", stream)
        configure(level="INFO")
        return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]

    yield begin
    root.handlers, root.level = handlers, level


@pytest.mark.parametrize(
    "name",
    [
        "password",
        "secondPassword",
        "senha",
        "login",
        "emailLogin",
        "api_key",
        "apiKey",
        "X-Api-Key",
        "secret",
        "token",
        "csrftoken",
        "Authorization",
        "cookie",
        "credentials",
    ],
)
@pytest.mark.parametrize("value", ["abc", 123, True, None, ["abc"], {"a": "abc"}])
def test_scrub_removes_what_is_named_like_a_secret(name: str, value: Any) -> None:
    assert scrub(value, name) == REMOVED
    assert scrub({"outer": [{name: value}]}) == {"outer": [{name: REMOVED}]}


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        ("Authorization: Bearer abc.def", "Authorization: Bearer [removido]"),
        ("sent with basic dXNlcjpw", "sent with basic [removido]"),
        ("password=abc&x=1", "password=[removido]&x=1"),
        ('{"senha": "abc", "x": 1}', '{"senha": "[removido]", "x": 1}'),
        ("{'apiKey': 'abc'}", "{'apiKey': '[removido]'}"),
        ("X-API-Key: gb_live_1", "X-API-Key: [removido]"),
        ("token = abc", "token = [removido]"),
        ("Cookie: sessionid=abc; csrftoken=def", "Cookie: sessionid=[removido]; csrftoken=[removido]"),
        ("postgres://ana:abc@host/db", "postgres://ana:[removido]@host/db"),
        ("_|WARNING:-DO-NOT-SHARE-THIS.--abc|_DEF", "_|WARNING:-DO-NOT-SHARE-THIS[removido]"),
        ("{'Authorization': 'abc'}", "{'Authorization': '[removido]'}"),
        ("/api/proxy/gameboost/accounts/by-login/conta1", "/api/proxy/gameboost/accounts/by-login/[removido]"),
        ("nothing to hide: 5 accounts", "nothing to hide: 5 accounts"),
    ],
)
def test_scrub_removes_what_looks_like_a_secret_inside_texts(text: str, scrubbed: str) -> None:
    assert scrub(text) == scrubbed
    assert scrub(text, "event") == scrubbed


@pytest.mark.parametrize("value", [None, True, 5, 1.5, "texto"])
def test_scrub_leaves_harmless_values_as_they_are(value: Any) -> None:
    assert scrub(value, "count") == value


def test_scrub_writes_objects_as_text_and_looks_into_it() -> None:
    assert scrub(ValueError("password=abc")) == "ValueError('password=[removido]')"
    assert scrub(b"token=abc") == "b'token=[removido]'"
    assert scrub({"tags": {"password=abc"}}) == {"tags": ["password=[removido]"]}


def test_structlog_writes_one_json_line(start: Callable[[], Lines]) -> None:
    lines = start()
    structlog.get_logger("probe").info("bulk_row", row=5, título="Ação")

    (line,) = lines()
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "bulk_row", "logger": "probe", "level": "info", "row": 5, "título": "Ação"}


def test_planted_secrets_are_absent_from_every_kind_of_line(start: Callable[[], Lines]) -> None:
    lines = start()
    log = structlog.get_logger("probe")
    log.info("plain", password="planted-1", nested={"rows": [{"login": "planted-2"}]})
    log.info("text with api_key=planted-3 in it", url="https://ana:planted-4@host/")
    log.info("object", error=RuntimeError("Bearer planted-5"))
    with structlog.contextvars.bound_contextvars(apiKey="planted-6"):
        log.info("bound")
    standard = logging.getLogger("some.library")
    standard.warning("Request with token=%s failed", "planted-7")
    standard.warning("headers: %s", {"Authorization": "planted-8"})
    try:
        raise ValueError("senha=planted-9")
    except ValueError:
        log.exception("failed")
        standard.exception("failed too")

    written = lines()
    assert len(written) == 8
    assert "planted-" not in json.dumps(written)
    assert "ValueError: senha=[removido]" in written[6]["exception"]
    assert "ValueError: senha=[removido]" in written[7]["exception"]


def test_configuring_twice_does_not_log_twice(start: Callable[[], Lines]) -> None:
    lines = start()
    configure(level="INFO")

    logging.getLogger("probe").warning("once")

    assert [line["event"] for line in lines()] == ["once"]


def test_level_is_respected(start: Callable[[], Lines]) -> None:
    lines = start()
    configure(level="WARNING")

    structlog.get_logger("probe").info("hidden")
    structlog.get_logger("probe").warning("shown")

    assert [line["event"] for line in lines()] == ["shown"]


def test_urls_of_outbound_calls_are_not_logged(start: Callable[[], Lines]) -> None:
    lines = start()
    logging.getLogger("urllib3.connectionpool").info("GET /by-login/conta-secreta")

    assert lines() == []
