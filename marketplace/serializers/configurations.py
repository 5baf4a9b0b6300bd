"""Configurations, connection tests and the live gauge of a key."""

from typing import Any

from rest_framework import serializers

from core.crypto import mask_secret
from core.serializers import Output, said
from marketplace.adapters.registry import MARKETS
from marketplace.queries import Effective
from marketplace.rules import DEFAULT_TIMEOUT_MS
from marketplace.serializers.fields import WhoseInput, key_field, timeout_field, url_field

NO_ENDPOINT = "Selecione ao menos um endpoint"


class ConfigurationInput(WhoseInput):
    """'body userId, service, apiKey, baseUrl, timeout, enabledEndpoints'.

    The endpoints may be any that a screen offers; left out they are what was enabled, and the profile's own.
    """

    apiKey = key_field()
    baseUrl = url_field()
    timeout = timeout_field(default=DEFAULT_TIMEOUT_MS)
    enabledEndpoints = serializers.ListField(
        child=serializers.CharField(max_length=100),
        min_length=1,
        max_length=30,
        default=None,
        error_messages=said(NO_ENDPOINT, "min_length", "not_a_list", "empty"),
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        names = attrs["enabledEndpoints"]
        if names is not None:
            attrs["enabledEndpoints"] = self._known(names)
        return attrs

    def _known(self, names: list[str]) -> list[str]:
        market = MARKETS[self.context["service"]]
        if unknown := [name for name in names if not market.knows_endpoint(name)]:
            raise serializers.ValidationError({"enabledEndpoints": [f"Endpoint desconhecido: {unknown[0]}"]})
        return list(dict.fromkeys(names))


class ConnectionTestInput(WhoseInput):
    """What to try: the values typed, the stored ones for those left out."""

    apiKey = key_field(required=False, allow_blank=True, default="")
    baseUrl = url_field(required=False, allow_blank=True, default="")
    timeout = timeout_field(required=False, allow_null=True, default=None)


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


class SavedConfigurationOutput(ConfigurationOutput):
    """`resumedRuns`: how many runs that waited for another version of the API go on now."""

    resumedRuns = serializers.IntegerField(source="resumed_runs")


class BucketGaugeOutput(Output):
    name = serializers.CharField()
    limit = serializers.IntegerField()
    used = serializers.IntegerField()
    left = serializers.IntegerField()


class ReportOutput(Output):
    """What the marketplace itself last said."""

    limit = serializers.IntegerField()
    remaining = serializers.IntegerField()


class GaugeOutput(Output):
    """'requests left this minute on the key in effect': see queries.Gauge."""

    configured = serializers.BooleanField()
    enabled = serializers.BooleanField()
    limit = serializers.IntegerField()
    used = serializers.IntegerField()
    left = serializers.IntegerField()
    yourLeft = serializers.IntegerField(source="your_left")
    people = serializers.IntegerField()
    blockedUntil = serializers.DateTimeField(source="blocked_until", allow_null=True)
    reported = ReportOutput(allow_null=True)
    reportedResetAt = serializers.DateTimeField(source="reported_reset_at", allow_null=True)
    buckets = BucketGaugeOutput(many=True)
