"""The deadline of an outbound call is hard however the answer is framed, the first time and on a kept connection."""

import gzip
import socket
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from core.tests.listener import Listener, listening
from infra.outbound import OutboundError, OutcomeUnknown, Reason
from infra.tests.test_outbound import OK, PATIENCE_S, answer_once, session_to

HUNG_UP = b"the caller hung up"


def drip(prefix: bytes, drop: bytes = b"x") -> Callable[[Listener, socket.socket], None]:
    """An answer of a minute and more, which is over sooner when the caller hangs up; the listener notes that."""

    def behaviour(listener: Listener, connection: socket.socket) -> None:
        listener.read_request(connection)
        connection.sendall(prefix)
        try:
            for _ in range(2 * int(PATIENCE_S / 0.05)):
                connection.sendall(drop)
                time.sleep(0.05)
        except OSError:
            listener.received.append(HUNG_UP)

    return behaviour


def say_nothing(listener: Listener, connection: socket.socket) -> None:
    """No answer for a minute, or until the caller hangs up."""
    listener.read_request(connection)
    while connection.recv(4096):
        pass


def outcome_at_the_deadline(
    behaviour: Callable[[Listener, socket.socket], None], heard: list[bytes] | None = None
) -> OutboundError:
    """How a call ends whose time runs out; `heard` takes what the server noted. On a machine that needs the whole time to
    send, the call gets more."""
    for timeout_s in (0.3, 3.0, PATIENCE_S):
        with (
            listening(behaviour) as listener,
            session_to(listener, timeout_s=timeout_s) as session,
            pytest.raises(OutboundError) as ended,
        ):
            session.request("POST", f"http://127.0.0.1:{listener.port}/", json_body={})
        if heard is not None:
            heard.extend(listener.received)
        if isinstance(ended.value, OutcomeUnknown):
            break
    return ended.value


BODY_FRAMINGS = {
    "length": (b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", b"x"),
    "length, then close": (b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n", b"x"),
    "until close": (b"HTTP/1.1 200 OK\r\n\r\n", b"x"),
    "chunked": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "chunked, then close": (
        b"HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"1\r\nx\r\n",
    ),
    "in a chunk's length": (
        b"HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"0",
    ),
    "HTTP/1.0": (b"HTTP/1.0 200 OK\r\n\r\n", b"x"),
    "HTTP/1.0 with length": (b"HTTP/1.0 200 OK\r\nContent-Length: 100000\r\n\r\n", b"x"),
    # An empty stored block of deflate each time, so that bytes come and no text does.
    "gzip": (
        b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(b"")[:10],
        b"\x00\x00\x00\xff\xff",
    ),
    "redirect": (b"HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: /\r\n\r\n", b"x"),
}
HEADER_FRAMINGS = {
    "in the status line": (b"HTTP/1.1 200 O", b"x"),
    "in a header": (b"HTTP/1.1 200 OK\r\nX-Slow: ", b"x"),
    "in a header after the length": (b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX-Slow: ", b"x"),
    "in a header after close": (b"HTTP/1.1 200 OK\r\nConnection: close\r\nX-Slow: ", b"x"),
    "interim answers": (b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"),
}


@pytest.mark.parametrize("framing", BODY_FRAMINGS | HEADER_FRAMINGS)
def test_dripped_answer_is_cut_at_the_deadline_and_unknown(framing: str) -> None:
    """A read timeout is not a deadline: each byte renews it, and a header block cut short reads as
    a normal 200 with an empty body."""
    heard: list[bytes] = []
    prefix, drop = (BODY_FRAMINGS | HEADER_FRAMINGS)[framing]
    outcome = outcome_at_the_deadline(drip(prefix, drop), heard)
    assert (type(outcome), outcome.reason) == (OutcomeUnknown, Reason.TIMEOUT)
    assert heard[-1] == HUNG_UP


def test_second_answer_on_a_kept_connection_is_cut_at_the_deadline_as_well() -> None:
    def behaviour(listener: Listener, connection: socket.socket) -> None:
        if not listener.received:
            answer_once(OK)(listener, connection)
        drip(*BODY_FRAMINGS["length"])(listener, connection)

    for timeout_s in (0.5, 3.0, PATIENCE_S):
        with listening(behaviour) as listener, session_to(listener, timeout_s=timeout_s) as session:
            url = f"http://127.0.0.1:{listener.port}/"
            with suppress(OutboundError):  # on a machine that needs longer for it
                session.request("GET", url)
            with pytest.raises(OutboundError) as ended:
                session.request("GET", url)
        if isinstance(ended.value, OutcomeUnknown) and listener.received[-1] == HUNG_UP:
            break
    assert (type(ended.value), ended.value.reason) == (OutcomeUnknown, Reason.TIMEOUT)
    assert (len(listener.received), listener.received[-1], listener.accepted) == (3, HUNG_UP, 1)


def test_silent_server_is_an_unknown_timeout() -> None:
    outcome = outcome_at_the_deadline(say_nothing)
    assert (type(outcome), outcome.reason) == (OutcomeUnknown, Reason.TIMEOUT)
