"""Stored times that a wrong clock left in the future, which would stall a lane without a word."""

from typing import Any

import structlog
from django.conf import settings
from django.db.models import QuerySet

from bulk.clock import after
from bulk.engine.lane import connection_of, lease_s
from bulk.engine.reconcile import LOOKED_OVER_FOR, TRY_AGAIN_S
from bulk.enums import OrphanState, RowState
from bulk.models import Lane, OrphanListing, Row, Run
from bulk.rules.pace import MAX_PAUSE_MINUTES
from core import audit
from core.enums import Audited
from infra.connections import short_read, short_transaction
from marketplace.adapters.client import MAX_RETRY_AFTER_S
from notifications import actions as notifications
from notifications.enums import NotificationKind

log = structlog.get_logger(__name__)

TITLE = "O relógio do servidor voltou"
BODY = "Horários guardados estavam longe demais e foram corrigidos; as filas seguem. Confira a hora do servidor (NTP)."


def correct_times() -> None:
    """Bring times that lie farther ahead than they are ever set back to now, and tell the admins.

    What the engine sets for itself is believed for two leases, or for its own longest rest. Other waits are longer: one
    that a marketplace asks for (an hour), a person's pause of a key (a week), the next look at a run (a day).
    """
    own_s = max(2 * settings.BULK_LEASE_S, settings.BULK_VERIFY_AFTER_S, TRY_AGAIN_S)
    lanes, held = Lane.objects.all(), Lane.objects.filter(lease_until__gt=after(2 * settings.BULK_LEASE_S))
    rows = Row.objects.filter(state__in=[RowState.QUEUED, RowState.VERIFYING])
    orphans = OrphanListing.objects.filter(state=OrphanState.PENDING)
    with short_read():
        # Their holders renew them, if they are alive.
        leases = [(lane.pk, lease_s(connection_of(lane))) for lane in held]
    corrected = [
        _correct(lanes, "next_at", own_s),
        _correct(lanes, "quiet_until", MAX_RETRY_AFTER_S),
        _correct(lanes, "paused_until", MAX_PAUSE_MINUTES * 60),
        _correct(rows, "due_at", own_s),
        _correct(Row.objects.exclude(withdrawal=""), "due_at", own_s),
        _correct(orphans, "due_at", own_s),
        _correct(Run.objects.all(), "reconcile_at", LOOKED_OVER_FOR.total_seconds()),
        *(_correct(lanes.filter(pk=pk), "lease_until", 2 * lease, right_s=lease) for pk, lease in leases),
    ]
    if any(corrected):
        with short_transaction():
            log.warning("clock_went_back", corrected=sum(corrected))
            audit.record(Audited.CLOCK_WENT_BACK, by=None, after={"corrected": sum(corrected)})
            notifications.notify_admins(kind=NotificationKind.CLOCK_WENT_BACK, title=TITLE, body=BODY)


def _correct(among: "QuerySet[Any]", name: str, farthest_s: float, *, right_s: float = 0.0) -> int:
    wrong = among.filter(**{f"{name}__gt": after(farthest_s)})
    with short_read():
        if not wrong.exists():
            return 0
    with short_transaction():
        return wrong.update(**{name: after(right_s)})
