"""The states of rows, what may follow what, and the state of a run, which is computed and never kept."""

import re
from collections.abc import Mapping

from bulk.enums import RowState, RunState

S = RowState

REMOTE_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")
"""The id of a listing, as the marketplaces write it."""

OPEN = frozenset({S.QUEUED, S.SENDING, S.VERIFYING})
"""Rows on which the engine still has something to do."""

LIVE = frozenset({S.QUEUED, S.SENDING, S.VERIFYING, S.UNCERTAIN, S.CREATED})
"""Rows that hold their login: no second row of the same market, game and login may be in one of these states."""

NEEDS_A_PERSON = frozenset({S.FAILED, S.UNCERTAIN})

TRANSITIONS: Mapping[RowState, frozenset[RowState]] = {
    # A queued row is found on the marketplace when it is looked up before sending, or that look-up keeps failing.
    S.QUEUED: frozenset({S.SENDING, S.CREATED, S.DUPLICATE, S.FAILED, S.UNCERTAIN, S.UNSENT}),
    # Back to the queue only when no byte left or nothing was done (429, refused key).
    S.SENDING: frozenset({S.CREATED, S.FAILED, S.VERIFYING, S.QUEUED, S.UNSENT}),
    S.VERIFYING: frozenset({S.CREATED, S.QUEUED, S.FAILED, S.UNCERTAIN, S.UNSENT}),
    S.UNCERTAIN: frozenset({S.CREATED, S.FAILED}),
    # A person repeats it; or its listing turns up after all, which is the truth.
    S.FAILED: frozenset({S.QUEUED, S.DUPLICATE, S.CREATED}),
    S.UNSENT: frozenset({S.CREATED}),
    S.CREATED: frozenset(),
    # An admin knows better, or its listing turns up after all.
    S.DUPLICATE: frozenset({S.CREATED}),
}


def run_state(counts: Mapping[RowState, int], *, started: bool, paused: bool, cancelled: bool) -> RunState:
    if cancelled:
        return RunState.CANCELLED
    if any(counts.get(state, 0) for state in OPEN):
        if paused:
            return RunState.PAUSED
        return RunState.RUNNING if started else RunState.QUEUED
    if any(counts.get(state, 0) for state in NEEDS_A_PERSON):
        return RunState.FINISHED_WITH_ERRORS
    return RunState.FINISHED


def settled(counts: Mapping[RowState, int]) -> int:
    return sum(count for state, count in counts.items() if state not in OPEN)
