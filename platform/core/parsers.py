"""Request bodies: JSON objects only, strictly."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NoReturn

from rest_framework.parsers import JSONParser

from core.errors import BODY_NOT_AN_OBJECT, MalformedBody

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class StrictJSONParser(JSONParser):
    """A JSON object without NaN, Infinity and characters that PostgreSQL cannot keep (NUL, halves of surrogate pairs).

    Django has already refused more than DATA_UPLOAD_MAX_MEMORY_SIZE.
    """

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            data = json.loads(stream.read(), parse_constant=_refuse)
            if any(map(_UNSTORABLE.search, _texts(data))):
                raise ValueError("unstorable characters")
        except (ValueError, RecursionError):
            raise MalformedBody() from None
        if not isinstance(data, dict):
            raise MalformedBody(BODY_NOT_AN_OBJECT)
        return data


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from chain.from_iterable(map(_texts, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(_texts, value))


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
