"""Orders behind our keys, read every minute: what is told of them is kept by who subscribes to it."""

from dataclasses import asdict

from django.db import transaction

from core.conditional import keep, versions
from core.events import publish
from marketplace.actions.sync import STEP_BUDGET_S, keys_in_turn
from marketplace.adapters.base import ListingAdapter, LookupFailed
from marketplace.models import Payment

MAX_PAGES = 5
ALL_READ = -1


def read_orders() -> int:
    """Ask every key for its latest orders and its disputes, two calls each where nothing is new; how many orders changed."""
    return sum(_read_orders(adapter) for _, adapter in keys_in_turn(STEP_BUDGET_S))


def read_payments() -> int:
    """Ask every key for new payments; how many there are. A new key is read to its first, a few pages a pass."""
    return sum(_read_payments(adapter) for _, adapter in keys_in_turn(STEP_BUDGET_S))


def _read_payments(adapter: ListingAdapter) -> int:
    market = adapter.connection.market
    place = f"payments:{adapter.connection.lane_key}"  # where the key's history is read on: a page, or ALL_READ
    left_at, new = versions([place])[place], 0
    first, reads_on = max(left_at, 1), left_at != ALL_READ
    for number in range(first, first + MAX_PAGES):
        page = adapter.payments_page(number)
        if page is None or isinstance(page, LookupFailed):
            if number > 1:
                keep(place, number)  # or the next pass would end at the first page, which is known by now
            break
        known = Payment.objects.filter(market=market, remote_id__in=[each.remote_id for each in page.items])
        seen = set(known.values_list("remote_id", flat=True))
        fresh = [Payment(market=market, **asdict(each)) for each in page.items if each.remote_id not in seen]
        with transaction.atomic():
            Payment.objects.bulk_create(fresh, ignore_conflicts=True)
            if reads_on:
                keep(place, number + 1 if page.has_more else ALL_READ)
        new += len(fresh)
        if not page.has_more or not (reads_on or fresh):
            break
    else:
        keep(place, first + MAX_PAGES)
    return new


def _read_orders(adapter: ListingAdapter) -> int:
    market, changed = adapter.connection.market, 0
    place = f"orders:{adapter.connection.lane_key}"  # 1 while pages behind the first one are missing
    behind = versions([place])[place]
    for number in range(1, MAX_PAGES + 1):
        page = adapter.orders_page(number)
        if page is None or isinstance(page, LookupFailed):
            if number > 1:
                keep(place, 1)
            break
        with transaction.atomic():
            new = sum(publish("orders_shown", market, page.items))
        changed += new
        if not page.has_more or number == MAX_PAGES or (not new and not behind and adapter.latest_bought_first):
            if behind:
                keep(place, 0)
            break
    disputes = adapter.disputes()
    if not disputes or isinstance(disputes, LookupFailed):
        return changed
    with transaction.atomic():
        [unknown] = publish("disputes_shown", market, disputes)
    if unknown:
        page = adapter.orders_page(1, ids=sorted(unknown))
        if page is not None and not isinstance(page, LookupFailed):
            with transaction.atomic():
                changed += sum(publish("orders_shown", market, page.items))
                publish("disputes_shown", market, disputes)
    return changed
