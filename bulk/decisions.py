"""Orders that cost money after their account was paid for: an admin decides of that pay. Nothing is deducted by itself."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now
from django.utils import timezone

from bulk import errors
from bulk.enums import ROW_SOURCE, Audited
from bulk.models import Order, OrderDecision
from core import audit
from core.actor import Actor
from core.errors import found
from core.money import ZERO, quantize
from earnings import actions as earnings
from earnings.queries import credits_of, pending_credits
from marketplace.enums import OrderState
from marketplace.queries import global_settings, payments

LOOKED_BACK = timedelta(days=90)
PAID = payments(market=OuterRef("market"), order_id=OuterRef("remote_id"))
# What a marketplace says that it took is the truth; while it says nothing of an order, a time that passed.
FINED = Q(Exists(PAID.filter(is_fine=True))) | (
    Q(fine_eur__gt=0) & (Q(due_at=None) | Q(due_at__lt=Now())) & ~Exists(PAID)
)
COSTLY = (Q(state=OrderState.REFUNDED) | FINED) & Q(row__account__isnull=False)


class Stake(NamedTuple):
    """What is decided of: the earning of the order's account, if there is one, what it is worth, what of that is pending,
    and what the setting suggests to deduct."""

    earning_id: int | None
    earned: Decimal
    pending: Decimal
    suggested: Decimal


def stakes_of(orders: Sequence[Any]) -> dict[int, Stake]:
    """Of the costly ones among orders of `visible_orders`, by their ids; three queries."""
    costly = [order for order in orders if order.is_costly]
    sources = {order.pk: order.row.account.first_row_id for order in costly}
    credited, pending = credits_of(ROW_SOURCE, sources.values()), pending_credits(ROW_SOURCE, sources.values())
    share = global_settings().deduction_percent
    stakes = {}
    for order_id, source in sources.items():
        earning_id, earned = credited.get(source, (None, ZERO))
        left = pending[source].amount if source in pending else ZERO
        stakes[order_id] = Stake(earning_id, earned, left, min(left, _share(earned, share)))
    return stakes


def _share(earned: Decimal, percent: int) -> Decimal:
    return quantize(earned * percent / 100)


@transaction.atomic
def decide(*, order_id: int, amount: Decimal, reason: str, by: Actor) -> OrderDecision:
    """Keep the pay for an order's account (`amount` zero), or take some of what is pending of it back, once. What was
    paid stays paid. Locks the order, then the balance. Raises NotFound, NothingToDecide, AlreadyDecided, and
    TooMuchDeducted for more than is pending."""
    order = found(Order.objects.select_for_update(of=("self",)).filter(pk=order_id).first())
    costly = Order.objects.filter(COSTLY, pk=order_id).values_list("row__account__first_row", "row__account__owner")
    source_id, owner_id = found(costly.first(), errors.NothingToDecide)
    if OrderDecision.objects.filter(order=order).exists():
        raise errors.AlreadyDecided()
    earnings.locked_balance(owner_id)
    left = pending_credits(ROW_SOURCE, [source_id]).get(source_id)
    if not ZERO <= amount <= (left.amount if left else ZERO):
        raise errors.TooMuchDeducted()
    if amount and left:
        earnings.correct(earning_id=left.earning_id, amount=left.amount - amount, reason=f"{order}: {reason}", by=by)
    decision = OrderDecision.objects.create(order=order, deducted=amount, reason=reason, by_id=by.id)
    after = {"deducted": str(amount)}
    audit.record(Audited.ORDER_DECIDED, by=by, target=order, subject=owner_id, reason=reason, after=after)
    return decision


def effect_of(percent: int) -> dict[str, Any]:
    """What a share of the pay would have come to over the costly orders of the last 90 days: {orders, total, people}, those
    with most first. Three queries."""
    since = timezone.now() - LOOKED_BACK
    costly = Order.objects.filter(COSTLY, bought_at__gte=since)
    owner = ("row__account__owner", "row__account__owner__full_name", "row__account__owner__username")
    people = {source: person for source, *person in costly.values_list("row__account__first_row", *owner)}
    credited = credits_of(ROW_SOURCE, people)
    shares: dict[tuple[Any, ...], Decimal] = defaultdict(Decimal)
    for source_id, credit in credited.items():
        shares[tuple(people[source_id])] += _share(credit.amount, percent)
    told = sorted(shares.items(), key=lambda each: -each[1])
    named = [{"name": name or username, "amount": amount} for (_, name, username), amount in told]
    return {"orders": len(credited), "total": sum(shares.values(), ZERO), "people": named}
