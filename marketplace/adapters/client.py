"""The HTTP half that every dialect shares: one guarded call, its record, and the reading of its failures."""

from __future__ import annotations

import base64
import math
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from django.conf import settings

from core.outbound import NotSent as NothingSent
from core.outbound import OutboundError, OutboundResponse, OutboundSession, Reason
from marketplace.adapters.base import (
    CallRecord,
    Connection,
    Errors,
    Failure,
    MaySend,
    NotSent,
    OnCall,
    Refused,
    Throttled,
    Unauthorized,
    Unknown,
)
from marketplace.enums import AuthMethod
from marketplace.rules import VENDOR_HOSTS

DEFAULT_RETRY_AFTER_S = 60.0
MAX_RETRY_AFTER_S = 3600.0
MAX_TEXT = 500

REASON_TEXTS = {
    Reason.DESTINATION_REFUSED: "Endereço da API não permitido.",
    Reason.NAME_NOT_RESOLVED: "Endereço da API não encontrado.",
    Reason.CONNECTION_FAILED: "Não foi possível conectar à API.",
    Reason.TLS_FAILED: "O certificado da API não é válido.",
    Reason.INVALID_REQUEST: "A chave de API ou o endereço contém caracteres inválidos.",
    Reason.WITHDRAWN: "Envio cancelado antes de sair.",
    Reason.TIMEOUT: "Tempo limite esgotado.",
    Reason.CONNECTION_LOST: "A conexão com a API foi interrompida.",
    Reason.BODY_TOO_LARGE: "A resposta da API é grande demais.",
}
UNREADABLE = "A resposta da API não pôde ser lida."

# 408: the server gave up waiting in the middle of a request, so it may have read enough of it.
UNCERTAIN_STATUSES = frozenset({408})


@dataclass(frozen=True)
class Reply:
    """What came back: a status with its decoded body (`data` is None when it is not JSON), or an `error`."""

    status: int | None
    data: Any
    request_id: str
    retry_after_s: float
    error: OutboundError | None = None

    @property
    def ok(self) -> bool:
        return self.status is not None and 200 <= self.status < 300 and self.error is None

    def failure(self) -> Failure:
        """The outcome of a reply that is not a readable success."""
        if isinstance(self.error, NothingSent):
            return NotSent(REASON_TEXTS[self.error.reason], withdrawn=self.error.reason is Reason.WITHDRAWN)
        if self.error is not None:
            return Unknown(REASON_TEXTS[self.error.reason], self.status)
        assert self.status is not None
        if self.status == 429:
            return Throttled(self.retry_after_s, self.request_id)
        if self.status in (401, 403):
            return Unauthorized(self.status, message_of(self.data, self.status), self.request_id)
        if 400 <= self.status < 500 and self.status not in UNCERTAIN_STATUSES:
            return Refused(self.status, message_of(self.data, self.status), errors_of(self.data), self.request_id)
        if self.ok:
            return Unknown(UNREADABLE, self.status, self.request_id)
        return Unknown(message_of(self.data, self.status), self.status, self.request_id)


class Client:
    """Calls one marketplace with one key, and tells `on_call` about each of them."""

    def __init__(self, connection: Connection, on_call: OnCall) -> None:
        self._connection = connection
        self._on_call = on_call
        self._session = OutboundSession(
            settings.OUTBOUND_ALLOWED_HOSTS, connection.timeout_ms / 1000, public_hosts=VENDOR_HOSTS
        )

    def call(
        self,
        method: str,
        path: str,
        *,
        endpoint: str,
        params: dict[str, Any] | None = None,
        body: Any = None,
        may_send: MaySend | None = None,
    ) -> Reply:
        """Make one call. `endpoint` is its name in activities and in enabledEndpoints, free of logins and ids."""
        started_at = datetime.now(UTC)
        clock = time.monotonic()
        answer: OutboundResponse | None = None
        error: OutboundError | None = None
        try:
            answer = self._session.request(
                method,
                self._connection.base_url.rstrip("/") + path,
                headers={"Authorization": authorization(self._connection), "Accept": "application/json"},
                params=params,
                json_body=body,
                may_send=may_send,
            )
        except OutboundError as failure:
            error = failure
        reply = read_reply(answer, error)
        headers = answer.headers if answer else {}
        self._on_call(
            CallRecord(
                service=self._connection.provider,
                endpoint=endpoint,
                method=method,
                status=reply.status,
                response_time_ms=round((time.monotonic() - clock) * 1000),
                request_id=reply.request_id,
                started_at=started_at,
                failure=error.reason.value if error else "",
                rate_limit=_whole_number(headers.get("X-RateLimit-Limit")),
                rate_remaining=_whole_number(headers.get("X-RateLimit-Remaining")),
            )
        )
        return reply

    def close(self) -> None:
        self._session.close()


def authorization(connection: Connection) -> str:
    """The Authorization header of the global setting authMethod.

    The vendors document a bearer token for API keys; OAuth 2.0 and JWT are bearer tokens by their own standards.
    """
    if connection.auth_method == AuthMethod.BASIC:
        pair = connection.api_key if ":" in connection.api_key else f"{connection.api_key}:"
        return f"Basic {base64.b64encode(pair.encode()).decode()}"
    return f"Bearer {connection.api_key}"


def read_reply(answer: OutboundResponse | None, error: OutboundError | None) -> Reply:
    """Fold an answer, or the error that came instead, into a Reply."""
    if answer is None:
        assert error is not None
        return Reply(error.status, None, "", DEFAULT_RETRY_AFTER_S, error)
    try:
        data = answer.json() if answer.body else None
    except ValueError:
        data = None
    request_id = answer.headers.get("X-GameBoost-Request-Id", "")
    if not request_id and isinstance(data, dict):
        request_id = data.get("request_id", "")
    return Reply(
        answer.status,
        data,
        request_id[:100] if isinstance(request_id, str) else "",
        retry_after_s(answer.headers.get("Retry-After"), now=datetime.now(UTC)),
    )


def retry_after_s(value: str | None, *, now: datetime) -> float:
    """Seconds of a Retry-After header (a number, or an HTTP date); a minute when it is missing or unreadable."""
    if value is None:
        return DEFAULT_RETRY_AFTER_S
    try:
        seconds = float(value)
    except ValueError:
        try:
            moment = parsedate_to_datetime(value)
        except ValueError:
            return DEFAULT_RETRY_AFTER_S
        seconds = (moment.replace(tzinfo=moment.tzinfo or UTC) - now).total_seconds()
    if not math.isfinite(seconds):
        return DEFAULT_RETRY_AFTER_S
    return min(max(seconds, 0.0), MAX_RETRY_AFTER_S)


def message_of(data: Any, status: int) -> str:
    """The vendor's own sentence, bounded; 'Erro HTTP {status}' when it gives none (document 1 §8)."""
    if isinstance(data, dict):
        for key in ("message", "error"):
            if isinstance(data.get(key), str) and data[key].strip():
                return str(data[key]).strip()[:MAX_TEXT]
        listed = data.get("errors")
        if isinstance(listed, list) and listed and isinstance(listed[0], str):
            return listed[0].strip()[:MAX_TEXT]
    return f"Erro HTTP {status}"


def errors_of(data: Any) -> Errors:
    """Field errors as lists; the vendors write a string or a list of strings per field."""
    errors = data.get("errors") if isinstance(data, dict) else None
    if not isinstance(errors, dict):
        return {}
    return {
        str(name)[:100]: [str(text)[:MAX_TEXT] for text in (value if isinstance(value, list) else [value])]
        for name, value in errors.items()
    }


def _whole_number(value: str | None) -> int | None:
    return int(value) if value is not None and value.isascii() and value.isdigit() and len(value) < 10 else None
