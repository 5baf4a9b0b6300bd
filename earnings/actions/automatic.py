"""What one created account earns."""

from decimal import Decimal

from django.db import transaction

from core import audit
from core.actor import Actor
from core.money import ZERO
from earnings import rules
from earnings.enums import Audited
from earnings.errors import BALANCE_TOO_HIGH, InvalidAutomaticAmount
from earnings.models import AutomaticEarning
from earnings.queries import automatic_amount


@transaction.atomic
def set_automatic_amount(*, amount: Decimal | None, by: Actor) -> Decimal:
    """Change it to 0 up to R$ 10.000; InvalidAutomaticAmount otherwise."""
    if amount is None or amount < ZERO:
        raise InvalidAutomaticAmount()
    if amount > rules.MAX_MANUAL_AMOUNT:
        raise InvalidAutomaticAmount(BALANCE_TOO_HIGH)
    before = automatic_amount()
    setting, _ = AutomaticEarning.objects.update_or_create(pk=AutomaticEarning.ONLY_ID, defaults={"amount": amount})
    audit.record(
        Audited.AUTOMATIC_AMOUNT_CHANGED,
        by=by,
        target=setting,
        before={"amount": str(before)},
        after={"amount": str(amount)},
    )
    return amount
