"""What is asked of listings beside the lanes, so that it waits for no creation: to go, of accounts sold elsewhere, and
other prices, which people and rules asked for. Both can be repeated, so no lease is needed: each is claimed for a while
by compare-and-set. A closing goes out with the reserve of its key's calls, and is tried until the marketplace says that
the listing is gone; a price until the marketplace takes or refuses it, within its bounds for each listing."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import timedelta
from typing import Any

import structlog
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from bulk import errors, notices
from bulk.engine.lane import READY, connection_of
from bulk.enums import RuleKind, RuleMode, Withdrawal
from bulk.models import PriceChange, PriceRule, Row
from bulk.queries import ON_SALE, PRICED
from bulk.transitions import THIS_MOMENT, after, note_sales, touch
from infra.connections import give_back_connection, short_read, short_transaction
from marketplace.actions.calls import adapter_for
from marketplace.adapters import base
from marketplace.enums import PURCHASED, RemoteStatus, Service
from marketplace.queries import configuration_in_effect, global_settings, holders_of_key, is_refused, service_of

log = structlog.get_logger(__name__)

CLAIMED_FOR_S = 15.0
"""A worker that dies holds a closing up for so long; to ask twice because an answer takes longer does no harm."""
FIRST_WAIT_S, LONGEST_WAIT_S = 5.0, 60.0
AT_ONCE = 200
NO_KEY = "Nenhuma chave salva alcança este marketplace."
OTHER_SHOP = "A chave em uso não é da loja deste anúncio: salve de novo a dela, ou retire-o no site do marketplace."
TO_CLOSE = Row.objects.filter(READY, closing_at__isnull=False, withdrawal=Withdrawal.DELETE)
LEFT_ALONE_S = 60.0
STEP_BUDGET_S = 4.0
SUGGESTIONS_AT_ONCE = 20
SUGGESTED_FOR = timedelta(days=1)
NOT_ON_SALE = (RemoteStatus.ARCHIVED, RemoteStatus.REFUNDED)
GONE = "O anúncio não está mais à venda."


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
            outcome = act_on(row, adapter, lambda: adapter.delete(row.remote_id))
            gone = isinstance(outcome, base.Done)
            reason = "" if isinstance(outcome, base.Done) else base.reason_of(outcome)
            wait_s = outcome.retry_after_s or 0.0 if isinstance(outcome, base.Throttled | base.Refused) else 0.0
            if isinstance(outcome, base.Refused) and outcome.retry_after_s is None:
                # It may be gone already, which another key than the one that listed it cannot tell; or bought.
                match adapter.find_by_id(row.remote_id):
                    case base.Absent():
                        gone = row.sent_via is not None and connection.lane_key == row.sent_via.key
                    case base.Found(listings=[shown, *_]) if shown.status in PURCHASED:
                        with short_transaction():
                            note_sales(row.run.market, {row.remote_id: shown.order_id})
                    case base.Found(listings=[shown, *_]) if shown.status in NOT_ON_SALE:
                        gone = True
    _record_closing(row, gone=gone, reason=reason, wait_s=wait_s)


def listing_connection(row: Row) -> base.Connection | None:
    """The key that listed it where somebody has it, or its copy of somebody removed, and it works; else the owner's there."""
    lane = row.sent_via or row.run.lane
    known = [each.connection for each in holders_of_key(lane.key)]
    if lane.connection and lane.retired_at and not known:
        known = [connection_of(lane)]
    if known and not is_refused(lane.key):
        return known[0]
    effective = configuration_in_effect(row.run.owner_id, service_of(row.run.market), training=False)
    if effective and effective.connection.api_key and effective.connection.market == row.run.market:
        return effective.connection
    return known[0] if known else (connection_of(lane) if lane.connection else None)


def act_on(row: Row, adapter: base.ListingAdapter, act: Callable[[], base.Outcome]) -> base.Outcome:
    """Ask something of a listing, by another key than listed it only where that shows it (product: runs.other-shop)."""
    is_own = row.sent_via is not None and adapter.connection.lane_key == row.sent_via.key
    shown = None if is_own else adapter.find_by_id(row.remote_id)
    if isinstance(shown, base.LookupFailed):
        return shown.failure or base.NotSent(shown.reason)
    return base.Refused(404, OTHER_SHOP) if isinstance(shown, base.Absent) else act()


def next_try_s(tries: int, told_s: float | None) -> float:
    """Seconds until the next try after so many failures: exponential back-off, never less than `Retry-After`."""
    return max(told_s or 0.0, min(FIRST_WAIT_S * 2.0 ** min(tries, 8), LONGEST_WAIT_S))


def _record_closing(row: Row, *, gone: bool, reason: str, wait_s: float) -> None:
    with short_transaction():
        touch(row.run_id)
        mine = Row.objects.filter(pk=row.pk, closing_at__isnull=False, withdrawal=Withdrawal.DELETE)
        changes: dict[str, Any] = {"withdrawal": "", "withdrawn_at": Now(), "error": "", "due_at": None}
        if not gone:
            wait_s = next_try_s(row.failed_lookups, wait_s)
            tries = min(row.failed_lookups + 1, 100)
            changes = {"failed_lookups": tries, "error": reason, "due_at": after(min(wait_s, LONGEST_WAIT_S))}
        if mine.update(**changes) and not gone and not row.failed_lookups:
            notices.not_closed(row, reason, wait_s)
    log.info("bulk_listing_closed" if gone else "bulk_listing_not_closed", run=row.run_id, line=row.line)


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
        if change.rule_id and change.by_id is None and global_settings().price_rules_stopped:
            stopped = errors.RULES_STOPPED_UNSURE if change.tries else errors.RULES_STOPPED
            return mine.update(due_at=None, error=stopped) > 0
        if not mine.update(due_at=after(LEFT_ALONE_S), tries=min(change.tries + 1, 100)):
            return False
        connection = listing_connection(change.row)
    if connection is None:
        _record_price(change, due_at=None, error=NO_KEY)
        return True
    with closing(adapter_for(connection, user_id=change.row.run.owner_id, wait=False)) as adapter:
        outcome = act_on(change.row, adapter, lambda: adapter.set_price(change.row.remote_id, change.after_eur))
    _record_price(change, **_changes_after(outcome, change.tries))
    return True


def _changes_after(outcome: base.Outcome, tries: int) -> dict[str, Any]:
    if isinstance(outcome, base.Done):
        return {"due_at": None, "applied_at": timezone.now(), "error": ""}
    error = base.reason_of(outcome)[:500]
    if isinstance(outcome, base.Unauthorized) or (isinstance(outcome, base.Refused) and outcome.retry_after_s is None):
        return {"due_at": None, "error": error}
    told_s = outcome.retry_after_s if isinstance(outcome, base.Refused | base.Throttled) else None
    return {"due_at": after(next_try_s(tries, told_s)), "error": error}


def _record_price(change: PriceChange, **changes: Any) -> None:
    """Write the outcome of a price change. One undone meanwhile is not tried again; an accepted price is noted."""
    same = PriceChange.objects.filter(pk=change.pk)
    with short_transaction():
        if "applied_at" in changes:
            same.update(**changes)
            Row.objects.filter(pk=change.row_id).update(price_eur=change.after_eur)
        else:
            same.filter(due_at__isnull=False).update(**changes)
    log.info("bulk_price_sent", change=change.pk, applied="applied_at" in changes)


def ask_suggestions() -> int:
    """Ask LZT Market for its prices of listings that a rule follows, once a day each, until a key has to wait; how many."""
    give_up_at = time.monotonic() + STEP_BUDGET_S
    rules = PriceRule.objects.filter(kind=RuleKind.SUGGESTED).exclude(mode=RuleMode.OFF)
    games = set(rules.values_list("game", flat=True))
    if not games or global_settings().price_rules_stopped:
        return 0
    old = Q(suggested_at=None) | Q(suggested_at__lte=timezone.now() - SUGGESTED_FOR)
    rows = PRICED.filter(old, run__market__startswith=f"{Service.LZTMARKET}:")
    if "" not in games:
        rows = rows.filter(run__game__in=games)
    rows = rows.select_related("run__owner", "run__lane", "sent_via").defer("credentials", "listing")
    asked = 0
    for row in rows.order_by(F("suggested_at").asc(nulls_first=True), "pk")[:SUGGESTIONS_AT_ONCE]:
        if time.monotonic() >= give_up_at:
            break
        price_eur = None
        if connection := listing_connection(row):
            with closing(adapter_for(connection, user_id=row.run.owner_id, wait=False)) as adapter:
                outcome = adapter.suggest_price(row.remote_id)
            if isinstance(outcome, base.Throttled | base.NotSent):
                break
            price_eur = outcome.data if isinstance(outcome, base.Done) else None
        with short_transaction():
            Row.objects.filter(pk=row.pk).update(suggested_eur=price_eur, suggested_at=timezone.now())
        asked += 1
    return asked
