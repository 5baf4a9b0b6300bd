"""Reading the account orders and order disputes of GameBoost's API v2."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

from core.money import quantize
from marketplace.adapters.gameboost import dialect
from marketplace.adapters.gameboost.templates import WORDS
from marketplace.adapters.orders import RemoteDispute, RemoteOrder, RemotePayment
from marketplace.adapters.reading import moment_of, within
from marketplace.enums import OrderState

# The vendor's page on penalties: 'Seller not responding' and 'Late delivery'.
SILENCE_FINE_EUR = Decimal("5.00")
LATE_FINE = Decimal("0.10")
STATES = {state.value: state for state in OrderState} | {
    "pending": OrderState.IN_DELIVERY,
    "canceled": OrderState.CANCELLED,
}
ACCOUNT_ORDER = re.compile(r"account_?order$", re.IGNORECASE)
MOVED = re.compile(r"-?[0-9]{1,10}(\.[0-9]{1,6})?")


def read_order(item: Any) -> RemoteOrder | None:
    """From an account order; None without an id. A status that is new is one that people should look at."""
    remote_id = dialect.id_of(item)
    if not remote_id:
        return None
    state = STATES.get(str(item.get("status") or "").casefold(), OrderState.IN_DELIVERY)
    price = dialect.price_of(item.get("price"))
    bought_at = moment_of(item.get("purchased_at")) or moment_of(item.get("created_at"))
    seconds = within(item, "delivery_time").get("seconds")
    by_hand = state is OrderState.IN_DELIVERY and item.get("is_manual_delivery") is True
    deliver_by = bought_at + timedelta(seconds=seconds) if by_hand and bought_at and isinstance(seconds, int) else None
    return RemoteOrder(
        remote_id=remote_id,
        listing_id=str(item.get("account_offer_id") or ""),
        state=OrderState.DISPUTED if item.get("is_disputed") is True else state,
        title=str(item.get("title") or ""),
        game=str(within(item, "game").get("slug") or ""),
        price_eur=price,
        bought_at=bought_at,
        settled_at=moment_of(item.get("refunded_at")) or moment_of(item.get("completed_at")),
        deliver_by=deliver_by,
        late_fine_eur=quantize(price * LATE_FINE) if price is not None else None,
    )


def read_payment(item: Any) -> RemotePayment | None:
    """From a payment; None for one that is about no order of an account. The vendor names its types in no page: the sign says
    whether money came or went, and `is_fine` that it is a penalty."""
    remote_id = dialect.id_of(item)
    if not remote_id or not ACCOUNT_ORDER.search(str(item.get("order_type") or "")) or not item.get("order_id"):
        return None
    amount, made_at = MOVED.fullmatch(str(item.get("amount_eur")).strip()), moment_of(item.get("created_at"))
    if amount is None or made_at is None:
        return None
    value, is_fine = quantize(Decimal(amount[0])), item.get("is_fine") is True
    return RemotePayment(remote_id, str(item["order_id"]), -abs(value) if is_fine else value, "EUR", made_at, is_fine)


def read_dispute(item: Any) -> RemoteDispute | None:
    """From an order dispute; None for that of another kind of order, and for one that is closed."""
    if not dialect.id_of(item) or item.get("orderable_type") != "account_order" or item.get("closed_at"):
        return None
    waits = item.get("status") == "waiting_for_seller"
    reason = str(item.get("reason") or "")
    return RemoteDispute(
        order_id=str(item.get("orderable_id") or ""),
        reason=WORDS["disputes"].get(reason, reason.replace("_", " ")),
        opened_at=moment_of(item.get("created_at")),
        respond_by=moment_of(item.get("seller_response_due_at")) if waits else None,
        silence_fine_eur=SILENCE_FINE_EUR,
    )
