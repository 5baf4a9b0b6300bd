"""When a notification leaves the app, and what follows from how a message ended."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from notifications.enums import DeliveryState

ATTEMPTS = 6
REPEAT_AFTER = timedelta(minutes=1)


class Outcome(StrEnum):
    SENT = "sent"
    REFUSED = "refused"
    NOT_SENT = "not_sent"
    """It was surely not taken: no byte left, or the other side said 'later'."""
    UNKNOWN = "unknown"
    """Bytes left, and nobody said what became of them."""


class Next(NamedTuple):
    state: DeliveryState
    wait: timedelta = timedelta()
    repeated: bool = False


def after(outcome: Outcome, *, attempts: int, repeated: bool, once: bool) -> Next:
    """Decide what follows after `attempts` to send a message. One of unknown outcome is `repeated` at most once, since it
    may have arrived; one that was not sent may be tried again. A test or a code goes out `once`."""
    if outcome is Outcome.SENT:
        return Next(DeliveryState.SENT, repeated=repeated)
    if outcome is Outcome.UNKNOWN:
        last = repeated or once
        return Next(DeliveryState.LOST, repeated=repeated) if last else Next(DeliveryState.UNKNOWN, REPEAT_AFTER)
    if outcome is Outcome.REFUSED or once or attempts >= ATTEMPTS:
        return Next(DeliveryState.LOST if repeated else DeliveryState.FAILED, repeated=repeated)
    return Next(DeliveryState.UNKNOWN if repeated else DeliveryState.WAITING, timedelta(minutes=2**attempts))


def due_at(now: datetime, *, digest_at: int | None) -> datetime:
    """At once, or at the next full hour `digest_at` of the local day. `now` is local."""
    if digest_at is None:
        return now
    hour = now.replace(hour=digest_at, minute=0, second=0, microsecond=0)
    return hour if hour > now else hour + timedelta(days=1)


def is_quiet(hour: int, *, start: int | None, end: int | None) -> bool:
    """Whether an hour lies from `start` until before `end`, over midnight too."""
    if start is None or end is None:
        return False
    return start <= hour < end if start <= end else hour >= start or hour < end
