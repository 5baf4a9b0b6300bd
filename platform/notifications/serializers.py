"""What of notifications is read over the API."""

from rest_framework import serializers

from core.serializers import Input, Output
from notifications.enums import NotificationKind


class NotificationOutput(Output):
    dual = ("createdAt",)

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(NotificationKind.choices)
    title = serializers.CharField()
    body = serializers.CharField()
    url = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    readAt = serializers.DateTimeField(source="read_at", allow_null=True)


class NotificationQuery(Input):
    """`?unread=true` leaves out what was read."""

    unread = serializers.BooleanField(required=False, default=False)


class ReadAllOutput(Output):
    """How many messages were unread."""

    updated = serializers.IntegerField()
