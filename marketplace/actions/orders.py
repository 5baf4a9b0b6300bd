"""Orders behind our keys, read every minute: what is told of them is kept by who subscribes to it."""

import time
from contextlib import closing

from django.db import transaction

from core.events import publish
from marketplace.actions.calls import adapter_for
from marketplace.actions.sync import STEP_BUDGET_S, watched_keys
from marketplace.adapters.base import ListingAdapter, LookupFailed

MAX_PAGES = 5


def read_orders() -> int:
    """Ask every key for its latest orders and its disputes, two calls each where nothing is new; how many orders changed.

    Keys take turns at being the first, so that a pass that ends early leaves out nobody for long.
    """
    give_up_at = time.monotonic() + STEP_BUDGET_S
    keys = list(watched_keys().values())
    first = int(time.time() // 60) % len(keys) if keys else 0
    changed = 0
    for key in keys[first:] + keys[:first]:
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
        if not new or not page.has_more:
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
