"""Other prices for listings: asked for together, sent one by one by the worker, taken back together."""

from collections.abc import Iterable
from decimal import ROUND_CEILING, Decimal
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import transaction

from bulk import errors
from bulk.engine.closing import CLAIMED_FOR_S
from bulk.enums import Audited
from bulk.models import PriceChange, Row
from bulk.queries import ON_SALE
from bulk.transitions import after
from core import audit
from core.actor import Actor, seen_by
from core.money import MAX_AMOUNT
from marketplace.adapters.registry import MARKETS
from marketplace.queries import service_of


class Wanted(NamedTuple):
    """The price of a listing (its row's id), as it was shown and as it shall be."""

    id: int
    before: Decimal | None
    after: Decimal


def change_prices(*, wanted: Iterable[Wanted], by: Actor) -> UUID:
    """Ask for other prices of listings that are on sale and that the person may see; what they are undone by. Raises
    WrongState where a listing or its price is not as shown, and PriceRefused, without changing anything."""
    prices = {each.id: each for each in wanted}
    listed = Row.objects.filter(ON_SALE, pk__in=prices, withdrawal="", account__isnull=False)
    visible = seen_by(by, listed, owner="run__owner").select_related("run").defer("credentials", "listing")
    with transaction.atomic():
        rows = list(visible.select_for_update(of=("self",)).order_by("pk"))
        if len(rows) < len(prices) or any(row.price_eur != prices[row.pk].before for row in rows):
            raise errors.WrongState(errors.PRICES_MOVED)
        for row in rows:
            market, price = MARKETS[service_of(row.run.market)], prices[row.pk].after
            if not market.lowest_price_eur <= price <= MAX_AMOUNT or price % market.price_step_eur:
                bounds = {"market": market.title, "least": market.lowest_price_eur, "step": market.price_step_eur}
                raise errors.PriceRefused(errors.PRICE_BOUNDS.format(**bounds))
        return ask([PriceChange(row=row, after_eur=prices[row.pk].after) for row in rows], by=by)


def undo_prices(*, batch: UUID, by: Actor) -> int:
    """Take back what was asked for at once, of those listings whose last change it is; how many. A price that its
    marketplace does not take becomes the next higher one. Raises WrongState where there is nothing to take back."""
    changes = PriceChange.objects.filter(batch=batch).select_related("row__run").order_by("row")
    changes = seen_by(by, changes.defer("row__credentials", "row__listing"), owner="row__run__owner")
    with transaction.atomic():
        asked = list(changes.select_for_update(of=("self",)))
        later = PriceChange.objects.filter(row__in=[each.row_id for each in asked], batch__isnull=False)
        newest = dict(later.order_by("pk").values_list("row", "pk"))
        last = [each for each in asked if newest[each.row_id] == each.pk]
        unsent = [each.pk for each in last if each.due_at and not each.tries]
        PriceChange.objects.filter(pk__in=unsent).update(due_at=None, error=errors.PRICE_UNDONE)
        on_sale = set(Row.objects.filter(ON_SALE, pk__in=[each.row_id for each in last]).values_list("pk", flat=True))
        # One whose answer is not known may have been changed.
        sent = [each for each in last if each.row_id in on_sale and (each.applied_at or (each.due_at and each.tries))]
        before = [(each.row, each.before_eur) for each in sent if each.before_eur is not None]
        back = [PriceChange(row=row, after_eur=_on_a_step(row, price_eur)) for row, price_eur in before]
        if not unsent and not back:
            raise errors.WrongState(errors.NOTHING_TO_UNDO)
        if back:
            ask(back, by=by)
        return len(unsent) + len(back)


def _on_a_step(row: Row, price_eur: Decimal) -> Decimal:
    step = MARKETS[service_of(row.run.market)].price_step_eur
    return (price_eur / step).to_integral_value(ROUND_CEILING) * step


def ask(changes: Iterable[PriceChange], *, by: Actor | None) -> UUID:
    """Put changes, each with its locked row and the new price, into the queue. One that takes the place of a change which may
    be on its way waits until that has ended. `by` None is a rule."""
    batch, changes = uuid4(), list(changes)
    waiting = PriceChange.objects.filter(row__in=[each.row_id for each in changes], due_at__isnull=False)
    on_its_way = set(waiting.filter(tries__gt=0).values_list("row", flat=True))
    waiting.update(due_at=None, error=errors.PRICE_REPLACED)
    for each in changes:
        each.batch, each.by_id, each.before_eur = batch, by.id if by else None, each.row.price_eur
        each.due_at = after(CLAIMED_FOR_S if each.row_id in on_its_way else 0)
    PriceChange.objects.bulk_create(changes)
    prices = {each.row_id: str(each.after_eur) for each in changes}
    audit.record(Audited.PRICES_CHANGED, by=by, subject=by, after={"prices": prices})
    return batch
