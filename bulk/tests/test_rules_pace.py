"""Turns on a shared key, waiting, and the estimate."""

from datetime import UTC, datetime, timedelta

import pytest

from bulk.rules import Turn, back_off_s, eta_s, next_turn, smoothed_pace_s

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("waiting", "expected"),
    [
        ([], None),
        ([Turn(1, 7, None)], 1),
        # Never served goes first; then whoever was served longest ago.
        ([Turn(1, 7, at(1)), Turn(2, 8, None)], 2),
        ([Turn(1, 7, at(2)), Turn(2, 8, at(1))], 2),
        # A person with three runs gets one turn, not three, and their oldest run goes first.
        ([Turn(1, 7, at(1)), Turn(2, 7, None), Turn(3, 7, None), Turn(4, 8, at(0))], 4),
        ([Turn(1, 7, None), Turn(2, 7, None)], 1),
        ([Turn(1, 7, at(3)), Turn(2, 7, None)], 1),
    ],
)
def test_people_take_turns_and_their_own_runs_go_in_order(waiting: list[Turn], expected: int | None) -> None:
    turn = next_turn(waiting)

    assert (turn.run_id if turn else None) == expected


@pytest.mark.parametrize(
    ("failures", "jitter", "expected"),
    [(1, 0.0, 0.5), (1, 1.0, 1.0), (2, 1.0, 2.0), (3, 1.0, 4.0), (5, 0.0, 8.0), (7, 1.0, 60.0), (4000, 1.0, 60.0)],
)
def test_back_off_doubles_up_to_a_minute(failures: int, jitter: float, expected: float) -> None:
    assert back_off_s(failures, jitter=jitter) == expected


def test_pace_moves_a_little_towards_the_newest_measurement() -> None:
    assert smoothed_pace_s(None, 0.65) == 0.65
    assert smoothed_pace_s(1.0, 2.0) == pytest.approx(1.2)


def test_eta_is_unknown_until_something_was_measured() -> None:
    assert eta_s(100, None) is None
    assert eta_s(100, 0.655) == 66
