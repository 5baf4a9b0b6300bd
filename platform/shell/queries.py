"""Reads across domains."""

from dataclasses import dataclass
from decimal import Decimal

from bulk.queries import open_runs
from earnings.queries.earnings import totals_of
from marketplace.queries import keys_of
from tasks.queries import open_tasks


@dataclass(frozen=True)
class LeftBehind:
    """What is open of a person: runs, tasks, what is owed to them, and the keys that are theirs."""

    open_runs: int
    open_tasks: int
    owed: Decimal
    keys: int


def left_behind(user_id: int) -> LeftBehind:
    return LeftBehind(
        open_runs(user_id).count(), open_tasks(user_id).count(), totals_of(user_id).pending, keys_of(user_id)
    )
