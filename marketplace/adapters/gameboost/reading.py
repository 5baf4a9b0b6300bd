"""Reading GameBoost's answers: what its two versions have in common."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from marketplace.adapters.base import (
    Absent,
    Done,
    Found,
    LookupFailed,
    LookupOutcome,
    Outcome,
    RemoteListing,
    lookup_failed,
)
from marketplace.adapters.client import UNREADABLE, Reply
from marketplace.adapters.reading import AMOUNT
from marketplace.enums import RemoteStatus

SECRET_NAMES = frozenset({"password", "email_password", "credentials"})
STATUSES = {status.value.casefold(): status.value for status in RemoteStatus}

_PATH_SEGMENT = re.compile(r"[A-Za-z0-9_-]{1,100}")


def is_id(raw: str) -> bool:
    """Whether this may stand in a path as an id."""
    return _PATH_SEGMENT.fullmatch(raw) is not None


def id_of(item: Any) -> str:
    """The id of an item as text; v1 answers text, v2 a number; empty when there is none."""
    raw = item.get("id") if isinstance(item, dict) else None
    named = isinstance(raw, str | int) and not isinstance(raw, bool)
    return str(raw) if named and is_id(str(raw)) else ""


def data_of(reply: Reply) -> Any:
    """What the envelope {"data": …} holds, None without one."""
    return reply.data.get("data") if isinstance(reply.data, dict) else None


def status_of(raw: Any) -> str:
    """The RemoteStatus of a word in any case; a word that is new stays as it is."""
    status = str(raw or "")
    return STATUSES.get(status.casefold(), status)


def price_of(raw: Any) -> Decimal | None:
    """An amount in euro: a number, a text, or {format, value, amount, currency {symbol, code}}.

    The vendor's pages show a text and its recorded answers an object, so both are read.
    """
    if isinstance(raw, dict):
        currency = raw.get("currency")
        code = currency.get("code") if isinstance(currency, dict) else currency
        return price_of(raw.get("value")) if code in (None, "", "EUR", "eur") else None
    written = AMOUNT.fullmatch(str(raw).strip("€ "))
    return Decimal(written[0]) if written else None


def texts_of(raw: Any) -> tuple[str, ...]:
    return tuple(map(str, raw)) if isinstance(raw, list) else ()


def without_secrets(value: Any) -> Any:
    """The vendor's JSON without the passwords that it answers in clear."""
    if isinstance(value, dict):
        return {name: without_secrets(item) for name, item in value.items() if name not in SECRET_NAMES}
    if isinstance(value, list):
        return [without_secrets(item) for item in value]
    return value


def outcome_of(reply: Reply, *, needs_data: bool = True) -> Outcome:
    """A success, if it can be read where there is something to read."""
    if reply.ok and reply.status is not None and (reply.data is not None or not needs_data):
        return Done(without_secrets(reply.data), reply.status, reply.request_id)
    return reply.failure()


def lookup_failure(reply: Reply) -> LookupFailed:
    return lookup_failed(reply.failure())


def says_absent(reply: Reply) -> bool:
    """Whether the vendor says 404. One of something that is not its API (a wrong base URL, a proxy) says nothing."""
    return reply.status == 404 and isinstance(reply.data, dict) and "message" in reply.data


def looked_up(reply: Reply, listing: RemoteListing | None) -> LookupOutcome:
    if says_absent(reply):
        return Absent()
    if not reply.ok:
        return lookup_failure(reply)
    return Found([listing]) if listing else LookupFailed(UNREADABLE)
