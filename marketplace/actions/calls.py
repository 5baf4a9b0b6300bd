"""Calls to a marketplace and the trace they leave."""

import math
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import structlog
from django.db import DatabaseError, transaction
from django.utils import timezone

from core.conditional import bump
from marketplace.adapters.base import (
    CallRecord,
    Connection,
    Done,
    ListingAdapter,
    OnCall,
    Refused,
    Unauthorized,
    reason_of,
)
from marketplace.adapters.registry import open_adapter, open_listing_adapter
from marketplace.enums import Service
from marketplace.errors import KeyBudgetSpent
from marketplace.models import Activity, KeyBudget
from marketplace.queries import global_settings
from marketplace.rules.governor import SCREEN_CALLS_PER_MINUTE

log = structlog.get_logger(__name__)

WINDOW = timedelta(minutes=1)
READS = frozenset({"GET", "HEAD"})


@dataclass(frozen=True)
class ConnectionTest:
    """'Connection tests return {success, data} or {success:false, error, status}' (document 2 §7).

    `status` is the marketplace's, None when it did not answer; `detail` says in Portuguese why there was no answer.
    """

    success: bool
    data: Any = None
    error: str = ""
    status: int | None = None
    detail: str = ""


def adapter_for(connection: Connection, *, user_id: int) -> ListingAdapter:
    """An adapter whose calls are noted as this person's activity. The caller closes it."""
    known = global_settings()
    return open_listing_adapter(
        connection,
        recorder(connection, user_id=user_id, enabled=known.enable_metrics),
        default_image_url=known.default_image_url,
    )


def try_connection(connection: Connection, *, user_id: int) -> ConnectionTest:
    """Make the cheapest real call that proves a connection (decisions §8: 'Connection tests are real, everywhere')."""
    adapter = open_adapter(connection, recorder(connection, user_id=user_id, enabled=global_settings().enable_metrics))
    try:
        outcome = adapter.test()
    finally:
        adapter.close()
    if isinstance(outcome, Done):
        return ConnectionTest(success=True, data=outcome.data, status=outcome.status)
    status = getattr(outcome, "status", None)
    if isinstance(outcome, Refused | Unauthorized):
        return ConnectionTest(success=False, error=reason_of(outcome), status=status)
    # No sentence of the marketplace's own: the documented default, and beside it what went wrong.
    default = f"Failed to connect to {'GameBoost' if connection.provider == Service.GAMEBOOST else 'LZT Market'} API"
    return ConnectionTest(success=False, error=default, status=status, detail=reason_of(outcome))


def recorder(connection: Connection, *, user_id: int, enabled: bool) -> OnCall:
    """What an adapter tells its calls to: one activity row each while metrics are enabled.

    A call that changed something also renews the cached reads of its key. A database that fails here must not turn
    a call that happened into one that seems not to have: it is logged and the call's outcome stands.
    """

    def on_call(record: CallRecord) -> None:
        try:
            with transaction.atomic():
                if enabled:
                    _add_activity(record, user_id)
                if record.method not in READS:
                    bump(reads_stamp(connection))
        except DatabaseError:
            log.exception("activity_not_recorded", service=record.service, endpoint=record.endpoint)

    return on_call


def reads_stamp(connection: Connection) -> str:
    """Names the version of everything read with a key."""
    return f"marketplace:{connection.lane_key[:32]}"


def report_activity(
    *, user_id: int, service: str, endpoint: str, status: str, success: bool, response_time_ms: int, method: str = ""
) -> Activity:
    """Note a call that the browser reports (POST /api/activities); it enters no figure."""
    return Activity.objects.create(
        user_id=user_id,
        service=service,
        endpoint=endpoint,
        method=method,
        status=status,
        success=success,
        response_time_ms=response_time_ms,
        source=Activity.Source.REPORTED,
    )


def take_turn(connection: Connection) -> None:
    """Count one call of a screen against the key's minute, or refuse it before anything goes out.

    Leaves the greater part of the vendor's limit to runs, which keep their own pace. Raises KeyBudgetSpent.
    """
    if not global_settings().enable_rate_limiting:
        return
    now = timezone.now()
    with transaction.atomic():
        budget, _ = KeyBudget.objects.select_for_update().get_or_create(lane_key=connection.lane_key)
        if budget.blocked_until and budget.blocked_until > now:
            raise _spent((budget.blocked_until - now).total_seconds())
        if budget.window_started_at <= now - WINDOW:
            budget.window_started_at, budget.calls = now, 0
        if budget.calls >= SCREEN_CALLS_PER_MINUTE[Service(connection.provider)]:
            raise _spent((budget.window_started_at + WINDOW - now).total_seconds())
        budget.calls += 1
        budget.save(update_fields=["window_started_at", "calls"])


def block_key(connection: Connection, *, seconds: float) -> None:
    """Hold the screens' calls of a key back after the marketplace answered 429."""
    KeyBudget.objects.update_or_create(
        lane_key=connection.lane_key, defaults={"blocked_until": timezone.now() + timedelta(seconds=seconds)}
    )


def _add_activity(record: CallRecord, user_id: int) -> None:
    Activity.objects.create(
        user_id=user_id,
        service=record.service,
        endpoint=record.endpoint,
        method=record.method,
        status=str(record.status) if record.status else record.failure,
        success=record.status is not None and record.status < 400 and not record.failure,
        response_time_ms=record.response_time_ms,
        request_id=record.request_id,
        rate_limit=record.rate_limit,
        rate_remaining=record.rate_remaining,
        timestamp=record.started_at,
    )


def _spent(seconds: float) -> KeyBudgetSpent:
    return KeyBudgetSpent(headers={"Retry-After": str(max(1, math.ceil(seconds)))})
