"""Who goes next on a shared key, how long to wait, and how long it will take."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

MAX_WAIT_S = 60.0
"""A back-off grows no further than this."""

MAX_PAUSE_MINUTES = 7 * 24 * 60
"""An admin pauses a key for no longer than a week."""

PACE_WEIGHT = 0.2
"""The share of the newest measurement in a run's pace: one slow answer moves the estimate little."""

_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Turn:
    """A run that has something to send. `served_at` is when it last sent."""

    run_id: int
    owner_id: int
    served_at: datetime | None


def next_turn(waiting: Iterable[Turn]) -> Turn | None:
    """People who share a key take turns row by row; a person's own runs go one after the other, oldest first."""
    waiting = list(waiting)
    served: dict[int, datetime] = {}
    for turn in waiting:
        served[turn.owner_id] = max(served.get(turn.owner_id, _NEVER), turn.served_at or _NEVER)
    return min(waiting, key=lambda turn: (served[turn.owner_id], turn.run_id), default=None)


def back_off_s(failures: int, *, jitter: float) -> float:
    """Seconds of silence after this many failures in a row: 1, 2, 4 … 60, each between half and whole.

    `jitter` is a random number in [0, 1), so that keys that failed together do not come back together.
    """
    ceiling = min(MAX_WAIT_S, 2.0 ** min(failures - 1, 10))
    return ceiling * (0.5 + jitter / 2)


def smoothed_pace_s(known: float | None, measured: float) -> float:
    """A run's seconds a row, moved a little towards the newest measurement."""
    return measured if known is None else known + PACE_WEIGHT * (measured - known)


def eta_s(open_rows: int, pace_s: float | None) -> int | None:
    """Seconds until the last open row is settled; None while nothing was measured."""
    return None if pace_s is None else round(open_rows * pace_s)
