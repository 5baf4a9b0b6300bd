"""Ranks without a sign before them: 'Ouro 2', 'peak Diamante 1', 'Platina I de pico', 'já foi imortal'."""

import itertools
import re
from collections.abc import Iterator

from bulk.analysis.fields import Kind
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type
from bulk.analysis.pairing.found import ADJACENT, Found
from bulk.analysis.pairing.parting import Tokens
from bulk.analysis.values import Rank, Read, read_rank
from bulk.analysis.vocabulary.compounds import CURRENT, PEAK
from bulk.analysis.vocabulary.labels import OTHER
from bulk.analysis.vocabulary.words import BEFORE_A_RANK, FILLERS, NEGATIONS, OTHER_RANKS

RANK_REACH = 5

_DIVISION = frozenset({"div", "divisao", "division"})
_ONCE = frozenset({"was", "era", "used to be", "foi"})
"""What names a peak, if no act is named with it."""
_ACT = re.compile(r"e(?:p\w*)?\.?\s?\d")


def ranks(tokens: Tokens, lexicon: Lexicon) -> Iterator[Found]:
    """Each rank of a segment, as the current or the peak one; those of past acts and other games are nobody's."""
    of_act = any(map(_is_act, tokens))
    index = 0
    while index < len(tokens):
        role, label = _role(tokens, index, lexicon)
        read = read_rank(tokens, index, after_label=label is not None)
        if read is None:
            index += 1
            continue
        start, end = tokens[index].start, tokens[read.end - 1].end
        if label is not None:
            yield from _found(role, read, min(start, label.start), max(end, label.end))
        elif not of_act and _is_stated(tokens, read) and not _is_denied(tokens, index):
            yield from _found(role, read, start, end)
        index = read.end


def is_of_act(tokens: Tokens) -> bool:
    """'Ep 8 Act 1 - Gold 1 - 120 wins': what follows an act is of that act."""
    return bool(tokens) and _is_act(tokens[0])


def is_of_division(label: str) -> bool:
    """Whether a rank's label speaks of its division: 'Divisão', 'current division'."""
    return not _DIVISION.isdisjoint(label.split())


def _is_act(token: Token) -> bool:
    return token.type is Type.SKIPPED and _ACT.match(token.folded) is not None


def names_a_peak(tokens: Tokens) -> bool:
    """'Diamante 1 (peak)': a segment that is nothing but that word."""
    named = [token for token in tokens if token.type is not Type.WORD or token.folded not in FILLERS]
    return len(named) == 1 and named[0].type is Type.LABEL and named[0].value == PEAK


def _found(role: str, read: Read, start: int, end: int) -> Iterator[Found]:
    if role != OTHER:
        yield Found(role, read.value, start, end, ADJACENT)


def _role(tokens: Tokens, index: int, lexicon: Lexicon) -> tuple[str, Token | None]:
    """Which rank the tier at `index` is, and the label that says so: the last one before it, else a peak after it."""
    for before in reversed(tokens[max(0, index - RANK_REACH) : index]):
        if _is_tier(before):
            break
        if before.type is Type.LABEL and (lexicon.kind_of(before.value) is Kind.RANK or _is_of_other_rank(before)):
            is_past = (
                before.value == PEAK and before.folded in _ONCE and _names_an_act(tokens[index : index + RANK_REACH])
            )
            return (OTHER if is_past else before.value), before
    for position, after in enumerate(tokens[index + 1 : index + RANK_REACH], start=index + 1):
        if _is_tier(after):
            break
        if after.type is Type.LABEL and after.value == PEAK:
            return (CURRENT, None) if _names_the_next(tokens, position + 1, lexicon) else (PEAK, after)
    return CURRENT, None


def _names_an_act(tokens: Tokens) -> bool:
    """'was Gold 2 last act'."""
    following = itertools.takewhile(lambda token: token is tokens[0] or not _is_tier(token), tokens)
    return any(token.type is Type.LABEL and _is_of_other_rank(token) for token in following)


def _names_the_next(tokens: Tokens, start: int, lexicon: Lexicon) -> bool:
    """Whether the label before `start` is that of a tier behind it, which has no nearer one."""
    for place, token in enumerate(tokens[start:], start=start):
        if _is_tier(token) or (token.type is Type.TIER and read_rank(tokens, place, after_label=True)):
            return True
        if token.type is Type.LABEL and lexicon.kind_of(token.value) is Kind.RANK:
            return False
    return False


def _is_tier(token: Token) -> bool:
    return token.type is Type.TIER and not token.weak


def _is_of_other_rank(token: Token) -> bool:
    return token.value == OTHER and not OTHER_RANKS.isdisjoint(token.folded.split())


def _is_denied(tokens: Tokens, index: int) -> bool:
    """'não é ouro 1'."""
    return not NEGATIONS.isdisjoint(token.folded for token in tokens[max(0, index - 2) : index])


def _is_stated(tokens: Tokens, read: Read) -> bool:
    """A rank without label: with its division, or with nothing around that it could belong to."""
    if isinstance(read.value, Rank) and read.value.division:
        return True
    others = (token for token in tokens if token.type is Type.WORD or (token.type is Type.TIER and token.weak))
    return all(token.folded in BEFORE_A_RANK for token in others)
