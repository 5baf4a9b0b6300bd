"""Log-ins without labels: every way to part a line into cells and to give them roles, ranked against each other."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from bulk.analysis.choose import Parts, summed
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.folding import cache_for_reading
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.page import Page
from bulk.analysis.shapes import ADDRESS, ENDS, LOGIN, is_known, is_stated, is_strong, kind_of_text, length, shape
from bulk.analysis.vocabulary import PARTING

_ROLE = dict(zip("LPEX", CREDENTIALS, strict=True))
_ORDERS = ("LP", "LPE", "LPEX", "LPX", "LEP", "LEPX", "LPXE", "EXLP")
_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))
_SPACED, _GLUED = (
    tuple((mark, frozenset(signs or _BLANKS), re.compile(each)) for mark, (signs, each) in PARTING[how].items())
    for how in ("spaced", "glued")
)
_TAB, _CHUNK = re.compile(r"\t+"), re.compile(r"\S+")
_MAX_CELLS, _MAX_CHUNKS, _MAX_START, _MAX_WIDTH = 14, 40, 5, 400
_JOINS = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1))
"""How many cells more the password and the e-mail's password take, that hold the sign which parts cells."""


@lru_cache(maxsize=4_096)
def _ways(first: int, addresses: tuple[bool, ...], may_join: bool) -> list[tuple[str, int, list[tuple[int, int]], int]]:
    """(roles, cells joined to others, the first and the last cell of each role, the cell behind) of each way to give cells
    roles from the first on, an address where one belongs."""
    ways = []
    for roles in _ORDERS if any(addresses) else _ORDERS[:1]:
        of_address = roles.find("E") if roles != "LPX" else 0
        for one, other in [each for each in _JOINS if "X" in roles or not each[1]][: None if may_join else 1]:
            ends = [*accumulate((1 + {"P": one, "X": other}.get(role, 0) for role in roles), initial=first)]
            places = [(start, end - 1) for start, end in pairwise(ends)]
            if ends[-1] <= len(addresses) and (of_address < 0 or addresses[places[of_address][0]]):
                ways.append((roles, one + other, places, ends[-1]))
    return ways


_MARKS = re.compile(r"[|;,:]")
_EDGES = "\"'`“”‘’«»,;"
_NUMBERS, _CUT = re.compile(r"[\d./:,$€£-]+"), re.compile(r"[|;](?=[^\W\d])|\.?(?= [A-Z€$£])|,? ")


class Placed(NamedTuple):
    """A credential of a line: which one, and where its value stands."""

    name: str
    line: int
    start: int
    end: int


class Parse(NamedTuple):
    """One way to read a line: credentials with their places, what tells it from others, and its structure."""

    placed: tuple[Placed, ...]
    features: Parts
    key: tuple[str, ...]


class _Cells(NamedTuple):
    """A line in cells: the sign that parts them, the text around them, and how many `lines` they are below each other."""

    mark: str
    spans: list[tuple[int, int]]
    around: tuple[str, ...] = ("", "")
    lines: int = 0


_Cell = tuple[Placed, str, tuple[str, ...]]
"""A cell in a role, without quotes around it: its place, its value, what its features are told by: role, shape and so on."""


def parses(text: str, lexicon: Lexicon, line: int = 0, first: int = 0, near: int = -1) -> Iterator[Parse]:
    """Every reading of text[first:] as log-in, password and e-mail in cells of their own; glued signs part the words of a
    line, and the whole line, whose first cell is the log-in, where a label says what it is: the log-in begins at `near`
    or before it."""
    rows = _Rows(text, lexicon, line)
    for cells in _partings(text[: first + _MAX_WIDTH], first, near):
        yield from rows.with_roles(cells, _MAX_START if near < 0 else 1)


def _partings(text: str, first: int, near: int) -> Iterator[_Cells]:
    held = frozenset(text[first:])
    for mark, _, pattern in _GLUED[:3] if near >= 0 else ():
        spans = _split_span(text, first, len(text), pattern)
        if 2 <= len(spans) <= len(_ROLE):
            yield _Cells(f"{mark}whole", spans)
    for mark, signs, pattern in _SPACED:
        spans = _split_span(text, first, len(text), pattern) if signs & held else []
        if 2 <= len(spans) <= _MAX_CELLS or (spans and mark == " " and ADDRESS.fullmatch(text[slice(*spans[0])])):
            yield _Cells(mark, spans[:_MAX_CELLS])
    glued = [(mark, pattern) for mark, signs, pattern in _GLUED if signs & held]
    for chunk in islice(_CHUNK.finditer(text, first), _MAX_CHUNKS if glued else 0):
        start, end = chunk.span()
        if 0 <= near < start:
            break
        if end - start < 7 or chunk.group().isalnum():
            continue
        while start < end and text[start] in "\"'`“‘«([{":
            start += 1
        while end > start and text[end - 1] in ",;\"'`”’»":
            end -= 1
        for mark, pattern in glued:
            spans = _split_span(text, start, end, pattern) if mark[:3] in chunk.group() else []
            if 2 <= len(spans) <= _MAX_CELLS:
                yield _Cells(f"{mark}glued", spans, (text[first:start], text[end:]))


def _split_span(text: str, start: int, end: int, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    spans, at = [], start
    for sign in islice(pattern.finditer(text, start, end), _MAX_CELLS + 1):
        spans.append(_trim(text, at, sign.start()))
        at = sign.end()
    return [*spans, _trim(text, at, end)] if spans else spans


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    inside = text[start:end].lstrip()
    return end - len(inside), end - len(inside) + len(inside.rstrip())


@cache_for_reading
def _may_be_login(value: str, lexicon: Lexicon) -> bool:
    value = value.strip(_EDGES)
    if "@" in value and ADDRESS.fullmatch(value):
        return True
    is_name = LOGIN.fullmatch(value) and not _NUMBERS.fullmatch(value) and value.lower() not in ("http", "https", "ftp")
    return bool(is_name) and lexicon.label(value) is None


def _may_be_row(roles: str, values: Sequence[str]) -> bool:
    if roles == "LPX" and not ADDRESS.fullmatch(values[0]):
        return False
    is_own_mail = "E" in roles and values[roles.index("L")] == values[roles.index("E")]
    return roles == "LP" or len(set(values)) + is_own_mail >= len(values)


class _Rows:
    """The rows that a line may be read as; the ways to part it share their cells."""

    def __init__(self, text: str, lexicon: Lexicon, line: int) -> None:
        self._text, self._lexicon, self._line = text, lexicon, line
        self._cells: dict[tuple[str, int, int], _Cell | None] = {}

    def with_roles(self, cells: _Cells, starts: int) -> Iterator[Parse]:
        text, spans, count = self._text, cells.spans, len(cells.spans)
        is_single = len(cells.mark.removesuffix("glued").removesuffix("whole")) == 1 and cells.mark != " "
        addresses = tuple([text.find("@", *span) >= 0 and bool(ADDRESS.search(text, *span)) for span in spans])
        for first in range(min(count - 1, starts)):
            start, end = spans[first]
            last_blank = max(text.rfind(" ", start, end), start - 1) if first < 2 and cells.mark != " " else start - 1
            if not _may_be_login(text[last_blank + 1 : end], self._lexicon):
                continue
            named = text[start : last_blank + 1].rstrip()
            for roles, joined, places, behind in _ways(first, addresses, is_single):
                *taken, (begin, stop) = [(spans[one][0], spans[other][1]) for one, other in places]
                taken[0] = (last_blank + 1, taken[0][1])
                before = [cell for at, span in enumerate(taken) if (cell := self._cell_in(roles[at], *span))]
                if len(before) < len(taken):
                    continue
                cuts = islice(_CUT.finditer(text, begin, stop), 0 if joined else 2)
                for at in (stop, *(cut.start() for cut in cuts)):  # 'joana / abc#1 - Ouro 2'
                    last = self._cell_in(roles[-1], begin, at)
                    if last and _may_be_row(roles, [value for _, value, _ in (*before, last)]):
                        rest = [text[at:stop].strip(), *(text[one:other] for one, other in spans[behind:])]
                        yield self._parse(cells, roles, [*before, last], rest, first, joined, named)

    def _cell_in(self, role: str, start: int, end: int) -> _Cell | None:
        """The cell where it may be what its role says."""
        key = (role, start, end)
        if key not in self._cells:
            start, end = _strip_quotes(self._text, start, end)
            self._cells[key] = self._cell(role, start, end) if self._fits(role, start, end) else None
        return self._cells[key]

    def _fits(self, role: str, start: int, end: int) -> bool:
        value = self._text[start:end]
        if role in "PX":
            is_long = not 3 <= len(value) <= 100 or len(value.split()) > 3
            is_told = " " in value and is_known(value, self._lexicon)  # 'Gold 2'
            is_number = _NUMBERS.fullmatch(value) and not value.isdigit()
            if is_long or is_told or is_number or "***" in value or value[:2] == "//":
                return False
        elif role == "E" and not ADDRESS.fullmatch(value):
            return False
        for sign in _MARKS.finditer(value):
            tail = _MARKS.split(self._text[start + sign.end() :], 1)[0].strip()
            if tail and not tail.isdigit() and is_known(tail, self._lexicon):  # 'abc#1|Silver 1|NA'
                return False
        return True

    def _cell(self, role: str, start: int, end: int) -> _Cell:
        value, label = self._text[start:end], self._lexicon.label
        is_name = is_known(value, self._lexicon) or label(value)
        told = [role, shape(value), length(value), "known" if is_name else "tail" if label(ENDS.split(value)[-1]) else ""]
        if role in "PX":
            told.append(f"strong={is_strong(value)}|{is_stated(value)}")
            told.append("@" * ("@" in value and bool(ADDRESS.search(value))))
            told.append(f"end{value[-1]}" if value[-1:] in ":=,.)" or value[:1] in "(" else "")
        return Placed(_ROLE[role], self._line, start, end), value, tuple(told)

    def _parse(
        self, cells: _Cells, roles: str, read: Sequence[_Cell], rest: Sequence[str], first: int, joined: int, named: str
    ) -> Parse:
        """Cells read in roles from `first` on; `rest`: what is cut off the last, the cells behind; `named`: before the log-in."""
        lexicon, mark, sign = self._lexicon, cells.mark, "below" if cells.lines else cells.mark
        (_, login, (_, shaped, *_)), (_, password, _), cut_off = read[0], read[1], rest[0]
        form = "word" if login.isalpha() else "addr" if shaped == "addr" else "mixed"
        parts = [_of_cells(sign, roles, first, min(len(cells.spans), 8), cells.lines, form, is_strong(password))]
        parts += [_of_cell(sign, *told) for _, _, told in read]
        behind, last = rest if cut_off else rest[1:], read[-1][2][1] if joined else ""
        is_all = sum([is_known(each, lexicon) or each.isdigit() for each in behind]) * 2 >= len(behind)
        kind = kind_of_text(behind[0], lexicon) if behind else ""
        cut = (kind if cut_off[0].isalnum() else cut_off[0]) if cut_off else ""
        parts.append(_of_rest(mark, roles, joined, last, min(len(behind), 4), is_all, kind, cut))
        above = kind_of_text(self._text[slice(*cells.spans[first - 1])], lexicon) if first else None
        words = ("w" if named[-1].isalnum() else named[-1], min(len(named.split()), 4)) if named else ("", 0)
        parts.append(_of_sides(mark, roles, above, *words, *(_outside(each, lexicon) for each in cells.around)))
        return Parse(tuple([placed for placed, _, _ in read]), Parts(parts), (sign, roles, str(first)))


@summed
def _of_cell(sign: str, role: str, form: str, size: str, *told: str) -> list[str]:
    features = [f"R|{role}|{form}", f"R|{role}|{size}", f"R|{sign}|{role}|{form}"]
    return [*features, *(f"R|{role}|{each}" for each in told if each)]


@summed
def _of_cells(sign: str, roles: str, first: int, count: int, lines: int, form: str, strong: bool) -> list[str]:
    features = [f"R|{sign}|{roles}|k{first}", f"R|{sign}|{roles}|n{count}", f"R|{roles}|k{first}", f"R|{sign}"]
    features += (f"R|below|lines{lines}|{roles}",) if lines else ()
    return [*features, f"R|{roles}|login={form}|{strong}"]


@summed
def _of_rest(mark: str, roles: str, joined: int, last: str, count: int, known: bool, kind: str, cut: str) -> list[str]:
    features = [f"R|rest{count}|{known}|{mark}", *((f"R|join{joined}|{mark}", f"R|join|{last}") if joined else ())]
    features += (f"R|next={kind}|{roles}", f"R|next={kind}|{mark}") if count else ()
    return [*features, *((f"R|blank={cut}", "R|blank") if cut else ())]


@summed
def _of_sides(mark: str, roles: str, above: str | None, sign: str, words: int, *sides: str) -> list[str]:
    features = [f"R|{side}={kind}|{mark}" for side, kind in zip(("bef", "aft"), sides, strict=True)]
    features += () if above is None else (f"R|pre={above}|{mark}",)
    return [*features, *((f"R|named={sign}|{words}", f"R|named|{mark}|{roles}") if words else ())]


def _strip_quotes(text: str, start: int, end: int) -> tuple[int, int]:
    """Strip the quotes around a cell."""
    if end - start > 2 and text[start] in "\"'`“«" and text[end - 1] in "\"'`”»":
        return start + 1, end - 1
    if end - start > 2 and text[end - 1] == "`" and text[start - 1 : start] in ("", "`"):
        return start, end - 1
    return start, end


@cache_for_reading
def _outside(text: str, lexicon: Lexicon) -> str:
    """The kind of text around a joined pair: nothing, a bar, something known, words."""
    text = text.strip()
    if not text:
        return ""
    sign = "" if text[0].isalnum() else text[0] if text[0] in "|-,;/([:=" else "*"
    inner = text.strip(" |-–—,;/()[]:•·>»→*")
    if not inner:
        return f"{sign}0"
    known = is_known(re.split(r"\s*[|,;/•·]\s*|\s-\s", inner)[0], lexicon)
    return f"{sign}{'known' if known else 'words'}"


def find_stacks(page: Page, first: int) -> Iterator[Parse]:
    """The lines below each other from `first`, a word each, as the cells of a row."""
    if not page.is_one_word(first):
        return
    lines = [first]
    while len(lines) < len(_ROLE) and page.has(lines[-1] + 1) and page.is_one_word(lines[-1] + 1):
        lines.append(lines[-1] + 1)
    if len(lines) < 2:
        return
    texts = [page.lines[line].text for line in lines]
    starts, joined = [*accumulate((len(text) + 1 for text in texts[:-1]), initial=0)], "\t".join(texts)
    cells = _Cells("tab", _split_span(joined, 0, len(joined), _TAB), lines=len(lines))
    parses = _Rows(joined, page.lexicon, 0).with_roles(cells, 1) if len(cells.spans) <= _MAX_CELLS else ()
    for parse in parses:
        places = [(bisect_right(starts, each.start) - 1, each) for each in parse.placed]
        placed = [Placed(name, lines[at], start - starts[at], end - starts[at]) for at, (name, _, start, end) in places]
        yield parse._replace(placed=tuple(placed))
