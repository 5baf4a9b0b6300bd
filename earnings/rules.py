"""Arithmetic of money: bonus, limits, what a transfer pays and where it cuts. Exact decimals, no database, no clock."""

import hashlib
import hmac
import json
from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_FLOOR, Decimal
from functools import reduce

from core.money import CENT, ZERO, quantize
from earnings.enums import Frequency

# In R$, for each account created (product: earnings.automatic).
DEFAULT_AUTOMATIC_AMOUNT = Decimal("3.00")
GENESIS = "0" * 64  # what the first posting of a person follows

_encode = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True)
class Parts:
    """An amount and what it is made of; `base + bonus` is the amount."""

    base: Decimal
    bonus: Decimal
    accounts: int

    @property
    def amount(self) -> Decimal:
        return self.base + self.bonus


def bonus_on(base: Decimal, percentage: Decimal) -> Decimal:
    """The bonus on an amount, rounded once, half to even."""
    return quantize(base * percentage / 100)


def allocate(pending: Sequence[Decimal], amount: Decimal) -> tuple[int, Decimal]:
    """Meet `amount` from amounts in payment order that cover it: how many are paid whole, and what of the next one."""
    rest = amount
    for position, available in enumerate(pending):
        if rest < available:
            return position, rest
        rest -= available
        if rest == ZERO:
            return position + 1, ZERO
    raise ValueError("the pending amounts do not cover the transfer")


def cut(whole: Parts, amount: Decimal) -> tuple[Parts, Parts]:
    """Split an earning in two, the first worth `amount`; base, bonus and accounts of both add up to the whole
    (product: earnings.transfer)."""
    base = quantize(whole.base * amount / whole.amount)
    accounts = int((whole.accounts * amount / whole.amount).to_integral_value(ROUND_FLOOR))
    first = Parts(base, amount - base, accounts)
    return first, Parts(whole.base - first.base, whole.bonus - first.bonus, whole.accounts - accounts)


def whole(parts: Iterable[Parts]) -> Parts:
    """The sum of parts: an earning before it was split."""
    return reduce(lambda a, b: Parts(a.base + b.base, a.bonus + b.bonus, a.accounts + b.accounts), parts)


def rescale(parts: Parts, amount: Decimal) -> Parts:
    """The same earning worth another amount: the bonus keeps its share."""
    base = quantize(parts.base * amount / parts.amount) if parts.amount else amount
    return Parts(base, amount - base, parts.accounts)


def digest(*values: str | float | None) -> str:
    """SHA-256 of values in a written form that no two different lists share."""
    return hashlib.sha256(_encode(values).encode()).hexdigest()


def keyed_digest(key: bytes, *values: str | float | None) -> str:
    """HMAC-SHA-256 of values: what `digest` does, for whoever has the key alone."""
    return hmac.new(key, _encode(values).encode(), hashlib.sha256).hexdigest()


def to_cents(amount: Decimal) -> int:
    return int(amount / CENT)


def next_payment_date(current: date, *, anchor_day: int, every: Frequency, today: date) -> date:
    """The first date of the rhythm that is today or later; `current` itself when it has not passed. A monthly date keeps
    its day: the 31st becomes the last day of a shorter month and is the 31st again afterwards."""
    following = current
    while following < today:
        if every == Frequency.MONTHLY:
            year, month = following.year + following.month // 12, following.month % 12 + 1
            following = date(year, month, min(anchor_day, monthrange(year, month)[1]))
        else:
            following += timedelta(weeks=2 if every == Frequency.BIWEEKLY else 1)
    return following
