"""Addresses of the marketplaces, what may be set, and what a new status means."""

import re
import socket
from collections.abc import Mapping, Sequence
from decimal import Decimal
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

import idna

from marketplace.enums import ChangeKind, RemoteStatus

DEFAULT_TIMEOUT_MS = 5000
MIN_TIMEOUT_MS = 1000
MAX_TIMEOUT_MS = 300_000  # the longest that a vendor advises anyone to wait (LZT: 300 s)

DEFAULT_PORTS = {"http": 80, "https": 443}
ENDS_IN_A_NUMBER = re.compile(r"(^|\.)([0-9]+|0x[0-9a-f]*)$")
ASCII_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")


def canonical_origin(address: str) -> str:
    """The one spelling of an address's scheme, host and port, read as calls read them (UTS 46, inet_aton):
    "http://[::1]:8001". Raises ValueError for no http(s) address or one with a user."""
    parts = urlsplit(address)
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        raise ValueError("not the address of a marketplace")
    host = _canonical_host(parts.hostname)
    named = f"[{host}]" if ":" in host else host
    port = "" if parts.port in (None, DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{named}{port}"


def _canonical_host(host: str) -> str:
    if ":" in host:
        address = IPv6Address(host)
        return str(address.ipv4_mapped or address)
    host = idna.uts46_remap(host, std3_rules=False, transitional=False).removesuffix(".")
    if ENDS_IN_A_NUMBER.search(host):
        try:
            return socket.inet_ntoa(socket.inet_aton(host))
        except OSError:
            raise ValueError("not an IPv4 address") from None
    if not host.isascii() or "xn--" in host:
        host = idna.encode(host).decode()
    if not ASCII_HOST.fullmatch(host):
        raise ValueError("not the name of a host")
    return host


def is_loopback(address: str) -> bool:
    """Whether an address leads to the very machine that calls it."""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


# What the names that the profile screen saves stand for.
PROFILE_ENDPOINTS = {
    "games/list": "games",
    "games/{id}": "games/{id}",
    "orders/create": "orders",
    "orders/list": "orders",
}


DEFAULT_USD_EUR_RATE = Decimal("0.87")

CREDENTIAL_DAYS_KEPT = 45
CREDENTIAL_DAYS = (1, 365)  # the least and the most that may be set

CHANGE_KINDS: Mapping[str, ChangeKind] = {
    RemoteStatus.SOLD: ChangeKind.SOLD,
    RemoteStatus.REFUNDED: ChangeKind.REFUNDED,
    RemoteStatus.ARCHIVED: ChangeKind.REMOVED,
}
# What nobody has to look for when a pass did not show it: nothing more is expected of it.
SETTLED = frozenset(CHANGE_KINDS)


def describe_changes(counts: dict[ChangeKind, int]) -> str:
    """'2 vendidos, 1 removido.'"""
    plural = {kind: "s" if count > 1 else "" for kind, count in counts.items()}
    parts = [f"{counts[kind]} {kind.label.lower()}{plural[kind]}" for kind in ChangeKind if counts.get(kind)]
    return f"{', '.join(parts)}."


def describe_skipped(skipped: Sequence[tuple[str, str]]) -> str:
    """'O anúncio 1 não pôde ser conferido: Acesso negado.', of (id, reason); blank for none."""
    if not skipped:
        return ""
    remote_id, reason = skipped[0]
    more = len(skipped) - 1
    others = f" O mesmo com {'mais 1 anúncio' if more == 1 else f'mais {more} anúncios'}." if more else ""
    return f"O anúncio {remote_id} não pôde ser conferido: {reason.rstrip('.')}.{others}"
