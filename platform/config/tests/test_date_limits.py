"""Every day and moment that a call takes lies between 2000 and 2100; beyond, its field is refused with a clear text."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from config.tests.house import require_none
from tasks.tests.factories import give

TEXT = "Informe uma data entre 01/01/2000 e 31/12/2100"
# Only the time between the two counts, by whatever clock the browser has.
OF_A_CLOCK = {"sentAt", "occurredAt"}
BEYOND = ("9999-12-31", "2101-01-01", "1999-12-31", "0001-01-01")


def date_fields() -> Iterator[tuple[str, str, str, bool]]:
    """(method, path, field, whether it is in the query) of every date that the document names as input."""
    document = SchemaGenerator().get_schema(public=True)
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "query" and parameter["schema"].get("format") in ("date", "date-time"):
                    yield method, path, parameter["name"], True
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            shape = document["components"]["schemas"].get(body.get("$ref", "").rpartition("/")[2], {})
            for name, kind in shape.get("properties", {}).items():
                if kind.get("format") in ("date", "date-time") and name not in OF_A_CLOCK:
                    yield method, path, name, False


@pytest.mark.django_db
def test_a_date_beyond_the_limits_is_refused_by_its_field(as_admin: APIClient, admin: Any) -> None:
    fields = list(date_fields())
    ids = {"{user_id}": admin.id, "{schedule_id}": 1, "{task_id}": give().pk}
    wrong = []
    for method, path, name, in_query in fields:
        address = re.sub(r"{\w+}", lambda name: str(ids[name[0]]), path)
        for day in BEYOND:
            sent = {name: day[:7] if name == "month" else day}
            for value in (sent, {name: f"{day}T12:00:00Z"}) if name == "dueDate" else (sent,):
                answer = (
                    as_admin.generic(method.upper(), address, QUERY_STRING=f"{name}={value[name]}")
                    if in_query
                    else (getattr(as_admin, method)(address, value))
                )
                if (answer.status_code, answer.json().get("errors", {}).get(name)) != (400, [TEXT]):
                    wrong.append(f"{method} {path} {value}: {answer.status_code} {answer.content[:200]!r}")

    assert {name for _, _, name, _ in fields} == {
        *("start", "end", "month", "dueDate", "nextPaymentDate", "validFrom", "first", "last")
    }
    require_none(wrong, "Dates out of range were not refused by their field:")


@pytest.mark.django_db
def test_a_date_at_the_limits_is_taken(as_admin: APIClient, admin: Any) -> None:
    for day in ("2000-01-01", "2100-12-31"):
        answers = [
            as_admin.get(f"/api/earnings/all?start={day}&end={day}"),
            as_admin.get(f"/api/earnings/{admin.id}/statement.csv?start={day}&end={day}"),
            as_admin.get(f"/api/earnings/{admin.id}/statement.pdf?start={day}&end={day}"),
            as_admin.get(f"/api/earnings/payouts.csv?month={day[:7]}"),
            as_admin.get(f"/api/bulk/runs?start={day}&end={day}"),
        ]
        assert [answer.status_code for answer in answers] == [200] * 5
