"""What one created account earns (document 2 §3, 'Automatic earning setting')."""

from decimal import Decimal

from django.db import transaction

from core import audit
from core.actor import Actor
from core.money import ZERO
from earnings.enums import Audited
from earnings.errors import InvalidAutomaticAmount
from earnings.models import AutomaticEarning
from earnings.queries import automatic_amount


@transaction.atomic
def set_automatic_amount(*, amount: Decimal | None, by: Actor) -> Decimal:
    """'non-empty and >= 0, otherwise 'Por favor, insira um valor válido (maior ou igual a 0)'' (document 2 §5)."""
    if amount is None or amount < ZERO:
        raise InvalidAutomaticAmount()
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
