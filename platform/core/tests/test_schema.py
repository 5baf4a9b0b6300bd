from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

pytestmark = pytest.mark.urls("core.tests.urls")


@pytest.fixture
def operations() -> dict[str, Any]:
    document = SchemaGenerator().get_schema(request=None, public=True)
    return {
        f"{method} {path}": operation for path, item in document["paths"].items() for method, operation in item.items()
    }


def test_every_operation_also_answers_the_error_envelope(operations: dict[str, Any]) -> None:
    assert operations
    for operation in operations.values():
        refusals = set(operation["responses"]) & {"400", "401", "403", "404", "409", "422", "429"}
        assert refusals == {"400", "401", "403", "404", "409", "422", "429"}


def test_error_envelope_has_message_errors_and_code(operations: dict[str, Any]) -> None:
    """'Errors are `{"message": "...", "errors": {"field": ["..."]}, "code": "..."}`' (decisions §5)."""
    schema = operations["get /api/probe/signed-in"]["responses"]["403"]["content"]["application/json"]["schema"]

    assert schema == {
        "type": "object",
        "required": ["message", "errors", "code"],
        "properties": {
            "message": {"type": "string"},
            "errors": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
            "code": {"type": "string"},
        },
    }
