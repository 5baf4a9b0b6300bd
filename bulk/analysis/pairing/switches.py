"""Yes and no without a sign: 'sem 2FA', '2FA ativo', '✅ Passe de batalha', 'com passe'."""

from collections.abc import Iterator

from bulk.analysis.fields import Kind
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import YES_MARKS, Type
from bulk.analysis.pairing.found import ADJACENT, Found
from bulk.analysis.pairing.parting import Tokens
from bulk.analysis.values import is_no
from bulk.analysis.vocabulary.words import MAYBE, WITH, WITHOUT, YES

SWITCH_REACH = 3
_OF_NOW = frozenset({"atual", "current"})


def switches(tokens: Tokens, segment: Tokens, lexicon: Lexicon) -> Iterator[Found]:
    for index, token in enumerate(tokens):
        if token.type is Type.LABEL and lexicon.kind_of(token.value) is Kind.FLAG:
            state = _state(tokens, index, segment)
            if state is not None:
                yield Found(token.value, state, tokens[0].start, tokens[-1].end, ADJACENT)


def _state(tokens: Tokens, index: int, segment: Tokens) -> bool | None:
    """What is said of the switch at `index`; None where it is only mentioned."""
    first = max(0, index - SWITCH_REACH)
    before = [token.folded for token in tokens[first:index]]
    after = [token.folded for token in tokens[index + 1 : index + 1 + SWITCH_REACH]]
    # 'no 2fa' begins an English remark; inside of one, 'no' is Portuguese for 'in the'.
    if any(word in WITHOUT and (word != "no" or _begins(tokens, first + at)) for at, word in enumerate(before)):
        return False
    if not MAYBE.isdisjoint((*before, *after)):
        return None
    if any(is_no(tokens, later, 0) for later in range(index + 1, min(len(tokens), index + 1 + SWITCH_REACH))):
        return False
    if not YES.isdisjoint(after) or not WITH.isdisjoint(before):
        return True
    if len(segment) == 1 and not _OF_NOW.isdisjoint(segment[0].folded.split()):
        return True
    mark = next((token for token in segment if token.type is Type.MARK), None)
    return None if mark is None else mark.folded in YES_MARKS


def _begins(tokens: Tokens, index: int) -> bool:
    return not index or tokens[index - 1].type is Type.ASSIGN
