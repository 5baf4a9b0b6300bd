"""Asking the marketplace about a login: before its first send, and whenever an outcome is unknown."""

from dataclasses import replace

from bulk.engine import listings
from bulk.engine.lane import Holding
from bulk.engine.settle import settle_adopted, settle_looked_up
from bulk.models import Row
from bulk.rules import outcomes
from bulk.rules.outcomes import Decision, Facts, KnownLookup, Policy
from infra.connections import short_transaction
from marketplace import actions as marketplace
from marketplace.adapters.base import (
    Absent,
    Found,
    ListingAdapter,
    ListingPage,
    LookupFailed,
    RemoteListing,
    Unauthorized,
)
from marketplace.queries import global_settings


def clear_to_send(holding: Holding, adapter: ListingAdapter, row: Row) -> bool:
    """Whether nothing is listed under the row's login. If something is, or the answer stays out, that is settled.

    Asked before every send, the first one and every other: a second one is never a guess.
    """
    outcome = look_up(holding, adapter, row)
    facts = replace(facts_of(holding, row), others_work=_others_work(adapter, row, outcome))
    if isinstance(outcome, Found) and not row.in_doubt:
        ids = {listing.remote_id for listing in outcome.listings}
        facts = replace(facts, since=listings.since_of(row.run), taken=listings.taken(row.run.market, ids))
    decision = outcomes.before_send(outcome, facts, policy())
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
    decision = outcomes.after_lookup(outcome, facts, policy())
    settle_looked_up(holding, row, decision, policy())
    _note(holding, row, outcome, decision)


def look_up(holding: Holding, adapter: ListingAdapter, row: Row) -> KnownLookup:
    """What is listed under the row's login, or that the key itself was refused. Raises LaneLost.

    Of a row that may have been created already, absence is asked for in a second way: a look-up that lags, or whose
    route is gone, also says that there is nothing.
    """
    outcome = adapter.find_by_login(row.credentials["login"])
    if isinstance(outcome, Absent) and row.in_doubt:
        outcome = listings.find_among_newest(holding, adapter, row)
    if isinstance(outcome, LookupFailed) and isinstance(outcome.failure, Unauthorized):
        return outcome.failure
    return outcome


def _others_work(adapter: ListingAdapter, row: Row, outcome: KnownLookup) -> bool:
    """Whether it is this row alone whose look-up keeps failing: the marketplace answers another question."""
    if not isinstance(outcome, LookupFailed) or outcome.retry_after_s is not None:
        return False
    often = row.failed_lookups + 1 >= outcomes.MAX_FAILED_LOOKUPS
    return often and isinstance(adapter.list_page(1), ListingPage)


def _note(holding: Holding, row: Row, outcome: KnownLookup, decision: Decision) -> None:
    """A listing that was found to be ours is watched from now on as one whose answer came."""
    if isinstance(outcome, Found) and decision.remote_id:
        note_found(holding, row, _found(outcome, decision))


def _found(outcome: KnownLookup, decision: Decision) -> RemoteListing:
    assert isinstance(outcome, Found)
    return next(each for each in outcome.listings if each.remote_id == decision.remote_id)


def note_found(holding: Holding, row: Row, found: RemoteListing) -> None:
    """Tell the marketplace that this listing is the row's."""
    with short_transaction():
        marketplace.note_listing(
            holding.connection,
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
    return outcomes.policy_of(known.retry_attempts, known.error_handling)
