"""What passes between the server and the dialects."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote


@dataclass(frozen=True)
class Request:
    """A request as a dialect sees it: `segments` are the decoded parts of the path behind the dialect's prefix.

    A listing made by it stays out of look-ups for `hidden_s`.
    """

    method: str
    path: str
    segments: tuple[str, ...]
    query: Mapping[str, str]
    body: Any
    key: str
    hidden_s: float = 0
    lists: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def key_hash(self) -> str:
        """Tells keys apart in the log without showing them."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:16] if self.key else ""


@dataclass
class Response:
    """An answer. `drop` closes the connection instead of sending it; `raw` replaces the JSON body; `created` says that
    a listing was made, whatever the caller gets to hear."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False
    raw: bytes | None = None
    created: bool = False


@dataclass(frozen=True)
class Route:
    """One call of a dialect: its name for faults and log, the login it is about, and what performs it.

    `bucket` names what it is counted in, `resource` the one listing that it writes to.
    """

    endpoint: str
    perform: Callable[[Request], Response]
    login: str = ""
    bucket: str = ""
    resource: str = ""


@dataclass(frozen=True)
class Limit:
    """At most so many calls of a key within a bucket, or to one resource, in any window. 0 is no limit."""

    most: int
    window_s: float = 60.0
    per_resource: bool = False


@dataclass(frozen=True)
class Rate:
    """How a bucket stands after a call: `reset` in Unix seconds, `retry_after_s` when the call was one too many."""

    bucket: str
    limit: int
    remaining: int
    reset: int
    retry_after_s: int | None = None

    def headers(self) -> dict[str, str]:
        """As both vendors write it."""
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-Ratelimit-Reset": str(self.reset),
        }


def split_path(path: str) -> tuple[str, ...]:
    """Decode each part by itself, so that an encoded slash stays inside its part."""
    return tuple(unquote(part) for part in path.strip("/").split("/") if part)


def whole_number(raw: str | None) -> int | None:
    """The number that a part of a path or a query is, None for any other text."""
    return int(raw) if raw and raw.isascii() and raw.isdigit() and len(raw) < 16 else None
