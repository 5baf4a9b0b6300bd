"""Orders, disputes and payments as a marketplace reports them, in one form for all."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from marketplace.enums import OrderState


@dataclass(frozen=True)
class RemoteOrder:
    """One sale of one listing. `deliver_by`: it is delivered by hand, and was not yet; `late_fine_eur` is what the
    marketplace takes when that is missed. `settled_at`: completed or refunded."""

    remote_id: str
    listing_id: str
    state: OrderState
    title: str = ""
    game: str = ""
    price_eur: Decimal | None = None
    bought_at: datetime | None = None
    settled_at: datetime | None = None
    deliver_by: datetime | None = None
    late_fine_eur: Decimal | None = None


@dataclass(frozen=True)
class RemoteDispute:
    """A buyer's complaint. `respond_by` is None once the seller has answered, or the case is closed."""

    order_id: str
    reason: str
    opened_at: datetime | None
    respond_by: datetime | None
    silence_fine_eur: Decimal | None = None


@dataclass(frozen=True)
class RemotePayment:
    """A movement on the seller's balance about one order; negative where money was taken, of which a fine is one kind."""

    remote_id: str
    order_id: str
    amount: Decimal
    currency: str
    made_at: datetime
    is_fine: bool = False
