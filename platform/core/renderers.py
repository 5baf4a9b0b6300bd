"""Answers as JSON, in the API and in the pages' first data alike."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from rest_framework import renderers
from rest_framework.status import HTTP_204_NO_CONTENT
from rest_framework.utils import encoders


class JSONEncoder(encoders.JSONEncoder):
    """REST framework's, but a decimal is written with its digits: 'never a float'."""

    def default(self, obj: Any) -> Any:
        return str(obj) if isinstance(obj, Decimal) else super().default(obj)


class JSONRenderer(renderers.JSONRenderer):
    """REST framework answers None with an empty body; here it is the documented `null` wherever something is answered."""

    encoder_class = JSONEncoder

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        response = (renderer_context or {}).get("response")
        if data is None and response is not None and response.status_code != HTTP_204_NO_CONTENT:
            return b"null"
        return super().render(data, accepted_media_type, renderer_context)
