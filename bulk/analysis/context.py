"""Whether a sentence is about the account being described, or about a wish, a rule, another account, time or game."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from bulk.analysis.folding import fold_cached
from bulk.analysis.lexing import Token, Type
from bulk.analysis.vocabulary import ADVERSATIVES, PHRASES, phrase

MAX_STRAYS = 4


class Stray(NamedTuple):
    """A part of a folded sentence that is not about the account: where it starts, of which kind, where it ends."""

    manner: str
    start: int
    back: int


_TURNS = {name: phrase(name) for name in ("nothing_of_it", "gone", "for_it", "away", "aside")}
_BACK, _CORRECTION = phrase("back"), phrase("correction")
_BARS, _NO_COMMAS = frozenset({"|", ";", "•", "·", "●", "▪", "emoji"}), frozenset('~+-^*"`\t')


@cache
def _foreign(game: str) -> re.Pattern[str]:
    """Where a sentence starts to be about another game than the one being read."""
    others = rf"(?!{game}){PHRASES['games']}"
    return re.compile(
        rf"^\W*{others}(?:\ \w+)?\ (?=:) | \b(?:no|in|on|do|em|e|and|also|com|with)\ (?:o\ )?{others}\b", re.VERBOSE
    )


_OTHER_ACCOUNT, _BANNED = phrase("other_account"), phrase("banned")
_NOT_BANNED, _NOT_BANNED_AFTER = phrase("not_banned"), phrase("not_banned_after")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\s[|•·]\s|\n|,\s")
_REACH = 30
_PRICE = re.compile(r"[$€£]|\b(?:reais|brl|usd|eur)\b")


def strays(sentence: str, game: str) -> Iterator[Stray]:
    """Where a folded sentence starts to be about a wish, a rule, another account, time or game."""
    for manner, turn in _TURNS.items():
        for match in turn.finditer(sentence):
            backs = [back.end() for turn in (_BACK, _CORRECTION) if (back := turn.search(sentence, match.end()))]
            ends = match.end() if match.lastgroup == "to" else min(backs, default=len(sentence))
            yield Stray(manner, match.start(), ends)
    for match in _foreign(game).finditer(sentence):
        own = sentence.find(game, match.end())
        yield Stray("game", match.start(), own if own >= 0 else len(sentence))


def find_turns(tokens: Sequence[Token], turns_of: Callable[[str], Sequence[Stray]]) -> dict[int, list[str]]:
    """{where a token starts: the manners in which its sentence turns away; '<' before the turn, '>' behind the way back,
    ',' and '|' where commas or bars stand between}."""
    found: dict[int, list[str]] = {}
    for clause in clauses(tokens):
        turns = turns_of(plain_words(clause))
        if not turns:
            continue
        places, at, bars, commas = [], 0, 0, 0
        for token in clause:
            if token.is_boundary:
                bars += token.value in _BARS
                commas += token.value not in _NO_COMMAS
            places.append((at, bars, commas))
            at += len(token.folded) + 1 if token.type is not Type.SKIPPED else 0
        for turn in turns:
            _, bars, commas = max((place for place in places if place[0] <= turn.start), default=places[0])
            for token, place in zip(clause, places, strict=True):
                side = "<" if place[0] < turn.start else ">" if place[0] >= turn.back else ""
                parted = "|" if place[1] != bars else "," if place[2] != commas else ""
                found.setdefault(token.start, []).append(f"{turn.manner}{side}{parted}")
    return found


def clauses(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Sentences, and what 'but' parts in them; the sign that ends one belongs to it."""
    clause: list[Token] = []
    for token in tokens:
        if token.folded in ADVERSATIVES and clause:
            yield clause
            clause = []
        clause.append(token)
        if token.type is Type.SEPARATOR and token.value in ".!?":
            yield clause
            clause = []
    if clause:
        yield clause


def plain_words(tokens: Sequence[Token]) -> str:
    """The folded words of these tokens, without addresses, prices and the like."""
    return " ".join([token.folded for token in tokens if token.type is not Type.SKIPPED])


def is_corrected(tokens: Sequence[Token]) -> bool:
    """Whether these tokens say that something was wrong before: 'ops, a senha é …'."""
    return bool(_CORRECTION.search(plain_words(tokens)))


def is_priced(tokens: Sequence[Token]) -> bool:
    """Whether a price is among what a line says."""
    return any(token.type is Type.SKIPPED and _PRICE.search(token.folded) for token in tokens)


def is_banned(text: str) -> bool:
    """Whether a line says that the account is banned or suspended; 'nunca foi banida' and 'banida?' do not."""
    plain = fold_cached(text).text
    for part in _SENTENCE.split(plain) if _BANNED.search(plain) else ():
        if part.rstrip().endswith("?"):
            continue
        for match in _BANNED.finditer(part):
            before = part[max(0, match.start() - _REACH) : match.start()]
            if _OTHER_ACCOUNT.search(before):
                continue
            if not (_NOT_BANNED.search(before) or _NOT_BANNED_AFTER.search(part[match.end() : match.end() + _REACH])):
                return True
    return False
