"""Calls, changed listings and templates of games."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.serializers import Input, MoneyField, Output, PersonOutput
from marketplace.adapters.registry import MARKETS
from marketplace.enums import ChangeKind
from marketplace.queries import TemplateState
from marketplace.serializers.configurations import WhoseInput


class ActivityInput(WhoseInput):
    """What a browser reports. `status` is an HTTP status or a word such as success or error."""

    service = serializers.ChoiceField(choices=list(MARKETS))
    endpoint = serializers.CharField(max_length=100)
    method = serializers.CharField(max_length=10, required=False, default="", allow_blank=True)
    status = serializers.CharField(max_length=30)
    responseTime = serializers.IntegerField(min_value=0, max_value=3_600_000, required=False, default=0)

    def succeeded(self) -> bool:
        """Whether the reported status is a success."""
        status = str(self.validated_data["status"]).lower()
        return status in ("success", "ok") or (status.isdigit() and 200 <= int(status) < 400)


class ActivityOutput(Output):
    """'service, endpoint, status, timestamp, responseTime' and what helps to trace a call."""

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

    service = serializers.ChoiceField(choices=list(MARKETS), required=False, allow_blank=True, default="")


class CallFiguresOutput(Output):
    """The cards of the integration dashboard, counted and not sampled."""

    requestsToday = serializers.IntegerField(source="requests_today")
    successRate = serializers.FloatField(source="success_rate", allow_null=True)
    averageResponseTime = serializers.IntegerField(source="average_response_ms", allow_null=True)
    quotaLimit = serializers.IntegerField(source="quota_limit", allow_null=True)
    quotaRemaining = serializers.IntegerField(source="quota_remaining", allow_null=True)


class ListingChangeOutput(Output):
    """One line: what happened to which listing, who listed it, and whether somebody looked into it."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=ChangeKind.choices)
    service = serializers.CharField(source="account.service")
    remoteId = serializers.CharField(source="account.remote_id")
    title = serializers.CharField(source="account.title")
    game = serializers.CharField(source="account.game")
    previousStatus = serializers.CharField(source="previous_status")
    status = serializers.CharField(source="account.status")
    priceEur = MoneyField(source="account.price_eur", allow_null=True)
    user = PersonOutput(source="account.user", allow_null=True)
    noticedAt = serializers.DateTimeField(source="noticed_at")
    handledAt = serializers.DateTimeField(source="handled_at", allow_null=True)
    handledBy = PersonOutput(source="handled_by", allow_null=True)
    note = serializers.CharField()


class ListingChangeQuery(Input):
    """?state=&kind= of the work list."""

    state = serializers.ChoiceField(choices=("open", "handled"), required=False, allow_blank=True, default="")
    kind = serializers.ChoiceField(choices=ChangeKind.choices, required=False, allow_blank=True, default="")


class HandleInput(Input):
    note = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class SyncStateOutput(Output):
    """How the look through one key's listings stands."""

    service = serializers.CharField()
    baseUrl = serializers.CharField(source="base_url")
    userId = serializers.IntegerField(source="user_id")
    listings = serializers.IntegerField()
    page = serializers.IntegerField(source="running.page")
    startedAt = serializers.DateTimeField(source="running.started_at", allow_null=True)
    finishedAt = serializers.DateTimeField(source="running.finished_at", allow_null=True)
    error = serializers.CharField(source="running.error")


class TemplateFieldOutput(Output):
    name = serializers.CharField()
    kind = serializers.CharField()
    values = serializers.ListField(child=serializers.JSONField())
    required = serializers.BooleanField()  # type: ignore[assignment]  # the template's own word
    minimum = serializers.IntegerField()


class TemplateOutput(Output):
    """A game's template in force. `seenAt` is null where the marketplace was never asked: then it is the shipped one."""

    game = serializers.CharField(source="template.game")
    servers = serializers.ListField(child=serializers.CharField(), source="template.servers")
    itemCollections = serializers.ListField(child=serializers.CharField(), source="template.item_collections")
    entries = serializers.SerializerMethodField()
    changedAt = serializers.DateTimeField(source="changed_at", allow_null=True)
    seenAt = serializers.DateTimeField(source="seen_at", allow_null=True)

    @extend_schema_field(TemplateFieldOutput(many=True))
    def get_entries(self, state: TemplateState) -> list[dict[str, Any]]:
        fields = sorted(state.template.fields.items())
        return list(TemplateFieldOutput([asdict(entry) | {"name": name} for name, entry in fields], many=True).data)


class ChangeOutput(Output):
    field = serializers.CharField()
    change = serializers.ChoiceField(
        choices=("added", "removed", "kind", "required", "minimum", "values_added", "values_removed")
    )
    text = serializers.CharField()


class DriftOutput(Output):
    """What a game's template changed."""

    game = serializers.CharField(source="template.game")
    changedAt = serializers.DateTimeField(source="changed_at", allow_null=True)
    seenAt = serializers.DateTimeField(source="seen_at", allow_null=True)
    changes = ChangeOutput(many=True)


class RefreshedOutput(Output):
    game = serializers.CharField()
    outcome = serializers.ChoiceField(choices=("unchanged", "changed", "failed"))
    message = serializers.CharField()
