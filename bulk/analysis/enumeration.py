"""Accounts that are counted out: 'Conta 1 … Conta 2 … Conta 3', 'Acc A … Acc B', 'a primeira é … a segunda é …'."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from bulk.analysis.folding import fold
from bulk.analysis.reading import Line

_OPENING = re.compile(
    r"\W*(?:conta|account|acct|acc|smurf|lote|lot|stock|slot|combo|perfil|profile)s?(?:\s(?:fortnite|valorant|epic|riot|fn|val|vava))?\s?(?:n[o°º]?\.?\s?)?[#:-]?\s?(\d{1,3}|[a-z])(?!\w)"
)
_ORDINALS: Mapping[str, int] = {
    word: number
    for number, words in enumerate(
        ("primeira primeiro first", "segunda segundo second", "terceira terceiro third", "quarta quarto fourth"),
        start=1,
    )
    for word in words.split()
}
_SAID_OF = r"\s?(?:[:=]|->|\s(?:e|eh|is|tem|has|ta|esta|vem)(?!\w))"
_NUMBERED = re.compile(rf"(?<!\w)(?:conta|account|acct|acc)\s?#?(\d{{1,2}}){_SAID_OF}")
_ORDERED = re.compile(
    rf"(?<!\w)(?:(?:a|o|the)\s)?({'|'.join(_ORDINALS)})(?:\s(?:conta|account|acct|acc|one))?{_SAID_OF}"
)
_ITEM = re.compile(r"(?<!\S)(\d{1,2})\s?[).](?=\s)")
_SEVERAL = re.compile(r"(?<!\w)(?:contas|accounts|accts|accs|smurfs|lotes)(?!\w)")
_TWO = r"(?<!\w)(?:duas|dois|two|ambas|2\s(?:contas|accounts|accts|accs))(?!\w)"
_ONE = r"(?<!\w)(?:uma|um|one)(?!\w)"
_OTHER = (
    r"(?:(?:e|and)\s)?(?:(?:a|o|the)\s)?(?<!\w)(?:outra|outro|other|another)(?:\s(?:conta|account|acct|acc|one))?(?!\w)"
)
_PAIR = re.compile(rf"(?:{_TWO}.{{0,40}}?{_ONE}|{_ONE}{_SAID_OF})(?P<one>.{{1,400}}?)(?P<other>{_OTHER})(?P<rest>.*)")
_LEADING = 60
_BETWEEN = " ,;|"
_DIGIT = re.compile(r"\d")


def openings(lines: Sequence[Line]) -> frozenset[int]:
    """The indices of the lines that each begin a further account; none where they don't go up by one.

    What stands before the first belongs to it, so that one begins nothing.
    """
    found: dict[int, int] = {}
    for index, line in enumerate(lines):
        number = _opened(fold(line.text[:_LEADING]).text)
        if number:
            found[index] = number
    return frozenset(list(found)[1:]) if _goes_up(list(found.values())) else frozenset()


def parted(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, one that counts out several accounts as a line for each: 'a primeira é …; a segunda é …'."""
    for line in lines:
        starts = [] if line.cells else _starts(line.text)
        other = None if starts or line.cells else _other(line.text)
        if other:
            yield replace(line, text=line.text[: other[0]].rstrip(_BETWEEN))
            yield replace(line, text=line.text[other[1] :].lstrip(_BETWEEN), apart=False, opens=True)
        elif not starts:
            yield line
        else:
            for start, end in pairwise((0, *starts, len(line.text))):
                yield replace(line, text=line.text[start:end].rstrip(_BETWEEN), apart=line.apart and not start)


def _starts(text: str) -> list[int]:
    """Where the second account and those after it begin."""
    folded = fold(text)
    for counted in (_NUMBERED, _ORDERED, _ITEM):
        found = list(counted.finditer(folded.text))
        if counted is _ITEM and not (found and _SEVERAL.search(folded.text, 0, found[0].start())):
            continue
        numbers = [int(each[1]) if each[1].isdigit() else _ORDINALS[each[1]] for each in found]
        if len(found) < 2 or numbers[0] != 1 or not _goes_up(numbers):
            continue
        starts = [each.start() for each in found]
        pieces = zip(found, [*starts[1:], len(folded.text)], strict=True)
        if all(_DIGIT.search(folded.text, each.end(), end) for each, end in pieces):
            return [folded.at[start] for start in starts[1:]]
    return []


def _other(text: str) -> tuple[int, int] | None:
    """Where the second of 'duas: uma com …, outra com …' is named, from and to; a number has to be said of both."""
    folded = fold(text)
    pair = _PAIR.search(folded.text)
    if pair is None or not (_DIGIT.search(pair["one"]) and _DIGIT.search(pair["rest"])):
        return None
    return folded.at[pair.start("other")], folded.at[pair.end("other")]


def _opened(folded: str) -> int:
    """The number, or the place of the letter, that opens an account here; 0 where none does."""
    ordered = _ORDERED.match(folded)
    if ordered:
        return _ORDINALS[ordered[1]]
    opening = _OPENING.match(folded)
    if opening is None:
        return 0
    return int(opening[1]) if opening[1].isdigit() else ord(opening[1])


def _goes_up(numbers: Sequence[int]) -> bool:
    return all(one + 1 == other for one, other in pairwise(numbers))
