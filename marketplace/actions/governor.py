"""The governor: one budget per key, shared by every process, person, screen and run (decisions §8).

Before a call goes out it is counted under the lock of its key's row; what the answer says of the key's limits is kept
beside the count. Times are the database's, since machines' clocks differ.
"""

import math
import time
from collections.abc import Iterable
from dataclasses import astuple
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from core.connections import short_transaction
from marketplace.adapters.base import Ask, CallRecord, Connection, Gate, Hold
from marketplace.enums import Service
from marketplace.errors import KeyBudgetSpent
from marketplace.models import KeyBudget, ListingWrite
from marketplace.queries import global_settings
from marketplace.rules import governor
from marketplace.rules.governor import Report, Spent, Wish

PATIENCE_S = 10.0
"""A run waits this long for its turn; beyond, its lane rests instead of holding a thread."""
SHORTEST_WAIT_S = 0.05
LISTING_WRITES_KEPT = timedelta(hours=1)


def gate_for(connection: Connection, *, user_id: int, for_screen: bool) -> Gate:
    """The gate of one person's calls with one key."""
    service = Service(connection.provider)

    def gate(ask: Ask) -> Hold | None:
        wish = Wish(user_id, for_screen, ask.buckets)
        give_up_at = time.monotonic() + (0.0 if for_screen else PATIENCE_S)
        while hold := _admit(connection.lane_key, service, wish, ask.writes_to):
            if hold.of_listing or time.monotonic() + hold.seconds > give_up_at:
                return hold
            time.sleep(max(hold.seconds, SHORTEST_WAIT_S))
        return None

    return gate


def learn(connection: Connection, record: CallRecord) -> None:
    """Keep what an answer says of the key. Belongs inside a transaction."""
    if record.retry_after_s is not None:
        block_key(connection, seconds=record.retry_after_s)
    if record.rate_limit is None or record.rate_remaining is None or record.rate_reset_at is None:
        return
    told = Report(record.rate_limit, record.rate_remaining, record.rate_reset_at.timestamp())
    budget, _ = _locked(connection.lane_key)
    known = governor.reports_from(budget.reports).get(record.rate_bucket)
    budget.reports |= {record.rate_bucket: astuple(governor.newer(known, told))}
    budget.save(update_fields=["reports"])


@transaction.atomic
def block_key(connection: Connection, *, seconds: float) -> None:
    """Let nothing out with a key for a while: '429 waits for `Retry-After` on the whole key' (decisions §9)."""
    budget, now = _locked(connection.lane_key)
    until = now + timedelta(seconds=seconds)
    if budget.blocked_until is None or budget.blocked_until < until:
        budget.blocked_until = until
        budget.save(update_fields=["blocked_until"])


def budget_spent(seconds: float) -> KeyBudgetSpent:
    """The refusal of a call that was held back."""
    return KeyBudgetSpent(headers={"Retry-After": str(max(1, math.ceil(seconds)))})


def purge_listing_writes() -> int:
    """Forget writes that no limit looks at any more."""
    deleted, _ = ListingWrite.objects.filter(written_at__lt=timezone.now() - LISTING_WRITES_KEPT).delete()
    return deleted


def _admit(lane_key: str, service: Service, wish: Wish, writes_to: Iterable[str]) -> Hold | None:
    """Count the call, or say for how long it has to wait. The connection goes back before the call starts."""
    if not global_settings().enable_rate_limiting:
        return None
    with short_transaction():
        return _count(lane_key, service, wish, sorted(set(writes_to)))


def _count(lane_key: str, service: Service, wish: Wish, writes_to: list[str]) -> Hold | None:
    budget, moment = _locked(lane_key)
    now = moment.timestamp()
    if budget.blocked_until and budget.blocked_until > moment:
        return Hold((budget.blocked_until - moment).total_seconds())
    spent = governor.spent_from(budget.spent)
    wait_s = governor.wait_s(service, spent, governor.reports_from(budget.reports), wish, now)
    if wait_s > 0:
        return Hold(wait_s)
    written = _written(lane_key, writes_to, since=moment - LISTING_WRITES_KEPT)
    listing_wait_s = max((governor.listing_wait_s(times, now) for times in written), default=0.0)
    if listing_wait_s > 0:
        return Hold(listing_wait_s, of_listing=True)
    budget.spent = [_as_list(each) for each in governor.with_call(spent, wish, now)]
    budget.save(update_fields=["spent"])
    ListingWrite.objects.bulk_create(
        [ListingWrite(lane_key=lane_key, remote_id=remote_id, written_at=moment) for remote_id in writes_to]
    )
    return None


def _locked(lane_key: str) -> tuple[KeyBudget, datetime]:
    """The budget of a key, under its lock, and the database's time."""
    budgets = KeyBudget.objects.select_for_update().annotate(now=Now())
    budget = budgets.filter(lane_key=lane_key).first()
    if budget is None:
        KeyBudget.objects.bulk_create([KeyBudget(lane_key=lane_key)], ignore_conflicts=True)
        budget = budgets.get(lane_key=lane_key)
    return budget, budget.now


def _written(lane_key: str, remote_ids: list[str], *, since: datetime) -> list[list[float]]:
    """When each of the listings was written to."""
    if not remote_ids:
        return []
    times: dict[str, list[float]] = {remote_id: [] for remote_id in remote_ids}
    recent = ListingWrite.objects.filter(lane_key=lane_key, remote_id__in=remote_ids, written_at__gt=since)
    for remote_id, written_at in recent.values_list("remote_id", "written_at"):
        times[remote_id].append(written_at.timestamp())
    return list(times.values())


def _as_list(spent: Spent) -> list[Any]:
    return [spent.second, spent.person, spent.screen, list(spent.buckets), spent.calls]
