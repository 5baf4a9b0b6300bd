"""The texts of `corpus`: how much of them is read as their gold says, that every value is a piece of its text, and that no
credential is in what an assistant's model is shown. How long it takes, and the sealed sets, are `python -m bench analysis`
and `python -m bench.scoring`.
"""

from functools import cache

import pytest

from bulk.analysis import analyse
from bulk.analysis.lexicon import lexicon_of
from bulk.analysis.tests.corpus import GAMES, OTHERS, SEEN, UNSEEN, batches, cases
from bulk.analysis.tests.judge import judge
from bulk.analysis.tests.test_hostile import require_stated
from bulk.intake.assistant import redact

BATCHES = batches()
COMMON_WORDS = 4
"""A secret of so few letters may be a word that the text holds elsewhere; so may one that is the word of a label, 'senha'."""
BARS = {
    "own": (0.97, 0.95, 0.005, 0),
    "abc": (0.96, 0.86, 0.005, 1),
    "de": (0.92, 0.71, 0.012, 1),
    "fgh": (0.94, 0.85, 0.012, 2),
    "ijk": (0.96, 0.92, 0.005, 2),
}
"""(F1, credentials, invented, texts with wrong warnings) of our own texts, of those by three other hands, by two and by three
that wrote what is hard to read, and by three that wrote what comes on a working day."""

read = cache(analyse)


@pytest.mark.parametrize("hands", BARS)
def test_corpus_is_read_well_and_warned_of_without_fail(hands: str) -> None:
    """The weights were learned from these texts: a bar, and no text of its own. A session is in no answer, a ban is told."""
    of_hands = [case for case in cases() if (case.name.split("-")[1] if case.part == OTHERS else "own") in hands]
    score = judge(of_hands, read)

    least, least_of_credentials, most_invented, most_warned_wrongly = BARS[hands]
    assert score.f1 >= least
    assert score.credentials_wrong <= (1 - least_of_credentials) * score.with_credentials
    assert score.filled_falsely <= most_invented * score.right
    assert score.warnings_wrong <= most_warned_wrongly
    assert score.leaks == 0


@pytest.mark.parametrize("name", BATCHES)
def test_every_value_stands_in_its_text(name: str) -> None:
    for case in BATCHES[name]:
        answer = read(case.text, case.game).as_json()
        require_stated(case.text, answer)
        origins = [origin["text"] for account in answer["accounts"] for origin in account["provenance"]]
        assert [text for text in origins if text not in case.text] == []


@pytest.mark.parametrize("name", BATCHES)
def test_no_credential_is_in_what_a_model_sees(name: str) -> None:
    told = {}
    for case in BATCHES[name]:
        lexicon = lexicon_of(case.game)
        seen = redact(case.text, read(case.text, case.game), lexicon)
        leaves = "\n".join(line.text for line in seen).lower()
        secrets = [value for gold in case.accounts for value in gold.credentials.values()] + case.secrets
        told[case.name] = [
            secret
            for secret in secrets
            if len(secret) > COMMON_WORDS and lexicon.label(secret) is None and secret.lower() in leaves
        ]

    assert [name for name, secrets in told.items() if secrets] == []


@pytest.mark.parametrize("game", GAMES)
def test_corpus_has_150_texts_a_game_and_a_third_of_them_unseen(game: str) -> None:
    own = [case.part for case in cases() if case.game == game and case.part in (SEEN, UNSEEN)]

    assert len(own) >= 150
    assert own.count(UNSEEN) * 3 >= len(own)
