"""Purchases made on LZT Market."""

from django.db.models import QuerySet

from core.errors import NotFound
from marketplace.models import Purchase


def purchases() -> QuerySet[Purchase]:
    """Newest first."""
    return Purchase.objects.order_by("-id")


def purchase(purchase_id: int) -> Purchase:
    found = Purchase.objects.filter(pk=purchase_id).first()
    if found is None:
        raise NotFound()
    return found
