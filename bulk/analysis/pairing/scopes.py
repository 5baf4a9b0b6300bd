"""Which pieces of a sentence state something of the account: what is about another one, a wish or a rule is left out."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from bulk.analysis import context
from bulk.analysis.context import Reach, Stray
from bulk.analysis.lexing import Token, Type
from bulk.analysis.pairing.parting import Tokens, plain
from bulk.analysis.vocabulary.words import JOINERS

_BARS = frozenset({"|", ";", "•", "·", "●", "▪", "emoji"})
_NO_COMMAS = frozenset('~+-^*"`\t/')


def stated(sentence: Tokens) -> Iterator[list[Token]]:
    """The pieces of a sentence that say what this account is, each in one run; none of a question."""
    if context.is_question(plain(sentence)):
        return
    silent = _silent(sentence)
    run: list[Token] = []
    for place, token in enumerate(sentence):
        if place not in silent:
            run.append(token)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _silent(sentence: Tokens) -> set[int]:
    places = [place for place, token in enumerate(sentence) if token.type is not Type.SKIPPED]
    starts: list[int] = []
    position = 0
    for place in places:
        starts.append(position)
        position += len(sentence[place].folded) + 1
    silent: set[int] = set()
    for stray in context.strays(plain(sentence)):
        at = places[bisect_right(starts, stray.start) - 1]
        back = bisect_left(starts, stray.back)
        silent.update(_span(sentence, at, stray, places[back] if back < len(places) else len(sentence)))
    return silent


def _span(sentence: Tokens, at: int, stray: Stray, back: int) -> range:
    if stray.reach is Reach.SENTENCE:
        return range(len(sentence))
    first = _bound(sentence, at, -1, bars_only=stray.reach is Reach.PART)
    end = _bound(sentence, at, 1, bars_only=stray.reach is not Reach.PHRASE)
    return range(first + 1, min(end, max(back, at + 1)))


def _bound(sentence: Tokens, at: int, step: int, *, bars_only: bool) -> int:
    """Where what stands around a token ends, on one side: at a bar, at a bracket around it, or at a comma."""
    depth = 0
    inner, outer = (Type.OPEN, Type.CLOSE) if step > 0 else (Type.CLOSE, Type.OPEN)
    place = at + step
    while 0 <= place < len(sentence):
        token = sentence[place]
        if token.type is outer and not depth:
            break
        depth += (token.type is inner) - (token.type is outer)
        is_bar = token.type is Type.SEPARATOR and token.value in _BARS
        is_comma = token.type is Type.SEPARATOR and token.value not in _NO_COMMAS
        is_joiner = step < 0 and place == at - 1 and token.folded in JOINERS
        if not depth and (is_bar or (not bars_only and (is_comma or is_joiner))):
            break
        place += step
    return place
