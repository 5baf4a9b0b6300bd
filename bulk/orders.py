"""Orders and disputes, as marketplaces tell them: what waits for the seller, and who is told before its time is over.

The notes want the caller's transaction and lock orders last, after rows and accounts.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, F, Prefetch, Q, QuerySet
from django.utils import timezone

from bulk import notices
from bulk.decisions import COSTLY
from bulk.models import Order, Row
from bulk.queries import shown_listings
from bulk.stock import note_sales
from core.actor import Actor, seen_by
from core.text import searchable
from marketplace.adapters.orders import RemoteDispute, RemoteOrder
from marketplace.enums import OrderState

WAITING = ("state", "reason", "asked_at", "due_at", "warn_at", "fine_eur")


def warnings_of(since: datetime, due_at: datetime) -> tuple[datetime, datetime]:
    """When half and when a tenth of the time is left."""
    return due_at - (due_at - since) / 2, due_at - (due_at - since) / 10


def note_orders(market: str, shown: Sequence[RemoteOrder]) -> int:
    """Take over what is told of orders, in a constant number of queries where nothing is new; how many are new or stand
    otherwise now. What an order bought is sold."""
    told = {each.remote_id: each for each in shown}
    known = dict(Order.objects.filter(market=market, remote_id__in=told).values_list("remote_id", "state"))
    listings = Row.objects.filter(run__market=market, remote_id__in={each.listing_id for each in shown} - {""})
    found = list(listings.values_list("remote_id", "pk", "sold_at"))
    rows, unsold = {listing: pk for listing, pk, _ in found}, {listing for listing, _, sold_at in found if not sold_at}
    bought = {each.listing_id: each.remote_id for each in shown if each.state != OrderState.CANCELLED}
    if new := {listing: order for listing, order in bought.items() if listing in unsold}:
        note_sales(market, new)
    locked = Order.objects.select_for_update().filter(market=market, remote_id__in=told).order_by("pk")
    orders = {order.remote_id: order for order in locked}
    fresh = []
    for remote_id, each in told.items():
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
    """Take over what buyers complain of; the ids of orders that are not known, which are to be shown first."""
    about = {each.order_id: each for each in disputes}
    orders = list(Order.objects.select_for_update().filter(market=market, remote_id__in=about).order_by("pk"))
    for order in orders:
        dispute = about[order.remote_id]
        order.state, order.reason = OrderState.DISPUTED, dispute.reason[:200]
        _wait(order, dispute.opened_at or timezone.now(), dispute.respond_by, dispute.silence_fine_eur)
    Order.objects.bulk_update(orders, WAITING)
    return about.keys() - {order.remote_id for order in orders}


def _wait(order: Order, since: datetime | None, due_at: datetime | None, fine_eur: Decimal | None) -> None:
    """Wait for the seller until then; people are told anew only of a time that changed. The fine of a time that has passed
    stays, for a decision."""
    if order.due_at == due_at:
        return
    if order.due_at is None or order.due_at > timezone.now():
        order.fine_eur = None
    order.asked_at, order.due_at, order.warn_at = None, due_at, None
    if due_at:
        order.asked_at, order.fine_eur = min(since or timezone.now(), due_at), fine_eur
        order.warn_at = warnings_of(order.asked_at, due_at)[0]


def tell_due_orders() -> int:
    """Tell of orders of whose time a half or a tenth is left, each once; how many."""
    due = Order.objects.filter(warn_at__lte=timezone.now()).select_related("row__run")
    told = 0
    for order in due.defer("row__credentials", "row__listing").order_by("warn_at")[:100]:
        assert order.asked_at is not None
        assert order.due_at is not None
        tenth_at = warnings_of(order.asked_at, order.due_at)[1]
        with transaction.atomic():
            mine = Order.objects.filter(pk=order.pk, warn_at=order.warn_at)
            if mine.update(warn_at=tenth_at if timezone.now() < tenth_at else None):
                notices.order_waits(order)
                told += 1
    return told


def visible_orders(reader: Actor) -> QuerySet[Order]:
    """What waits for the seller first, the next time first, then the newest: all for an admin, else those of one's own
    listings. Each has its row, its account with the listings that the reader may see, and `is_costly`: whether
    there is something to decide of the pay."""
    orders = Order.objects.select_related("row__run__owner", "row__account", "decision__by").order_by(
        F("due_at").asc(nulls_last=True), "-pk"
    )
    orders = seen_by(reader, orders, owner="row__run__owner").annotate(
        is_costly=ExpressionWrapper(COSTLY, BooleanField())
    )
    evidence = Prefetch("row__account__listings", shown_listings(reader))
    return orders.defer("row__credentials", "row__listing").prefetch_related(evidence)


def narrowed_orders(
    orders: QuerySet[Order],
    *,
    search: str = "",
    service: str = "",
    waiting: bool = False,
    decision: str = "",
    account: int = 0,
    **columns: str,
) -> QuerySet[Order]:
    """Filter by columns, marketplace, account, whether it waits for the seller or for a decision (`open`, `done`), and words
    of title, order or listing."""
    orders = orders.filter(**columns)
    if account:
        orders = orders.filter(row__account=account)
    if waiting:
        orders = orders.filter(due_at__isnull=False)
    if decision:
        orders = orders.filter(decision__isnull=False) if decision == "done" else orders.filter(COSTLY, decision=None)
    if service:
        orders = orders.filter(market__startswith=f"{service}:")
    return orders.filter(Q(search__contains=searchable(search))) if search else orders
