"""The outbound guard against real listeners. Serves "https only, vendors' hosts and
OUTBOUND_ALLOWED_HOSTS only, address checked at connect time and pinned, no redirects followed,
body and time capped, key never logged"."""

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from config import env
from core.tests.listener import Listener, listening, reserved_port
from infra import outbound
from infra.outbound import (
    Destinations,
    NotSent,
    OutboundSession,
    OutcomeUnknown,
    Reason,
    is_public_address,
)

KEY = "chave-muito-secreta"
PATIENCE_S = 60.0
"""Where the time is not what a test is about, however slow the machine is."""
OK = b'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"ok":true}'


def answer_once(payload: bytes) -> Callable[[Listener, socket.socket], None]:
    def behaviour(listener: Listener, connection: socket.socket) -> None:
        if listener.read_request(connection):
            connection.sendall(payload)

    return behaviour


@contextmanager
def session_to(
    listener: Listener, *, timeout_s: float = PATIENCE_S, max_bytes: int = 1_000_000
) -> Iterator[OutboundSession]:
    session = OutboundSession(frozenset({f"127.0.0.1:{listener.port}"}), timeout_s=timeout_s)
    try:
        with patch.object(outbound, "MAX_BYTES", max_bytes):
            yield session
    finally:
        session.close()


BLOCKED_HOSTS = [
    "127.0.0.1",
    "localhost",
    "localhost.",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "127.255.255.254",
    "0.0.0.0",  # noqa: S104 - an address to be refused
    "0",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[2001:db8::1]",
    "[fc00::1]",
    "[fd12:3456::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
]


@pytest.fixture(scope="module")
def bystander() -> Iterator[Listener]:
    """A server on loopback that must not be connected to by any test that uses it."""
    with listening(answer_once(OK)) as listener:
        yield listener
        time.sleep(0.05)
        assert listener.accepted == 0


@pytest.mark.parametrize("host", BLOCKED_HOSTS)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_request_to_a_private_address_opens_no_connection(bystander: Listener, scheme: str, host: str) -> None:
    """Named as a public host, on the listener's own port too: only the guard stands between."""
    session = OutboundSession(frozenset(), timeout_s=PATIENCE_S, public_hosts=frozenset({host.strip("[]")}))
    for port in ("", f":{bystander.port}"):
        with pytest.raises(NotSent) as refusal:
            session.request("GET", f"{scheme}://{host}{port}/", headers={"X": KEY})
        assert refusal.value.reason is Reason.DESTINATION_REFUSED
    session.close()
    assert bystander.accepted == 0


@pytest.mark.parametrize("address", ["1.1.1.1", "104.16.0.1", "2606:4700::1111", "2a00:1450::1"])
def test_public_address_is_accepted(address: str) -> None:
    assert is_public_address(address) is True


def test_name_with_one_private_address_among_public_ones_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All addresses are judged, so an attacker cannot hide a private one behind a public one."""
    answers = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("1.1.1.1", 443)),
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443)),
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
    session = OutboundSession(frozenset(), timeout_s=PATIENCE_S, public_hosts=frozenset({"api.example.com"}))
    with pytest.raises(NotSent) as refusal:
        session.request("GET", "https://api.example.com/")
    assert refusal.value.reason is Reason.DESTINATION_REFUSED


def test_name_is_resolved_once_and_that_address_is_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rebinding: a second look-up would have answered another address, and none is made."""
    with listening(answer_once(OK)) as listener:
        looked_up: list[str] = []

        def resolve(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
            looked_up.append(host)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", listener.port))]

        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        session = OutboundSession(frozenset({f"market.example:{listener.port}"}), timeout_s=PATIENCE_S)
        answer = session.request("GET", f"http://market.example:{listener.port}/x")
        session.close()
        assert answer.json() == {"ok": True}
        assert looked_up == ["market.example"]
        assert f"Host: market.example:{listener.port}".encode() in listener.received[0]


@pytest.mark.parametrize(
    ("scheme", "host", "port", "permitted"),
    [
        ("https", "api.gameboost.com", 443, True),
        ("http", "api.gameboost.com", 443, False),
        ("http", "api.gameboost.com", 80, False),
        ("https", "api.gameboost.com", 8443, False),
        ("https", "api.gameboost.com.evil.example", 443, False),
        ("http", "127.0.0.1", 8001, True),
        ("https", "127.0.0.1", 8001, True),
        ("http", "127.0.0.1", 8002, False),
        ("http", "::1", 8001, True),
        ("http", "sandbox", 80, True),
        ("https", "sandbox", 443, True),
        ("http", "sandbox", 8001, False),
    ],
)
def test_destinations_permit_https_to_public_hosts_and_the_exact_exempt_pairs(
    scheme: str, host: str, port: int, permitted: bool
) -> None:
    destinations = Destinations(frozenset({"api.gameboost.com"}), frozenset({"127.0.0.1:8001", "[::1]:8001", "sandbox"}))
    assert destinations.permits(scheme, host, port) is permitted


@pytest.mark.parametrize(
    ("url", "permitted"),
    [
        ("https://api.gameboost.com/v1", True),
        ("https://API.gameboost.com/v1", True),
        ("https://api.gameboost.com:443/v1", True),
        ("http://127.0.0.1:8001/v1", True),
        ("http://api.gameboost.com/v1", False),
        ("https://api.gameboost.com@evil.example/v1", False),
        ("https://user:pass@api.gameboost.com/v1", False),
        ("https://evil.example/v1", False),
        ("https://api.gameboost.com/v1#x", False),
        ("https://api.gameboost.com/v1?x=1", False),
        ("https://api.gameboost.com\\@evil.example/", False),
        ("https://api.gameboost.com/ v1", False),
        (" https://api.gameboost.com/v1", False),
        ("https://api.gameboost.com:99999/v1", False),
        ("https://[::1/v1", False),
        ("ftp://api.gameboost.com/v1", False),
        ("file:///etc/passwd", False),
        ("api.gameboost.com/v1", False),
        ("https://169.254.169.254/latest", False),
        ("", False),
    ],
)
def test_url_is_saved_only_when_it_could_be_called(url: str, permitted: bool) -> None:
    destinations = Destinations(frozenset({"api.gameboost.com"}), frozenset({"127.0.0.1:8001"}))
    assert destinations.permits_url(url) is permitted


@pytest.mark.parametrize(
    "host", ["loja.münchen.example:8443", "LOJA.MÜNCHEN.example:8443", "loja.xn--mnchen-3ya.example:8443"]
)
def test_host_of_another_alphabet_is_allowed_however_it_is_spelled(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTBOUND_ALLOWED_HOSTS", host)
    destinations = Destinations(frozenset(), env.host_list("OUTBOUND_ALLOWED_HOSTS"))

    assert destinations.permits("https", "loja.xn--mnchen-3ya.example", 8443)
    assert destinations.permits_url("https://loja.münchen.example:8443/v1")
    assert destinations.permits_url("https://loja.xn--mnchen-3ya.example:8443/v1")
    assert not destinations.permits_url("https://münchen.example:8443/v1")
    assert not destinations.permits_url("https://a..ü:8443/v1")


def test_exempt_pair_is_called_on_plain_http_and_the_connection_is_kept() -> None:
    def behaviour(listener: Listener, connection: socket.socket) -> None:
        while listener.read_request(connection):
            connection.sendall(OK)

    with listening(behaviour) as listener, session_to(listener) as session:
        for _ in range(3):
            answer = session.request("POST", f"http://127.0.0.1:{listener.port}/v1/accounts", json_body={"a": 1})
            assert (answer.status, answer.json()) == (200, {"ok": True})
            assert answer.headers["content-length"] == "11"
        session.close()
        assert listener.accepted == 1


def test_redirect_to_a_private_address_is_not_followed() -> None:
    with listening(answer_once(OK)) as inner:
        location = f"http://127.0.0.1:{inner.port}/latest/meta-data".encode()
        redirect = b"HTTP/1.1 302 Found\r\nLocation: " + location + b"\r\nContent-Length: 0\r\n\r\n"
        with listening(answer_once(redirect)) as outer, session_to(outer) as session:
            answer = session.request("GET", f"http://127.0.0.1:{outer.port}/")
            assert answer.status == 302
        assert (outer.accepted, inner.accepted) == (1, 0)


def test_proxy_of_the_environment_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(answer_once(OK)) as proxy, listening(answer_once(OK)) as listener:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        with session_to(listener) as session:
            assert session.request("GET", f"http://127.0.0.1:{listener.port}/").status == 200
        assert (proxy.accepted, listener.accepted) == (0, 1)


def test_credentials_of_netrc_are_not_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login staff password de-casa\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    with listening(answer_once(OK)) as listener, session_to(listener) as session:
        session.request("GET", f"http://127.0.0.1:{listener.port}/")
        assert b"authorization" not in listener.received[0].lower()


def test_redirect_with_an_endless_body_is_given_up_at_the_cap() -> None:
    def behaviour(listener: Listener, connection: socket.socket) -> None:
        listener.read_request(connection)
        connection.sendall(b"HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n")
        while True:
            connection.sendall(b"x" * 5000)

    with listening(behaviour) as listener, session_to(listener, max_bytes=100_000) as session:
        with pytest.raises(OutcomeUnknown) as failure:
            session.request("GET", f"http://127.0.0.1:{listener.port}/")
        assert (failure.value.reason, failure.value.status) == (Reason.BODY_TOO_LARGE, 302)


def test_permission_that_takes_the_whole_time_leaves_no_byte() -> None:
    """Whoever is asked right before the first byte may wait for the database."""

    def waits_past_the_deadline() -> bool:
        time.sleep(0.4)
        return True

    with listening(answer_once(OK)) as listener, session_to(listener, timeout_s=0.3) as session:
        with pytest.raises(NotSent) as failure:
            session.request(
                "POST",
                f"http://127.0.0.1:{listener.port}/",
                json_body={},
                may_send=waits_past_the_deadline,
            )
        assert failure.value.reason is Reason.TIMEOUT
    assert listener.received in ([], [b""])


@pytest.mark.parametrize("answered", [b"", b'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"data":'])
def test_connection_dropped_after_the_request_is_unknown(answered: bytes) -> None:
    with listening(answer_once(answered)) as listener, session_to(listener) as session:
        with pytest.raises(OutcomeUnknown) as failure:
            session.request("POST", f"http://127.0.0.1:{listener.port}/", json_body={})
        assert failure.value.reason is Reason.CONNECTION_LOST


def test_refused_connection_left_no_byte() -> None:
    with reserved_port() as port:
        session = OutboundSession(frozenset({f"127.0.0.1:{port}"}), timeout_s=PATIENCE_S)
        with pytest.raises(NotSent) as failure:
            session.request("POST", f"http://127.0.0.1:{port}/", json_body={})
    assert failure.value.reason is Reason.CONNECTION_FAILED


def test_unresolvable_name_left_no_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    session = OutboundSession(frozenset(), timeout_s=PATIENCE_S, public_hosts=frozenset({"x.example"}))
    with pytest.raises(NotSent) as failure:
        session.request("GET", "https://x.example/")
    assert failure.value.reason is Reason.NAME_NOT_RESOLVED


def test_resolver_that_hangs_is_left_behind_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    woken = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: woken.wait(60) and [])
    session = OutboundSession(frozenset(), timeout_s=0.2, public_hosts=frozenset({"x.example"}))
    with pytest.raises(NotSent) as failure:
        session.request("GET", "https://x.example/")
    woken.set()
    assert failure.value.reason is Reason.TIMEOUT


def test_request_withdrawn_before_the_first_byte_reaches_nobody() -> None:
    with listening(answer_once(OK)) as listener, session_to(listener) as session:
        with pytest.raises(NotSent) as failure:
            session.request(
                "POST",
                f"http://127.0.0.1:{listener.port}/",
                json_body={},
                may_send=lambda: False,
            )
        assert failure.value.reason is Reason.WITHDRAWN
    assert listener.received in ([], [b""])


def test_body_above_the_cap_is_given_up() -> None:
    body = b"x" * 5000
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"
    with listening(answer_once(head + body)) as listener:
        with session_to(listener, max_bytes=4999) as session:
            with pytest.raises(OutcomeUnknown) as failure:
                session.request("GET", f"http://127.0.0.1:{listener.port}/")
            assert (failure.value.reason, failure.value.status) == (Reason.BODY_TOO_LARGE, 200)
        with session_to(listener, max_bytes=5000) as session:
            assert session.request("GET", f"http://127.0.0.1:{listener.port}/").body == body


def test_deeply_nested_body_is_a_value_error() -> None:
    body = b"[" * 200_000
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with listening(answer_once(head + body)) as listener, session_to(listener) as session:
        answer = session.request("GET", f"http://127.0.0.1:{listener.port}/")
        with pytest.raises(ValueError, match="nested too deeply"):
            answer.json()


@pytest.mark.parametrize("key", [f"{KEY}\n", f" {KEY}", f"{KEY}\u2713", f"{KEY}\r\nX: y"])
def test_unsendable_key_is_not_sent_and_not_told(key: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with listening(answer_once(OK)) as listener, session_to(listener) as session:
        with pytest.raises(NotSent) as failure:
            session.request(
                "GET",
                f"http://127.0.0.1:{listener.port}/accounts/by-login/piloto",
                headers={"Authorization": key},
            )
        assert failure.value.reason is Reason.INVALID_REQUEST
        assert KEY not in repr(failure.value)
        assert failure.value.__suppress_context__
    assert KEY not in caplog.text


def test_logs_carry_neither_the_key_nor_the_path(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with listening(answer_once(OK)) as listener, session_to(listener) as session:
        session.request(
            "GET",
            f"http://127.0.0.1:{listener.port}/accounts/by-login/piloto",
            headers={"Authorization": f"Bearer {KEY}"},
        )
    assert KEY not in caplog.text
    assert "piloto" not in caplog.text
