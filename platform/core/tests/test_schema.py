from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

pytestmark = pytest.mark.urls("core.tests.urls")

REFUSALS = {"400", "401", "403", "404", "409", "422", "429"}


@pytest.fixture
def document() -> dict[str, Any]:
    return SchemaGenerator().get_schema(request=None, public=True)


def test_every_operation_also_answers_the_error_envelope(document: dict[str, Any]) -> None:
    operations = [operation for path in document["paths"].values() for operation in path.values()]

    assert operations
    for operation in operations:
        for status in REFUSALS:
            schema = operation["responses"][status]["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/ErrorEnvelope"}


def test_error_envelope_has_message_errors_and_code(document: dict[str, Any]) -> None:
    """product: api.errors"""
    assert document["components"]["schemas"]["ErrorEnvelope"] == {
        "type": "object",
        "required": ["message", "errors", "code"],
        "properties": {
            "message": {"type": "string"},
            "errors": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
            "code": {"type": "string"},
        },
    }
