"""Labels that nobody listed, made of known words: 'Senha do e-mail cadastrado', 'mailpwd', 'Total de picaretas'."""

from collections.abc import Mapping, Sequence
from itertools import product

from bulk.analysis.vocabulary import HEADS, LABEL_ADJECTIVES, LINKS

SECRET, MAIL, USER = "secret", "mail", "user"
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


def _head(words: Sequence[str], position: int) -> tuple[int, frozenset[str]]:
    for count in (2, 1):
        head = _HEADS.get(tuple(words[position : position + count]))
        if head and position + count <= len(words):
            return count, frozenset({head})
    return 1, _GLUED.get(words[position], frozenset())
