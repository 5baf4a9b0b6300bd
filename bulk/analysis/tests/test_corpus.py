"""The worked examples and our own texts (bench/corpus) are read as their gold says; what was never looked at is measured
by `python -m bench analysis`."""

import pytest

from bench.analysis import judge
from bench.analysis_corpus import EXAMPLES, GAMES, SEEN, UNSEEN, Case, cases

CORPUS = cases()


@pytest.mark.parametrize("case", [case for case in CORPUS if case.part in (EXAMPLES, SEEN)], ids=lambda case: case.name)
def test_text_is_read_as_its_gold_says(case: Case):
    """Decisions §10: 'Worked examples … (text, and what is to be read from it).'"""
    assert judge([case]).faults == []


@pytest.mark.parametrize("game", GAMES)
def test_corpus_has_150_texts_a_game_and_a_third_of_them_unseen(game):
    own = [case.part for case in CORPUS if case.game == game and case.part != EXAMPLES]

    assert len(own) >= 150
    assert own.count(UNSEEN) * 3 >= len(own)
