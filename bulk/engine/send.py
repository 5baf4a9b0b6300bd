"""One account on its way out."""

import time
from collections.abc import Callable

from bulk.engine.claim import Claim
from bulk.engine.lane import Holding, still_held
from marketplace.adapters.base import CreateOutcome, Listing, ListingAdapter

FRESH_S = 0.5
"""A claim older than this when the first byte is about to leave may belong to a process that was frozen."""


def send(
    adapter: ListingAdapter, holding: Holding, claim: Claim, listing: Listing, *, not_before: float
) -> CreateOutcome:
    """Create the listing, with no database connection held. Its first byte leaves at `not_before` (time.monotonic())
    at the earliest, so that what the adapter prepares costs no time of its own."""
    was_prepared = claim.row.listing is not None
    return adapter.create(listing, may_send=_when_it_is_time(holding, claim, not_before), as_is=was_prepared)


def _when_it_is_time(holding: Holding, claim: Claim, not_before: float) -> Callable[[], bool]:
    """Asked right before the first byte leaves: may it? Past FRESH_S the database is asked whether the lane is ours.

    The monotonic clock runs on while a process is stopped, so a frozen worker finds its claim old when it wakes.
    """

    def may_send() -> bool:
        time.sleep(max(not_before - time.monotonic(), 0.0))
        return time.monotonic() - claim.claimed_at < FRESH_S or still_held(holding)

    return may_send
