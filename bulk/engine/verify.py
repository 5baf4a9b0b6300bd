"""Asking the marketplace about a login: before its first send, and whenever an outcome is unknown."""

from bulk.engine.lane import Holding
from bulk.engine.settle import settle_looked_up
from bulk.models import Row
from bulk.rules import outcomes
from bulk.rules.outcomes import Facts, KnownLookup, Policy
from marketplace.adapters.base import ListingAdapter, LookupFailed, Unauthorized
from marketplace.queries import global_settings


def clear_to_send(holding: Holding, adapter: ListingAdapter, row: Row) -> bool:
    """Whether nothing is listed under the row's login. If something is, or the answer stays out, that is settled.

    Asked before every send, the first one and every other: a second one is never a guess.
    """
    decision = outcomes.before_send(look_up(adapter, row), facts_of(holding, row))
    if decision is not None:
        settle_looked_up(holding, row, decision, policy())
    return decision is None


def verify(holding: Holding, adapter: ListingAdapter, row: Row) -> None:
    """Look up a row that rested with an unknown outcome, and settle what that says."""
    decision = outcomes.after_lookup(look_up(adapter, row), facts_of(holding, row), policy())
    settle_looked_up(holding, row, decision, policy())


def look_up(adapter: ListingAdapter, row: Row) -> KnownLookup:
    """What is listed under the row's login. A look-up that fails says nothing of why, so the key is tried by itself."""
    outcome = adapter.find_by_login(row.credentials["login"])
    if isinstance(outcome, LookupFailed) and outcome.retry_after_s is None:
        proof = adapter.test()
        if isinstance(proof, Unauthorized):
            return proof
    return outcome


def facts_of(holding: Holding, row: Row, *, attempts: int | None = None) -> Facts:
    return Facts(
        line=row.line,
        game=row.run.game,
        attempts=row.attempts if attempts is None else attempts,
        misses=row.misses,
        failed_lookups=row.failed_lookups,
        in_doubt=row.in_doubt,
        same_key=row.sent_via_id == holding.lane_id,
        system_key=row.run.system_key,
    )


def policy() -> Policy:
    known = global_settings()
    return outcomes.policy_of(known.retry_attempts, known.error_handling)
