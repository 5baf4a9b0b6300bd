"""Rates, and the values that they give to entries."""

from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from bulk import errors
from bulk.enums import Audited
from bulk.models import Entry, Rate
from bulk.results.ledger import LEDGER, SETTLED_AT_ONCE, rewrite, waiting_entries
from core import audit
from core.actor import Actor
from core.conditional import bump
from core.money import ZERO, quantize

MOST_RATE_DAYS = 366


@transaction.atomic
def add_rates(*, currency: str, first: date, last: date, brl: Decimal, source: str, by: Actor | None) -> int:
    """Write down the rate of these days, and value by it their entries without a value; how many. Raises WrongRateDays."""
    if not first <= last <= timezone.localdate() or (last - first).days >= MOST_RATE_DAYS:
        raise errors.WrongRateDays()
    bump(LEDGER)
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    stated = {"currency": currency, "brl": brl, "source": source, "created_by_id": by.id if by else None}
    rates = {rate.day: rate for rate in Rate.objects.bulk_create([Rate(day=day, **stated) for day in days])}
    waiting = list(waiting_entries(currency, first, last))
    values, sums = [], defaultdict[tuple[int, str, str], Decimal](lambda: ZERO)
    for entry in waiting:
        # Those of one cause are worth their sum, rounded once.
        alike, rate = (entry.account_id, entry.cause, entry.kind), rates[entry.day]
        before, sums[alike] = sums[alike], sums[alike] + entry.amount
        worth = quantize(sums[alike] * brl) - quantize(before * brl)
        stated = {"kind": entry.kind, "market": entry.market, "currency": currency, "day": entry.day, "rate": rate}
        of = {"account_id": entry.account_id, "source": f"value:{entry.pk}", "valued": entry}
        values.append(Entry(**stated, **of, amount=ZERO, brl=worth))
    Entry.objects.bulk_create(values, batch_size=SETTLED_AT_ONCE)
    accounts = sorted({entry.account_id for entry in waiting})
    for start in range(0, len(accounts), SETTLED_AT_ONCE):
        rewrite({pk: {} for pk in accounts[start : start + SETTLED_AT_ONCE]})
    details = {"currency": currency, "first": str(first), "last": str(last), "brl": str(brl), "source": source}
    audit.record(Audited.RATES_ADDED, by=by, after=details | {"entries": len(values)})
    return len(values)
