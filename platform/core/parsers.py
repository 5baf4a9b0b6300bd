"""Request bodies: JSON objects only, strictly."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from rest_framework.parsers import JSONParser

from core.errors import ActionError


class MalformedBody(ActionError):
    code = "malformed_body"
    message = "O corpo do pedido não é um JSON válido."


class StrictJSONParser(JSONParser):
    """A JSON object without NaN or Infinity; Django has already refused more than DATA_UPLOAD_MAX_MEMORY_SIZE."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            data = json.loads(stream.read(), parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise MalformedBody() from None
        if not isinstance(data, dict):
            raise MalformedBody("O corpo do pedido deve ser um objeto JSON.")
        return data


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
