"""Accounts that are counted out: 'Conta 1 … Conta 2 … Conta 3', 'Acc A … Acc B'."""

import re
from collections.abc import Sequence
from itertools import pairwise

from bulk.analysis.folding import fold
from bulk.analysis.reading import Line

_OPENING = re.compile(
    r"\W*(?:conta|account|acct|acc|smurf|lote|lot|stock|slot|combo|perfil|profile)s?\s?(?:n[o°º]?\.?\s?)?[#:-]?\s?(\d{1,3}|[a-z])(?!\w)"
)


def openings(lines: Sequence[Line]) -> frozenset[int]:
    """The indices of the lines that each begin a further account; none where they don't go up by one.

    What stands before the first belongs to it, so that one begins nothing.
    """
    found: dict[int, int] = {}
    for index, line in enumerate(lines):
        opening = _OPENING.match(fold(line.text[:60]).text)
        if opening:
            found[index] = int(opening[1]) if opening[1].isdigit() else ord(opening[1])
    numbers = list(found.values())
    goes_up = all(one + 1 == other for one, other in pairwise(numbers))
    return frozenset(list(found)[1:]) if goes_up else frozenset()
