"""Sending the prices that people and rules asked for. A price can be set again, so no lease is needed: a change is claimed for a
while by compare-and-set, and tried until the marketplace takes or refuses it, within its bounds for each listing."""

import time
from contextlib import closing
from datetime import timedelta
from typing import Any

import structlog
from django.db.models import F, Q
from django.utils import timezone

from bulk import errors
from bulk.engine.closing import AT_ONCE, NO_KEY, listing_connection, next_try_s
from bulk.enums import RuleKind, RuleMode
from bulk.models import PriceChange, PriceRule, Row
from bulk.queries import ON_SALE, PRICED
from bulk.transitions import THIS_MOMENT, after
from infra.connections import short_transaction
from marketplace.actions.calls import adapter_for
from marketplace.adapters.base import Done, NotSent, Outcome, Refused, Throttled, Unauthorized, reason_of
from marketplace.enums import Service
from marketplace.queries import global_settings

log = structlog.get_logger(__name__)

LEFT_ALONE_S = 60.0
STEP_BUDGET_S = 4.0
SUGGESTIONS_AT_ONCE = 20
SUGGESTED_FOR = timedelta(days=1)
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
        if change.rule_id and change.by_id is None and global_settings().price_rules_stopped:
            stopped = errors.RULES_STOPPED_UNSURE if change.tries else errors.RULES_STOPPED
            return mine.update(due_at=None, error=stopped) > 0
        if not mine.update(due_at=after(LEFT_ALONE_S), tries=min(change.tries + 1, 100)):
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


def ask_suggestions() -> int:
    """Ask LZT Market what it would ask for the listings that a rule follows, each once a day, for a few seconds; how many
    were asked. A key that has to wait ends it."""
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
            if isinstance(outcome, Throttled | NotSent):
                break
            price_eur = outcome.data if isinstance(outcome, Done) else None
        with short_transaction():
            Row.objects.filter(pk=row.pk).update(suggested_eur=price_eur, suggested_at=timezone.now())
        asked += 1
    return asked
