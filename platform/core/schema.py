"""The OpenAPI document: every operation also answers the error envelope."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

_ENVELOPE = {
    "type": "object",
    "required": ["message", "errors", "code"],
    "properties": {
        "message": {"type": "string"},
        "errors": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
        "code": {"type": "string"},
    },
}
_REFUSALS = {
    "400": "Dados inválidos",
    "401": "Sem sessão",
    "403": "Sem permissão",
    "404": "Não encontrado",
    "409": "Conflito",
    "422": "Não processável",
    "429": "Muitas tentativas",
}


class EnvelopeSchema(AutoSchema):
    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation:
            for status, description in _REFUSALS.items():
                operation["responses"].setdefault(
                    status, {"description": description, "content": {"application/json": {"schema": _ENVELOPE}}}
                )
        return operation
