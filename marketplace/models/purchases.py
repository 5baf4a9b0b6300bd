"""Lots bought on LZT Market."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from marketplace.enums import PurchaseState

STANDING = (PurchaseState.SENDING, PurchaseState.BOUGHT, PurchaseState.UNKNOWN)


class Purchase(models.Model):
    """One attempt to buy one lot. While one stands or nobody knows how it ended, the lot is not bought again.

    What opens the account is answered to the buyer once and not kept here. `training`: it was made as practice
    ('Ensaio'), of the sandbox.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="pessoa")
    market = models.CharField("marketplace", max_length=200)
    training = models.BooleanField("ensaio", default=False)
    item_id = models.CharField("lote", max_length=20)
    title = models.CharField("título", max_length=300, blank=True)
    origin = models.CharField("origem", max_length=50)
    price = models.DecimalField("preço", max_digits=12, decimal_places=2)
    currency = models.CharField("moeda", max_length=10, blank=True)
    state = models.CharField("situação", max_length=10, choices=PurchaseState.choices, default=PurchaseState.SENDING)
    message = models.TextField("resposta", blank=True)
    request_id = models.CharField("id remoto", max_length=100, blank=True)
    created_at = models.DateTimeField("criada em", auto_now_add=True)
    settled_at = models.DateTimeField("concluída em", null=True)

    user_id: int

    class Meta:
        verbose_name = "compra"
        verbose_name_plural = "compras"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["market", "item_id"], condition=Q(state__in=STANDING), name="purchase_one_standing_per_lot"
            ),
            models.CheckConstraint(
                condition=Q(state=PurchaseState.SENDING, settled_at=None)
                | (~Q(state=PurchaseState.SENDING) & Q(settled_at__isnull=False)),
                name="purchase_settled_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"Lote {self.item_id}: {self.get_state_display()}"
