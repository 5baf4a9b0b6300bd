"""What of the marketplace integration is read and written over the API, in the documents' field names."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from core.crypto import mask_secret
from core.serializers import Input, MoneyField, Output
from marketplace.adapters.base import Listing
from marketplace.enums import AuthMethod, ErrorHandling, RemoteStatus, Service, WritableStatus
from marketplace.errors import BAD_URL, KEY_REQUIRED
from marketplace.models import Activity, GlobalSettings
from marketplace.queries import Effective
from marketplace.rules import (
    DEFAULT_ENDPOINTS,
    DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
    MIN_TIMEOUT_MS,
    is_known_endpoint,
    slug_of,
)

BAD_TIMEOUT = f"O tempo limite deve ser pelo menos {MIN_TIMEOUT_MS}ms"
LONG_TIMEOUT = f"O tempo limite deve ser no máximo {MAX_TIMEOUT_MS}ms"
NO_ENDPOINT = "Selecione ao menos um endpoint"
LIST_STATUSES = tuple(status.value.lower() for status in RemoteStatus)
LIST_SORTS = tuple(
    sign + name
    for name in ("id", "price", "views", "delivery_time", "created_at", "updated_at", "listed_at")
    for sign in ("", "-")
)


def _said(text: str, *names: str) -> dict[str, Any]:
    return dict.fromkeys(("required", "blank", "null", "invalid", *names), text)


def _key_field(**options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=2000, error_messages=_said(KEY_REQUIRED, "max_length"), **options)


def _url_field(**options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=300, error_messages=_said(BAD_URL, "max_length"), **options)


def _timeout_field(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=MIN_TIMEOUT_MS,
        max_value=MAX_TIMEOUT_MS,
        error_messages=_said(BAD_TIMEOUT, "min_value", "max_string_length") | {"max_value": LONG_TIMEOUT},
        **options,
    )


class WhoseInput(Input):
    """The body of calls that only say whose: {userId}."""

    userId = serializers.JSONField(required=False, allow_null=True, default=None)  # judged by resolve_user_id


class ConfigurationInput(WhoseInput):
    """'body userId, service, apiKey, baseUrl, timeout, enabledEndpoints' (document 2 §7).

    The endpoints may be any that a screen offers; left out they are the form's defaults.
    """

    apiKey = _key_field()
    baseUrl = _url_field()
    timeout = _timeout_field(default=DEFAULT_TIMEOUT_MS)
    enabledEndpoints = serializers.ListField(
        child=serializers.CharField(max_length=100),
        min_length=1,
        max_length=30,
        required=False,
        error_messages=_said(NO_ENDPOINT, "min_length", "not_a_list", "empty"),
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        service = self.context["service"]
        names = attrs.setdefault("enabledEndpoints", list(DEFAULT_ENDPOINTS[Service(service)]))
        if unknown := [name for name in names if not is_known_endpoint(service, name)]:
            raise serializers.ValidationError({"enabledEndpoints": [f"Endpoint desconhecido: {unknown[0]}"]})
        attrs["enabledEndpoints"] = list(dict.fromkeys(names))
        return attrs


class ConnectionTestInput(WhoseInput):
    """What to try: the values typed, the stored ones for those left out."""

    apiKey = _key_field(required=False, allow_blank=True, default="")
    baseUrl = _url_field(required=False, allow_blank=True, default="")
    timeout = _timeout_field(required=False, allow_null=True, default=None)


class ConnectionTestOutput(Output):
    """{success, data} or {success:false, error, status}, `detail` telling in Portuguese why there was no answer."""

    success = serializers.BooleanField()
    data = serializers.JSONField(required=False)  # type: ignore[assignment]  # the documented name
    error = serializers.CharField(required=False)
    status = serializers.IntegerField(required=False, allow_null=True)
    detail = serializers.CharField(required=False)


class ConfigurationOutput(Output):
    """The configuration in effect. The key is in clear for its owner alone (context `reader_id`), masked for others."""

    dual = ("updatedAt",)

    userId = serializers.IntegerField(source="user_id")
    service = serializers.CharField()
    apiKey = serializers.SerializerMethodField()
    baseUrl = serializers.CharField(source="base_url")
    timeout = serializers.IntegerField(source="timeout_ms")
    enabledEndpoints = serializers.ListField(child=serializers.CharField(), source="enabled_endpoints")
    updatedAt = serializers.DateTimeField(source="updated_at")
    isSystemDefault = serializers.BooleanField(source="is_system_default")

    def get_apiKey(self, effective: Effective) -> str:
        readable = self.context["reader_id"] == effective.key_owner_id
        return effective.api_key if readable else mask_secret(effective.api_key)


class ActivityInput(WhoseInput):
    """What a browser reports. `status` is an HTTP status or a word such as success or error."""

    service = serializers.ChoiceField(choices=Service.choices)
    endpoint = serializers.CharField(max_length=100)
    method = serializers.CharField(max_length=10, required=False, default="", allow_blank=True)
    status = serializers.CharField(max_length=30)
    responseTime = serializers.IntegerField(min_value=0, max_value=3_600_000, required=False, default=0)

    def succeeded(self) -> bool:
        """Whether the reported status is a success."""
        status = str(self.validated_data["status"]).lower()
        return status in ("success", "ok") or (status.isdigit() and 200 <= int(status) < 400)


class ActivityOutput(Output):
    """'service, endpoint, status, timestamp, responseTime' (document 2 §7) and what helps to trace a call."""

    id = serializers.IntegerField()
    userId = serializers.IntegerField(source="user_id")
    service = serializers.CharField()
    endpoint = serializers.CharField()
    method = serializers.CharField()
    status = serializers.CharField()
    success = serializers.BooleanField()
    timestamp = serializers.DateTimeField()
    responseTime = serializers.IntegerField(source="response_time_ms")
    requestId = serializers.CharField(source="request_id")


class ActivityQuery(Input):
    """?userId=&service= of the activity lists."""

    service = serializers.ChoiceField(choices=Service.choices, required=False, allow_blank=True, default="")


class CallFiguresOutput(Output):
    """The cards of the integration dashboard (document 2 §2.1), counted and not sampled."""

    requestsToday = serializers.IntegerField(source="requests_today")
    successRate = serializers.FloatField(source="success_rate", allow_null=True)
    averageResponseTime = serializers.IntegerField(source="average_response_ms", allow_null=True)
    quotaLimit = serializers.IntegerField(source="quota_limit", allow_null=True)
    quotaRemaining = serializers.IntegerField(source="quota_remaining", allow_null=True)


class GlobalSettingsValues(Input):
    """The settings themselves (document 2 §3), each one optional when saving."""

    retryAttempts = serializers.IntegerField(
        source="retry_attempts",
        min_value=0,
        max_value=20,
        required=False,
        error_messages=_said("Tentativas de repetição deve ser pelo menos 0", "min_value")
        | {"max_value": "Tentativas de repetição deve ser no máximo 20"},
    )
    cacheTime = serializers.IntegerField(
        source="cache_time_s",
        min_value=0,
        max_value=86_400,
        required=False,
        error_messages=_said("Tempo de cache deve ser pelo menos 0", "min_value")
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
        error_messages=_said("Informe uma taxa de câmbio válida", "min_value", "max_digits", "max_decimal_places"),
    )


class GlobalSettingsInput(WhoseInput):
    """'POST /api/settings {userId, settings}' (document 2 §7)."""

    settings = GlobalSettingsValues()


class GlobalSettingsOutput(GlobalSettingsValues):
    """The settings in force, flat."""

    updatedAt = serializers.DateTimeField(source="updated_at", allow_null=True, read_only=True)

    def to_representation(self, instance: GlobalSettings) -> dict[str, Any]:
        answer: dict[str, Any] = super().to_representation(instance)
        return answer | {"updated_at": answer["updatedAt"]}


class ProxyInput(WhoseInput):
    """'All are POST with body {userId, method, optional apiKey, baseUrl, params, data}' (document 2 §7)."""

    method = serializers.ChoiceField(choices=("GET", "POST", "PATCH", "DELETE"), default="GET")
    apiKey = _key_field(required=False, allow_blank=True, default="")
    baseUrl = _url_field(required=False, allow_blank=True, default="")
    params = serializers.DictField(required=False, default=dict)
    data = serializers.DictField(required=False, default=dict)  # type: ignore[assignment]  # the documented name


class ListParams(Input):
    """What of `params` a list takes; the words of status and sort are the marketplace's own."""

    with_data = serializers.BooleanField(required=False, default=False)
    page = serializers.IntegerField(min_value=1, max_value=100_000, required=False)
    per_page = serializers.IntegerField(min_value=1, max_value=200, required=False)
    search = serializers.CharField(max_length=200, required=False, allow_blank=True)
    status = serializers.ChoiceField(choices=LIST_STATUSES, required=False, allow_blank=True)
    game_id = serializers.IntegerField(min_value=1, required=False)
    sort = serializers.ChoiceField(choices=LIST_SORTS, required=False, allow_blank=True)


class StatusInput(Input):
    status = serializers.ChoiceField(choices=[status.value for status in WritableStatus])


class BulkStatusInput(StatusInput):
    accounts = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=500)


class DeliveryTimeInput(Input):
    duration = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    unit = serializers.ChoiceField(choices=("minutes", "hours", "days"), default="minutes")


class ListingInput(Input):
    """'New account payload' (document 2 §3) with the messages of 'New account form' (document 2 §5)."""

    game = serializers.CharField(max_length=50, error_messages=_said("Jogo é obrigatório"))
    title = serializers.CharField(
        min_length=3, max_length=300, error_messages=_said("Título deve ter pelo menos 3 caracteres", "min_length")
    )
    price = MoneyField(error_messages=_said("Preço deve ser um valor positivo"))
    login = serializers.CharField(
        min_length=3, max_length=300, trim_whitespace=False, error_messages=_said("Login é obrigatório", "min_length")
    )
    password = serializers.CharField(max_length=300, trim_whitespace=False, error_messages=_said("Senha é obrigatória"))
    description = serializers.CharField(
        min_length=10,
        max_length=20_000,
        error_messages=_said("Descrição deve ter pelo menos 10 caracteres", "min_length"),
    )
    level_up_method = serializers.ChoiceField(choices=("by_hand", "by_bot"), default="by_hand")
    email_login = serializers.EmailField(
        required=False, allow_blank=True, default="", error_messages=_said("E-mail inválido")
    )
    email_password = serializers.CharField(required=False, allow_blank=True, default="", trim_whitespace=False)
    slug = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
    ign = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
    server = serializers.CharField(max_length=100, required=False, allow_blank=True, allow_null=True, default="")
    has_2fa = serializers.BooleanField(default=False)
    is_manual = serializers.BooleanField(required=False, allow_null=True, default=None)
    dump = serializers.CharField(max_length=5000, required=False, allow_blank=True, default="")
    note = serializers.CharField(max_length=5000, required=False, allow_blank=True, default="")
    delivery_instructions = serializers.CharField(max_length=20_000, required=False, allow_blank=True, default="")
    delivery_time = DeliveryTimeInput(required=False)
    image_urls = serializers.ListField(
        child=serializers.CharField(max_length=1000), max_length=10, required=False, default=list
    )
    account_data = serializers.DictField(required=False, default=dict)
    game_items = serializers.DictField(required=False, default=dict)

    def validate_price(self, price: Decimal) -> Decimal:
        if price <= 0:
            raise serializers.ValidationError("Preço deve ser um valor positivo")
        return price

    def listing(self) -> Listing:
        """The validated payload as the adapters know it, with the documented defaults of slug, ign and is_manual."""
        values = dict(self.validated_data)
        delivery = values.pop("delivery_time", None) or {"duration": 0, "unit": "minutes"}
        is_manual = values.pop("is_manual")
        return Listing(
            price_eur=values.pop("price"),
            slug=values.pop("slug") or slug_of(values["title"]),
            ign=values.pop("ign") or values["login"],
            server=values.pop("server") or "",
            is_manual=values["level_up_method"] == "by_hand" if is_manual is None else is_manual,
            delivery_time=(delivery["duration"], delivery["unit"]),
            image_urls=tuple(values.pop("image_urls")),
            **values,
        )


def activity_rows(rows: list[Activity]) -> list[dict[str, Any]]:
    """The rows as the API answers them."""
    return list(ActivityOutput(rows, many=True).data)
