"""Letters that are labels where the lines of a block agree on it: 'L: … S: … E: … SE: …', 'U/P: joana/abc#1'."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bulk.analysis.lexing import Token, Type
from bulk.analysis.vocabulary import ACCOUNT, INITIALS

_NAMES = frozenset({"login", "email_login", ACCOUNT})
_TELLING = (Type.WORD, Type.TIER, Type.SERVER)
_JOINING = "/|&+"


def agreed(lines: Sequence[list[Token]]) -> list[list[Token]]:
    """The tokens of a block, letters named where they make a log-in and a password together."""
    places = [list(_initials(tokens)) for tokens in lines]
    said = {INITIALS[tokens[at].folded] for tokens, found in zip(lines, places, strict=True) for at in found}
    if said:
        said |= {
            token.value
            for tokens in lines
            for token, following in pairwise(tokens)
            if token.type is Type.LABEL and _is_sign(following)
        }
    if "password" not in said or said.isdisjoint(_NAMES):
        return list(lines)
    return [_named(tokens, found) for tokens, found in zip(lines, places, strict=True)]


def _initials(tokens: Sequence[Token]) -> Iterator[int]:
    """Where letters stand that may be labels: before a sign, or joined to one that does ('U/P: joana/abc')."""
    signed = False
    for index in range(len(tokens) - 2, -1, -1):
        token, following = tokens[index], tokens[index + 1]
        if token.type is Type.SEPARATOR and token.value in _JOINING and signed:
            continue
        joined = signed and following.type is Type.SEPARATOR and following.value in _JOINING
        signed = _may_be_initial(tokens, index) and (_is_sign(following) or joined)
        if signed:
            yield index


def _is_sign(token: Token) -> bool:
    return token.type is Type.ASSIGN or token.value == "emoji"


def _may_be_initial(tokens: Sequence[Token], index: int) -> bool:
    token = tokens[index]
    before = tokens[index - 1] if index else token
    begins = index == 0 or before.is_boundary or token.start > before.end
    return begins and token.type in _TELLING and token.folded in INITIALS


def _named(tokens: list[Token], places: Sequence[int]) -> list[Token]:
    return [
        token._replace(type=Type.LABEL, value=INITIALS[token.folded]) if index in places else token
        for index, token in enumerate(tokens)
    ]
