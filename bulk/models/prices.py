"""Other prices for listings, and the rules that propose them."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from bulk.enums import Rounding, RuleKind, RuleMode
from core.models import PERSON, Called


class PriceRule(Called):
    """What changes prices by itself: `percentage` less for what is listed for `threshold` days, or while so many
    accounts of a game are unsold; or what LZT Market suggests. Without a game or a service it is about all of them. An
    account costs `cost_eur` where nothing else is known of it, and the marketplace keeps `fee_percentage` of its price;
    what is None is not known. An account's prices change `daily` times a day at most, a listing's every `rest_days`.
    One that was deleted is off for good, and kept for what it proposed."""

    called = "{0.name}"
    name = models.CharField("nome", max_length=80)
    kind = models.CharField("tipo", max_length=10, choices=RuleKind.choices)
    mode = models.CharField("modo", max_length=10, choices=RuleMode.choices, default=RuleMode.PROPOSE)
    game = models.CharField("jogo", max_length=40, blank=True)
    service = models.CharField("marketplace", max_length=20, blank=True)
    threshold = models.PositiveIntegerField("dias ou contas", default=0)
    percentage = models.DecimalField("redução (%)", max_digits=4, decimal_places=2, default=0)
    rounding = models.CharField("arredondamento", max_length=10, choices=Rounding.choices, default=Rounding.CENTS)
    cost_eur = models.DecimalField("custo por conta em euro", max_digits=12, decimal_places=2, null=True)
    fee_percentage = models.DecimalField("taxa do marketplace (%)", max_digits=4, decimal_places=2, null=True)
    daily = models.PositiveSmallIntegerField("mudanças por conta e dia", default=1)
    rest_days = models.PositiveSmallIntegerField("dias entre mudanças", default=3)
    updated_at = models.DateTimeField("alterada em", auto_now=True)
    deleted_at = models.DateTimeField("excluída em", null=True)

    class Meta:
        verbose_name = "regra de preço"
        verbose_name_plural = "regras de preço"
        ordering = ["id"]


class PriceChange(Called):
    """Another price of a listing, as somebody asked for it, or a rule, then for `reason` and not under `floor_eur`. It
    waits for the worker's (next) try while `due_at` is set; of one listing the last that was asked for waits alone.
    What was asked for at once is one `batch`, and undone at once. Without a batch it was not asked for: it is a rule's
    proposal, which waits for an admin, or, with an `error`, was declined. What is not known of its floor is `unknown`;
    such a proposal no rule applies. `by` is None where a rule did."""

    called = "{0.before_eur} → {0.after_eur}"
    row = models.ForeignKey("Row", models.PROTECT, related_name="price_changes", verbose_name="linha")
    rule = models.ForeignKey(PriceRule, models.PROTECT, related_name="changes", null=True, verbose_name="regra")
    batch = models.UUIDField("lote", null=True)
    by = models.ForeignKey(PERSON, models.PROTECT, related_name="+", null=True, verbose_name="pedida por")
    before_eur = models.DecimalField("preço anterior", max_digits=12, decimal_places=2, null=True)
    after_eur = models.DecimalField("preço novo", max_digits=12, decimal_places=2)
    floor_eur = models.DecimalField("piso em euro", max_digits=12, decimal_places=2, null=True)
    reason = models.CharField("por quê", max_length=200, blank=True)
    unknown = models.CharField("falta saber", max_length=200, blank=True)
    asked_at = models.DateTimeField("pedida em", db_default=Now())
    due_at = models.DateTimeField("enviar a partir de", null=True)
    tries = models.PositiveSmallIntegerField("tentativas", default=0)
    applied_at = models.DateTimeField("aplicada em", null=True)
    error = models.CharField("motivo", max_length=500, blank=True)

    class Meta:
        verbose_name = "mudança de preço"
        verbose_name_plural = "mudanças de preço"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["row"], condition=Q(due_at__isnull=False), name="price_change_one_waiting_per_listing"
            ),
            models.UniqueConstraint(
                fields=["row"], condition=Q(batch=None, error=""), name="price_change_one_proposal_per_listing"
            ),
            models.CheckConstraint(
                condition=Q(rule__isnull=False) | Q(batch__isnull=False, by__isnull=False),
                name="price_change_is_of_a_rule_or_a_person",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="price_change_to_send"),
            models.Index(fields=["batch"], name="price_change_by_batch"),
            models.Index(fields=["-id"], condition=Q(rule__isnull=False), name="price_change_of_rules"),
        ]
