"""The HTTP half that every dialect shares: one guarded call, its record, and the reading of its failures."""

import base64
import math
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.http import parse_http_date_safe

from infra.outbound import NotSent, OutboundError, OutboundResponse, OutboundSession, Reason
from marketplace.adapters import base
from marketplace.adapters.reading import storable, within
from marketplace.adapters.scrubbing import Scrubber, texts_in
from marketplace.enums import AuthMethod, Bucket

DEFAULT_RETRY_AFTER_S = 60.0
MAX_RETRY_AFTER_S = 3600.0
MAX_TEXT = 500

REASON_TEXTS: dict[str, str] = tomllib.loads(Path(__file__).with_name("reasons.toml").read_text("utf-8"))
LISTING_LIMIT = "O marketplace aceita 5 alterações por minuto e 10 por hora em cada anúncio. Tente de novo em {wait}."
UNREADABLE = "A resposta da API não pôde ser lida."


@dataclass(frozen=True)
class Reply:
    """A reply: a status with its decoded body (`data` is UNREADABLE when it is not JSON), or an `error`; or the `hold`
    for which nothing went out. Nothing in it repeats a secret, see `Scrubber`."""

    status: int | None
    data: Any
    request_id: str
    retry_after_s: float
    error: OutboundError | None = None
    hold: base.Hold | None = None
    version_gone: str = ""  # what a 410 means to people

    @property
    def ok(self) -> bool:
        return self.status is not None and 200 <= self.status < 300 and self.error is None

    def field(self, name: str) -> Any:
        """The value of a name in the answer's object; None without one, or where the answer is no object."""
        return self.data.get(name) if isinstance(self.data, dict) else None

    def as_done(self, data: Any) -> base.Done:
        return base.Done(data, self.status or 200, self.request_id)

    def failure(self) -> base.Failure:
        """The outcome of a reply that is not a readable success."""
        if self.hold is not None and not self.hold.of_listing:
            return base.Throttled(self.hold.seconds, held=True)
        if self.hold is not None:
            seconds = self.hold.seconds
            wait = f"{math.ceil(seconds)} s" if seconds < 60 else f"{math.ceil(seconds / 60)} min"
            return base.Refused(429, LISTING_LIMIT.format(wait=wait), retry_after_s=seconds)
        if isinstance(self.error, NotSent):
            return base.NotSent(REASON_TEXTS[self.error.reason], withdrawn=self.error.reason is Reason.WITHDRAWN)
        if self.error is not None:
            return base.Unknown(REASON_TEXTS[self.error.reason], self.status)
        assert self.status is not None
        if self.status == 429:
            return base.Throttled(self.retry_after_s, self.request_id)
        if self.status == 410 and self.version_gone:
            return base.Unauthorized(self.status, self.version_gone, self.request_id)
        if self.status in (401, 403):
            return base.Unauthorized(self.status, message_of(self.data, self.status), self.request_id)
        # 408: the server gave up waiting in the middle of a request, so it may have read enough of it.
        if 400 <= self.status < 500 and self.status != 408:
            return base.Refused(self.status, message_of(self.data, self.status), errors_of(self.data), self.request_id)
        if self.ok:
            return base.Unknown(UNREADABLE, self.status, self.request_id)
        return base.Unknown(message_of(self.data, self.status), self.status, self.request_id)


@dataclass
class Client:
    """Calls one marketplace with one key, and tells `on_call` about each of them. `hosts` are the vendor's. `failure_of`
    reads a failed reply its way; `version_gone`: what a 410 means to people."""

    connection: base.Connection
    on_call: base.OnCall
    gate: base.Gate
    hosts: frozenset[str]
    failure_of: Callable[[Reply], base.Failure] = Reply.failure
    version_gone: str = ""

    def __post_init__(self) -> None:
        timeout_s = self.connection.timeout_ms / 1000
        self._session = OutboundSession(settings.OUTBOUND_ALLOWED_HOSTS, timeout_s, public_hosts=self.hosts)

    def call(
        self,
        method: str,
        path: str,
        *,
        endpoint: str,
        buckets: tuple[str, ...],
        writes_to: tuple[str, ...] = (),
        params: dict[str, Any] | None = None,
        body: Any = None,
        may_send: base.MaySend | None = None,
        may_find_nothing: bool = False,
    ) -> Reply:
        """Make one call, when the gate lets it out. `endpoint`, free of logins and ids, names it in activities and
        enabledEndpoints; it counts in `buckets`, the most particular one last. `may_find_nothing`: 404 is an answer."""
        hold = self.gate(buckets, writes_to)
        if hold is not None:
            return Reply(None, None, "", hold.seconds, hold=hold)
        url = self.connection.base_url.rstrip("/") + path
        headers = {"Authorization": authorization(self.connection), "Accept": "application/json"}
        started_at = datetime.now(UTC)
        clock = time.monotonic()
        raw: OutboundResponse | OutboundError
        try:
            raw = self._session.request(method, url, headers=headers, params=params, json_body=body, may_send=may_send)
        except OutboundError as error:
            raw = error
        reply = read_reply(raw, Scrubber(self.connection.api_key, body), version_gone=self.version_gone)
        told_headers = {} if isinstance(raw, OutboundError) else raw.headers
        outcome = None if reply.ok else self.failure_of(reply)
        self.on_call(
            base.CallRecord(
                service=self.connection.provider,
                endpoint=endpoint,
                method=method,
                status=reply.status,
                response_time_ms=round((time.monotonic() - clock) * 1000),
                request_id=reply.request_id,
                started_at=started_at,
                failure=reply.error.reason.value if reply.error else "",
                rate=read_rate(told_headers, reply.data, now=started_at, counted_in=buckets[-1]),
                retry_after_s=reply.retry_after_s if reply.status == 429 else None,
                # A 404 without a word comes from something else than the API: a wrong address, a proxy.
                found_nothing=may_find_nothing
                and reply.status == 404
                and message_of(reply.data, 404) != base.wordless(404),
                refused=outcome if isinstance(outcome, base.Unauthorized) else None,
            )
        )
        return reply

    def close(self) -> None:
        self._session.close()


def authorization(connection: base.Connection) -> str:
    """The header of the global setting authMethod; OAuth 2.0 and JWT are bearer tokens, as API keys are."""
    if connection.auth_method == AuthMethod.BASIC:
        pair = connection.api_key if ":" in connection.api_key else f"{connection.api_key}:"
        return f"Basic {base64.b64encode(pair.encode()).decode()}"
    return f"Bearer {connection.api_key}"


def read_reply(answer: OutboundResponse | OutboundError, scrubber: Scrubber, *, version_gone: str = "") -> Reply:
    """Fold an answer, or the error that came instead, into a Reply."""
    if isinstance(answer, OutboundError):
        return Reply(answer.status, None, "", DEFAULT_RETRY_AFTER_S, answer)
    try:
        data = scrubber.answer(storable(answer.json()), failed=answer.status >= 400) if answer.body else None
    except (ValueError, RecursionError):
        data = UNREADABLE
    told = data.get("request_id") if isinstance(data, dict) else ""
    request_id = scrubber.text(answer.headers.get("X-GameBoost-Request-Id", "")) or told
    request_id = request_id[:100] if isinstance(request_id, str) else ""
    wait_s = retry_after_s(answer.headers.get("Retry-After"), now=datetime.now(UTC))
    return Reply(answer.status, data, request_id, wait_s, version_gone=version_gone)


def retry_after_s(value: str | None, *, now: datetime) -> float:
    """Seconds of a Retry-After header (a number, or an HTTP date); a minute when it is missing or unreadable."""
    if value is None:
        return DEFAULT_RETRY_AFTER_S
    try:
        seconds = float(value)
    except ValueError:
        moment = parse_http_date_safe(value)
        seconds = math.nan if moment is None else moment - now.timestamp()
    return min(max(seconds, 0.0), MAX_RETRY_AFTER_S) if math.isfinite(seconds) else DEFAULT_RETRY_AFTER_S


def message_of(data: Any, status: int) -> str:
    """The vendor's own sentence, bounded; 'Erro HTTP {status}' when it gives none."""
    if isinstance(data, dict):
        for key in ("message", "error"):
            if isinstance(data.get(key), str) and data[key].strip():
                return str(data[key]).strip()[:MAX_TEXT]
        listed = data.get("errors")
        if isinstance(listed, list) and listed and isinstance(listed[0], str):
            return listed[0].strip()[:MAX_TEXT]
    return base.wordless(status)


def errors_of(data: Any) -> base.Errors:
    """Field errors as lists, by the innermost name; the vendors write a string or a list of strings per field."""
    found: base.Errors = {}
    for name, text in texts_in(within(data, "errors")):
        found.setdefault(name[:100], []).append(text[:MAX_TEXT])
    return found


def read_rate(headers: Mapping[str, str], data: Any, *, now: datetime, counted_in: str = "") -> base.Rate:
    """From LZT's `system_info.rate_limit` {limit, remaining, reset, bucket}, else from the X-RateLimit headers. An answer
    that names no bucket speaks of the one that the call was `counted_in`."""
    limits = within(within(data, "system_info"), "rate_limit")
    if not limits:
        limits = {name: headers.get(f"X-RateLimit-{name}") for name in ("limit", "remaining", "reset")}
    bucket = limits.get("bucket")
    limit, remaining, reset = (_whole_number(limits.get(name)) for name in ("limit", "remaining", "reset"))
    reset_at = None
    if reset is not None:  # a moment in Unix seconds; a small number is a time from now
        moment = datetime.fromtimestamp(reset, UTC) if reset > 1_000_000_000 else now + timedelta(seconds=reset)
        reset_at = min(moment, now + timedelta(seconds=MAX_RETRY_AFTER_S))
    return base.Rate(limit, remaining, reset_at, bucket if bucket in list(Bucket) else counted_in)


def _whole_number(value: Any) -> int | None:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    is_number = isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 12
    return int(text) if is_number else None
