"""Request bodies: JSON objects only, strictly."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from django.conf import settings
from rest_framework.parsers import JSONParser

from core.errors import ActionError, TooLarge


class MalformedBody(ActionError):
    code = "malformed_body"
    message = "O corpo do pedido não é um JSON válido."


class StrictJSONParser(JSONParser):
    """A JSON object of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes, without NaN or Infinity.

    Django itself limits forms only; REST framework's parser reads JSON from the stream without any limit.
    """

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge()
        try:
            data = json.loads(body, parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise MalformedBody() from None
        if not isinstance(data, dict):
            raise MalformedBody("O corpo do pedido deve ser um objeto JSON.")
        return data


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
