"""What the manual acts check first."""

from decimal import Decimal

from core.money import ZERO
from earnings import rules
from earnings.errors import AMOUNT_NOT_POSITIVE, AmountNotPositive, AmountTooHigh, ReasonRequired


def check_manual_amount(amount: Decimal, *, too_high: str) -> None:
    """'amount required, numeric, > 0, at most 10000'."""
    if amount <= ZERO:
        raise AmountNotPositive(errors={"amount": [AMOUNT_NOT_POSITIVE]})
    if amount > rules.MAX_MANUAL_AMOUNT:
        raise AmountTooHigh(too_high, errors={"amount": [too_high]})


def checked_reason(reason: str) -> str:
    if not reason.strip():
        raise ReasonRequired()
    return reason.strip()
