"""A value read from the tokens that follow its label, in the form its field has."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from bulk.analysis.lexing import Token, Type, whole
from bulk.analysis.vocabulary import DIVISIONS, FILLERS, NO, UNDIVIDED


class Rank(NamedTuple):
    tier: str
    division: int | None


Value = int | float | bool | str | Rank | tuple[str, ...] | tuple[int, ...]
"""Counts, percentages, switches, places, ranks, lists of names, seasons."""

Tokens = Sequence[Token]
MAX_FILLERS = 5
MAX_GAP = 6
"""Between a tier and its division: 'Gold (2)'."""
MAX_SEASON = 60
SPANNING = frozenset({"a", "ate", "to", "until", "through", "-"})
_PASSED_OVER = frozenset('~+-^*"`\t')


class Read(NamedTuple):
    """A value, and the index of the first token after it."""

    value: Value
    end: int


def read_rank(tokens: Tokens, index: int, *, after_label: bool) -> Read | None:
    """The tier at `index` with its division; a short form needs a label or a division, a single letter both."""
    token = tokens[index]
    if token.type is not Type.TIER:
        return None
    is_bracketed = [each.type for each in tokens[index + 1 : index + 4 : 2]] == [Type.OPEN, Type.CLOSE]  # 'Gold (2)'
    division = None if token.value in UNDIVIDED else _division(tokens, index + 1 + is_bracketed)
    if token.weak:
        single = len(token.folded) == 1
        if single and not (after_label and division and tokens[index + 1].tight):
            return None
        is_day = token.folded == "dia" and not (division and (tokens[index + 1].tight or len(tokens) == 2))
        if not (after_label or (division and not is_day)):
            return None
    return Read(Rank(token.value, division), index + 1 + (1 + 2 * is_bracketed if division else 0))


def ranked(rank: Rank, division: int) -> Rank:
    """A tier with the division stated elsewhere, where it has none and takes one."""
    return rank if rank.division or rank.tier in UNDIVIDED else Rank(rank.tier, division)


def passes(tokens: Tokens, start: int) -> int:
    """The index of the first token that is more than filling: 'acho que uns 24' begins at 24."""
    index = start
    while index < len(tokens) and index - start < MAX_FILLERS:
        token = tokens[index]
        filling = token.type is Type.WORD and token.folded in FILLERS
        signs = token.type is Type.SEPARATOR and token.value in _PASSED_OVER
        if not (filling or signs):
            break
        index += 1
    return index


def is_no(tokens: Tokens, index: int, start: int) -> bool:
    """Whether a word denies; 'no' before another word is Portuguese for 'in the'."""
    token = tokens[index]
    if token.folded != "no" or index == start:
        return token.folded in NO
    return index + 1 >= len(tokens) or tokens[index + 1].is_boundary


def read_seasons(tokens: Tokens, start: int) -> Read | None:
    """'9' is how many; '4, 5, 6, 8 e 9' and '1 a 4' are which."""
    found: list[int] = []
    index, sign = start, ""
    while index < len(tokens) and tokens[index].type in (Type.NUMBER, Type.SEPARATOR, Type.WORD):
        token = tokens[index]
        number = whole(token.number)
        if token.type is not Type.NUMBER:
            sign = (token.folded if token.type is Type.WORD else token.value).strip()
            if sign not in {"", ",", "/", "&", "+", "e", "and", "s", "t", *SPANNING}:
                break
        elif number is not None and number <= MAX_SEASON:
            found += range(found[-1] + 1, number) if found and sign in SPANNING else ()
            found.append(number)
        index += 1
    if not found:
        return None
    return Read(found[0] if len(found) == 1 else tuple(found), index)


def _division(tokens: Tokens, index: int) -> int | None:
    if index >= len(tokens) or tokens[index].start - tokens[index - 1].end > MAX_GAP:
        return None
    token = tokens[index]
    if token.type not in (Type.NUMBER, Type.WORD, Type.TIER):
        return None
    return DIVISIONS.get(token.folded)


def plain_number(number: Decimal) -> int | float:
    """50 for 50.0, 49.8 for 49.8: as JSON has it."""
    exact = whole(number)
    return float(number) if exact is None else exact
