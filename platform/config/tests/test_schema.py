"""The OpenAPI document, from which the browser's types are made."""

import json
import re
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS

from config.tests.house import ROOT, require_none
from core.api import Api
from core.reference import reference
from core.serializers import Input, Output

COMMITTED = ROOT / "frontend/openapi.json"


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


@pytest.mark.skipif(not COMMITTED.exists(), reason="frontend/openapi.json is not committed yet")
def test_committed_document_is_the_one_the_code_gives(written: Written) -> None:
    """'Types are generated from the OpenAPI document and checked for drift' (architecture)."""
    now, committed = (json.loads(text)["paths"] for text in (written.document, COMMITTED.read_text("utf-8")))
    changed = [path for path in sorted(now.keys() | committed.keys()) if now.get(path) != committed.get(path)]

    require_none(changed, "the API changed here: run `make types` and commit what it writes")
    assert json.loads(written.document) == json.loads(COMMITTED.read_text("utf-8")), "run `make types` and commit"


def test_every_operation_says_what_it_is_for_and_who_may_call_it(written: Written) -> None:
    operations = {
        f"{method.upper()} {path}": operation
        for path, methods in json.loads(written.document)["paths"].items()
        for method, operation in methods.items()
    }
    silent = [call for call, said in operations.items() if said.get("description", Api.__doc__) == Api.__doc__]

    require_none(silent, "give the methods behind these a docstring of one sentence:")
    assert {said["x-access"] for said in operations.values()} == {"anyone", "signed-in", "admin"}
    assert [call for call, said in operations.items() if said["x-access"] == "anyone"] == [
        "POST /api/auth/login",
        "POST /api/auth/verify-second-password",
    ]


def test_no_component_is_described_by_what_it_is_derived_from(written: Written) -> None:
    components = json.loads(written.document)["components"]["schemas"]
    inherited = [
        name for name, said in components.items() if said.get("description") in (Input.__doc__, Output.__doc__)
    ]

    require_none(inherited, "leave out what is no description (core.schema.undescribed):")


def test_committed_reference_is_the_one_the_document_gives() -> None:
    page = (ROOT / "docs/api.md").read_text("utf-8")

    assert page == reference(json.loads(COMMITTED.read_text("utf-8"))), "run `make types` and commit docs/api.md"
    headings = {line.removeprefix("### ").lower() for line in page.splitlines() if line.startswith("### ")}
    require_none(sorted(set(re.findall(r"\(#([^)]+)\)", page)) - headings), "these links lead nowhere:")
