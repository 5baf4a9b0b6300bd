"""'The OpenAPI document driven by schemathesis with every role: no 5xx, no undocumented answer.'

What is asked is drawn from the document, sound and unsound; the same every time, so that a failure can be looked at.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from rest_framework.test import APIClient

from config.tests.house import require_none

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "5"))
"""Of each operation and role: a few always, a hundred in `make soak`."""
# What HTTP itself says, whatever the operation: method, media types, size.
OF_HTTP = {405, 406, 413, 415}
PACE = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def operations() -> list[Any]:
    import schemathesis  # noqa: PLC0415 - seconds that no other test should wait for

    document = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(public=True))
    return [found.ok() for found in document.get_all_operations()]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("role", [pytest.param("anonymous", marks=pytest.mark.once), "employee", "admin"])
def test_every_operation_answers_as_documented(
    role: str, operations: list[Any], request: pytest.FixtureRequest, client_for: Callable[[Any], APIClient]
) -> None:
    client = Client() if role == "anonymous" else client_for(request.getfixturevalue(role))

    client.raise_request_exception = False

    wrong = [fault for operation in operations for fault in undocumented(client, operation)]

    assert len(operations) > 100
    require_none(wrong, f"{role} was answered what the document does not say:")


def undocumented(client: Any, operation: Any) -> Iterator[str]:
    documented = {int(status) for status in operation.definition.raw["responses"]} | OF_HTTP
    wrong: dict[int, str] = {}

    @given(case=operation.as_strategy())
    @PACE
    def draw(case: Any) -> None:
        answer = sent(client, case)
        if answer.status_code not in documented:
            wrong.setdefault(answer.status_code, f"{case.as_curl_command()[:400]} {answer.content[:300]!r}")

    draw()
    for status, example in wrong.items():
        yield f"{operation.label}: {status} for {example}"


def sent(client: Any, case: Any) -> Any:
    """The answer to one case. Nobody waits for a run that no worker works on."""
    prepared = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    path, _, query = prepared.path_url.partition("?")
    return client.generic(
        prepared.method,
        path,
        prepared.body or b"",
        content_type=prepared.headers.get("Content-Type", "application/json"),
        QUERY_STRING=query,
        headers={"Prefer": "respond-async"},
    )
