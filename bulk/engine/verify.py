"""Asking the marketplace about a login: before its first send, and whenever an outcome is unknown."""

from dataclasses import replace
from datetime import datetime, timedelta

from bulk import rules
from bulk.engine.lane import Holding, renew
from bulk.engine.settle import settle_adopted, settle_looked_up
from bulk.models import Row, Run
from bulk.rules import Decision, Facts, KnownLookup, Policy
from infra.connections import short_read, short_transaction
from marketplace import actions as marketplace
from marketplace.adapters.base import (
    Absent,
    Connection,
    Found,
    ListingAdapter,
    ListingPage,
    LookupFailed,
    LookupOutcome,
    RemoteListing,
    Unauthorized,
)
from marketplace.adapters.reading import names_of
from marketplace.queries import claimed_listings, global_settings

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


def known(market: str, remote_ids: set[str]) -> set[str]:
    """Those that some row answers for: listed again by a later run, or by this one."""
    rows = Row.objects.filter(remote_id__in=remote_ids, run__market=market)
    return set(rows.values_list("remote_id", flat=True))


def clear_to_send(holding: Holding, adapter: ListingAdapter, row: Row) -> bool:
    """Whether nothing is listed under the row's login. If something is, or the answer stays out, that is settled.

    Asked before every send, the first one and every other: a second one is never a guess.
    """
    outcome = look_up(holding, adapter, row)
    facts = replace(facts_of(holding, row), others_work=_others_work(adapter, row, outcome))
    if isinstance(outcome, Found) and not row.in_doubt:
        ids = {listing.remote_id for listing in outcome.listings}
        market = row.run.market
        taken = known(market, ids) | claimed_listings(market, ids)
        facts = replace(facts, since=since_of(row.run), taken=frozenset(taken))
    decision = rules.before_send(outcome, facts, policy())
    if decision is None:
        return True
    if decision.in_doubt and not row.in_doubt:
        settle_adopted(holding, row, decision, policy(), _found(outcome, decision))
    else:
        settle_looked_up(holding, row, decision, policy())
        _note(holding, row, outcome, decision)
    return False


def verify(holding: Holding, adapter: ListingAdapter, row: Row) -> None:
    """Look up a row that rested with an unknown outcome, and settle what that says."""
    outcome = look_up(holding, adapter, row)
    facts = replace(facts_of(holding, row), others_work=_others_work(adapter, row, outcome))
    decision = rules.after_lookup(outcome, facts, policy())
    settle_looked_up(holding, row, decision, policy())
    _note(holding, row, outcome, decision)


def look_up(holding: Holding, adapter: ListingAdapter, row: Row) -> KnownLookup:
    """What is listed under the row's login, or that the key itself was refused. Raises LaneLost.

    Of a row that may have been created already, absence is asked for in a second way: a look-up that lags, or whose
    route is gone, also says that there is nothing.
    """
    outcome = adapter.find_by_login(row.credentials["login"])
    if isinstance(outcome, Absent) and row.in_doubt:
        outcome = find_among_newest(holding, adapter, row)
    if isinstance(outcome, LookupFailed) and isinstance(outcome.failure, Unauthorized):
        return outcome.failure
    return outcome


def _others_work(adapter: ListingAdapter, row: Row, outcome: KnownLookup) -> bool:
    """Whether it is this row alone whose look-up keeps failing: the marketplace answers another question."""
    if not isinstance(outcome, LookupFailed) or outcome.retry_after_s is not None:
        return False
    often = row.failed_lookups + 1 >= rules.MAX_FAILED_LOOKUPS
    return often and isinstance(adapter.list_page(1), ListingPage)


def _note(holding: Holding, row: Row, outcome: KnownLookup, decision: Decision) -> None:
    """A listing that was found to be ours is watched from now on as one whose answer came."""
    if isinstance(outcome, Found) and decision.remote_id:
        note_found(holding.connection, row, _found(outcome, decision))


def _found(outcome: KnownLookup, decision: Decision) -> RemoteListing:
    assert isinstance(outcome, Found)
    return next(each for each in outcome.listings if each.remote_id == decision.remote_id)


def note_found(connection: Connection, row: Row, found: RemoteListing) -> None:
    """Tell the marketplace that this listing is the row's."""
    with short_transaction():
        marketplace.note_listing(
            connection,
            remote_id=found.remote_id,
            user_id=row.run.owner_id,
            game=row.run.game,
            title=found.title,
            status=found.status,
            price_eur=found.price_eur,
        )


def facts_of(holding: Holding, row: Row, *, attempts: int | None = None) -> Facts:
    return Facts(
        line=row.line,
        game=row.run.game,
        attempts=row.attempts if attempts is None else attempts,
        misses=row.misses,
        failed_lookups=row.failed_lookups,
        in_doubt=row.in_doubt,
        same_key=row.sent_via_id == holding.lane_id,
    )


def policy() -> Policy:
    known = global_settings()
    return rules.policy_of(known.retry_attempts, known.error_handling)
