"""Reads of the two settings of payment."""

from decimal import Decimal

from earnings import rules
from earnings.models import AutomaticEarning, PaymentSchedule

# Stamp of conditional reads.
PAYMENT_SCHEDULE = "payment-schedule"


def payment_schedule() -> PaymentSchedule | None:
    """The one payment date, or None until an admin sets it."""
    return PaymentSchedule.objects.first()


def automatic_amount() -> Decimal:
    """What one created account earns before any bonus; 3.00 until an admin changes it."""
    amount: Decimal | None = AutomaticEarning.objects.values_list("amount", flat=True).first()
    return rules.DEFAULT_AUTOMATIC_AMOUNT if amount is None else amount
