"""The OpenAPI document, from which the browser's types are made."""

import json
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS

from config.tests.house import ROOT, require_none

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
