"""The transition table, and the state of a run from its rows."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bulk.enums import RowState, RunState
from bulk.rules import LIVE, OPEN, TRANSITIONS, run_state, settled

Q, S, V, C, F, D, U, N = (
    RowState.QUEUED,
    RowState.SENDING,
    RowState.VERIFYING,
    RowState.CREATED,
    RowState.FAILED,
    RowState.DUPLICATE,
    RowState.UNCERTAIN,
    RowState.UNSENT,
)


@pytest.mark.parametrize(
    ("counts", "started", "paused", "cancelled", "expected"),
    [
        ({Q: 3}, False, False, False, RunState.QUEUED),
        ({Q: 2, S: 1}, True, False, False, RunState.RUNNING),
        ({Q: 2, C: 1}, True, True, False, RunState.PAUSED),
        ({V: 1, C: 2}, True, False, False, RunState.RUNNING),
        ({V: 1, C: 2}, True, True, False, RunState.PAUSED),
        ({C: 3}, True, False, False, RunState.FINISHED),
        ({C: 2, D: 1}, True, False, False, RunState.FINISHED),
        ({C: 2, F: 1}, True, False, False, RunState.FINISHED_WITH_ERRORS),
        ({C: 2, U: 1}, True, False, False, RunState.FINISHED_WITH_ERRORS),
        ({C: 3}, True, True, False, RunState.FINISHED),
        ({C: 1, N: 2}, True, False, True, RunState.CANCELLED),
        ({C: 1, S: 1, N: 1}, True, False, True, RunState.CANCELLED),
    ],
)
def test_run_state_follows_from_rows_and_people(
    counts: Mapping[RowState, int], started: bool, paused: bool, cancelled: bool, expected: RunState
) -> None:
    """'Run states are computed from the rows.'"""
    assert run_state(counts, started=started, paused=paused, cancelled=cancelled) is expected


def test_settled_counts_every_row_that_is_not_open() -> None:
    assert settled({Q: 1, S: 1, V: 1, C: 2, F: 3, D: 4, U: 5, N: 6}) == 20


def test_every_state_has_its_transitions() -> None:
    assert set(TRANSITIONS) == set(RowState)


def test_created_is_final_and_a_duplicate_can_only_become_created() -> None:
    assert {state for state, following in TRANSITIONS.items() if not following} == {C}
    assert TRANSITIONS[D] == {C}


def test_nothing_that_may_have_been_sent_is_sent_again_without_being_looked_up() -> None:
    """'No blind re-send, ever': `sending` is entered from the queue only, and no answer in doubt leads there."""
    assert {state for state, following in TRANSITIONS.items() if S in following} == {Q}
    assert V in TRANSITIONS[S]


def test_a_live_row_holds_its_login_until_it_is_known_not_to_exist() -> None:
    assert OPEN < LIVE
    assert OPEN | {C, U} == LIVE


counters = st.dictionaries(st.sampled_from(list(RowState)), st.integers(min_value=0, max_value=5_000))
flags = st.booleans()


@given(counters, flags, flags, flags)
def test_counters_add_up_and_agree_with_the_state(
    counts: dict[RowState, int], started: bool, paused: bool, cancelled: bool
) -> None:
    """'the counters always add up to the total': what is settled and what is open are all rows, and a run that is
    over has nothing open."""
    still_open = sum(counts.get(state, 0) for state in OPEN)
    state = run_state(counts, started=started, paused=paused, cancelled=cancelled)

    assert settled(counts) + still_open == sum(counts.values())
    if state in (RunState.FINISHED, RunState.FINISHED_WITH_ERRORS):
        assert still_open == 0
    elif state is not RunState.CANCELLED:
        assert still_open > 0


@given(counters, st.sampled_from([(source, target) for source in RowState for target in TRANSITIONS[source]]))
def test_no_transition_loses_a_row(counts: dict[RowState, int], step: tuple[RowState, RowState]) -> None:
    source, target = step
    before = {**counts, source: counts.get(source, 0) + 1}
    after = {**before, source: before[source] - 1, target: before.get(target, 0) + 1}

    assert sum(after.values()) == sum(before.values())
    assert settled(after) - settled(before) == (target not in OPEN) - (source not in OPEN)
