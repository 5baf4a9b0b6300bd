"""Reads of the money domain."""

from decimal import Decimal

from earnings import rules
from earnings.models import AutomaticEarning

# Stamps of conditional reads: everybody's earnings, and one person's.
ALL_EARNINGS = "earnings"


def stamp_of(user_id: int) -> str:
    return f"earnings:{user_id}"


def automatic_amount() -> Decimal:
    """What one created account earns before any bonus; 3.00 until an admin changes it."""
    amount = AutomaticEarning.objects.values_list("amount", flat=True).first()
    return rules.DEFAULT_AUTOMATIC_AMOUNT if amount is None else amount
