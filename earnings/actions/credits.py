"""Money that becomes owed."""

from decimal import Decimal

from django.utils import timezone

from core.actor import Actor
from earnings import rules
from earnings.actions.ledger import Entry, locked_balance, post
from earnings.enums import PostingKind
from earnings.models import DESCRIPTION_LENGTH, Earning


def credit(
    *,
    user: Actor,
    amount: Decimal,
    description: str,
    accounts_count: int,
    source_kind: str,
    source_id: int | None,
    bonus_percentage: Decimal = Decimal(0),
    by: Actor | None = None,
) -> Earning:
    """Owe a person `amount` plus the bonus on it, once per source: a repetition returns the first earning.

    Takes part in the caller's transaction and refuses to run outside one. `source_id` None is an earning without a
    cause elsewhere, which nothing deduplicates. Locks the person's balance.
    """
    description = description[:DESCRIPTION_LENGTH]
    balance = locked_balance(user.id)
    if source_id is not None:
        earlier = Earning.objects.filter(source_kind=source_kind, source_id=source_id, split_from=None).first()
        if earlier is not None:
            return earlier
    bonus = rules.bonus_on(amount, bonus_percentage)
    now = timezone.now()
    earning = Earning.objects.create(
        user_id=user.id,
        description=description,
        amount=amount + bonus,
        base_amount=amount,
        bonus_percentage=bonus_percentage,
        bonus_amount=bonus,
        accounts_count=accounts_count,
        source_kind=source_kind,
        source_id=source_id,
        created_at=now,
        updated_at=now,
    )
    post(balance, [Entry(PostingKind.CREDIT, earning, earning.amount, description)], by=by, at=now)
    return earning
