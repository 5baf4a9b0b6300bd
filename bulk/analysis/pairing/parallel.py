"""Labels in a row and their values in a row: 'Skins/Picaretas/Gestos: 40/22/31', 'Rank | Peak: Gold 2 | Plat 1'."""

from collections.abc import Sequence

from bulk.analysis.fields import Kind
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type
from bulk.analysis.pairing.found import ASSIGNED, Found
from bulk.analysis.values import read_value

MIN_LABELS = 2


def parallel(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[list[Found], int]:
    """The values of such rows at the start of a line, and the index of what follows; ([], 0) where there are none."""
    labels, index = _labels(tokens, lexicon)
    if len(labels) < MIN_LABELS or index >= len(tokens) or tokens[index].type is not Type.ASSIGN:
        return [], 0
    found: list[Found] = []
    index += 1
    for position, label in enumerate(labels):
        kind = lexicon.kind_of(label.value)
        read = read_value(kind, tokens, index) if kind else None
        if read is None:
            return [], 0
        found.append(Found(label.value, read.value, label.start, tokens[read.end - 1].end, ASSIGNED))
        index = read.end
        if position + 1 < len(labels):
            if index >= len(tokens) or tokens[index].type is not Type.SEPARATOR:
                return [], 0
            index += 1
    return found, index


def _labels(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[list[Token], int]:
    """The labels in a row, and the index after them."""
    labels: list[Token] = []
    for index in range(0, len(tokens), 2):
        kind = lexicon.kind_of(tokens[index].value) if tokens[index].type is Type.LABEL else None
        if kind is None or kind is Kind.SECRET:
            return [], 0
        labels.append(tokens[index])
        if index + 1 >= len(tokens) or tokens[index + 1].type is not Type.SEPARATOR:
            return labels, index + 1
    return [], 0
