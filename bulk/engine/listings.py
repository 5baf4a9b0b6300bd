"""The key's listings page by page: what came into being lately, and whose it is."""

from datetime import datetime, timedelta

from bulk.engine.lane import Holding, renew
from bulk.models import Row, Run
from infra.connections import short_read, short_transaction
from marketplace.adapters.base import (
    Absent,
    Found,
    ListingAdapter,
    ListingPage,
    LookupFailed,
    LookupOutcome,
    RemoteListing,
)
from marketplace.adapters.reading import names_of
from marketplace.queries import claimed_listings

MAX_PAGES = 500
CLOCK_SKEW = timedelta(minutes=5)

TOO_MANY_PAGES = "O marketplace tem anúncios demais para conferir."
NAMELESS = "O marketplace não diz de qual conta é o anúncio {id}."


def since_of(run: Run) -> datetime:
    """No listing of the run is older, by whatever clock."""
    return run.created_at - CLOCK_SKEW


def may_be_of(run: Run, listing: RemoteListing) -> bool:
    """Whether its game and age allow that this run made it."""
    new = listing.created_at is None or listing.created_at >= since_of(run)
    return new and listing.game in ("", run.game)


def is_last(page: ListingPage, since: datetime) -> bool:
    """Whether no later page can hold what came into being since then. Not every marketplace documents its order, so
    only a page that goes from newer to older says so."""
    if not page.has_more:
        return True
    times = [listing.created_at for listing in page.listings if listing.created_at]
    falls = len(times) == len(page.listings) > 1 and times == sorted(times, reverse=True) and times[0] > times[-1]
    return falls and times[-1] < since


def find_among_newest(holding: Holding, adapter: ListingAdapter, row: Row) -> LookupOutcome:
    """The row's listing among those that came into being since its run was made. Raises LaneLost.

    Absent only where every one of them is known to be another account's.
    """
    run, names = row.run, names_of(row.credentials["login"])
    mine: list[RemoteListing] = []
    nameless: set[str] = set()
    for number in range(1, MAX_PAGES + 1):
        with short_transaction():
            renew(holding)
        page = adapter.list_page(number)
        if isinstance(page, LookupFailed):
            return page
        candidates = [listing for listing in page.listings if may_be_of(run, listing)]
        mine += [listing for listing in candidates if listing.names & names]
        nameless |= {listing.remote_id for listing in candidates if not listing.names}
        if is_last(page, since_of(run)):
            break
    else:
        return LookupFailed(TOO_MANY_PAGES)
    if mine:
        return Found(mine)
    with short_read():
        unknown = nameless - known(run.market, nameless)
    return LookupFailed(NAMELESS.format(id=min(unknown))) if unknown else Absent()


def taken(market: str, remote_ids: set[str]) -> frozenset[str]:
    """Those that somebody listed, as far as is known: by a row, or in another way through this product."""
    return frozenset(known(market, remote_ids) | claimed_listings(market, remote_ids))


def known(market: str, remote_ids: set[str]) -> set[str]:
    """Those that some row answers for: listed again by a later run, or by this one."""
    rows = Row.objects.filter(remote_id__in=remote_ids, run__market=market)
    return set(rows.values_list("remote_id", flat=True))
