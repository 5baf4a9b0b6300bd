"""Where a run's rows go out: the lane of the key that is in effect for its owner."""

from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from bulk import notices, transitions
from bulk.clock import after
from bulk.engine.lane import connection_of, stored
from bulk.enums import Audited, PauseCode, RowState
from bulk.errors import VersionInUse
from bulk.models import Lane, Row, Run
from core import audit
from core.actor import Actor
from marketplace.adapters.base import Connection
from marketplace.adapters.gameboost.market import speaks_v2

UNSETTLED = (RowState.SENDING, RowState.VERIFYING, RowState.UNCERTAIN)
"""States in which a listing may exist that our rows do not know yet."""


def lane_of(connection: Connection) -> Lane:
    """The lane of a key, made if missing."""
    lane, _ = Lane.objects.get_or_create(
        key=connection.lane_key, defaults={"market": connection.market, "connection": stored(connection)}
    )
    return lane


def refresh_connection(lane: Lane, connection: Connection) -> None:
    """Take over the connection as it is now, and let a lane go that stood still since its key was refused.

    Locks the lane until the transaction ends, so a start does this last: the lane may be at work. What one version of an
    API was sent may not be found by another, so a change of version raises VersionInUse while an outcome is open, and
    takes the lane from its worker, which has the former version in hand.
    """
    lane = Lane.objects.select_for_update().get(pk=lane.pk)
    changes: dict[str, Any] = {}
    if lane.connection and speaks_v2(connection_of(lane).base_url) != speaks_v2(connection.base_url):
        rows = Row.objects.filter(Q(run__lane=lane) | Q(sent_via=lane), state__in=UNSETTLED)
        if count := rows.count():
            raise VersionInUse(count)
        changes = {"owner": "", "lease_until": None, "fence": F("fence") + 1}
    Lane.objects.filter(pk=lane.pk).update(
        market=connection.market,
        connection=stored(connection),
        vouched_at=Now(),
        refused_at=None,
        retired_at=None,
        **changes,
    )


def change_version(connection: Connection, by: Actor) -> int:
    """Let the lane of a key follow it to another version of the API, and its runs go on that paused because the former
    version is gone; how many did. Raises VersionInUse."""
    lane = Lane.objects.filter(key=connection.lane_key).first()
    if lane is None:
        return 0
    refresh_connection(lane, connection)
    waiting = Q(pause_code=PauseCode.VERSION_GONE, cancelled_at=None, finished_at=None)
    resumed = [
        run
        for run in Run.objects.filter(waiting, lane=lane).order_by("pk")
        if transitions.touch(run.pk, only=waiting, **transitions.UNPAUSED)
    ]
    for run in resumed:
        audit.record(Audited.RUN_RESUMED, by=by, target=run, subject=run.owner_id)
    for run in sorted(resumed, key=lambda run: run.owner_id):  # the order of the stamps
        if run.owner_id != by.id:
            notices.run_resumed(run)
    return len(resumed)


def pause_key(*, lane: Lane, minutes: int, reason: str, by: Actor) -> None:
    """Send nothing with this key for a while, whoever's runs wait for it; the account in flight is still settled."""
    with transaction.atomic():
        Lane.objects.filter(pk=lane.pk).update(paused_until=after(minutes * 60))
        audit.record(Audited.KEY_PAUSED, by=by, target=lane, reason=reason, after={"minutes": minutes})


def release_key(*, lane: Lane, reason: str, by: Actor) -> None:
    """Let a key go on that a person or the marketplace's own request to wait holds back."""
    with transaction.atomic():
        Lane.objects.filter(pk=lane.pk).update(quiet_until=None, paused_until=None)
        audit.record(Audited.KEY_RELEASED, by=by, target=lane, reason=reason)
