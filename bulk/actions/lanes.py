"""Where a run's rows go out: the lane of the key that is in effect for its owner."""

from django.db.models.functions import Now

from bulk.engine.lane import stored
from bulk.models import Lane
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
