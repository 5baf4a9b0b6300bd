"""Stored times that a wrong clock left in the future, which would stall a lane without a word."""

from typing import Any

import structlog
from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Now

from bulk.clock import after
from bulk.engine.lane import connection_of, lease_s
from bulk.engine.reconcile import LOOKED_OVER_FOR, TRY_AGAIN_S
from bulk.enums import OrphanState, RowState
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.rules.pace import MAX_PAUSE_MINUTES
from core.connections import short_read, short_transaction
from marketplace.adapters.client import MAX_RETRY_AFTER_S

log = structlog.get_logger(__name__)

TOLERANCE_S = 60.0
"""How far beyond the longest wait a time may lie: clocks of two machines differ a little."""


def correct_times() -> None:
    """Bring times that lie farther ahead than they are ever set back to now, and say so in the log."""
    rest_s = settings.BULK_VERIFY_AFTER_S + TRY_AGAIN_S + TOLERANCE_S
    pause_s = settings.BULK_PAUSE_MS / 1000 + 2 * settings.BULK_LEASE_S
    resting = Row.objects.filter(state__in=[RowState.QUEUED, RowState.VERIFYING])
    orphans = OrphanListing.objects.filter(state=OrphanState.PENDING)
    _correct(Lane.objects.filter(next_at__gt=after(pause_s)), next_at=Now())
    _correct(Lane.objects.filter(quiet_until__gt=after(MAX_RETRY_AFTER_S + TOLERANCE_S)), quiet_until=Now())
    _correct(Lane.objects.filter(paused_until__gt=after(MAX_PAUSE_MINUTES * 60 + TOLERANCE_S)), paused_until=Now())
    _correct(resting.filter(due_at__gt=after(rest_s)), due_at=Now())
    _correct(orphans.filter(due_at__gt=after(rest_s)), due_at=Now())
    farthest_s = LOOKED_OVER_FOR.total_seconds() + TOLERANCE_S
    _correct(Run.objects.filter(reconcile_at__gt=after(farthest_s)), reconcile_at=Now())
    with short_read():
        held = list(Lane.objects.filter(lease_until__gt=after(2 * settings.BULK_LEASE_S)))
    for lane in held:
        # Its holder renews it, if it is alive.
        lease = lease_s(connection_of(lane))
        _correct(Lane.objects.filter(pk=lane.pk, lease_until__gt=after(2 * lease)), lease_until=after(lease))


def _correct(wrong: "QuerySet[Any]", **right: Any) -> None:
    with short_read():
        found = wrong.exists()
    if found:
        with short_transaction():
            log.warning("clock_went_back", of=wrong.model.__name__, times=list(right), rows=wrong.update(**right))
