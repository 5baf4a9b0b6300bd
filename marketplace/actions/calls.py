"""Calls to a marketplace and the trace they leave."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import structlog
from django.db import DatabaseError
from django.utils import timezone

from core import events
from core.conditional import bump
from infra.connections import unsynced_transaction
from marketplace.actions.governor import RateLimitRecorder, RefusalRecorder, gate_for
from marketplace.actions.listings import ListingKeeper
from marketplace.adapters.base import (
    CallRecord,
    Connection,
    Done,
    ListingAdapter,
    OnCall,
    Refused,
    Throttled,
    Unauthorized,
    reason_of,
)
from marketplace.adapters.registry import MARKETS, open_adapter
from marketplace.errors import KeyBudgetSpent
from marketplace.models import Activity
from marketplace.queries import global_settings

log = structlog.get_logger(__name__)

ACTIVITIES_KEPT = timedelta(days=180)
READS = frozenset({"GET", "HEAD"})


@dataclass(frozen=True)
class ConnectionTest:
    """'Connection tests return {success, data} or {success:false, error, status}'.

    `status` is the marketplace's, None when it did not answer; `detail` says in Portuguese why there was no answer.
    """

    success: bool
    data: Any = None
    error: str = ""
    status: int | None = None
    detail: str = ""


def adapter_for(
    connection: Connection, *, user_id: int, interactive: bool = False, wait: bool = True
) -> ListingAdapter:
    """An adapter whose calls are noted as this person's activity and keep the key's pace. The caller closes it.

    `interactive`: a person looks at the answer, so the calls count in that person's share and never wait. Otherwise they
    wait a few seconds for their turn, unless `wait` is False: periodic work is told at once that it has to wait.
    """
    known = global_settings()
    adapter = open_adapter(
        connection,
        recorder(connection, user_id=user_id, enabled=known.enable_metrics, interactive=interactive),
        gate=gate_for(connection, user_id=user_id, interactive=interactive, wait=wait and not interactive),
        default_image_url=known.default_image_url,
    )
    adapter.watcher = ListingKeeper(connection, user_id=user_id)
    return adapter


def try_connection(connection: Connection, *, user_id: int) -> ConnectionTest:
    """Make the cheapest real call that proves a connection.

    Raises KeyBudgetSpent.
    """
    adapter = adapter_for(connection, user_id=user_id, interactive=True)
    try:
        outcome = adapter.test()
    finally:
        adapter.close()
    if isinstance(outcome, Throttled) and outcome.held:
        raise KeyBudgetSpent(wait_s=outcome.retry_after_s)
    if isinstance(outcome, Done):
        tested = ConnectionTest(success=True, data=outcome.data, status=outcome.status)
    elif isinstance(outcome, Refused | Unauthorized):
        tested = ConnectionTest(success=False, error=reason_of(outcome), status=outcome.status)
    else:
        # No sentence of the marketplace's own: the documented default, and beside it what went wrong.
        default = f"Failed to connect to {MARKETS[connection.provider].title} API"
        status = getattr(outcome, "status", None)
        tested = ConnectionTest(success=False, error=default, status=status, detail=reason_of(outcome))
    told = "success" if tested.success else "failure"
    events.count("api_config_test", person_id=user_id, outcome=told, subject=connection.provider)
    return tested


def recorder(connection: Connection, *, user_id: int, enabled: bool, interactive: bool) -> OnCall:
    """What an adapter tells its calls to: one activity row each while metrics are enabled.

    What the answer says of the key and its limits goes to its budget; a call that changed something renews the cached
    reads.
    A database that fails here must not turn a call that happened into one that seems not to have: it is logged and the
    call's outcome stands.
    """
    limits = RateLimitRecorder(connection)
    refusals = RefusalRecorder(connection, interactive=interactive)
    stamp = reads_stamp(connection)
    source = Activity.Source.TRAINING if connection.training else Activity.Source.OUTBOUND

    def on_call(record: CallRecord) -> None:
        try:
            with unsynced_transaction():
                if enabled:
                    _add_activity(record, user_id, source)
                limits.learn(record)
                refusals.learn(record)
                if record.method not in READS:
                    bump(stamp)
        except DatabaseError:
            log.exception("activity_not_recorded", service=record.service, endpoint=record.endpoint)

    return on_call


def reads_stamp(connection: Connection) -> str:
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


def purge_activities() -> int:
    deleted, _ = Activity.objects.filter(timestamp__lt=timezone.now() - ACTIVITIES_KEPT).delete()
    return deleted


def _add_activity(record: CallRecord, user_id: int, source: Activity.Source) -> None:
    Activity.objects.create(
        user_id=user_id,
        service=record.service,
        endpoint=record.endpoint,
        method=record.method,
        status=str(record.status) if record.status else record.failure,
        success=record.succeeded,
        response_time_ms=record.response_time_ms,
        request_id=record.request_id,
        source=source,
        rate_limit=record.rate_limit,
        rate_remaining=record.rate_remaining,
        timestamp=record.started_at,
    )
