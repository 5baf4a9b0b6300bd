"""Fields and texts that several calls share."""

from typing import Any

from rest_framework import serializers

from core.serializers import Input, said
from core.text import without_unseen
from marketplace.errors import BAD_URL, KEY_REQUIRED
from marketplace.rules import MAX_TIMEOUT_MS, MIN_TIMEOUT_MS

BAD_TIMEOUT = f"O tempo limite deve ser pelo menos {MIN_TIMEOUT_MS}ms"
LONG_TIMEOUT = f"O tempo limite deve ser no máximo {MAX_TIMEOUT_MS}ms"


def key_field(**options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=2000, error_messages=said(KEY_REQUIRED, "max_length"), **options)


def url_field(**options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=300, error_messages=said(BAD_URL, "max_length"), **options)


def timeout_field(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=MIN_TIMEOUT_MS,
        max_value=MAX_TIMEOUT_MS,
        error_messages=said(BAD_TIMEOUT, "min_value", "max_string_length") | {"max_value": LONG_TIMEOUT},
        **options,
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

    userId = serializers.JSONField(required=False, allow_null=True, default=None)  # judged by resolve_user_id
