"""Where the marketplaces are, how an address is spelled, and how long to wait for them."""

import re
import socket
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

import idna

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
