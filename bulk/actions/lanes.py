"""Where a run's rows go out: the lane of the key that is in effect for its owner."""

from django.db import transaction
from django.db.models.functions import Now

from bulk.clock import after
from bulk.engine.lane import stored
from bulk.enums import Audited
from bulk.models import Lane
from core import audit
from core.actor import Actor
from marketplace.adapters.base import Connection


def lane_of(connection: Connection) -> Lane:
    """The lane of a key, made if missing."""
    lane, _ = Lane.objects.get_or_create(
        key=connection.lane_key, defaults={"market": connection.market, "connection": stored(connection)}
    )
    return lane


def vouch(lane: Lane, connection: Connection) -> None:
    """Take over the connection as it is now, and let a lane go that stood still since its key was refused.

    Locks the lane until the transaction ends, so a start does this last: the lane may be at work.
    """
    Lane.objects.filter(pk=lane.pk).update(
        market=connection.market, connection=stored(connection), vouched_at=Now(), refused_at=None
    )


def pause_key(*, lane: Lane, minutes: int, reason: str, by: Actor) -> None:
    """Send nothing with this key for a while, whoever's runs wait for it; the account in flight is still settled."""
    with transaction.atomic():
        Lane.objects.filter(pk=lane.pk).update(quiet_until=after(minutes * 60))
        audit.record(Audited.KEY_PAUSED, by=by, target=lane, reason=reason, after={"minutes": minutes})


def release_key(*, lane: Lane, reason: str, by: Actor) -> None:
    """Let a key go on that a person or the marketplace's own request to wait holds back."""
    with transaction.atomic():
        Lane.objects.filter(pk=lane.pk).update(quiet_until=None)
        audit.record(Audited.KEY_RELEASED, by=by, target=lane, reason=reason)
