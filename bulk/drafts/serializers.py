"""The queue over the API. Its accounts are judged when they are created, so here they are any object."""

import json
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bulk.drafts.queries import Queue, Text
from bulk.enums import RowState
from bulk.errors import ENTRY_TWICE, QUEUE_TOO_LARGE, CookieInQueue, CookieInText
from bulk.games.lines import carries_cookie, check_size, visible
from bulk.games.serializers import GameField
from core.errors import TooLarge
from core.serializers import Input, Output

MAX_ENTRIES = 1_000
MAX_BYTES = 2 * 1024 * 1024
MAX_LINE = 5_000


class QueueQuery(Input):
    game = GameField(queued=True)


@extend_schema_field({"type": "object", "additionalProperties": True})
class AccountField(serializers.DictField):
    """One account in the words of title, login, password, email_login, …, account_data."""


class SentInput(Input):
    runId = serializers.IntegerField(min_value=1)
    line = serializers.IntegerField(min_value=1, max_value=MAX_LINE)

    def to_internal_value(self, data: Any) -> dict[str, int]:
        return dict(super().to_internal_value(data))


class EntryInput(Input):
    """`id` is the screen's own; `sent` names the line of the run that the account went out with."""

    id = serializers.RegexField(r"^[A-Za-z0-9-]{1,40}$")
    account = AccountField()
    sent = SentInput(required=False, allow_null=True, default=None)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        return dict(super().to_internal_value(data))


class QueueInput(Input):
    entries = serializers.ListField(child=EntryInput(), max_length=MAX_ENTRIES)

    def validate_entries(self, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len({entry["id"] for entry in entries}) < len(entries):
            raise serializers.ValidationError(ENTRY_TWICE)
        text = json.dumps(entries, ensure_ascii=False)
        if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
            raise TooLarge(QUEUE_TOO_LARGE)
        if carries_cookie(text):
            raise CookieInQueue
        return entries


class TextDraftQuery(Input):
    game = GameField()


class TextDraftInput(Input):
    """`overrides` is what lines have of their own, by login: {"ana": {"priceUsd": "5,00"}}."""

    text = serializers.CharField(allow_blank=True, trim_whitespace=False)
    overrides = serializers.DictField(child=AccountField(), required=False, default=dict)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        own = json.dumps(attrs["overrides"], ensure_ascii=False)
        check_size(attrs["text"] + own)
        if carries_cookie(visible(attrs["text"]) + own):
            raise CookieInText
        return attrs


class SentOutput(Output):
    runId = serializers.IntegerField()
    line = serializers.IntegerField()


class EntryOutput(Output):
    """`state`, `error` and `errors` are those of the line that `sent` names."""

    id = serializers.CharField()
    account = AccountField()
    sent = SentOutput(allow_null=True)
    state = serializers.ChoiceField(choices=RowState.choices, allow_null=True)
    error = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]  # the name of rows; the serializer's own is not used
        child=serializers.ListField(child=serializers.CharField())
    )


class QueueOutput(Output):
    game = serializers.CharField()
    version = serializers.IntegerField()
    entries = EntryOutput(many=True)


class TextDraftOutput(Output):
    """`updatedAt` is null where nothing was written yet."""

    game = serializers.CharField()
    version = serializers.IntegerField()
    text = serializers.CharField()
    overrides = serializers.DictField(child=AccountField())
    updatedAt = serializers.DateTimeField(source="updated_at", allow_null=True)


def text_json(text: Text) -> dict[str, Any]:
    return dict(TextDraftOutput(text).data)


def queue_json(queue: Queue) -> dict[str, Any]:
    return dict(QueueOutput(queue).data)
