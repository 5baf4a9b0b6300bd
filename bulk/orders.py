"""Orders and disputes, as marketplaces tell them: what waits for the seller, who is told before its time is over, and
what an admin decides of the pay for an account that cost money after it was paid for. Nothing is deducted by itself.
The notes want the caller's transaction and lock orders last, after rows and accounts."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from bulk import errors, notices
from bulk.enums import ROW_SOURCE, Audited
from bulk.models import Order, OrderDecision, Row
from bulk.queries import shown_listings
from bulk.transitions import note_cancelled, note_sales
from core import audit
from core.actor import Actor, seen_by
from core.errors import ensure
from core.money import ZERO, quantize
from core.text import searchable
from earnings import actions as earnings
from earnings.queries import credits_of, movements_of, pending_credits
from marketplace.adapters.orders import RemoteDispute, RemoteOrder
from marketplace.enums import OrderState
from marketplace.queries import global_settings, payments

WAITING = ("state", "reason", "asked_at", "due_at", "warn_at", "fine_eur")
LOOKED_BACK = timedelta(days=90)
PAID = payments(market=OuterRef("market"), order_id=OuterRef("remote_id"))
# What a marketplace says that it took is the truth; while it says nothing of an order, a time that passed.
OVERDUE = Q(fine_eur__gt=0) & (Q(due_at=None) | Q(due_at__lt=Now()))
FINED = Q(Exists(PAID.filter(is_fine=True))) | (OVERDUE & ~Exists(PAID))
COSTLY = (Q(state=OrderState.REFUNDED) | FINED) & Q(row__account__isnull=False)


def warnings_of(since: datetime, due_at: datetime) -> tuple[datetime, datetime]:
    """When half and when a tenth of the time is left."""
    return due_at - (due_at - since) / 2, due_at - (due_at - since) / 10


def note_orders(market: str, shown: Sequence[RemoteOrder]) -> int:
    """Store orders as the marketplace tells them; returns how many are new or changed. Their listings count as sold."""
    by_id = {each.remote_id: each for each in shown}
    known = dict(Order.objects.filter(market=market, remote_id__in=by_id).values_list("remote_id", "state"))
    listings = Row.objects.filter(run__market=market, remote_id__in={each.listing_id for each in shown} - {""})
    found = list(listings.values_list("remote_id", "pk", "sold_at"))
    rows, unsold = {listing: pk for listing, pk, _ in found}, {listing for listing, _, sold_at in found if not sold_at}
    bought = {each.listing_id: each.remote_id for each in shown if each.state != OrderState.CANCELLED}
    if new := {listing: order for listing, order in bought.items() if listing in unsold}:
        note_sales(market, new)
    cancelled = [each for each in shown if each.state == OrderState.CANCELLED]
    off = [each for each in cancelled if known.get(each.remote_id) != OrderState.CANCELLED]
    standing = Order.objects.exclude(Q(state=OrderState.CANCELLED) | Q(remote_id__in=[each.remote_id for each in off]))
    back = listings.exclude(Exists(standing.filter(row=OuterRef("pk")))).exclude(remote_id__in=bought)
    note_cancelled(back.filter(remote_id__in=[each.listing_id for each in off]))
    locked = Order.objects.select_for_update().filter(market=market, remote_id__in=by_id).order_by("pk")
    orders = {order.remote_id: order for order in locked}
    fresh = []
    for remote_id, each in by_id.items():
        order = orders.get(remote_id)
        if order is None:
            order = Order(market=market, remote_id=remote_id, listing_id=each.listing_id, title=each.title[:300])
            order.game, order.bought_at = each.game[:60], each.bought_at or timezone.now()
            fresh.append(order)
        stands = (rows.get(each.listing_id), each.state, each.price_eur, each.settled_at)
        if stands != (order.row_id, order.state, order.price_eur, order.settled_at):
            order.changed_at = timezone.now()
        order.row_id, order.state, order.price_eur, order.settled_at = stands
        if each.state != OrderState.DISPUTED:
            order.reason = ""
            _wait(order, each.bought_at, each.deliver_by, each.late_fine_eur)
    Order.objects.bulk_update(orders.values(), ["row", "price_eur", "settled_at", "changed_at", *WAITING])
    Order.objects.bulk_create(fresh, ignore_conflicts=True)
    return len(fresh) + sum(orders[each].state != state for each, state in known.items() if each in orders)


def note_disputes(market: str, disputes: Sequence[RemoteDispute]) -> set[str]:
    """Store disputes; returns the ids of unknown orders, which have to be read first."""
    about = {each.order_id: each for each in disputes}
    orders = list(Order.objects.select_for_update().filter(market=market, remote_id__in=about).order_by("pk"))
    for order in orders:
        dispute = about[order.remote_id]
        order.state, order.reason = OrderState.DISPUTED, dispute.reason[:200]
        _wait(order, dispute.opened_at or timezone.now(), dispute.respond_by, dispute.silence_fine_eur)
    Order.objects.bulk_update(orders, WAITING)
    return about.keys() - {order.remote_id for order in orders}


def _wait(order: Order, since: datetime | None, due_at: datetime | None, fine_eur: Decimal | None) -> None:
    """Set until when an order waits for the seller. The fine of a missed deadline stays, for a decision."""
    if order.due_at == due_at:
        return
    if order.due_at is None or order.due_at > timezone.now():
        order.fine_eur = None
    order.asked_at, order.due_at, order.warn_at = None, due_at, None
    if due_at:
        order.asked_at, order.fine_eur = min(since or timezone.now(), due_at), fine_eur
        order.warn_at = warnings_of(order.asked_at, due_at)[0]


def tell_due_orders() -> int:
    """Notify of orders with half or a tenth of their time left; returns how many."""
    due = Order.objects.filter(warn_at__lte=timezone.now()).select_related("row__run")
    count = 0
    for order in due.defer("row__credentials", "row__listing").order_by("warn_at")[:100]:
        assert order.asked_at is not None
        assert order.due_at is not None
        tenth_at = warnings_of(order.asked_at, order.due_at)[1]
        with transaction.atomic():
            mine = Order.objects.filter(pk=order.pk, warn_at=order.warn_at)
            if mine.update(warn_at=tenth_at if timezone.now() < tenth_at else None):
                notices.order_waits(order)
                count += 1
    return count


def visible_orders(reader: Actor) -> QuerySet[Order]:
    """What waits for the seller first, then the newest: all for an admin, else those of one's own listings. With the
    account and its listings that the reader may see, and `is_costly`: whether there is something to decide of the pay."""
    orders = Order.objects.select_related("row__run__owner", "row__account__owner", "decision__by")
    orders = seen_by(reader, orders, owner="row__run__owner").defer("row__credentials", "row__listing")
    orders = orders.annotate(is_costly=ExpressionWrapper(COSTLY, BooleanField()))
    orders = orders.prefetch_related(Prefetch("row__account__listings", shown_listings(reader)))
    return orders.order_by(F("due_at").asc(nulls_last=True), "-pk")


def filter_orders(
    orders: QuerySet[Order],
    *,
    search: str = "",
    service: str = "",
    waiting: bool = False,
    decision: str = "",
    **columns: str,
) -> QuerySet[Order]:
    """Filter by columns, marketplace, whether it waits for the seller or a decision (`open`, `done`), and words."""
    orders = orders.filter(**columns)
    if waiting:
        orders = orders.filter(due_at__isnull=False)
    if decision:
        orders = orders.filter(decision__isnull=False) if decision == "done" else orders.filter(COSTLY, decision=None)
    if service:
        orders = orders.filter(market__startswith=f"{service}:")
    return orders.filter(Q(search__contains=searchable(search))) if search else orders


class Stake(NamedTuple):
    """The earning of an order's account, who listed it first, what is pending, and what the setting suggests to deduct."""

    earner: str
    earning_id: int | None
    earned: Decimal
    pending: Decimal
    suggested: Decimal


def stakes_of(orders: Sequence[Any]) -> dict[int, Stake]:
    """{id: stake} of the costly ones among orders of `visible_orders`; three queries."""
    costly = [order for order in orders if order.is_costly]
    sources = [order.row.account.first_row_id for order in costly]
    credited, pending = credits_of(ROW_SOURCE, sources), pending_credits(ROW_SOURCE, sources)
    share = global_settings().deduction_percent
    stakes = {}
    for order, source in zip(costly, sources, strict=True):
        earning_id, earned = credited.get(source, (None, ZERO))
        left = pending[source].amount if source in pending else ZERO
        suggested = min(left, _share(earned, share))
        stakes[order.pk] = Stake(order.row.account.owner.display_name, earning_id, earned, left, suggested)
    return stakes


def _share(earned: Decimal, percent: int) -> Decimal:
    return quantize(earned * percent / 100)


@transaction.atomic
def decide(*, order_id: int, amount: Decimal, reason: str, by: Actor) -> OrderDecision:
    """Keep the pay for an order's account (`amount` zero), or take some of what is pending of it back, once. Locks the
    order, then the balance. Raises NotFound, NothingToDecide, AlreadyDecided, TooMuchDeducted."""
    order = ensure(Order.objects.select_for_update(of=("self",)).filter(pk=order_id).first())
    costly = Order.objects.filter(COSTLY, pk=order_id).values_list("row__account__first_row", "row__account__owner")
    source_id, owner_id = ensure(costly.first(), errors.NothingToDecide)
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
    """{orders, total, people, those with most first}: what a share of the pay comes to over the costly orders of 90 days."""
    costly = Order.objects.filter(COSTLY, bought_at__gte=timezone.now() - LOOKED_BACK)
    owner = ("row__account__owner", "row__account__owner__full_name", "row__account__owner__username")
    people = {source: person for source, *person in costly.values_list("row__account__first_row", *owner)}
    # The oldest movement of each is what was credited, before anything was deducted.
    credited = {each.source_id: each.amount for each in reversed(movements_of(ROW_SOURCE, people))}
    shares: dict[tuple[Any, ...], Decimal] = defaultdict(Decimal)
    for source_id, amount in credited.items():
        shares[tuple(people[source_id])] += _share(amount, percent)
    parts = sorted(shares.items(), key=lambda each: -each[1])
    named = [{"name": name or username, "amount": amount} for (_, name, username), amount in parts]
    return {"orders": len(credited), "total": sum(shares.values(), ZERO), "people": named}
