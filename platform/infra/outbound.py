"""The only door to the outside: HTTP calls to addresses that people may type in.

The gate stands at the moment the socket is opened. The name is resolved once, every address of the answer is judged, and
exactly those addresses are connected to, so a second look-up (DNS rebinding), a redirect or a proxy has no way around it.

Two failures are told apart, since a bulk run must never list an account twice:

* `NotSent`: no byte of the request left this machine. Sending again is safe.
* `OutcomeUnknown`: bytes left and no whole answer came back. The other side may have acted.

Nothing here logs a header or puts an exception text of another library into its own: those can contain the key.
"""

import ipaddress
import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self
from urllib.parse import urlsplit

import idna
import requests
import urllib3
from requests.adapters import HTTPAdapter
from requests.structures import CaseInsensitiveDict
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

DEFAULT_PORTS = {"http": 80, "https": 443}
MAX_BYTES = 1_000_000
READ_CHUNK_BYTES = 16_384

# urllib3 writes the path of every call at DEBUG level, and paths here carry account logins.
logging.getLogger("urllib3").setLevel(logging.WARNING)

GLOBAL_UNICAST_V6 = ipaddress.IPv6Network("2000::/3")
# What `is_global` lets pass in some version of Python: protocol assignments, multicast, and what embeds an IPv4 address.
REFUSED_NETWORKS = [
    ipaddress.ip_network(network)
    for network in ("192.0.0.0/24", "192.88.99.0/24", "224.0.0.0/4", "2001::/23", "2002::/16", "3fff::/20")
]


class Reason(StrEnum):
    """Why a call brought no answer. The caller owns the words shown to people."""

    DESTINATION_REFUSED = "destination_refused"
    NAME_NOT_RESOLVED = "name_not_resolved"
    CONNECTION_FAILED = "connection_failed"
    TLS_FAILED = "tls_failed"
    INVALID_REQUEST = "invalid_request"
    WITHDRAWN = "withdrawn"
    TIMEOUT = "timeout"
    CONNECTION_LOST = "connection_lost"
    BODY_TOO_LARGE = "body_too_large"


class OutboundError(Exception):
    """A call that brought no usable answer. `status` is set when a status line had been read."""

    def __init__(self, reason: Reason, status: int | None = None) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.status = status


class NotSent(OutboundError):
    """No byte of the request left this machine."""


class OutcomeUnknown(OutboundError):
    """Bytes of the request left, and no complete answer came back in time."""


@dataclass(frozen=True)
class OutboundResponse:
    """A complete answer: `body` is whole and within the cap, `headers` ignore case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the decoded body. Raises ValueError when it is not JSON."""
        try:
            return json.loads(self.body)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error


def is_public_address(address: str) -> bool:
    """Whether `address` is ordinary public unicast, in no form that hides another address."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip not in GLOBAL_UNICAST_V6:
        # Also every embedded IPv4 outside 2000::/3: mapped, compatible and NAT64 forms.
        return False
    return ip.is_global and not any(ip in network for network in REFUSED_NETWORKS)


@dataclass(frozen=True)
class Destinations:
    """Where calls may go. `public_hosts` are reached by https on port 443, and only at public addresses.
    `allowed_hosts` ("host" for the two default ports, "host:port" for that one, "[::1]:8001" for IPv6) are the
    operator's exceptions: any address, and plain http too."""

    public_hosts: frozenset[str]
    allowed_hosts: frozenset[str]

    def is_exempt(self, host: str, port: int) -> bool:
        """Whether the operator vouches for this pair, whatever its address."""
        name = f"[{host}]" if ":" in host else host
        return f"{name}:{port}" in self.allowed_hosts or (name in self.allowed_hosts and port in DEFAULT_PORTS.values())

    def permits(self, scheme: str, host: str, port: int) -> bool:
        """Whether the pair may be called at all, before its addresses are known."""
        if self.is_exempt(host, port):
            return True
        return scheme == "https" and port == DEFAULT_PORTS["https"] and host in self.public_hosts

    def permits_url(self, url: str) -> bool:
        """Whether `url` can be saved as a base address; only a courtesy: the check at the socket is what protects."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            return False
        clean = url == url.strip() and "\\" not in url and not any(map(str.isspace, url))
        if not clean or parts.scheme not in DEFAULT_PORTS or not parts.hostname:
            return False
        if parts.username is not None or parts.query or parts.fragment:
            return False
        try:
            host = parts.hostname if parts.hostname.isascii() else idna.encode(parts.hostname, uts46=True).decode()
        except UnicodeError:
            return False
        return self.permits(parts.scheme, host, port or DEFAULT_PORTS[parts.scheme])


class _Exchange:
    """One request on its way: what the socket hooks, the watchdog and the caller share."""

    def __init__(self, destinations: Destinations, timeout_s: float, may_send: Callable[[], bool] | None) -> None:
        self._destinations = destinations
        self._deadline = time.monotonic() + timeout_s
        self._may_send = may_send
        self._lock = threading.Lock()
        self._cutter: socket.socket | None = None
        self._finished = False
        self._watchdog = threading.Timer(timeout_s, self._expire)
        self._watchdog.daemon = True
        self.sent = False
        self.expired = False

    def __enter__(self) -> Self:
        self._token = _current.set(self)
        self._watchdog.start()
        return self

    def __exit__(self, *_: object) -> None:
        _current.reset(self._token)
        self._watchdog.cancel()
        with self._lock:
            self._finished = True
            if self._cutter is not None:
                self._cutter.close()

    def open_socket(self, scheme: str, host: str, port: int) -> socket.socket:
        """Connect to an address of `host` that passes the gate, or raise NotSent."""
        if not self._destinations.permits(scheme, host, port):
            raise NotSent(Reason.DESTINATION_REFUSED)
        addresses = self._resolve(host, port)
        exempt = self._destinations.is_exempt(host, port)
        if not exempt and not all(is_public_address(sockaddr[0]) for _, sockaddr in addresses):
            raise NotSent(Reason.DESTINATION_REFUSED)
        for left, (family, sockaddr) in zip(range(len(addresses), 0, -1), addresses, strict=True):
            # A share of the time each, so that one dead address does not take it all.
            opened = _connect(family, sockaddr, self._remaining_s() / left)
            if opened is not None:
                return opened
        self._remaining_s()
        raise NotSent(Reason.CONNECTION_FAILED)

    def watch(self, used: socket.socket) -> None:
        """Have the watchdog shut this socket down at the deadline. A duplicate is kept until the exchange ends: TLS
        takes the original away, and the standard library closes it before the body is read when the answer ends with
        the connection."""
        with self._lock:
            if self._cutter is not None:
                self._cutter.close()
            self._cutter = socket.fromfd(used.fileno(), used.family, used.type)
        self._remaining_s()

    def before_first_byte(self) -> None:
        """Last moment at which the request can be held back."""
        if self.sent:
            return
        self._remaining_s()
        if self._may_send is not None and not self._may_send():
            raise NotSent(Reason.WITHDRAWN)
        self._remaining_s()
        self.sent = True

    def failure(self, reason: Reason, status: int | None = None) -> OutboundError:
        if self.expired:
            reason = Reason.TIMEOUT
        return OutcomeUnknown(reason, status) if self.sent else NotSent(reason)

    def _remaining_s(self) -> float:
        remaining = self._deadline - time.monotonic()
        if self.expired or remaining <= 0:
            self.expired = True
            raise self.failure(Reason.TIMEOUT)
        return remaining

    def _resolve(self, host: str, port: int) -> list[tuple[int, Any]]:
        # A resolver cannot be interrupted, so it gets a thread of its own that may be left behind.
        answer: list[tuple[int, Any]] = []

        def look_up() -> None:
            try:
                found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            except (OSError, UnicodeError):
                return
            answer.extend((entry[0], entry[4]) for entry in found)

        resolver = threading.Thread(target=look_up, daemon=True)
        resolver.start()
        resolver.join(self._remaining_s())
        if not answer:
            self._remaining_s()
            raise NotSent(Reason.NAME_NOT_RESOLVED)
        return answer

    def _expire(self) -> None:
        with self._lock:
            if self._finished:
                return
            self.expired = True
            if self._cutter is not None:
                with suppress(OSError):
                    self._cutter.shutdown(socket.SHUT_RDWR)


def _connect(family: int, sockaddr: Any, timeout_s: float) -> socket.socket | None:
    with suppress(OSError), ExitStack() as failed:
        opened = failed.enter_context(socket.socket(family, socket.SOCK_STREAM))
        opened.settimeout(timeout_s)
        opened.connect(sockaddr)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        failed.pop_all()
        return opened
    return None


_current: ContextVar[_Exchange] = ContextVar("outbound_exchange")


class _Guarded:
    """Mixed into urllib3's connections: only the opening of the socket and the first byte change, so that Host header,
    SNI and certificate check stay those of the name that was asked for."""

    scheme: str

    def _new_conn(self) -> socket.socket:
        exchange = _current.get()
        opened = exchange.open_socket(self.scheme, self.host.lower(), self.port)  # type: ignore[attr-defined]  # the mixin stands beside urllib3's connection
        exchange.watch(opened)
        return opened

    def send(self, data: Any) -> None:
        if self.sock is None:  # type: ignore[attr-defined]  # the mixin stands beside urllib3's connection
            self.connect()  # type: ignore[attr-defined]  # the mixin stands beside urllib3's connection
        exchange = _current.get()
        exchange.watch(self.sock)  # type: ignore[attr-defined]  # the mixin stands beside urllib3's connection
        exchange.before_first_byte()
        super().send(data)  # type: ignore[misc]  # the mixin stands beside urllib3's connection


class _GuardedHTTPPool(HTTPConnectionPool):
    class ConnectionCls(_Guarded, HTTPConnection):
        scheme = "http"


class _GuardedHTTPSPool(HTTPSConnectionPool):
    class ConnectionCls(_Guarded, HTTPSConnection):
        scheme = "https"


class _GuardedAdapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _GuardedHTTPPool, "https": _GuardedHTTPSPool}

    def proxy_manager_for(self, *args: Any, **kwargs: Any) -> Any:
        raise NotSent(Reason.DESTINATION_REFUSED)


class _Session(requests.Session):
    """Nothing is a redirect here: requests would read its whole body, whatever its size, even when told not to follow."""

    def get_redirect_target(self, resp: requests.Response) -> None:
        return None


class OutboundSession:
    """Calls within `Destinations`, each ended by `timeout_s` at the latest, connections kept. No redirect is followed,
    nothing is read from the environment (proxies, .netrc) or tried twice, and a body above MAX_BYTES is given up."""

    def __init__(
        self, allowed_hosts: frozenset[str], timeout_s: float, *, public_hosts: frozenset[str] = frozenset()
    ) -> None:
        self._destinations = Destinations(public_hosts, allowed_hosts)
        self._timeout_s = timeout_s
        self._session = _Session()
        self._session.trust_env = False
        self._session.mount("https://", _GuardedAdapter(max_retries=0))
        self._session.mount("http://", _GuardedAdapter(max_retries=0))

    def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        json_body: Any = None,
        body: bytes | None = None,
        may_send: Callable[[], bool] | None = None,
    ) -> OutboundResponse:
        """Make one call and return its complete answer, whatever the status. `may_send` is asked once, right before the
        first byte leaves; False raises NotSent(WITHDRAWN). Raises NotSent or OutcomeUnknown."""
        headers = {"Accept-Encoding": "identity", **(headers or {})}
        content = {"headers": headers, "params": params, "json": json_body, "data": body}
        with _Exchange(self._destinations, self._timeout_s, may_send) as exchange:
            return self._perform(exchange, method=method, url=url, **content)

    def close(self) -> None:
        self._session.close()

    def _perform(self, exchange: _Exchange, **request: Any) -> OutboundResponse:
        status = None
        try:
            with self._session.request(**request, stream=True, timeout=self._timeout_s) as answer:
                status, body = answer.status_code, bytearray()
                for chunk in answer.iter_content(READ_CHUNK_BYTES):
                    body += chunk
                    if len(body) > MAX_BYTES:
                        raise exchange.failure(Reason.BODY_TOO_LARGE, status)
                response = OutboundResponse(status, CaseInsensitiveDict(answer.headers), bytes(body))
        except OutboundError:
            raise
        except requests.exceptions.SSLError:
            raise exchange.failure(Reason.CONNECTION_LOST if exchange.sent else Reason.TLS_FAILED) from None
        except requests.exceptions.Timeout:
            raise exchange.failure(Reason.TIMEOUT, status) from None
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError):
            # ValueError: urllib3 and http.client refuse an unsendable URL or header with it.
            reason = Reason.CONNECTION_LOST if exchange.sent else Reason.INVALID_REQUEST
            raise exchange.failure(reason, status) from None
        if exchange.expired:
            # Cut inside the headers, the standard library reports a normal answer without a body.
            raise exchange.failure(Reason.TIMEOUT, status)
        return response
