"""Configurations, the log of outbound calls, the settings that hold for everyone, and the screens' call budget."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.fields import EncryptedTextField
from marketplace.enums import AuthMethod, ErrorHandling, Service
from marketplace.rules import DEFAULT_TIMEOUT_MS, DEFAULT_USD_EUR_RATE, MIN_TIMEOUT_MS


class Configuration(models.Model):
    """How one person reaches one marketplace (document 2 §3).

    An empty key means the system default's key: then its address holds too, since a key goes to no other place than
    the one it was typed for.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="pessoa")
    service = models.CharField("serviço", max_length=20, choices=Service.choices)
    base_url = models.CharField("URL base", max_length=300)
    api_key = EncryptedTextField("chave de API", blank=True)
    timeout_ms = models.PositiveIntegerField("tempo limite (ms)", default=DEFAULT_TIMEOUT_MS)
    enabled_endpoints = models.JSONField("endpoints habilitados", default=list)
    updated_at = models.DateTimeField("atualizada em", auto_now=True)

    class Meta:
        verbose_name = "configuração de API"
        verbose_name_plural = "configurações de API"
        constraints = [
            models.UniqueConstraint(fields=["user", "service"], name="configuration_one_per_user_and_service"),
            models.CheckConstraint(condition=Q(timeout_ms__gte=MIN_TIMEOUT_MS), name="configuration_timeout_floor"),
        ]

    def __str__(self) -> str:
        return f"{self.get_service_display()} de {self.user_id}"

    @property
    def has_own_key(self) -> bool:
        return bool(self.api_key)


class ActivityQuerySet(models.QuerySet["Activity"]):
    def outbound(self) -> "ActivityQuerySet":
        """Calls that this product made; what browsers reported is left out of every figure."""
        return self.filter(source=Activity.Source.OUTBOUND)


class Activity(models.Model):
    """One call to a marketplace: 'service, endpoint, status, timestamp, responseTime' (document 2 §3), no secrets.

    `status` is the HTTP status as text, or the reason why there was none. Rows are added and read, never changed.
    """

    class Source(models.TextChoices):
        OUTBOUND = "outbound", "Chamada"
        REPORTED = "reported", "Informada"

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


class GlobalSettings(models.Model):
    """The one row of settings that act on everybody's calls (decisions §8: 'The global settings act').

    The documents address them by userId, yet what they steer (the run engine, the pace of a shared key, the cache) is
    shared, so they are the system's: `?userId=` is checked like every other and does not choose a row.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    retry_attempts = models.PositiveIntegerField("tentativas de repetição", default=3)
    cache_time_s = models.PositiveIntegerField("tempo de cache (s)", default=300)
    error_handling = models.CharField(
        "tratamento de erros", max_length=30, choices=ErrorHandling.choices, default=ErrorHandling.LOG_AND_RETRY
    )
    enable_cache = models.BooleanField("cache", default=True)
    enable_metrics = models.BooleanField("métricas", default=True)
    enable_rate_limiting = models.BooleanField("limite de chamadas", default=True)
    auth_method = models.CharField(
        "autenticação", max_length=20, choices=AuthMethod.choices, default=AuthMethod.API_KEY
    )
    token_rotation = models.BooleanField("rotação de token", default=False)
    token_storage = models.CharField("armazenamento de token", max_length=50, default="Encrypted")
    default_description = models.TextField("descrição padrão", blank=True)
    default_instructions = models.TextField("instruções padrão", blank=True)
    default_image_url = models.URLField("imagem padrão", max_length=500, blank=True)
    usd_eur_rate = models.DecimalField("euros por dólar", max_digits=8, decimal_places=4, default=DEFAULT_USD_EUR_RATE)
    updated_at = models.DateTimeField("atualizadas em", auto_now=True)

    class Meta:
        verbose_name = "configurações globais"
        verbose_name_plural = "configurações globais"
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="global_settings_single_row"),
            models.CheckConstraint(condition=Q(usd_eur_rate__gt=Decimal(0)), name="global_settings_rate_positive"),
        ]

    def __str__(self) -> str:
        return "Configurações globais"


class KeyBudget(models.Model):
    """How many calls the screens made with a key in the current minute, and until when the marketplace asked to wait.

    `lane_key` is the keyed hash by which runs share the key's pace too.
    """

    lane_key = models.CharField("chave (hash)", max_length=64, unique=True)
    window_started_at = models.DateTimeField("início da janela", default=timezone.now)
    calls = models.PositiveIntegerField("chamadas", default=0)
    blocked_until = models.DateTimeField("bloqueada até", null=True)

    class Meta:
        verbose_name = "orçamento de chamadas"
        verbose_name_plural = "orçamentos de chamadas"

    def __str__(self) -> str:
        return f"{self.lane_key[:8]}: {self.calls}"
