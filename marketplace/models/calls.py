"""The log of outbound calls, and the call budget of each key."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class ActivityQuerySet(models.QuerySet["Activity"]):
    def outbound(self) -> "ActivityQuerySet":
        """Calls that this product made; what browsers reported and what was practice is left out of every figure."""
        return self.filter(source=Activity.Source.OUTBOUND)


class Activity(models.Model):
    """One call to a marketplace: 'service, endpoint, status, timestamp, responseTime', no secrets.

    `status` is the HTTP status as text, or the reason why there was none. Rows are added and read, never changed.
    """

    class Source(models.TextChoices):
        OUTBOUND = "outbound", "Chamada"
        REPORTED = "reported", "Informada"
        TRAINING = "training", "Ensaio"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False, verbose_name="pessoa"
    )
    service = models.CharField("serviço", max_length=20)
    endpoint = models.CharField("endpoint", max_length=100)
    method = models.CharField("método", max_length=10, blank=True)
    status = models.CharField("status", max_length=30)
    success = models.BooleanField("sucesso")
    response_time_ms = models.PositiveIntegerField("tempo de resposta (ms)")
    request_id = models.CharField("id remoto", max_length=100, blank=True)
    source = models.CharField("origem", max_length=10, choices=Source.choices, default=Source.OUTBOUND)
    rate_limit = models.PositiveIntegerField("limite", null=True)
    rate_remaining = models.PositiveIntegerField("restante", null=True)
    timestamp = models.DateTimeField("quando", default=timezone.now)

    objects = ActivityQuerySet.as_manager()

    class Meta:
        verbose_name = "atividade de API"
        verbose_name_plural = "atividades de API"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["user", "-id"], name="activity_of_user"),
            models.Index(fields=["timestamp", "source"], name="activity_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.service} {self.method} {self.endpoint}: {self.status}"


class KeyBudget(models.Model):
    """The calls made with a key in the last minute, by all processes, and what the marketplace said of them.

    `lane_key` is the keyed hash by which runs share the key's pace too. `spent` holds rules.governor.Spent as lists,
    `reports` {bucket: rules.governor.Report as a list}, `refusals` the calls that the key is refused for, with '*' for
    all of them, until they work again. The row is the lock of the count.
    """

    lane_key = models.CharField("chave (hash)", max_length=64, unique=True)
    spent = models.JSONField("chamadas", default=list)
    reports = models.JSONField("limites informados", default=dict)
    refusals = models.JSONField("chamadas recusadas", default=list)
    blocked_until = models.DateTimeField("bloqueada até", null=True)

    class Meta:
        verbose_name = "orçamento de chamadas"
        verbose_name_plural = "orçamentos de chamadas"

    def __str__(self) -> str:
        return f"…{self.lane_key[-6:]}"


class ListingWrite(models.Model):
    """One write to one listing: the vendor limits those by themselves. Rows older than an hour are purged."""

    lane_key = models.CharField("chave (hash)", max_length=64)
    remote_id = models.CharField("anúncio", max_length=100)
    written_at = models.DateTimeField("quando", default=timezone.now, db_index=True)

    class Meta:
        verbose_name = "alteração de anúncio"
        verbose_name_plural = "alterações de anúncios"
        indexes = [models.Index(fields=["lane_key", "remote_id", "written_at"], name="listing_writes_of_listing")]

    def __str__(self) -> str:
        return f"{self.remote_id}: {self.written_at:%H:%M:%S}"
