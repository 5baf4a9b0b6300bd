"""Sending the prices that people asked for. A price can be set again, so no lease is needed: a change is claimed for a
while by compare-and-set, and tried until the marketplace takes or refuses it, within its bounds for each listing."""

import time
from contextlib import closing
from typing import Any

import structlog
from django.utils import timezone

from bulk.engine.closing import AT_ONCE, CLAIMED_FOR_S, NO_KEY, listing_connection, next_try_s
from bulk.models import PriceChange, Row
from bulk.queries import ON_SALE
from bulk.transitions import THIS_MOMENT, after
from infra.connections import short_transaction
from marketplace.actions.calls import adapter_for
from marketplace.adapters.base import Done, Outcome, Refused, Throttled, Unauthorized, reason_of

log = structlog.get_logger(__name__)

STEP_BUDGET_S = 4.0
GONE = "O anúncio não está mais à venda."


def send_prices() -> int:
    """Try what is due, for a few seconds; how many were tried."""
    give_up_at = time.monotonic() + STEP_BUDGET_S
    due = PriceChange.objects.filter(due_at__lte=THIS_MOMENT).order_by("due_at")
    due = due.select_related("row__run__owner", "row__run__lane", "row__sent_via")
    tried = 0
    for change in due.defer("row__credentials", "row__listing")[:AT_ONCE]:
        if time.monotonic() >= give_up_at:
            break
        tried += _send(change)
    return tried


def _send(change: PriceChange) -> bool:
    mine = PriceChange.objects.filter(pk=change.pk, due_at=change.due_at)
    with short_transaction():
        if not Row.objects.filter(ON_SALE, pk=change.row_id, withdrawal="").exists():
            return mine.update(due_at=None, error=GONE) > 0
        if not mine.update(due_at=after(CLAIMED_FOR_S), tries=min(change.tries + 1, 100)):
            return False
        connection = listing_connection(change.row)
    if connection is None:
        _settle(change, due_at=None, error=NO_KEY)
        return True
    with closing(adapter_for(connection, user_id=change.row.run.owner_id, wait=False)) as adapter:
        outcome = adapter.set_price(change.row.remote_id, change.after_eur)
    _settle(change, **_changes_after(outcome, change.tries))
    return True


def _changes_after(outcome: Outcome, tries: int) -> dict[str, Any]:
    """What an answer makes of a change: applied, given up with the reason, or due again."""
    if isinstance(outcome, Done):
        return {"due_at": None, "applied_at": timezone.now(), "error": ""}
    error = reason_of(outcome)[:500]
    if isinstance(outcome, Unauthorized) or (isinstance(outcome, Refused) and outcome.retry_after_s is None):
        return {"due_at": None, "error": error}
    told_s = outcome.retry_after_s if isinstance(outcome, Refused | Throttled) else None
    return {"due_at": after(next_try_s(tries, told_s)), "error": error}


def _settle(change: PriceChange, **changes: Any) -> None:
    """A change that was taken back meanwhile is not tried again, but what the marketplace took is noted."""
    same = PriceChange.objects.filter(pk=change.pk)
    with short_transaction():
        if "applied_at" in changes:
            same.update(**changes)
            Row.objects.filter(pk=change.row_id).update(price_eur=change.after_eur)
        else:
            same.filter(due_at__isnull=False).update(**changes)
    log.info("bulk_price_sent", change=change.pk, applied="applied_at" in changes)
