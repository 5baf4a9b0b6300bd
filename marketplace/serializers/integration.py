from dataclasses import asdict
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.crypto import mask_secret
from core.serializers import Input, Output, PersonOutput, fields_of, serializer, texts
from core.text import without_unseen
from marketplace.actions.templates import Refreshed
from marketplace.adapters.base import Connection
from marketplace.adapters.registry import MARKETS
from marketplace.adapters.templates import Change, Field, Template
from marketplace.enums import AuthMethod, ChangeKind, ErrorHandling
from marketplace.errors import BAD_URL, KEY_REQUIRED, UNKNOWN_ENDPOINT
from marketplace.models import Activity, ListingChange, RemoteAccount, SyncPass
from marketplace.queries import Effective, SyncState, TemplateState
from marketplace.rules.integration import CREDENTIAL_DAYS, DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, MIN_TIMEOUT_MS

BAD_TIMEOUT = f"O tempo limite deve ser pelo menos {MIN_TIMEOUT_MS}ms"
BAD_RATE = texts("Informe uma taxa de câmbio válida", "min_value", "max_digits", "max_decimal_places")
LONG_TIMEOUT = f"O tempo limite deve ser no máximo {MAX_TIMEOUT_MS}ms"
_TIMEOUT_TEXTS = texts(BAD_TIMEOUT, "min_value", "max_string_length") | {"max_value": LONG_TIMEOUT}
KeyField = partial(serializers.CharField, max_length=2000, error_messages=texts(KEY_REQUIRED, "max_length"))
UrlField = partial(serializers.CharField, max_length=300, error_messages=texts(BAD_URL, "max_length"))
TimeoutField = partial(
    serializers.IntegerField, min_value=MIN_TIMEOUT_MS, max_value=MAX_TIMEOUT_MS, error_messages=_TIMEOUT_TEXTS
)


class ListingTextField(serializers.CharField):
    """Text that goes to a marketplace, less what nobody could see in it. Line breaks are taken where `multiline`."""

    def __init__(self, *, multiline: bool = True, **options: Any) -> None:
        self.multiline = multiline
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        return without_unseen(super().to_internal_value(data), multiline=self.multiline)


class WhoseInput(Input):
    """The body of calls that only say whose: {userId}."""

    userId = serializers.JSONField(allow_null=True, default=None)  # judged by resolve_user_id


class ConfigurationInput(WhoseInput):
    """A key with its address, timeout and endpoints (product: market.configuration).

    The endpoints may be any that a screen offers; left out they are what was enabled, and the profile's own.
    """

    apiKey = KeyField(source="api_key")
    baseUrl = UrlField(source="base_url")
    timeout = TimeoutField(source="timeout_ms", default=DEFAULT_TIMEOUT_MS)
    enabledEndpoints = serializers.ListField(
        source="enabled_endpoints",
        child=serializers.CharField(max_length=100),
        min_length=1,
        max_length=30,
        default=None,
        error_messages=texts("Selecione ao menos um endpoint", "min_length", "not_a_list", "empty"),
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        names = attrs["enabled_endpoints"]
        for name in names or ():
            if not MARKETS[self.context["service"]].knows_endpoint(name):
                raise serializers.ValidationError({"enabledEndpoints": [UNKNOWN_ENDPOINT.format(name=name)]})
        return attrs | {"enabled_endpoints": names and list(dict.fromkeys(names))}


class WebhookInput(WhoseInput):
    """The signing secret that GameBoost shows; "" forgets the one that is kept."""

    secret = serializers.CharField(max_length=200, allow_blank=True)


class WebhookOutput(Output):
    """`url` is what GameBoost is to call, "" where it cannot reach this installation; no secret is ever answered."""

    shown = fields_of(str, "url") | fields_of(bool, "saved")


class ConnectionTestInput(WhoseInput):
    """What to try: the values typed, the stored ones for those left out."""

    apiKey = KeyField(source="api_key", allow_blank=True, default="")
    baseUrl = UrlField(source="base_url", allow_blank=True, default="")
    timeout = TimeoutField(source="timeout_ms", allow_null=True, default=None)


class ConnectionTestOutput(Output):
    """{success, data} or {success:false, error, status}, `detail` telling in Portuguese why there was no answer;
    `resumedRuns` where runs that paused for the key go on."""

    success = serializers.BooleanField()
    data = serializers.JSONField(required=False)  # type: ignore[assignment]  # the API's name
    error = serializers.CharField(required=False)
    status = serializers.IntegerField(required=False, allow_null=True)
    detail = serializers.CharField(required=False)
    resumedRuns = serializers.IntegerField(required=False)


class ConfigurationOutput(Output):
    """The configuration in effect. The key is in clear for its owner alone, masked for other readers."""

    dual = ("updatedAt",)

    shown = fields_of(Effective, "userId enabledEndpoints updatedAt isSystemDefault")
    shown |= fields_of(Connection, "service=provider baseUrl timeout=timeout_ms", within="connection")
    apiKey = serializers.SerializerMethodField()

    def get_apiKey(self, effective: Effective) -> str:
        key = effective.connection.api_key
        return key if self.context["reader"].id == effective.key_owner_id else mask_secret(key)


SavedConfigurationOutput = serializer(
    "SavedConfigurationOutput", ConfigurationOutput, **fields_of(Effective, "resumedRuns")
)
BucketGaugeOutput = serializer("BucketGaugeOutput", Output, **fields_of(str, "name"), **fields_of(int, "limit used left"))
ReportOutput = serializer("ReportOutput", Output, **fields_of(int, "limit remaining"))


class GaugeOutput(Output):
    """How many calls the key in effect has left this minute: see queries.gauge."""

    shown = fields_of(bool, "configured enabled") | fields_of(int, "limit used left yourLeft people")
    shown |= fields_of(datetime | None, "blockedUntil reportedResetAt")
    reported = ReportOutput(allow_null=True)
    buckets = BucketGaugeOutput(many=True)


def _up_to(most: int, label: str, **options: Any) -> serializers.IntegerField:
    """A setting from 0 on, refused under the name that people read."""
    wrong = texts(f"{label} deve ser pelo menos 0", "min_value") | {"max_value": f"{label} deve ser no máximo {most}"}
    return serializers.IntegerField(min_value=0, max_value=most, error_messages=wrong, **options)


def _from_to(least: int, most: int, unit: str = "", **options: Any) -> serializers.IntegerField:
    messages = texts(f"Informe de {least} a {most} {unit}".strip(), "min_value", "max_value")
    return serializers.IntegerField(min_value=least, max_value=most, error_messages=messages, **options)


class GlobalSettingsFields(serializers.Serializer[Any]):
    retryAttempts = _up_to(20, "Tentativas de repetição", source="retry_attempts")
    cacheTime = _up_to(86_400, "Tempo de cache", source="cache_time_s")
    errorHandling = serializers.ChoiceField(source="error_handling", choices=ErrorHandling.choices)
    enableCache = serializers.BooleanField(source="enable_cache")
    enableMetrics = serializers.BooleanField(source="enable_metrics")
    enableRateLimiting = serializers.BooleanField(source="enable_rate_limiting")
    resumeRuns = serializers.BooleanField(source="resume_runs")
    authMethod = serializers.ChoiceField(source="auth_method", choices=AuthMethod.choices)
    tokenRotation = serializers.BooleanField(source="token_rotation")
    tokenStorage = serializers.CharField(source="token_storage", max_length=50)
    defaultDescription = serializers.CharField(source="default_description", max_length=20_000, allow_blank=True)
    defaultInstructions = serializers.CharField(source="default_instructions", max_length=20_000, allow_blank=True)
    defaultImageUrl = serializers.URLField(
        source="default_image_url", max_length=500, allow_blank=True, error_messages={"invalid": BAD_URL}
    )
    usdEurRate = serializers.DecimalField(
        source="usd_eur_rate", max_digits=8, decimal_places=4, min_value=Decimal("0.0001"), error_messages=BAD_RATE
    )
    credentialDays = _from_to(*CREDENTIAL_DAYS, "dias", source="credential_days")
    priceRulesStopped = serializers.BooleanField(source="price_rules_stopped")
    priceChangesADay = _up_to(10_000, "Mudanças de preço por dia", source="price_changes_a_day")
    deductionPercent = _from_to(0, 100, source="deduction_percent")


class GlobalSettingsValues(GlobalSettingsFields, Input):
    """The settings themselves, each one optional when saving."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class GlobalSettingsInput(WhoseInput):
    """The global settings to change (product: market.global-settings)."""

    settings = GlobalSettingsValues()


class GlobalSettingsOutput(GlobalSettingsFields, Output):
    """The settings in force, flat."""

    dual = ("updatedAt",)

    updatedAt = serializers.DateTimeField(source="updated_at", allow_null=True, read_only=True)


TrainingInput = serializer("TrainingInput", Input, active=serializers.BooleanField())
TrainingOutput = serializer("TrainingOutput", Output, **fields_of(bool, "available active"))


class ActivityInput(WhoseInput):
    """What a browser reports. `status` is an HTTP status or a word such as success or error."""

    service = serializers.ChoiceField(choices=list(MARKETS))
    endpoint = serializers.CharField(max_length=100)
    method = serializers.CharField(max_length=10, default="", allow_blank=True)
    status = serializers.CharField(max_length=30)
    responseTime = serializers.IntegerField(source="response_time_ms", min_value=0, max_value=3_600_000, default=0)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        status = str(attrs["status"]).lower()
        return attrs | {"success": status in ("success", "ok") or (status.isdecimal() and 200 <= int(status) < 400)}


class ActivityOutput(Output):
    """One call to a marketplace, with what helps to trace it (product: market.activities)."""

    shown = fields_of(
        Activity, "id userId service endpoint method status success timestamp requestId responseTime=response_time_ms"
    )


class ActivityQuery(Input):
    """?userId=&service= of the activity lists."""

    service = serializers.ChoiceField(choices=list(MARKETS), allow_blank=True, default="")


class CallFiguresOutput(Output):
    """The cards of the integration dashboard, counted and not sampled."""

    shown = fields_of(int, "requestsToday") | fields_of(float | None, "successRate")
    shown |= fields_of(int | None, "averageResponseTime=average_response_ms quotaLimit quotaRemaining")


class ListingChangeOutput(Output):
    """One line: what happened to which listing, who listed it, and whether somebody looked into it."""

    shown = fields_of(ListingChange, "id previousStatus noticedAt handledAt note")
    shown |= fields_of(RemoteAccount, "service remoteId title game status priceEur", within="account")
    kind = serializers.ChoiceField(choices=ChangeKind.choices)
    user = PersonOutput(source="account.user", allow_null=True)
    handledBy = PersonOutput(source="handled_by", allow_null=True)


HandleInput = serializer("HandleInput", Input, note=serializers.CharField(max_length=1000, allow_blank=True, default=""))


class ListingChangeQuery(Input):
    """?state=&kind= of the work list."""

    state = serializers.ChoiceField(choices=("open", "handled"), allow_blank=True, default="")
    kind = serializers.ChoiceField(choices=ChangeKind.choices, allow_blank=True, default="")


class SyncStateOutput(Output):
    """How the look through one key's listings stands."""

    shown = fields_of(Connection, "service=provider baseUrl", within="effective.connection")
    shown |= fields_of(Effective, "userId", within="effective") | fields_of(SyncState, "listings")
    shown |= fields_of(SyncPass, "page finishedAt error", within="running")
    startedAt = serializers.DateTimeField(source="running.started_at", allow_null=True)


class TemplateFieldOutput(Output):
    name = serializers.CharField()
    shown = fields_of(Field, "kind required minimum")
    values = serializers.ListField(child=serializers.JSONField())


class TemplateOutput(Output):
    """A game's template in force. `seenAt` is null where the marketplace was never asked: then it is the shipped one."""

    shown = fields_of(Template, "game servers itemCollections", within="template")
    shown |= fields_of(TemplateState, "changedAt seenAt")
    entries = serializers.SerializerMethodField()

    @extend_schema_field(TemplateFieldOutput(many=True))
    def get_entries(self, state: TemplateState) -> list[dict[str, Any]]:
        fields = sorted(state.template.fields.items())
        return list(TemplateFieldOutput([asdict(entry) | {"name": name} for name, entry in fields], many=True).data)


class ChangeOutput(Output):
    shown = fields_of(Change, "field text")
    change = serializers.ChoiceField(
        choices=("added", "removed", "kind", "required", "minimum", "maximum", "values_added", "values_removed")
    )


class DriftOutput(Output):
    """What a game's template changed."""

    game = serializers.CharField(source="template.game")
    shown = fields_of(TemplateState, "changedAt seenAt")
    changes = ChangeOutput(many=True)


class RefreshedOutput(Output):
    shown = fields_of(Refreshed, "game message")
    outcome = serializers.ChoiceField(choices=("unchanged", "changed", "failed"))
