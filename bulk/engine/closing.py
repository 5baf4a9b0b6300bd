"""Taking down what is still on sale of accounts that were sold: beside the lanes, so that it waits for no creation.

To delete can be repeated, so no lease is needed: a closing is claimed for a while by compare-and-set, goes out with the
reserve of its key's calls, and is tried until the marketplace says that the listing is gone.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any

import structlog
from django.db.models import F
from django.db.models.functions import Now

from bulk import notices
from bulk.engine.lane import READY, connection_of
from bulk.enums import Withdrawal
from bulk.models import Row, Run
from bulk.stock import note_sales
from bulk.transitions import after
from infra.connections import give_back_connection, short_read, short_transaction
from marketplace.actions.calls import adapter_for
from marketplace.adapters.base import Absent, Connection, Done, Found, Refused, Throttled, reason_of
from marketplace.enums import PURCHASED
from marketplace.queries import configuration_in_effect, configurations_with_own_keys, service_of

log = structlog.get_logger(__name__)

CLAIMED_FOR_S = 15.0
"""A worker that dies holds a closing up for so long; to ask twice because an answer takes longer does no harm."""
FIRST_WAIT_S, LONGEST_WAIT_S = 5.0, 60.0
AT_ONCE = 200
NO_KEY = "Nenhuma chave salva alcança este marketplace."
TO_CLOSE = Row.objects.filter(READY, closing_at__isnull=False, withdrawal=Withdrawal.DELETE)


def close_due(spread: Callable[[Callable[[list[Row]], int], Iterable[list[Row]]], Iterable[int]] = map) -> int:
    """Try every closing that is due, those of a key one after the other; how many. `spread` may run keys at once."""
    by_lane: dict[int, list[Row]] = defaultdict(list)
    with short_read():
        for row in TO_CLOSE.select_related("run__owner", "run__lane", "sent_via").order_by("closing_at")[:AT_ONCE]:
            by_lane[row.run.lane_id].append(row)
    return sum(spread(_close_all, by_lane.values()))


def _close_all(rows: list[Row]) -> int:
    try:
        for row in rows:
            _close(row)
    finally:
        give_back_connection()
    return len(rows)


def _close(row: Row) -> None:
    with short_transaction():
        if not TO_CLOSE.filter(pk=row.pk, due_at=row.due_at).update(due_at=after(CLAIMED_FOR_S)):
            return
        connection = listing_connection(row)
    gone, reason, wait_s = False, NO_KEY, 0.0
    if connection is not None:
        with closing(adapter_for(connection, user_id=row.run.owner_id, urgent=True)) as adapter:
            outcome = adapter.delete(row.remote_id)
            gone = isinstance(outcome, Done)
            reason = "" if isinstance(outcome, Done) else reason_of(outcome)
            wait_s = outcome.retry_after_s or 0.0 if isinstance(outcome, Throttled | Refused) else 0.0
            if isinstance(outcome, Refused) and outcome.retry_after_s is None:
                # It may be gone already, which another key than the one that listed it cannot tell; or bought.
                match adapter.find_by_id(row.remote_id):
                    case Absent():
                        gone = row.sent_via is not None and connection.lane_key == row.sent_via.key
                    case Found(listings=[shown, *_]) if shown.status in PURCHASED:
                        with short_transaction():
                            note_sales(row.run.market, {row.remote_id: shown.order_id})
    _settle(row, gone=gone, reason=reason, wait_s=wait_s)


def listing_connection(row: Row) -> Connection | None:
    """The key that listed it where somebody still has it, else that of its owner for the same marketplace."""
    lane = row.sent_via or row.run.lane
    for each in configurations_with_own_keys():
        if each.connection.lane_key == lane.key:
            return each.connection
    effective = configuration_in_effect(row.run.owner_id, service_of(row.run.market), training=False)
    if effective and effective.connection.api_key and effective.connection.market == row.run.market:
        return effective.connection
    return connection_of(lane) if lane.connection else None


def next_try_s(tries: int, told_s: float | None) -> float:
    """How long what failed so many times before rests: twice as long each time, and never less than it was told to."""
    return max(told_s or 0.0, min(FIRST_WAIT_S * 2 ** min(tries, 8), LONGEST_WAIT_S))


def _settle(row: Row, *, gone: bool, reason: str, wait_s: float) -> None:
    with short_transaction():
        Run.objects.filter(pk=row.run_id).update(version=F("version") + 1)
        mine = Row.objects.filter(pk=row.pk, closing_at__isnull=False, withdrawal=Withdrawal.DELETE)
        changes: dict[str, Any] = {"withdrawal": "", "withdrawn_at": Now(), "error": "", "due_at": None}
        if not gone:
            wait_s = next_try_s(row.failed_lookups, wait_s)
            tries = min(row.failed_lookups + 1, 100)
            changes = {"failed_lookups": tries, "error": reason, "due_at": after(min(wait_s, LONGEST_WAIT_S))}
        if mine.update(**changes) and not gone and not row.failed_lookups:
            notices.not_closed(row, reason, wait_s)
    log.info("bulk_listing_closed" if gone else "bulk_listing_not_closed", run=row.run_id, line=row.line)
