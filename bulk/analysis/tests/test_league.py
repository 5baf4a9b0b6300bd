"""A new game is a file of words: League of Legends, which no weight was learned from. Its texts were written before it."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bulk.analysis import analyse
from bulk.analysis.fields import GAME_WORDS, game_words
from bulk.analysis.tests.corpus import CREDENTIALS, Case, Gold
from bulk.analysis.tests.judge import judge

FOLDER = Path(__file__).with_name("league")
SEAL = "7408e23e652f72f697d02f473be9afdc07ed1d99728425b41b3ad565639812f8"
LEAST_F1 = 0.93
GAME = "league of legends"


@pytest.fixture
def league() -> Iterator[None]:
    GAME_WORDS[GAME] = game_words(FOLDER / "vocabulary.toml")
    yield
    del GAME_WORDS[GAME]


def cases() -> list[Case]:
    rows: list[dict[str, Any]] = [json.loads(line) for line in (FOLDER / "texts.jsonl").read_text("utf-8").splitlines()]
    found = []
    for row in rows:
        secrets = {name: value for name, value in row["expected"].items() if name in CREDENTIALS}
        values = {name: value for name, value in row["expected"].items() if name not in CREDENTIALS}
        found.append(Case(row["name"], GAME, "league", row["text"], [Gold(secrets, values)]))
    return found


def test_texts_are_as_they_were_sealed() -> None:
    assert hashlib.sha256((FOLDER / "texts.jsonl").read_bytes()).hexdigest() == SEAL
    assert len(cases()) == 60


@pytest.mark.usefixtures("league")
def test_game_of_words_alone_is_read_well() -> None:
    score = judge(cases(), analyse)

    assert score.f1 >= LEAST_F1
    assert score.filled_falsely <= 0.01 * score.right
