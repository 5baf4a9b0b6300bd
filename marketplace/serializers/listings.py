"""The work list of listings that changed outside this product."""

from typing import Any

from rest_framework import serializers

from core.serializers import Input, MoneyField, Output, PersonOutput
from marketplace.enums import ChangeKind
from marketplace.models import ListingChange


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
    page = serializers.IntegerField()
    startedAt = serializers.DateTimeField(source="started_at", allow_null=True)
    finishedAt = serializers.DateTimeField(source="finished_at", allow_null=True)
    error = serializers.CharField()


def change_rows(rows: list[ListingChange]) -> list[dict[str, Any]]:
    return list(ListingChangeOutput(rows, many=True).data)
