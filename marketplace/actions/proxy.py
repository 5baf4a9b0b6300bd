"""The screens' calls to the marketplaces, made on their behalf."""

import json
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.db import transaction

from core import events
from core.actor import Actor
from core.conditional import bump, versions
from core.crypto import blind_index
from core.errors import ActionError
from marketplace.actions.calls import adapter_for, reads_stamp
from marketplace.adapters.base import (
    Connection,
    Created,
    CreateOutcome,
    Done,
    Failure,
    Listing,
    Outcome,
    Refused,
    Throttled,
    reason_of,
)
from marketplace.errors import (
    EndpointDisabled,
    KeyBudgetSpent,
    ListingLimitReached,
    MarketplaceConflict,
    MarketplaceInvalid,
    MarketplaceNotFound,
    MarketplaceRefused,
    MarketplaceThrottled,
    MarketplaceUnavailable,
    SystemKeyNotYours,
)
from marketplace.queries import Effective, global_settings

REFUSALS: dict[int, type[ActionError]] = {
    400: MarketplaceInvalid,
    404: MarketplaceNotFound,
    409: MarketplaceConflict,
}

Perform = Callable[[Any], Outcome | CreateOutcome]
"""Given the connection's adapter: a ListingAdapter, with the calls that only its own marketplace has."""


def proxied_read(
    *,
    effective: Effective,
    connection: Connection,
    endpoint: str,
    perform: Perform,
    cached_as: tuple[Any, ...] | None = None,
    fresh: bool = False,
) -> Any:
    """The marketplace's answer to a read, without credentials.

    With `cached_as` (what tells one read of the endpoint from another) the answer is kept for the global cacheTime,
    or until any write with the same key. `fresh` asks anew and drops what is kept of the key's other reads, in every
    process: they would show what the person has just seen to be over. Raises EndpointDisabled, and the refusals of `answer_of`.
    """
    require_enabled(effective, endpoint)
    known = global_settings()
    if cached_as is None or not known.enable_cache or not known.cache_time_s:
        return _call(connection, perform, user_id=effective.user_id)
    if fresh:
        with transaction.atomic():
            bump(reads_stamp(connection))
    version = versions([reads_stamp(connection)])
    what = json.dumps([endpoint, *cached_as, connection.base_url, connection.auth_method, version], sort_keys=True)
    key = f"marketplace:{blind_index('read', connection.lane_key, what)}"
    answer = cache.get(key)
    if answer is None:
        answer = _call(connection, perform, user_id=effective.user_id)
        cache.set(key, answer, known.cache_time_s)
    return answer


def proxied_write(
    *,
    effective: Effective,
    connection: Connection,
    endpoint: str,
    perform: Perform,
    by: Actor,
    changes_others: bool = False,
) -> Any:
    """Make a write and return the marketplace's answer.

    `changes_others`: the call may touch listings that somebody else made with the key. Whoever merely has the use of
    the system default's key may not make it; an admin may. Raises EndpointDisabled, SystemKeyNotYours, and the
    refusals of `answer_of`.
    """
    require_enabled(effective, endpoint)
    if changes_others and connection.api_key == effective.api_key and effective.is_system_default and not by.is_admin:
        raise SystemKeyNotYours()
    return _call(connection, perform, user_id=effective.user_id)


def proxied_creation(*, effective: Effective, connection: Connection, listing: Listing, by: Actor) -> Any:
    """Create one listing ('Nova Conta') and return the marketplace's answer; refusals as those of `proxied_write`.

    What came of it is told, except of a call whose outcome nobody knows.
    """
    try:
        answer = proxied_write(
            effective=effective,
            connection=connection,
            endpoint="accounts",
            perform=lambda adapter: adapter.create(listing),
            by=by,
        )
    except MarketplaceUnavailable:
        raise
    except ActionError:
        events.count("account_creation_failure", person_id=effective.user_id, subject=connection.provider, quantity=1)
        raise
    events.count("account_creation_success", person_id=effective.user_id, subject=connection.provider, quantity=1)
    return answer


def answer_of(outcome: Outcome | CreateOutcome) -> Any:
    """The data of a success; every other outcome is raised as the refusal that a screen shows."""
    if isinstance(outcome, Done):
        return outcome.data
    if isinstance(outcome, Created):
        data = {"id": outcome.remote_id, "type": "accounts", "attributes": {"status": outcome.status}}
        return {"data": data, "request_id": outcome.request_id}
    raise refusal_of(outcome)


def refusal_of(failure: Failure) -> ActionError:
    text = reason_of(failure)
    if isinstance(failure, Throttled) and failure.held:
        return KeyBudgetSpent(wait_s=failure.retry_after_s)
    if isinstance(failure, Throttled):
        return MarketplaceThrottled(text, wait_s=failure.retry_after_s)
    if isinstance(failure, Refused) and failure.retry_after_s is not None:
        return ListingLimitReached(text, wait_s=failure.retry_after_s)
    if isinstance(failure, Refused):
        refusal = REFUSALS.get(failure.status, MarketplaceRefused)
        return refusal(text, errors=failure.errors, status=failure.status, requestId=failure.request_id)
    return MarketplaceUnavailable(text, status=getattr(failure, "status", None))


def require_enabled(effective: Effective, endpoint: str) -> None:
    if not effective.allows(endpoint):
        raise EndpointDisabled()


def _call(connection: Connection, perform: Perform, *, user_id: int) -> Any:
    adapter = adapter_for(connection, user_id=user_id, interactive=True)
    try:
        outcome = perform(adapter)
    finally:
        adapter.close()
    return answer_of(outcome)
