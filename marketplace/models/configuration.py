"""How the marketplaces are reached: configurations of people, and the settings that hold for everyone."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.fields import EncryptedTextField
from marketplace.enums import AuthMethod, ErrorHandling
from marketplace.rules import (
    CREDENTIAL_DAYS,
    DEFAULT_CREDENTIAL_DAYS,
    DEFAULT_TIMEOUT_MS,
    DEFAULT_USD_EUR_RATE,
    MIN_TIMEOUT_MS,
)


def service_choices() -> list[tuple[str, str]]:
    """Read when a form asks, so that a new marketplace needs no migration."""
    from marketplace.adapters.registry import MARKETS  # noqa: PLC0415 - the registry reads a model

    return [(market.slug, market.title) for market in MARKETS.values()]


class Configuration(models.Model):
    """How one person reaches one marketplace.

    An empty key means the system default's key: then its address holds too, since a key goes to no other place than
    the one it was typed for.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="pessoa")
    service = models.CharField("serviço", max_length=20, choices=service_choices)
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


class GlobalSettings(models.Model):
    """The one row of settings that act on everybody's calls.

    The API addresses them by userId, yet what they steer (the run engine, the pace of a shared key, the cache) is
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
    credential_days = models.PositiveSmallIntegerField(
        "dias de guarda das credenciais", default=DEFAULT_CREDENTIAL_DAYS
    )
    updated_at = models.DateTimeField("atualizadas em", auto_now=True)

    class Meta:
        verbose_name = "configurações globais"
        verbose_name_plural = "configurações globais"
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="global_settings_single_row"),
            models.CheckConstraint(condition=Q(usd_eur_rate__gt=Decimal(0)), name="global_settings_rate_positive"),
            models.CheckConstraint(
                condition=Q(credential_days__range=CREDENTIAL_DAYS), name="global_settings_credential_days"
            ),
        ]

    def __str__(self) -> str:
        return "Configurações globais"
