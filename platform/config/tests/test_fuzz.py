"""Every call of the OpenAPI document, by every role, answers what the document says and never 5xx.

What is asked is drawn from the document, sound and unsound; the same every time, so that a failure can be looked at.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from django.db import connection
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
def test_every_operation_answers_everybody_as_documented(
    operations: list[Any], admin: Any, employee: Any, client_for: Callable[[Any], APIClient]
) -> None:
    people = {"anonymous": None, "employee": employee, "admin": admin}
    if connection.vendor != "sqlite":
        del people["anonymous"]  # who is refused alike by any database

    wrong = []
    for operation in operations:
        clients = {role: client_for(person) for role, person in people.items()}
        wrong += undocumented(clients, operation)
        # Some operations end sessions.
        admin.refresh_from_db()
        employee.refresh_from_db()

    assert len(operations) > 100
    require_none(wrong, "Answers that the document does not name:")


def undocumented(clients: dict[str, APIClient], operation: Any) -> Iterator[str]:
    """What is drawn is sent by everybody: to draw takes longer than to answer."""
    documented = {int(status) for status in operation.definition.raw["responses"] if status < "500"} | OF_HTTP
    wrong: dict[tuple[str, int], str] = {}
    answered: dict[str, set[int]] = {role: set() for role in clients}

    @given(case=operation.as_strategy())
    @PACE
    def draw(case: Any) -> None:
        for role, client in clients.items():
            client.raise_request_exception = False
            answer = sent(client, case)
            answered[role].add(answer.status_code)
            if answer.status_code not in documented:
                example = f"{case.as_curl_command()[:400]} {answer.content[:300]!r}"
                wrong.setdefault((role, answer.status_code), example)

    draw()
    for (role, status), example in wrong.items():
        yield f"{operation.label} by {role}: {status} for {example}"
    if answered["admin"] == {401} and not operation.label.startswith("POST /api/auth/"):
        yield f"{operation.label} by admin: was refused as if nobody had signed in"


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
