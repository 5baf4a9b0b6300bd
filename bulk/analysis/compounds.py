"""Labels that nobody listed, made of known words: 'Senha do e-mail cadastrado', 'mailpwd', 'Total de picaretas'."""

from collections.abc import Mapping, Sequence
from itertools import groupby, product
from operator import itemgetter

from bulk.analysis.vocabulary import (
    HEADS,
    LABEL_ADJECTIVES,
    LINKS,
    OTHER,
    QUANTITIES,
    RANK_LINKS,
    RANK_WORDS,
    TRAILING,
)

SECRET, MAIL, USER = "secret", "mail", "user"
RANK, CURRENT, PEAK = "rank", "current", "peak"
_NAMES: Mapping[frozenset[str], str] = {
    frozenset({SECRET}): "password",
    frozenset({SECRET, USER}): "password",
    frozenset({SECRET, MAIL}): "email_password",
    frozenset({SECRET, MAIL, USER}): "email_password",
    frozenset({MAIL}): "email_login",
    frozenset({MAIL, USER}): "email_login",
    frozenset({USER}): "login",
}

_HEADS: Mapping[tuple[str, ...], str] = {tuple(word.split()): head for head, words in HEADS.items() for word in words}
_TRAILING: Mapping[str, list[tuple[str, ...]]] = {
    first: list(phrases) for first, phrases in groupby(TRAILING, key=itemgetter(0))
}
"""By their first word, the longer ones before those that they begin with."""
_GLUED: Mapping[str, frozenset[str]] = {
    one + other: frozenset({first, second})
    for (first, ones), (second, others) in product(HEADS.items(), repeat=2)
    for one, other in product(ones, others)
    if first != second and SECRET in (first, second) and " " not in one + other
}


def credential_compound(words: Sequence[str]) -> tuple[int, str] | None:
    """How many of the first words announce one credential, and which."""
    heads: set[str] = set()
    used = position = 0
    while position < len(words):
        count, found = _head(words, position)
        if found:
            heads |= found
            position += count
            used = position
        elif words[position] in LABEL_ADJECTIVES:
            position += 1
            used = position
        elif words[position] in LINKS and position:
            position += 1
        else:
            break
    return (used, _NAMES[frozenset(heads)]) if heads else None


def rank_compound(words: Sequence[str]) -> tuple[int, str] | None:
    """How many of the first words announce a rank, and which: 'melhor patente', 'pico de elo', 'elo do ato passado'."""
    said: set[str] = set()
    used = 0
    for position, word in enumerate(words):
        if word in RANK_WORDS:
            said.add(RANK_WORDS[word])
            used = position + 1
        elif word not in LINKS | RANK_LINKS or not position:
            break
    if RANK not in said or used < 2:
        return None
    return used, next((name for name in (OTHER, PEAK) if name in said), CURRENT)


def quantity(words: Sequence[str]) -> tuple[int, int]:
    """(words before, words after) that only say that what they stand around is counted: 'total de', 'na conta'."""
    before = behind = 0
    while before < len(words) and (words[before] in QUANTITIES or (before and words[before] in LINKS)):
        before += 1
    while behind < len(words) and (tail := _tail(words[behind:])):
        behind += tail
    return before, behind


def _tail(words: Sequence[str]) -> int:
    tails = _TRAILING.get(words[0], [])
    return next((len(tail) for tail in tails if tuple(words[: len(tail)]) == tail), 0)


def _head(words: Sequence[str], position: int) -> tuple[int, frozenset[str]]:
    for count in (2, 1):
        head = _HEADS.get(tuple(words[position : position + count]))
        if head and position + count <= len(words):
            return count, frozenset({head})
    return 1, _GLUED.get(words[position], frozenset())
