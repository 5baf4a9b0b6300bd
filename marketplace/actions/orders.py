"""Orders behind our keys, read every minute: what is told of them is kept by who subscribes to it."""

import time
from contextlib import closing

from django.db import transaction

from core.events import publish
from marketplace.actions.calls import adapter_for
from marketplace.actions.sync import STEP_BUDGET_S, keys_in_turn
from marketplace.adapters.base import ListingAdapter, LookupFailed

MAX_PAGES = 5


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
