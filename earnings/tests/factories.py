"""Money for tests, made by the same action as everybody's."""

from decimal import Decimal
from typing import Any

from django.db import transaction

from accounts.tests.factories import UserFactory
from earnings.actions import credit
from earnings.models import Earning


def owe(
    user: Any = None,
    amount: str = "10.00",
    *,
    bonus: str = "0",
    accounts: int = 1,
    description: str = "Ganho de teste",
    source_kind: str = "teste",
    source_id: int | None = None,
    group_id: int | None = None,
) -> Earning:
    """A pending earning of a person (a new one if none is given)."""
    with transaction.atomic():
        return credit(
            user_id=(user or UserFactory()).id,
            amount=Decimal(amount),
            description=description,
            accounts_count=accounts,
            source_kind=source_kind,
            source_id=source_id,
            group_id=group_id,
            bonus_percentage=Decimal(bonus),
        )
