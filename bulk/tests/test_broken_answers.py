"""Answers that cannot be used: of 10 MB, leading elsewhere, cut in the middle, byte by byte. None of them says that a
listing was made, and none that there is none."""

from collections.abc import Callable
from typing import Any

import pytest

from bulk.models import Run
from bulk.tests.helpers import credited, let_time_pass, row_of, sends, states, work

pytestmark = pytest.mark.django_db
Start = Callable[..., Run]
KINDS = ("huge", "redirected", "cut", "dripped")
TIMEOUT_MS = 1_500


@pytest.fixture
def run(start: Start, owner: Any, configure: Callable[..., None]) -> Run:
    configure(owner, timeout_ms=TIMEOUT_MS)
    return start("ana001", "bia002")


@pytest.mark.parametrize("kind", KINDS)
def test_account_whose_answer_cannot_be_used_is_found_and_credited_once(kind: str, run: Run, market: Any) -> None:
    market.set_faults({"kind": kind, "count": 1})

    come_to_rest()

    assert_listed_once(run, market)
    assert row_of(run).in_doubt


@pytest.mark.parametrize("kind", KINDS)
def test_look_up_whose_answer_cannot_be_used_does_not_say_that_there_is_no_listing(
    kind: str, run: Run, market: Any
) -> None:
    """Neither before a first creation, nor after one whose answer was lost; the list that confirms it is no better."""
    market.set_faults(
        {"kind": "created_then_dropped", "count": 1},
        {"kind": kind, "endpoint": "lookup", "count": 2},
        {"kind": kind, "endpoint": "list", "count": 2},
    )

    come_to_rest()

    assert_listed_once(run, market)


def come_to_rest() -> None:
    for _ in range(5):
        work()
        let_time_pass()


def assert_listed_once(run: Run, market: Any) -> None:
    assert states(run) == {1: "created", 2: "created"}
    assert sends(market) == {"ana001": 1, "bia002": 1}
    assert sorted(listing["login"] for listing in market.listings()) == ["ana001", "bia002"]
    assert set(credited()) == {row_of(run, 1).pk, row_of(run, 2).pk}
