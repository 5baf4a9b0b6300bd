"""Many earnings at once, for measuring (`manage.py seed --earnings N`)."""

from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from core.actor import Actor
from core.money import ZERO
from earnings.actions.ledger import Entry, locked_balance, post
from earnings.enums import PostingKind
from earnings.models import Earning

SOURCE = "volume"


@transaction.atomic
def credit_many(*, user: Actor, amounts: Sequence[Decimal], description: str) -> int:
    """Owe a person each of the amounts, through the same ledger as every credit; how many they were."""
    balance = locked_balance(user.id)
    now = timezone.now()
    earnings = [
        Earning(
            user_id=user.id,
            description=description,
            amount=amount,
            base_amount=amount,
            bonus_amount=ZERO,
            source_kind=SOURCE,
            created_at=now,
            updated_at=now,
        )
        for amount in amounts
    ]
    Earning.objects.bulk_create(earnings, batch_size=500)
    entries = [Entry(PostingKind.CREDIT, earning, earning.amount, description) for earning in earnings]
    post(balance, entries, by=None, at=now)
    return len(earnings)
