"""The sealed sets are as they were written: nobody mends a text for the reader that it judges."""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

SETS = Path(__file__).parents[3] / "bench/analysis_sets"
SEALS = dict(reversed(line.split()) for line in (SETS / "SHA256SUMS").read_text().splitlines())
CREDENTIALS = ("login", "password", "email_login", "email_password")


def texts(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress((SETS / name).read_bytes()).splitlines()]


def test_every_set_has_a_seal() -> None:
    assert sorted(SEALS) == sorted(path.name for path in SETS.glob("*.gz"))


@pytest.mark.parametrize("name", SEALS)
def test_set_is_as_it_was_sealed(name: str) -> None:
    assert hashlib.sha256((SETS / name).read_bytes()).hexdigest() == SEALS[name]


@pytest.mark.parametrize("name", SEALS)
def test_set_has_three_hundred_texts_and_credentials_in_most(name: str) -> None:
    found = texts(name)

    with_credentials = [each for each in found if set(CREDENTIALS) & set(each["expected"])]
    assert len({each["text"] for each in found}) == len(found) >= 300
    assert len(with_credentials) > 0.7 * len(found)
