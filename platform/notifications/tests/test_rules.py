"""When a notification leaves, and what follows from how that ended."""

from datetime import UTC, datetime, timedelta

import pytest

from notifications.enums import DeliveryState as State
from notifications.rules import ATTEMPTS, Next, Outcome, after, due_at, is_quiet

MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("outcome", "attempts", "repeated", "once", "expected"),
    [
        (Outcome.SENT, 1, False, False, Next(State.SENT)),
        (Outcome.REFUSED, 1, False, False, Next(State.FAILED)),
        (Outcome.NOT_SENT, 1, False, False, Next(State.WAITING, 2 * MINUTE)),
        (Outcome.NOT_SENT, 3, False, False, Next(State.WAITING, 8 * MINUTE)),
        (Outcome.NOT_SENT, ATTEMPTS, False, False, Next(State.FAILED)),
        (Outcome.UNKNOWN, 1, False, False, Next(State.UNKNOWN, MINUTE)),
        (Outcome.UNKNOWN, ATTEMPTS, False, False, Next(State.UNKNOWN, MINUTE)),
        (Outcome.SENT, 2, True, False, Next(State.SENT, repeated=True)),
        (Outcome.UNKNOWN, 2, True, False, Next(State.LOST, repeated=True)),
        (Outcome.REFUSED, 2, True, False, Next(State.LOST, repeated=True)),
        (Outcome.NOT_SENT, 2, True, False, Next(State.UNKNOWN, 4 * MINUTE)),
        (Outcome.NOT_SENT, ATTEMPTS, True, False, Next(State.LOST, repeated=True)),
        (Outcome.UNKNOWN, 1, False, True, Next(State.LOST)),
        (Outcome.NOT_SENT, 1, False, True, Next(State.FAILED)),
    ],
)
def test_an_unknown_outcome_is_repeated_once_and_what_never_left_again(
    outcome: Outcome, attempts: int, repeated: bool, once: bool, expected: Next
) -> None:
    assert after(outcome, attempts=attempts, repeated=repeated, once=once) == expected


@pytest.mark.parametrize(
    ("hour", "digest_at", "expected"),
    [(9, None, (24, 9, 30)), (9, 18, (24, 18, 0)), (9, 9, (25, 9, 0)), (23, 0, (25, 0, 0))],
)
def test_a_summary_leaves_at_its_next_hour(hour: int, digest_at: int | None, expected: tuple[int, int, int]) -> None:
    due = due_at(datetime(2026, 11, 24, hour, 30, tzinfo=UTC), digest_at=digest_at)

    assert (due.day, due.hour, due.minute) == expected


@pytest.mark.parametrize(
    ("start", "end", "quiet"),
    [(22, 7, {22, 23, 0, 6}), (12, 14, {12, 13}), (None, 7, set()), (8, 8, set())],
)
def test_quiet_hours_end_before_their_last_hour_and_pass_midnight(
    start: int | None, end: int | None, quiet: set[int]
) -> None:
    hours = (0, 6, 7, 8, 12, 13, 14, 21, 22, 23)

    assert {hour for hour in hours if is_quiet(hour, start=start, end=end)} == quiet
