"""Accounts that are counted out: 'Conta 1 … Conta 2 … Conta 3', 'Acc A … Acc B', 'a primeira é … a segunda é …'."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bulk.analysis.folding import fold
from bulk.analysis.reading import Line
from bulk.analysis.vocabulary import ORDINALS, pattern

_SAID_OF = r"\s?(?:[:=]|->|\s(?:e|eh|is|tem|has|ta|esta|vem)(?!\w))"
_COUNTED = re.compile(
    rf"(?<!\w)(?:(?:conta|account|acct|acc)\s?#?(\d{{1,2}})"
    rf"|(?:(?:a|o|the)\s)?({'|'.join(ORDINALS)})(?:\s(?:conta|account|acct|acc|one))?){_SAID_OF}"
)
_OPENING = pattern("opening")
_LEADING = 60
_BETWEEN = " ,;|"


def openings(lines: Sequence[Line]) -> frozenset[int]:
    """The indices of the lines that each begin a further account; none where they don't go up by one.

    What stands before the first belongs to it, so that one begins nothing.
    """
    found: dict[int, int] = {}
    for index, line in enumerate(lines):
        folded = fold(line.text[:_LEADING]).text
        opening = _COUNTED.match(folded) or _OPENING.match(folded)
        if opening:
            found[index] = _number(opening)
    return frozenset(list(found)[1:]) if _goes_up(list(found.values())) else frozenset()


def parted(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, one that counts out several accounts as a line for each: 'a primeira é …; a segunda é …'."""
    for line in lines:
        folded = fold(line.text)
        found = [] if line.cells else list(_COUNTED.finditer(folded.text))
        numbers = [_number(each) for each in found]
        starts = [folded.at[each.start()] for each in found[1:]] if numbers[:1] == [1] and _goes_up(numbers) else []
        if not starts:
            yield line
        for start, end in pairwise((0, *starts, len(line.text)) if starts else ()):
            yield replace(line, text=line.text[start:end].rstrip(_BETWEEN), apart=line.apart and not start)


def _number(counted: re.Match[str]) -> int:
    """The number that opens an account, or the place of the letter."""
    said = next(filter(None, counted.groups()))
    return int(said) if said.isdigit() else ORDINALS.get(said) or ord(said)


def _goes_up(numbers: Sequence[int]) -> bool:
    return all(one + 1 == other for one, other in pairwise(numbers))
