"""Bodies as JSON: strictly objects in; answers out, in the API and in the pages' first data alike."""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from math import isfinite
from typing import Any, NoReturn

from rest_framework import renderers
from rest_framework.parsers import JSONParser
from rest_framework.status import HTTP_204_NO_CONTENT
from rest_framework.utils import encoders

from core.errors import BODY_NOT_AN_OBJECT, MalformedBody
from core.text import UNSTORABLE

DEEPEST = 100  # objects and lists within each other: what is kept as it came is written again, further down the stack


class StrictJSONParser(JSONParser):
    """A JSON object without NaN, Infinity and what PostgreSQL cannot keep (NUL, halves of surrogate pairs)."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            data = json.loads(stream.read(), parse_constant=_refuse, parse_float=_finite)
            if any(map(UNSTORABLE.search, _texts(data))):
                raise ValueError("unstorable characters")
        except (ValueError, RecursionError):
            raise MalformedBody() from None
        if not isinstance(data, dict):
            raise MalformedBody(BODY_NOT_AN_OBJECT)
        return data


def _texts(value: Any) -> Iterator[str]:
    """Level by level, since what is within each other may be much. Raises ValueError for more than DEEPEST levels."""
    found = [value]
    for _ in range(DEEPEST + 1):
        within: list[Any] = []
        for each in found:
            if isinstance(each, str):
                yield each
            elif isinstance(each, dict):
                yield from each
                within += each.values()
            elif isinstance(each, list):
                within += each
        if not (found := within):
            return
    raise ValueError("nested too deeply")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(written: str) -> float:
    """Refuse a number beyond every float ("1e999"), which would be read as Infinity."""
    number = float(written)
    return number if isfinite(number) else _refuse(written)


class JSONEncoder(encoders.JSONEncoder):
    """REST framework's, but a decimal is written with its digits, never as a float, and no blank stands between two values."""

    item_separator, key_separator = ",", ":"

    def default(self, obj: Any) -> Any:
        return str(obj) if isinstance(obj, Decimal) else super().default(obj)


class JSONRenderer(renderers.JSONRenderer):
    """REST framework answers None with an empty body; here it is `null` wherever something is answered."""

    encoder_class = JSONEncoder

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        response = (renderer_context or {}).get("response")
        if data is None and response is not None and response.status_code != HTTP_204_NO_CONTENT:
            return b"null"
        return super().render(data, accepted_media_type, renderer_context)
