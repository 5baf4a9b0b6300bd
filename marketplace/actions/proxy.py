"""The screens' calls to the marketplaces, made on their behalf."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.utils import timezone

from core import audit, events
from core.actor import Actor
from core.conditional import bump, versions
from core.crypto import blind_index
from core.errors import ActionError, Conflict, Forbidden
from marketplace import errors
from marketplace.actions.calls import adapter_without_wait, reads_stamp
from marketplace.adapters import base
from marketplace.adapters.lzt.market import LztMarket
from marketplace.adapters.lzt.reading import asking_price, game_of_lot
from marketplace.adapters.reading import within
from marketplace.enums import Audited, Endpoint, PurchaseState, Service
from marketplace.models import Purchase
from marketplace.queries import Effective, configuration_in_effect, global_settings

Perform = Callable[[Any], base.Outcome | base.CreateOutcome]
"""Given the connection's adapter: a ListingAdapter, with the calls that only its own marketplace has."""


@dataclass(frozen=True)
class ProxyCall:
    """Whose configuration a screen's call goes out with, over which connection, and who makes it. `fresh` reads ask
    anew and drop what is kept of the key's other reads, which would show what the person has just seen to be over."""

    effective: Effective
    connection: base.Connection
    by: Actor
    fresh: bool = False

    def require_enabled(self, endpoint: str) -> None:
        if not self.effective.allows(endpoint):
            raise errors.EndpointDisabled()

    def adapter(self) -> AbstractContextManager[base.ListingAdapter]:
        return adapter_without_wait(self.connection, user_id=self.effective.user_id)

    def answer(self, perform: Perform) -> Any:
        """The marketplace's answer, without credentials; see `answer_of`."""
        with self.adapter() as adapter:
            return answer_of(perform(adapter))

    def read(self, endpoint: str, perform: Perform, *, cached_as: tuple[Any, ...] | None = None) -> Any:
        """The answer to a read. With `cached_as` (what tells one read of the endpoint from another) it is kept for the
        global cacheTime, or until any write with the same key. Raises EndpointDisabled, and what `answer_of` does."""
        self.require_enabled(endpoint)
        connection, known = self.connection, global_settings()
        if cached_as is None or not known.enable_cache or not known.cache_time_s:
            return self.answer(perform)
        if self.fresh:
            with transaction.atomic():
                bump(reads_stamp(connection))
        version = versions([reads_stamp(connection)])
        what = json.dumps([endpoint, *cached_as, connection.base_url, connection.auth_method, version], sort_keys=True)
        key = f"marketplace:{blind_index('read', connection.lane_key, what)}"
        return cache.get_or_set(key, lambda: self.answer(perform), known.cache_time_s)

    def write(self, endpoint: str, perform: Perform, *, changes_others: bool = False) -> Any:
        """The answer to a write. One that `changes_others` takes a key of one's own, or an admin. Raises
        EndpointDisabled, SystemKeyNotYours, and what `answer_of` does."""
        self.require_enabled(endpoint)
        is_system = self.effective.is_system_default and self.connection.api_key == self.effective.connection.api_key
        if changes_others and is_system and not self.by.is_admin:
            raise errors.SystemKeyNotYours()
        return self.answer(perform)

    def create(self, listing: base.Listing) -> Any:
        """Create one listing ('Nova Conta'). What came of it is told, except of a call whose outcome nobody knows."""
        count = partial(events.count, person_id=self.effective.user_id, subject=self.connection.provider, quantity=1)
        try:
            answer = self.write("accounts", lambda adapter: adapter.create(listing, unless_listed=True))
        except ActionError as refusal:
            if not isinstance(refusal, errors.MarketplaceUnavailable):
                count("account_creation_failure")
            raise
        count("account_creation_success")
        return answer


def answer_of(outcome: base.Outcome | base.CreateOutcome) -> Any:
    """The data of a success; every other outcome is raised as the refusal that a screen shows."""
    if isinstance(outcome, base.Done):
        return outcome.data
    if isinstance(outcome, base.Created):
        data = {"id": outcome.remote_id, "type": "accounts", "attributes": {"status": outcome.status}}
        return {"data": data, "request_id": outcome.request_id}
    raise refusal_of(outcome)


def refusal_of(failed: base.Failure) -> ActionError:
    text = base.reason_of(failed)
    if isinstance(failed, base.Throttled):
        wait_s = failed.retry_after_s
        return errors.KeyBudgetSpent(wait_s=wait_s) if failed.held else errors.MarketplaceThrottled(text, wait_s=wait_s)
    if isinstance(failed, base.Refused) and failed.retry_after_s is not None:
        return errors.ListingLimitReached(text, wait_s=failed.retry_after_s)
    if isinstance(failed, base.Refused):
        return errors.MarketplaceRefused(text, status=failed.status, errors=failed.errors, requestId=failed.request_id)
    return errors.MarketplaceUnavailable(text, status=getattr(failed, "status", None))


ABANDONED_AFTER = timedelta(minutes=15)
"""Longer than the longest purchase: what is still `sending` then was left behind by a process that died."""

Keep = Callable[[Purchase], None]


class PurchaseResult(NamedTuple):
    """A purchase that was sent, and how it ended: `data` of the marketplace when it was made, else the `refusal`."""

    purchase: Purchase
    data: dict[str, Any] | None = None
    refusal: ActionError | None = None


def purchase_lot(*, call: ProxyCall, item_id: str, price: Decimal, balance_id: int | None, keep: Keep) -> PurchaseResult:
    """Buy one lot at the price that the person saw. `keep` is called in the transaction before the first byte leaves:
    there the request's idempotency key is answered with 'outcome unknown', so that a repetition after a crash is told
    so and does not buy. Raises PurchasesDisabled, EndpointDisabled, PurchaseRefused, PriceChanged, AlreadyPurchased,
    PurchaseUnsettled, and what reading the lot raises; nothing was bought then."""
    if not call.by.is_admin:
        raise Forbidden()
    if not settings.LZT_PURCHASE_ENABLED:
        raise errors.PurchasesDisabled()
    call.require_enabled(Endpoint.ORDERS)
    _require_free(call.connection.market, item_id)
    with call.adapter() as adapter:
        assert isinstance(adapter, LztMarket)
        lot = answer_of(adapter.lot(item_id))["item"]
        if lot["purchase_refusal"]:
            raise errors.PurchaseRefused(lot["purchase_refusal"])
        if lot.get("canBuyItem") is False:
            raise errors.PurchaseRefused(errors.NOT_FOR_SALE)
        asked, currency = asking_price(lot)
        if asked != price:
            raise errors.PriceChanged(price=None if asked is None else f"{asked:.2f}", currency=currency)
        purchase = _start_purchase(call, lot, item_id, price, keep)
        outcome = adapter.fast_buy(item_id, price=float(price), balance_id=balance_id)
    return _record_outcome(purchase, outcome, by=call.by)


def resolve_purchase(*, purchase: Purchase, bought: bool, by: Actor) -> Purchase:
    """Write down what a person found out about a purchase without an answer; a bought lot's account is looked up, or Busy."""
    state, index = PurchaseState.BOUGHT if bought else PurchaseState.REFUSED, ""
    key = configuration_in_effect(purchase.user_id, Service.LZTMARKET, training=purchase.training) if bought else None
    if key and key.connection.market == purchase.market:
        with adapter_without_wait(key.connection, user_id=purchase.user_id) as adapter:
            shown = adapter.find_by_id(purchase.item_id)
        if isinstance(shown, base.Found):
            [index] = events.publish("account_index_wanted", shown.listings[0].game, shown.listings[0].login)
    with transaction.atomic():
        unknown = Purchase.objects.filter(pk=purchase.pk, state=PurchaseState.UNKNOWN)
        if not unknown.update(state=state, account_index=index, settled_at=timezone.now()):
            raise Conflict()
        before, after = {"state": PurchaseState.UNKNOWN}, {"state": state}
        audit.record(Audited.PURCHASE_RESOLVED, by=by, target=purchase, before=before, after=after)
    purchase.refresh_from_db()
    return purchase


def close_abandoned_purchases() -> int:
    """Purchases whose process died have an unknown outcome; how many there were."""
    abandoned = Purchase.objects.filter(state=PurchaseState.SENDING, created_at__lt=timezone.now() - ABANDONED_AFTER)
    message = errors.PurchaseOutcomeUnknown.message
    return abandoned.update(state=PurchaseState.UNKNOWN, message=message, settled_at=timezone.now())


def _require_free(market: str, item_id: str) -> None:
    """Refuse a lot that was bought, or of whose purchase nobody knows the end."""
    standing = Purchase.objects.filter(market=market, item_id=item_id).exclude(state=PurchaseState.REFUSED).first()
    if standing is not None:
        raise errors.AlreadyPurchased() if standing.state == PurchaseState.BOUGHT else errors.PurchaseUnsettled()


def _start_purchase(call: ProxyCall, lot: dict[str, Any], item_id: str, price: Decimal, keep: Keep) -> Purchase:
    """The purchase's row, committed before a byte leaves."""
    market = call.connection.market
    try:
        with transaction.atomic():
            purchase = Purchase.objects.create(
                user_id=call.by.id,
                market=market,
                training=call.connection.training,
                item_id=item_id,
                title=str(lot.get("title") or lot.get("title_en") or "")[:300],
                origin=str(lot["item_origin"])[:50],
                price=price,
                currency=asking_price(lot)[1][:10],
            )
            audit.record(Audited.PURCHASE_STARTED, by=call.by, target=purchase, after=_traceable(purchase))
            keep(purchase)
            return purchase
    except IntegrityError:  # somebody else was first, a moment ago
        _require_free(market, item_id)
        raise


def _record_outcome(purchase: Purchase, outcome: base.Done | base.Failure, *, by: Actor) -> PurchaseResult:
    if isinstance(outcome, base.Done):
        purchase.state, result = PurchaseState.BOUGHT, PurchaseResult(purchase, data=outcome.data)
        game, login = game_of_lot(outcome.data["item"]), within(outcome.data["credentials"], "account").get("login")
        [purchase.account_index] = events.publish("account_index_wanted", game, str(login or ""))
    else:
        unknown = isinstance(outcome, base.Unknown)
        purchase.state = PurchaseState.UNKNOWN if unknown else PurchaseState.REFUSED
        refusal = errors.PurchaseOutcomeUnknown() if unknown else refusal_of(outcome)
        result, purchase.message = PurchaseResult(purchase, refusal=refusal), base.reason_of(outcome)
    with transaction.atomic():
        purchase.request_id, purchase.settled_at = getattr(outcome, "request_id", ""), timezone.now()
        purchase.save(update_fields=["state", "message", "request_id", "account_index", "settled_at"])
        audit.record(Audited.PURCHASE_SETTLED, by=by, target=purchase, after=_traceable(purchase))
    return result


def _traceable(purchase: Purchase) -> dict[str, Any]:
    return {
        "itemId": purchase.item_id,
        "price": f"{purchase.price:.2f}",
        "currency": purchase.currency,
        "origin": purchase.origin,
        "state": purchase.state,
    }
