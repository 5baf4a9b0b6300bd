"""Lists of names as they are written: agents, skins, buddies; behind their label or below it, an item a line."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bulk.analysis.fields import MAX_NAME_CHARACTERS, MAX_NAMES, Kind
from bulk.analysis.folding import fold, fold_label
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type, whole
from bulk.analysis.page import Page
from bulk.analysis.records import Value, passes, read_seasons
from bulk.analysis.vocabulary import ADJECTIVES, BEFORE_NAMES, pattern

_PARTED = re.compile(r"\s*(?:,(?!\d)|;|\||•|·|\n|\t|\s\+\s|\s/\s|\s[-–—]\s|\s&\s)\s*")
_AND = "(?:e|and|y|et|und|ve|oraz|и)"
_LAST = re.compile(rf"\s+{_AND}\s+(?=[A-ZÀ-ÝА-Я0-9])")
_ANY_LAST = re.compile(rf"\s+{_AND}\s+")
_APART = re.compile(rf"\s*(?:[,;|•·()\[\]:!?\t]+|\.(?=\s|$)|\s[+/&–—-]\s|[^\w\s\"'’`.,/&+#-]+|\s{_AND}\s)\s*")
_STOP = re.compile(r"(?<=[^\W\d_]{3})\.\s+(?=[^\W_])|\s+[\U0001f300-\U0001faff]")
"""The end of the sentence that a list is in, or of the bar of a title."""
_FIRST_WORD = re.compile(r"(\S+)\s+")
_LONE = re.compile(r"^$|[|()\[\]]|[^\x00-\x7f\w]")
_TRAILING, _NOTHING = pattern("more_names"), pattern("no_name")
"""'(+3)', 'e mais 4', '…'."""
_PLAIN_NUMBER, _NO_NAME = map(re.compile, (r"^[\d.,\s+x×/%$€£-]+$", r"[@=]|:$|^[a-zà-ÿ]\S*(?: [a-zà-ÿ]\S*)* \d+$"))
MAX_WORDS_OF_NAME, MAX_WORDS_OF_ITEM, _DASHES = 9, 36, ("-", "\t")
MIN_NAMES = 2
"""Fewer are none behind a mere dash, and no rare items."""


class Found(NamedTuple):
    """The names, or the seasons, of a field, and the piece of the line they were read from."""

    name: str
    value: Value
    start: int
    end: int


def find_lists(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Found]:
    """Each list that a label on this line begins, and the plain series ('Temporadas: 4, 5 e 6') read the same way."""
    index = 0
    while index < len(tokens):
        after = _after_sign(tokens, index) if tokens[index].type is Type.LABEL else 0
        found = _list(text, tokens, index, after, lexicon) if 0 < after < len(tokens) else None
        if found:
            yield found
            counts = tokens[:1] if index == 1 else tokens[index + 1 : after + 1]  # '10 skins: a, b', 'Skins: 10 (a, b)'
            number = next((each for each in counts if each.type is Type.NUMBER), None)
            is_its = lexicon.kind_of(found.name) is Kind.NAMES and found.name == tokens[index].value
            if number and is_its and (count := whole(number.number)):
                yield Found(found.name, count, number.start, number.end)
        index = bisect_left(tokens, found.end, index + 1, key=lambda token: token.start) if found else index + 1


def _list(text: str, tokens: Sequence[Token], index: int, after: int, lexicon: Lexicon) -> Found | None:
    """The list behind a label, with the number that may stand in front of it ('31 (Prime Vandal, Oni Phantom)')."""
    label, kind = tokens[index], lexicon.kind_of(tokens[index].value)
    if kind is Kind.SEASONS:
        read = read_seasons(tokens, after)
        return Found(label.value, read.value, label.start, tokens[read.end - 1].end) if read else None
    of_rare = kind is Kind.COUNT and label.value == "skins" and "rare_items" in lexicon.fields
    if kind is not Kind.NAMES and not of_rare:
        return None
    start, end = tokens[after].start, _end(text, tokens, after)
    first = passes(tokens, after)
    if first < len(tokens) and tokens[first].start < end and tokens[first].type is Type.NUMBER:
        if first + 1 == len(tokens) or tokens[first + 1].type not in (Type.OPEN, Type.ASSIGN):
            return None
        start = tokens[first + 1].end
        end = start + len(text[start:end].partition(")")[0]) if of_rare else end
        if "," not in text[start:end] or text[start:end].strip()[:1].isdigit():
            return None
    names = names_in(text[start:end])
    if not names or (len(names) < MIN_NAMES and (of_rare or tokens[index + 1].value in _DASHES)):
        return None
    name, start = ("rare_items", start) if of_rare else (label.value, label.start)
    return Found(name, names, start, len(text[:end].rstrip()))


def find_items(text: str, lexicon: Lexicon) -> Iterator[Found]:
    """Each series of names that are known without a label, and such a name on its own between signs."""
    ends = [0, *(place for each in _APART.finditer(text) for place in each.span()), len(text)]
    of, run = None, list[tuple[int, int]]()
    for start, end in (*zip(ends[::2], ends[1::2], strict=True), (len(text), len(text))):
        while not (found := lexicon.item_list(text[start : min(end, start + MAX_NAME_CHARACTERS)])):
            word = _FIRST_WORD.match(text, start, end)
            if not word or fold_label(word[1]) not in BEFORE_NAMES:
                break
            start = word.end()
        if of and found != of:
            first, last = run[0][0], run[-1][1]
            if len(run) > 1 or (_LONE.search(text[:first].rstrip()[-1:]) and _LONE.search(text[last:].lstrip()[:1])):
                names = dict.fromkeys(_TRAILING.sub("", text[slice(*span)]) for span in run)
                yield Found(of, tuple(names), first, last)
            run = []
        of, run = found, [*run, (start, end)] if found else []


def names_in(value: str) -> tuple[str, ...]:
    """The names of a list; () for what is none: a number, 'várias', a sentence."""
    value = _strip_brackets(value.strip())
    parts = [part for part in _PARTED.split(value) if part]
    if parts:
        parts[-1:] = (_ANY_LAST if value.islower() and len(parts) > 1 else _LAST).split(parts[-1])
    names: list[str] = []
    for part in parts:
        name = _TRAILING.sub("", part.strip(" \t\"'`*_•·-–—→»")).strip(" .,;")
        if not name or _NOTHING.match(fold(name).text) or _PLAIN_NUMBER.match(name):
            continue
        if len(name) > MAX_NAME_CHARACTERS or len(name.split()) > MAX_WORDS_OF_NAME or _NO_NAME.search(name):
            return ()
        names.append(name)
    if len(names) == 1 and len(parts) == 1 and names[0].islower() and len(names[0].split()) > 3:
        return ()
    return tuple(dict.fromkeys(names))[:MAX_NAMES]


def _strip_brackets(value: str) -> str:
    """Without the brackets around all of it, and those that have no other."""
    for one, other in ("()", "[]"):
        if value[:1] == one and (value.find(other) in (-1, len(value) - 1)):
            value = value[1:].removesuffix(other)
        if value.endswith(other) and value.count(other) > value.count(one):
            value = value[:-1]
    return value.strip()


def _after_sign(tokens: Sequence[Token], index: int) -> int:
    """The index after 'Skins:', 'Skins owned:' or 'Skins (12):', or 0."""
    index += index + 1 < len(tokens) and tokens[index + 1].folded in ADJECTIVES
    following = [token.type for token in tokens[index + 1 : index + 5]]
    if following[:1] == [Type.ASSIGN]:
        return index + 2
    if index == 0 and following[:2] == [Type.SEPARATOR, Type.WORD] and tokens[1].value in _DASHES:
        return 2
    if following == [Type.OPEN, Type.NUMBER, Type.CLOSE, Type.ASSIGN]:
        return index + 5
    return index + 3 if following[:2] == [Type.NUMBER, Type.ASSIGN] else 0


def _end(text: str, tokens: Sequence[Token], first: int) -> int:
    """The end of a list: a bar, the next label with a value, or the end of the line."""
    for index in range(first + 1, len(tokens)):
        token = tokens[index]
        if token.type is Type.SEPARATOR and token.value == "|":
            return token.start
        if token.type is Type.LABEL and _after_sign(tokens, index):
            before = tokens[index - 1]
            return before.start if before.type in (Type.SEPARATOR, Type.OPEN) else token.start
        following = {each.type for each in tokens[index + 1 : index + 3]}
        if token.type is Type.SEPARATOR and token.value in ";/" and following == {Type.LABEL, Type.NUMBER}:
            return token.start
    stop = _STOP.search(text, tokens[first].start)
    return stop.start() if stop else len(text)


def list_below(page: Page, index: int) -> tuple[Found, int] | None:
    """The list under the label that a line holds, an item a line, and the index of the line behind it."""
    tokens = page.tokens(index)
    words = [token for token in tokens if token.type not in (Type.OPEN, Type.CLOSE, Type.ASSIGN, Type.SEPARATOR)]
    label = next((each for each in words if page.lexicon.kind_of(each.value) is Kind.NAMES), None)
    if label is None or not page.has(index + 1) or page.lines[index].bullet:
        return None
    bulleted = page.lines[index + 1].bullet
    number = next((token for token in words if token.type is Type.NUMBER), None)
    says_more = len(words) > 1 + bool(number) and not (bulleted and tokens[-1].type is Type.ASSIGN)
    if says_more or (not bulleted and number is tokens[-1] and Type.ASSIGN in {each.type for each in tokens}):
        return None
    end = index + 1
    while page.has(end) and _is_item(page, end, bulleted=bulleted):
        end += 1
    names = names_in("\n".join(line.text for line in page.lines[index + 1 : end]))
    if not names or (number and not bulleted and len(names) != number.number):
        return None
    return Found(label.value, names, 0, len(page.lines[index].text)), end


def _is_item(page: Page, index: int, *, bulleted: bool) -> bool:
    line, tokens = page.lines[index], page.tokens(index)
    if line.text.endswith(":") or line.heading or bulleted > line.bullet or len(line.text.split()) > MAX_WORDS_OF_ITEM:
        return False
    is_labelled = [token.type for token in tokens[:2]] == [Type.LABEL, Type.ASSIGN]
    return not (is_labelled or page.lone_label(index) or any(page.recognised(index)[:-1]))
