"""The texts of `corpus`, a batch a test: what is read of them is what their gold says, stands in the text, and leaves
no credential in what an assistant's model is shown.

The worked examples and the texts that the rules were written with are read as their gold says. What was never looked
at is measured by `python -m bench analysis`.
"""

from functools import cache

import pytest

from bulk.analysis import analyse
from bulk.analysis.lexicon import lexicon_of
from bulk.analysis.tests.corpus import EXAMPLES, GAMES, SEEN, UNSEEN, batches, cases
from bulk.analysis.tests.judge import judge
from bulk.analysis.tests.test_hostile import require_stated
from bulk.intake.assistant import redacted

BATCHES = batches()
KNOWN = [name for name, batch in BATCHES.items() if batch[0].part in (EXAMPLES, SEEN)]
COMMON_WORDS = 4
"""A secret of so few letters may be a word that the text holds elsewhere."""

read = cache(analyse)


@pytest.mark.parametrize("name", KNOWN)
def test_texts_are_read_as_their_gold_says(name: str) -> None:
    assert judge(BATCHES[name], read).faults == []


@pytest.mark.parametrize("name", BATCHES)
def test_every_value_stands_in_its_text(name: str) -> None:
    for case in BATCHES[name]:
        require_stated(case.text, read(case.text, case.game).as_json())


@pytest.mark.parametrize("name", BATCHES)
def test_no_credential_is_in_what_a_model_sees(name: str) -> None:
    told = {}
    for case in BATCHES[name]:
        seen = redacted(case.text, read(case.text, case.game), lexicon_of(case.game))
        leaves = "\n".join(line.text for line in seen).lower()
        secrets = [value for gold in case.accounts for value in gold.credentials.values()] + case.secrets
        told[case.name] = [secret for secret in secrets if len(secret) > COMMON_WORDS and secret.lower() in leaves]

    assert [name for name, secrets in told.items() if secrets] == []


@pytest.mark.parametrize("game", GAMES)
def test_corpus_has_150_texts_a_game_and_a_third_of_them_unseen(game: str) -> None:
    own = [case.part for case in cases() if case.game == game and case.part != EXAMPLES]

    assert len(own) >= 150
    assert own.count(UNSEEN) * 3 >= len(own)
