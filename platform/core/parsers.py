"""Request bodies: JSON objects only, strictly."""

from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """JSON whose top level is an object and that has no NaN or Infinity; anything else is a 400."""

    strict = True

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except (ParseError, RecursionError, UnicodeDecodeError):
            raise ParseError("O corpo do pedido não é um JSON válido.") from None
        if not isinstance(data, dict):
            raise ParseError("O corpo do pedido deve ser um objeto JSON.")
        return data
