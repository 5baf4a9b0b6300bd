"""Requests and responses between the server and the vendors' contracts, and a policy where a contract says nothing."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from marketplace.sandbox.state import State

CHOICES = {
    "duplicate_logins": ("accept", "refuse"),
    "lookup_shape": ("single", "list"),
    "price_shape": ("text", "object"),
}


@dataclass
class Policy:
    """`duplicate_logins`: no version documents a second listing. `lookup_shape`: v1 answers one account by login, or a
    list of all. `price_shape`: v2's answers show an object, its pages a text. The limits are per key, 0 is none;
    `latency_ms` is added to every answer; `v1_gone` (1) answers 410 to every call of v1."""

    duplicate_logins: str = "accept"
    lookup_shape: str = "single"
    price_shape: str = "object"
    rate_limit_per_minute: int = 500
    lzt_writes_per_minute: int = 30
    lzt_searches_per_minute: int = 120
    lzt_deletes_per_minute: int = 300
    latency_ms: int = 0
    v1_gone: int = 0

    def update(self, changes: dict[str, Any]) -> None:
        """Take over the named values. Raises ValueError and changes nothing when one makes no sense."""
        if unknown := changes.keys() - vars(self).keys():
            raise ValueError(f"unknown policies: {', '.join(sorted(unknown))}")
        for name, value in changes.items():
            choices = CHOICES.get(name)
            if choices and value not in choices:
                raise ValueError(f"{name} must be one of {', '.join(choices)}")
            if not choices and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
                raise ValueError(f"{name} must be a whole number")
        vars(self).update(changes)


@dataclass(frozen=True)
class Request:
    """A request as a dialect sees it: `segments` are the decoded parts of the path behind the dialect's prefix, `named`
    is the one that its call has a wildcard for. A listing made by it stays out of look-ups for `hidden_s`."""

    method: str
    path: str
    segments: tuple[str, ...]
    query: Mapping[str, str]
    body: Any
    key: str
    hidden_s: float = 0
    lists: Mapping[str, list[str]] = field(default_factory=dict)
    accept: str = ""
    named: str = ""

    @property
    def fields(self) -> dict[str, Any]:
        """The body, where it is an object."""
        return self.body if isinstance(self.body, dict) else {}

    def number(self, name: str, default: int = 1) -> int:
        """A number of the query, 1 at least."""
        return max(whole_number(self.query.get(name)) or default, 1)

    @property
    def key_hash(self) -> str:
        """Tells keys apart in the log without showing them."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:16] if self.key else ""


@dataclass
class Response:
    """An answer. `drop` closes the connection instead, `cut` in the middle of its body; `drip_s` passes before each
    byte; `raw` replaces the JSON; `created` says that a listing was made, whatever the caller gets to hear."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False
    cut: bool = False
    drip_s: float = 0
    raw: bytes | None = None
    created: bool = False


@dataclass(frozen=True)
class Route:
    """One call: its name for faults and log, what performs it, and what it is counted in; `named` is its request's."""

    endpoint: str
    perform: Callable[[Request], Response]
    bucket: str = ""
    named: str = ""

    @property
    def resource(self) -> str:
        """The one listing that it writes to."""
        return self.named if self.bucket == "write" else ""


@dataclass(frozen=True)
class Limit:
    """At most so many calls of a key within a bucket, or to one resource, in any window. 0 is no limit."""

    most: int
    window_s: float = 60.0
    within: Literal["bucket", "resource"] = "bucket"


@dataclass(frozen=True)
class BucketState:
    """The state of a bucket after a call: `reset` in Unix seconds; `retry_after_s` is 0 unless it was one too many."""

    bucket: str
    limit: int
    remaining: int
    reset: int
    retry_after_s: int = 0


def whole_number(raw: str | None) -> int | None:
    """The number that a part of a path or a query is, None for any other text."""
    return int(raw) if raw and raw.isascii() and raw.isdigit() and len(raw) < 16 else None


class Refusal(Exception):
    """A call is not performed, and answered with this instead."""

    def __init__(self, response: Response) -> None:
        self.response = response


class Dialect(ABC):
    """One vendor's contract, mounted under /{prefix}, over the listings of `market`."""

    prefix: str
    market: str
    missing: str  # what is said of a listing that there is not
    calls: Mapping[str, tuple[str, Callable[[Any, Request], Response], str]]
    """{method and path: (endpoint, what performs it, bucket)}; '*' stands for any part of the path, '#' for a number."""

    def __init__(self, state: State, policy: Policy) -> None:
        self._state = state
        self._policy = policy

    def route(self, request: Request) -> Route | None:
        """The call that a request means, None when there is no such path."""
        for asked, (endpoint, perform, bucket) in self.calls.items():
            method, *parts = asked.replace("/", " ").split()
            if method == request.method and len(parts) == len(request.segments):
                pairs = list(zip(parts, request.segments, strict=True))
                if all(part in ("*", each) or (part == "#" and each.isdecimal()) for part, each in pairs):
                    named = next((each for part, each in pairs if part in ("*", "#")), "")
                    return Route(endpoint, partial(perform, self), bucket, named)
        return None

    @abstractmethod
    def login_of(self, request: Request) -> str:
        """The login that a call is about, for faults and log."""

    @abstractmethod
    def failure(self, status: int, message: str, errors: dict[str, Any] | None = None) -> Response:
        """The vendor's error envelope."""

    @abstractmethod
    def refusal(self, errors: dict[str, list[str]]) -> Response:
        """The answer to a body with these field errors."""

    @abstractmethod
    def limits(self, route: Route) -> tuple[Limit, ...]:
        """The limits of a call; answers report the first one."""

    def tell_rate(self, response: Response, rate: BucketState) -> None:
        """Write into an answer how the bucket stands, as both vendors do."""
        response.headers |= {
            "X-RateLimit-Limit": str(rate.limit),
            "X-RateLimit-Remaining": str(rate.remaining),
            "X-Ratelimit-Reset": str(rate.reset),
        }

    def _require(self, holds: object, status: int, message: str) -> None:
        """Refuse the call unless this holds."""
        if not holds:
            raise Refusal(self.failure(status, message))

    def _find_row(self, request: Request, raw_id: str) -> dict[str, Any] | None:
        """The key's own listing of this id."""
        number = whole_number(raw_id)
        return None if number is None else self._state.get(self.market, request.key_hash, number)

    def _require_row(self, request: Request) -> dict[str, Any]:
        """The key's own listing that the path names; where there is none, the call is refused with what is `missing`."""
        row = self._find_row(request, request.named)
        if row is None:
            raise Refusal(self.failure(404, self.missing))
        return row

    def _change_row(self, request: Request, **columns: Any) -> dict[str, Any]:
        """The listing that the path names, after these changes of it."""
        self._state.change(self._require_row(request)["id"], **columns)
        return self._require_row(request)
