"""The log of calls and its figures."""

from typing import Any

from rest_framework import serializers

from core.serializers import Input, Output
from marketplace.adapters.registry import MARKETS
from marketplace.models import Activity
from marketplace.serializers.fields import WhoseInput


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


def activity_rows(rows: list[Activity]) -> list[dict[str, Any]]:
    """The rows as the API answers them."""
    return list(ActivityOutput(rows, many=True).data)
