"""Orders behind our keys, read every minute: what is told of them is kept by who subscribes to it."""

import time
from contextlib import closing
from dataclasses import asdict

from django.db import transaction

from core.conditional import versions
from core.events import publish
from core.models import Stamp
from marketplace.actions.calls import adapter_for
from marketplace.actions.sync import STEP_BUDGET_S, keys_in_turn
from marketplace.adapters.base import ListingAdapter, LookupFailed
from marketplace.models import Payment

MAX_PAGES = 5
ALL_READ = -1


def read_orders() -> int:
    """Ask every key for its latest orders and its disputes, two calls each where nothing is new; how many orders changed."""
    give_up_at = time.monotonic() + STEP_BUDGET_S
    changed = 0
    for key in keys_in_turn():
        if time.monotonic() >= give_up_at:
            break
        with closing(adapter_for(key.connection, user_id=key.user_id, wait=False)) as adapter:
            changed += _read_key(adapter, key.connection.market)
    return changed


def read_payments() -> int:
    """Ask every key for what it was paid, one call each where nothing is new; how many movements are. A key that is new is
    read to its first payment, a few pages a pass."""
    give_up_at = time.monotonic() + STEP_BUDGET_S
    new = 0
    for key in keys_in_turn():
        if time.monotonic() >= give_up_at:
            break
        with closing(adapter_for(key.connection, user_id=key.user_id, wait=False)) as adapter:
            new += _read_payments(adapter, key.connection.market, f"payments:{key.connection.lane_key}")
    return new


def _read_payments(adapter: ListingAdapter, market: str, place: str) -> int:
    """`place` names where the key's history is read on: a page, or ALL_READ."""
    left_at, new = versions([place])[place], 0
    number, reads_on = max(left_at, 1), left_at != ALL_READ
    for _ in range(MAX_PAGES):
        page = adapter.payments_page(number)
        if page is None or isinstance(page, LookupFailed):
            break
        known = Payment.objects.filter(market=market, remote_id__in=[each.remote_id for each in page.payments])
        seen = set(known.values_list("remote_id", flat=True))
        fresh = [Payment(market=market, **asdict(each)) for each in page.payments if each.remote_id not in seen]
        number += 1
        with transaction.atomic():
            Payment.objects.bulk_create(fresh, ignore_conflicts=True)
            if reads_on:
                left_at = number if page.has_more else ALL_READ
                Stamp.objects.update_or_create(name=place, defaults={"version": left_at})
        new += len(fresh)
        if not page.has_more or not (reads_on or fresh):
            break
    return new


def _read_key(adapter: ListingAdapter, market: str) -> int:
    changed = 0
    for number in range(1, MAX_PAGES + 1):
        page = adapter.orders_page(number)
        if page is None or isinstance(page, LookupFailed):
            break
        with transaction.atomic():
            new = sum(publish("orders_shown", market, page.orders))
        changed += new
        if not page.has_more or (not new and adapter.latest_bought_first):
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
                changed += sum(publish("orders_shown", market, page.orders))
                publish("disputes_shown", market, disputes)
    return changed
