"""Which pieces of a sentence state something of the account: what is about another one, a wish or a rule is left out."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from bulk.analysis import context
from bulk.analysis.context import Reach, Stray
from bulk.analysis.lexing import Token, Type
from bulk.analysis.vocabulary import ADVERSATIVES, JOINERS

Tokens = Sequence[Token]
_PRICE = re.compile(r"[$€£]|\b(?:reais|brl|usd|eur)\b")
MAX_STRAYS = 40
"""A sentence that turns away more often states nothing."""
_BARS = frozenset({"|", ";", "•", "·", "●", "▪", "emoji"})
_NO_COMMAS = frozenset('~+-^*"`\t')


def correction_in(sentence: Tokens) -> int | None:
    """The index of the first token of what a sentence sets right; None where it corrects nothing."""
    start = context.correction_start(plain(sentence))
    return _place(sentence, start) if start >= 0 else None


def silent(sentence: Tokens, game: str) -> set[int]:
    strays = list(islice(context.strays(plain(sentence), game), MAX_STRAYS + 1))
    if len(strays) > MAX_STRAYS:
        return set(range(len(sentence)))
    silent: set[int] = set()
    for stray in strays:
        silent.update(_span(sentence, stray))
    return silent


def _place(sentence: Tokens, position: int) -> int:
    """The index of the first token that ends behind this position of the plain sentence."""
    end = -1
    for place, token in enumerate(sentence):
        end += len(token.folded) + 1 if token.type is not Type.SKIPPED else 0
        if end > position:
            return place
    return len(sentence)


def _span(sentence: Tokens, stray: Stray) -> range:
    if stray.reach is Reach.SENTENCE:
        return range(len(sentence))
    at, back = _place(sentence, stray.start), _place(sentence, stray.back)
    if stray.reach is Reach.PART:
        part = _part(sentence, at)
        return range(part.start, min(part.stop, max(back, at + 1)))
    first = _bound(sentence, at, -1, bars_only=False)
    phrase = _bound(sentence, at, 1, bars_only=False)
    if stray.reach is Reach.PHRASE or (stray.reach is Reach.VALUED and not any(map(_is_value, sentence[at:phrase]))):
        return range(first + 1, min(phrase, max(back, at + 1)))
    return range(first + 1, min(_bound(sentence, at, 1, bars_only=True), max(back, at + 1)))


def _part(sentence: Tokens, at: int) -> range:
    """What stands around a token between two bars; a remark in brackets that holds no value is about what stands around it."""
    first, end = _bound(sentence, at, -1, bars_only=True), _bound(sentence, at, 1, bars_only=True)
    if first >= 0 and sentence[first].type is Type.OPEN and not any(map(_is_value, sentence[first:end])):
        first, end = _bound(sentence, first, -1, bars_only=True), _bound(sentence, end, 1, bars_only=True)
    return range(first + 1, end)


def _is_value(token: Token) -> bool:
    return token.type in (Type.NUMBER, Type.PERCENT) or (token.type is Type.TIER and not token.weak)


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


def clauses(tokens: Tokens) -> Iterator[list[Token]]:
    """Sentences, and what 'but' parts in them; the sign that ends one belongs to it."""
    clause: list[Token] = []
    for token in tokens:
        if token.folded in ADVERSATIVES and clause:
            yield clause
            clause = []
        clause.append(token)
        if token.type is Type.SEPARATOR and token.value in ".!?":
            yield from _asked_last(clause)
            clause = []
    if clause:
        yield clause


def _asked_last(clause: list[Token]) -> Iterator[list[Token]]:
    """A sentence; of a question, what stands before its last bar is none: 'nível 31 | VP 20 | elo?'."""
    bars = [index for index, token in enumerate(clause) if token.type is Type.SEPARATOR and token.value == "|"]
    if clause[-1].value == "?" and bars:
        yield clause[: bars[-1]]
        yield clause[bars[-1] :]
    else:
        yield clause


def plain(tokens: Tokens) -> str:
    """The folded words of these tokens, without addresses, prices and the like."""
    return " ".join(token.folded for token in tokens if token.type is not Type.SKIPPED)


def is_priced(tokens: Tokens) -> bool:
    """Whether a price is among what a line says."""
    return any(token.type is Type.SKIPPED and _PRICE.search(token.folded) for token in tokens)
