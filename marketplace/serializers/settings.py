"""The settings that act on everybody's calls."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from core.serializers import Input, said
from marketplace.enums import AuthMethod, ErrorHandling
from marketplace.errors import BAD_URL
from marketplace.models import GlobalSettings
from marketplace.rules import CREDENTIAL_DAYS
from marketplace.serializers.fields import WhoseInput


class GlobalSettingsValues(Input):
    """The settings themselves, each one optional when saving."""

    retryAttempts = serializers.IntegerField(
        source="retry_attempts",
        min_value=0,
        max_value=20,
        required=False,
        error_messages=said("Tentativas de repetição deve ser pelo menos 0", "min_value")
        | {"max_value": "Tentativas de repetição deve ser no máximo 20"},
    )
    cacheTime = serializers.IntegerField(
        source="cache_time_s",
        min_value=0,
        max_value=86_400,
        required=False,
        error_messages=said("Tempo de cache deve ser pelo menos 0", "min_value")
        | {"max_value": "Tempo de cache deve ser no máximo 86400"},
    )
    errorHandling = serializers.ChoiceField(source="error_handling", choices=ErrorHandling.choices, required=False)
    enableCache = serializers.BooleanField(source="enable_cache", required=False)
    enableMetrics = serializers.BooleanField(source="enable_metrics", required=False)
    enableRateLimiting = serializers.BooleanField(source="enable_rate_limiting", required=False)
    authMethod = serializers.ChoiceField(source="auth_method", choices=AuthMethod.choices, required=False)
    tokenRotation = serializers.BooleanField(source="token_rotation", required=False)
    tokenStorage = serializers.CharField(source="token_storage", max_length=50, required=False)
    defaultDescription = serializers.CharField(
        source="default_description", max_length=20_000, allow_blank=True, required=False
    )
    defaultInstructions = serializers.CharField(
        source="default_instructions", max_length=20_000, allow_blank=True, required=False
    )
    defaultImageUrl = serializers.URLField(
        source="default_image_url",
        max_length=500,
        allow_blank=True,
        required=False,
        error_messages={"invalid": BAD_URL},
    )
    usdEurRate = serializers.DecimalField(
        source="usd_eur_rate",
        max_digits=8,
        decimal_places=4,
        min_value=Decimal("0.0001"),
        required=False,
        error_messages=said("Informe uma taxa de câmbio válida", "min_value", "max_digits", "max_decimal_places"),
    )
    credentialDays = serializers.IntegerField(
        source="credential_days",
        min_value=CREDENTIAL_DAYS[0],
        max_value=CREDENTIAL_DAYS[1],
        required=False,
        error_messages=said("Informe de {} a {} dias".format(*CREDENTIAL_DAYS), "min_value", "max_value"),
    )


class GlobalSettingsInput(WhoseInput):
    """'POST /api/settings {userId, settings}'."""

    settings = GlobalSettingsValues()


class GlobalSettingsOutput(GlobalSettingsValues):
    """The settings in force, flat."""

    updatedAt = serializers.DateTimeField(source="updated_at", allow_null=True, read_only=True)

    def to_representation(self, instance: GlobalSettings) -> dict[str, Any]:
        answer: dict[str, Any] = super().to_representation(instance)
        return answer | {"updated_at": answer["updatedAt"]}
