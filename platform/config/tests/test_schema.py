"""The OpenAPI document, from which the browser's types are made."""

import json
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS

from config.tests.house import require_none
from core.api import Api
from core.serializers import Input, Output


class Written(NamedTuple):
    document: str
    warnings: list[str]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The document as `make types` writes it, found valid, and what its making complained of."""
    path: Path = tmp_path_factory.mktemp("schema") / "openapi.json"
    GENERATOR_STATS.reset()
    with redirect_stderr(StringIO()) as complaints:
        call_command("spectacular", "--validate", "--format", "openapi-json", "--file", str(path))
    lines = [line for line in complaints.getvalue().splitlines() if ": Warning" in line or ": Error" in line]
    return Written(path.read_text("utf-8"), lines)


def test_document_leaves_nothing_to_guess(written: Written) -> None:
    require_none(written.warnings, "give these a serializer or an @extend_schema:")


def test_every_operation_says_what_it_is_for_and_who_may_call_it(written: Written) -> None:
    operations = {
        f"{method.upper()} {path}": operation
        for path, methods in json.loads(written.document)["paths"].items()
        for method, operation in methods.items()
    }
    silent = [call for call, said in operations.items() if said.get("description", Api.__doc__) == Api.__doc__]

    require_none(silent, "give the methods behind these a docstring of one sentence:")
    assert {said["x-access"] for said in operations.values()} == {"anyone", "signed", "signed-in", "admin"}
    assert [call for call, said in operations.items() if said["x-access"] == "anyone"] == [
        "POST /api/auth/login",
        "POST /api/auth/verify-second-password",
        "POST /api/client-errors",
    ]


def test_no_component_is_described_by_what_it_is_derived_from(written: Written) -> None:
    components = json.loads(written.document)["components"]["schemas"]
    inherited = [name for name, said in components.items() if said.get("description") in (Input.__doc__, Output.__doc__)]

    require_none(inherited, "leave out what is no description (core.schema.doc_excludes):")
