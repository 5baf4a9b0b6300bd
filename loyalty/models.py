"""Loyalty points, their history and settings; only loyalty.actions writes here. A tier is never stored: it follows from
the points and the settings in force, so that new settings act at once."""

from collections.abc import Iterable
from decimal import Decimal

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from core.append_only import AppendOnlyModel
from core.models import PERSON, Called
from loyalty import rules
from loyalty.enums import Event, Tier


class Record(Called):
    """A person's present points. Somebody without a row stands at the start. The row is the lock of their history."""

    called = "{0.points} pontos"
    user = models.OneToOneField(PERSON, models.PROTECT, related_name="loyalty", primary_key=True, verbose_name="pessoa")
    points = models.SmallIntegerField("pontos", default=rules.START_POINTS)
    updated_at = models.DateTimeField("atualizado em", default=timezone.now)

    class Meta:
        verbose_name = "pontos de lealdade"
        verbose_name_plural = "pontos de lealdade"
        constraints = [
            models.CheckConstraint(
                condition=Q(points__gte=rules.MIN_POINTS, points__lte=rules.MAX_POINTS), name="loyalty_points_0_to_100"
            )
        ]


class History(Called, AppendOnlyModel):
    """One change of points: `new_points` is `previous_points + points_changed`, kept within 0 and 100."""

    called = "{0.points_changed:+d}: {0.reason}"
    user = models.ForeignKey(PERSON, models.PROTECT, related_name="loyalty_history", verbose_name="pessoa")
    points_changed = models.SmallIntegerField("alteração")
    previous_points = models.SmallIntegerField("pontos anteriores")
    new_points = models.SmallIntegerField("pontos novos")
    reason = models.CharField("motivo", max_length=300)
    events = models.JSONField("eventos", default=list)
    source_kind = models.CharField("tipo da origem", max_length=30, blank=True)
    source_id = models.BigIntegerField("id da origem", null=True)
    settings_version = models.PositiveIntegerField("versão das regras")
    by = models.ForeignKey(PERSON, models.PROTECT, related_name="+", null=True, verbose_name="ajuste por")
    created_at = models.DateTimeField("feita em", default=timezone.now)

    class Meta:
        verbose_name = "alteração de pontos"
        verbose_name_plural = "histórico de pontos"
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(previous_points__gte=rules.MIN_POINTS, previous_points__lte=rules.MAX_POINTS),
                name="loyalty_history_0_to_100",
            ),
            models.CheckConstraint(
                condition=Q(
                    new_points=Least(
                        Value(rules.MAX_POINTS),
                        Greatest(Value(rules.MIN_POINTS), F("previous_points") + F("points_changed")),
                    )
                ),
                name="loyalty_history_clamped",
            ),
            models.UniqueConstraint(fields=["source_kind", "source_id"], name="loyalty_once_per_source"),
        ]
        indexes = [models.Index(fields=["user", "-id"], name="loyalty_history_by_user")]


class Settings(Called):
    """The rules in force. One row at most: its id is 1; `version` counts its changes, the audit trail keeps them."""

    called = "Regras, versão {0.version}"
    ONLY_ID = 1

    id = models.SmallIntegerField(primary_key=True, default=ONLY_ID)
    version = models.PositiveIntegerField("versão", default=1)
    poor_threshold_min = models.SmallIntegerField("fraco: de", default=0)
    poor_threshold_max = models.SmallIntegerField("fraco: até", default=30)
    medium_threshold_min = models.SmallIntegerField("médio: de", default=31)
    medium_threshold_max = models.SmallIntegerField("médio: até", default=79)
    excellent_threshold_min = models.SmallIntegerField("excelente: de", default=80)
    excellent_threshold_max = models.SmallIntegerField("excelente: até", default=100)
    excellent_bonus_percentage = models.DecimalField(
        "bônus do excelente (%)", max_digits=5, decimal_places=2, default=Decimal("5.00")
    )
    points_for_task_completion = models.SmallIntegerField("pontos: tarefa concluída", default=5)
    points_for_early_delivery = models.SmallIntegerField("pontos: entrega antecipada", default=3)
    points_for_late_delivery = models.SmallIntegerField("pontos: entrega atrasada", default=-5)
    points_for_missed_deadline = models.SmallIntegerField("pontos: prazo perdido", default=-10)
    points_for_problem_report = models.SmallIntegerField("pontos: problema relatado", default=-15)

    class Meta:
        verbose_name = "regras de lealdade"
        verbose_name_plural = "regras de lealdade"
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="loyalty_settings_only_one"),
            models.CheckConstraint(
                condition=Q(
                    poor_threshold_min=rules.MIN_POINTS,
                    poor_threshold_max__gte=F("poor_threshold_min"),
                    medium_threshold_min=F("poor_threshold_max") + 1,
                    medium_threshold_max__gte=F("medium_threshold_min"),
                    excellent_threshold_min=F("medium_threshold_max") + 1,
                    excellent_threshold_max__gte=F("excellent_threshold_min"),
                    excellent_threshold_max=rules.MAX_POINTS,
                ),
                name="loyalty_settings_tile",
            ),
            models.CheckConstraint(
                condition=Q(excellent_bonus_percentage__gte=0, excellent_bonus_percentage__lte=100),
                name="loyalty_settings_bonus_0_to_100",
            ),
        ]

    @property
    def tiers(self) -> dict[Tier, tuple[int, int]]:
        """The bounds of each tier, both included."""
        return {tier: (getattr(self, f"{tier}_threshold_min"), getattr(self, f"{tier}_threshold_max")) for tier in Tier}

    def tiles(self) -> bool:
        """Whether the tiers cover 0 to 100 in their order, without gap or overlap (product: loyalty.tiers)."""
        following = rules.MIN_POINTS
        for low, high in self.tiers.values():
            if low != following or high < low:
                return False
            following = high + 1
        return following == rules.MAX_POINTS + 1

    def tier_of(self, points: int) -> Tier:
        return next(tier for tier, (low, high) in self.tiers.items() if low <= points <= high)

    def bonus_of(self, points: int) -> Decimal:
        """The percentage added to what is earned; only the excellent tier has one."""
        return self.excellent_bonus_percentage if self.tier_of(points) == Tier.EXCELLENT else Decimal("0.00")

    def points_for(self, events: Iterable[Event]) -> int:
        return sum(getattr(self, f"points_for_{event}") for event in events)
