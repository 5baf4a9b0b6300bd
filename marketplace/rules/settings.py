"""What may be set: endpoints, the exchange rate, how long credentials are kept."""

import re
import socket
from decimal import ROUND_HALF_UP, Decimal
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

import idna

from core.money import CENT

DEFAULT_TIMEOUT_MS = 5000
MIN_TIMEOUT_MS = 1000
# The longest that a vendor advises anyone to wait (LZT: 300 s).
MAX_TIMEOUT_MS = 300_000

DEFAULT_PORTS = {"http": 80, "https": 443}
ENDS_IN_A_NUMBER = re.compile(r"(^|\.)([0-9]+|0x[0-9a-f]*)$")
ASCII_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")


def canonical_origin(address: str) -> str:
    """The one spelling of an address's scheme, host and port: "https://api.gameboost.com", "http://[::1]:8001".

    Hosts are read as calls read them (UTS 46, inet_aton). Raises ValueError for what is no http(s) address, and for one
    that names a user.
    """
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


# What each path of the LZT proxy is enabled by: the screens offer 'listings, categories, orders, messages' alone.
LZT_PROXY_ENDPOINTS = {"items": "listings", "search": "categories", "profile": "listings", "purchase": "orders"}
# 'The profile screen saves enabledEndpoints games/list, games/{id}, orders/create, orders/list', which mean these calls.
PROFILE_ENDPOINTS = {
    "games/list": "games",
    "games/{id}": "games/{id}",
    "orders/create": "orders",
    "orders/list": "orders",
}


def is_enabled(endpoint: str, enabled: list[str]) -> bool:
    """Whether a call is among the enabled ones, under any of the screens' names for it."""
    return endpoint in enabled or any(PROFILE_ENDPOINTS.get(name) == endpoint for name in enabled)


DEFAULT_USD_EUR_RATE = Decimal("0.87")


def euros(price_usd: Decimal, usd_eur_rate: Decimal) -> Decimal:
    """A price typed in USD, in euro, rounded half up to the cent."""
    return (price_usd * usd_eur_rate).quantize(CENT, ROUND_HALF_UP)


DEFAULT_CREDENTIAL_DAYS = 45
CREDENTIAL_DAYS = (1, 365)
"""'purged 45 days after the run (setting)'; the least and the most that may be set."""
