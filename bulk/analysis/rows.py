"""Log-ins without labels: every way to part a line into cells and to give them roles, ranked against each other."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import accumulate, islice, pairwise, takewhile
from typing import NamedTuple

from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.page import Page
from bulk.analysis.shapes import ADDRESS, ENDS, LOGIN, is_known, is_stated, is_strong, kind_of_text, length, shape
from bulk.analysis.vocabulary import PARTING

_ROLE = dict(zip("LPEX", CREDENTIALS, strict=True))
_ORDERS = ("LP", "LPE", "LPEX", "LPX", "LEP", "LEPX", "LPXE", "EXLP")
_SPACED, _GLUED = (
    tuple((mark, frozenset(signs), re.compile(each)) for mark, (signs, each) in PARTING[how].items())
    for how in ("spaced", "glued")
)
_TAB, _CHUNK = re.compile(r"\t+"), re.compile(r"\S+")
_MAX_CELLS, _MAX_CHUNKS, _MAX_START, _MAX_WIDTH = 14, 40, 5, 400
_JOINS = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1))
"""How many cells more the password and the e-mail's password take, that hold the sign which parts cells."""
_WAYS = {
    roles: [
        (one + other, [*accumulate((1 + {"P": one, "X": other}.get(role, 0) for role in roles), initial=0)])
        for one, other in _JOINS
        if "X" in roles or not other
    ]
    for roles in _ORDERS
}
"""{roles: (cells joined to others, where the cell of each role begins, and the end)}"""
_MARKS = re.compile(r"[|;,:]")
_EDGES = "\"'`“”‘’«»,;"
_NUMBERS, _CUT = re.compile(r"[\d./:,-]+"), re.compile(r"[|;](?=[^\W\d])|\.?(?= [A-Z])|,? ")


class Span(NamedTuple):
    name: str
    start: int
    end: int


class Parse(NamedTuple):
    """One way to read a line: credentials with their places, what tells it from others, and its structure."""

    spans: tuple[Span, ...]
    features: list[str]
    key: tuple[str, ...]


class _Cells(NamedTuple):
    mark: str
    spans: list[tuple[int, int]]
    before: str
    after: str


_Cell = tuple[Span, str, list[str]]
"""A cell in a role, without quotes around it: its place, its value, its features."""
_InRole = Callable[[str, int, int], _Cell | None]


class _Roles(NamedTuple):
    """Cells with roles, from the cell `first` on; `joined` more are joined to others, `named` stands before the log-in."""

    text: str
    lexicon: Lexicon
    cells: _Cells
    roles: str
    first: int = 0
    joined: int = 0
    named: str = ""

    @property
    def end(self) -> int:
        return self.first + len(self.roles) + self.joined


def parses(text: str, lexicon: Lexicon, first: int = 0, near: int = -1) -> Iterator[Parse]:
    """Every reading of text[first:] as log-in, password and e-mail in cells of their own; glued signs part the words of a
    line, and the whole line, whose first cell is the log-in, where a label says what it is: the log-in begins at `near`
    or before it."""
    for cells in _partings(text[: first + _MAX_WIDTH], first, near):
        yield from _with_roles(text, cells, lexicon, _MAX_START if near < 0 else 1)
    yield from _two_pairs(text, first, lexicon, near)


def _partings(text: str, first: int, near: int) -> Iterator[_Cells]:
    held = frozenset(text[first:])
    for mark, _, pattern in _GLUED[:3] if near >= 0 else ():
        spans = _split_span(text, first, len(text), pattern)
        if 2 <= len(spans) <= len(_ROLE):
            yield _Cells(f"{mark}whole", spans, "", "")
    for mark, signs, pattern in _SPACED:
        spans = _split_span(text, first, len(text), pattern) if not signs or signs & held else []
        if 2 <= len(spans) <= _MAX_CELLS or (spans and mark == " " and ADDRESS.fullmatch(text[slice(*spans[0])])):
            yield _Cells(mark, spans[:_MAX_CELLS], "", "")
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
                yield _Cells(f"{mark}glued", spans, text[first:start], text[end:])


def _split_span(text: str, start: int, end: int, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    spans, at = [], start
    for sign in islice(pattern.finditer(text, start, end), _MAX_CELLS + 1):
        spans.append(_trim(text, at, sign.start()))
        at = sign.end()
    return [*spans, _trim(text, at, end)] if spans else spans


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    inside = text[start:end].lstrip()
    return end - len(inside), end - len(inside) + len(inside.rstrip())


def _with_roles(text: str, cells: _Cells, lexicon: Lexicon, starts: int) -> Iterator[Parse]:
    spans, count = cells.spans, len(cells.spans)
    is_single = len(cells.mark.removesuffix("glued").removesuffix("whole")) == 1 and cells.mark != " "
    addresses = ["@" in text[slice(*span)] and ADDRESS.search(text, *span) is not None for span in spans]
    possible = _WAYS if any(addresses) else {"LP": _WAYS["LP"]}
    cell_in = cache(partial(_fitting, text, cells.mark, lexicon))  # many orders share their cells
    for first in range(min(count - 1, starts)):
        start, end = spans[first]
        last_blank = max(text.rfind(" ", start, end), start - 1) if first < 2 and cells.mark != " " else start - 1
        named = text[start : last_blank + 1].rstrip()
        if not _may_be_login(text[last_blank + 1 : end], lexicon):
            continue
        for roles, ways in possible.items():
            of_address = roles.find("E") if roles != "LPX" else 0
            for joined, ends in ways if is_single else ways[:1]:
                if first + ends[-1] > count or (of_address >= 0 and not addresses[first + ends[of_address]]):
                    continue
                row = _Roles(text, lexicon, cells, roles, first, joined, named)
                taken = [(spans[first + one][0], spans[first + other - 1][1]) for one, other in pairwise(ends)]
                taken[0] = (last_blank + 1, taken[0][1])
                yield from _check_cells(row, cell_in, taken)
                cuts = () if joined else islice(_CUT.finditer(text, *taken[-1]), 2)  # 'joana / abc#1 - Ouro 2'
                for cut in cuts:
                    yield from _check_cells(row, cell_in, [*taken[:-1], (taken[-1][0], cut.start())])


def _may_be_login(value: str, lexicon: Lexicon) -> bool:
    value = value.strip(_EDGES)
    if "@" in value and ADDRESS.fullmatch(value):
        return True
    is_name = LOGIN.fullmatch(value) and not _NUMBERS.fullmatch(value) and value.lower() not in ("http", "https", "ftp")
    return bool(is_name) and lexicon.label(value) is None


def _check_cells(row: _Roles, cell_in: _InRole, taken: Sequence[tuple[int, int]]) -> Sequence[Parse]:
    """The parse where each cell may be what its role says."""
    text, cells = row.text, row.cells
    in_turn = (cell_in(role, *span) for role, span in zip(row.roles, taken, strict=True))
    read = [cell for cell in takewhile(bool, in_turn) if cell]
    values = [value for _, value, _ in read]
    if len(read) < len(taken) or (row.roles == "LPX" and not ADDRESS.fullmatch(values[0])):
        return ()
    is_own_mail = "E" in row.roles and values[row.roles.index("L")] == values[row.roles.index("E")]
    if len(set(values)) + is_own_mail < len(values) and row.roles != "LP":
        return ()
    behind = [text[start:end] for start, end in cells.spans[row.end :]]
    cut_off = text[taken[-1][1] : cells.spans[row.end - 1][1]].strip()
    parse = _parse(row, read, [cut_off, *behind] if cut_off else behind)
    if row.named:
        sign = "w" if row.named[-1].isalnum() else row.named[-1]
        words = min(len(row.named.split()), 4)
        parse.features.extend((f"R|named={sign}|{words}", f"R|named|{cells.mark}|{row.roles}"))
    if cut_off:
        rest = kind_of_text(cut_off, row.lexicon) if cut_off[0].isalnum() else cut_off[0]
        parse.features.extend((f"R|blank={rest}", "R|blank"))
    return (parse,)


def _fitting(text: str, mark: str, lexicon: Lexicon, role: str, start: int, end: int) -> _Cell | None:
    """The cell where it may be what its role says."""
    start, end = _strip_quotes(text, start, end)
    value = text[start:end]
    tails = (_MARKS.split(text[start + sign.end() :], 1)[0].strip() for sign in _MARKS.finditer(value))
    if any(each and not each.isdigit() and is_known(each, lexicon) for each in tails):  # 'abc#1|Silver 1|NA'
        return None
    is_long = not 3 <= len(value) <= 100 or len(value.split()) > 3 or ("glued" in mark and " " in value)
    is_none = "***" in value or value.startswith("//") or (_NUMBERS.fullmatch(value) and not value.isdigit())
    if (role in "PX" and (is_long or is_none)) or (role == "E" and not ADDRESS.fullmatch(value)):
        return None
    return _cell(text, mark, lexicon, role, start, end)


def _cell(text: str, mark: str, lexicon: Lexicon, role: str, start: int, end: int) -> _Cell:
    value = text[start:end]
    features = [f"R|{role}|{shape(value)}", f"R|{role}|{length(value)}", f"R|{mark}|{role}|{shape(value)}"]
    if is_known(value, lexicon) or lexicon.label(value):
        features.append(f"R|{role}|known")
    elif lexicon.label(ENDS.split(value)[-1]):
        features.append(f"R|{role}|tail")
    if role in "PX":
        features.append(f"R|{role}|strong={is_strong(value)}|{is_stated(value)}")
        if "@" in value and ADDRESS.search(value):
            features.append(f"R|{role}|@")
        if value[-1:] in ":=,.)" or value[:1] in "(":
            features.append(f"R|{role}|end{value[-1]}")
    return Span(_ROLE[role], start, end), value, features


def _strip_quotes(text: str, start: int, end: int) -> tuple[int, int]:
    """Strip the quotes around a cell."""
    if end - start > 2 and text[start] in "\"'`“«" and text[end - 1] in "\"'`”»":
        return start + 1, end - 1
    if end - start > 2 and text[end - 1] == "`" and text[start - 1 : start] == "`":
        return start, end - 1
    return start, end


def _parse(row: _Roles, read: Sequence[_Cell], behind: Sequence[str]) -> Parse:
    text, lexicon, cells, roles, first, joined, _ = row
    mark, values = cells.mark, [value for _, value, _ in read]
    features = [f"R|{mark}|{roles}|k{first}", f"R|{mark}|{roles}|n{min(len(cells.spans), 8)}"]
    features += (f"R|{roles}|k{first}", f"R|{mark}")
    for _, _, own in read:
        features += own
    if joined:
        features += (f"R|join{joined}|{mark}", f"R|join|{shape(values[-1])}")
    known = sum(is_known(each, lexicon) or each.isdigit() for each in behind)
    features.append(f"R|rest{min(len(behind), 4)}|{known * 2 >= len(behind)}|{mark}")
    if behind:
        kind = kind_of_text(behind[0], lexicon)
        features += (f"R|next={kind}|{roles}", f"R|next={kind}|{mark}")
    features += (f"R|bef={_outside(cells.before, lexicon)}|{mark}", f"R|aft={_outside(cells.after, lexicon)}|{mark}")
    if first:
        features.append(f"R|pre={kind_of_text(text[slice(*cells.spans[first - 1])], lexicon)}|{mark}")
    form = "word" if values[0].isalpha() else "addr" if shape(values[0]) == "addr" else "mixed"
    features.append(f"R|{roles}|login={form}|{is_strong(values[1])}")
    return Parse(tuple([span for span, _, _ in read]), features, (mark, roles, str(first)))


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


_PAIR = re.compile(r"([^\s:;|,]{3,80}):([^\s|;,]{3,80})")


def _two_pairs(text: str, first: int, lexicon: Lexicon, near: int) -> Iterator[Parse]:
    """'joana:abc#1 | joana@example.com:xyz#9': the e-mail's pair behind the account's."""
    for one, other in pairwise(islice(_PAIR.finditer(text, first, first + _MAX_WIDTH) if "@" in text else (), 6)):
        if 0 <= near < one.start():
            break
        between = text[one.end() : other.start()]
        if len(between.strip()) <= 3 and ADDRESS.fullmatch(other[1]) and _may_be_login(one[1], lexicon):
            spans = [one.span(1), one.span(2), other.span(1), other.span(2)]
            cells = _Cells(f"2:{between.strip()[:1] or ' '}", spans, text[first : one.start()], text[other.end() :])
            read = [_cell(text, cells.mark, lexicon, role, *span) for role, span in zip("LPEX", spans, strict=True)]
            yield _parse(_Roles(text, lexicon, cells, "LPEX"), read, [])


def find_stacks(page: Page, first: int) -> Iterator[tuple[Parse, list[tuple[int, int, int]]]]:
    """The lines below each other from `first`, a word each, as the cells of a row; with (line, start, end) of each."""
    if not page.is_one_word(first):
        return
    lines = [first]
    while len(lines) < len(_ROLE) and page.has(lines[-1] + 1) and page.is_one_word(lines[-1] + 1):
        lines.append(lines[-1] + 1)
    if len(lines) < 2:
        return
    texts = [page.lines[line].text for line in lines]
    starts, joined = [*accumulate((len(text) + 1 for text in texts[:-1]), initial=0)], "\t".join(texts)
    cells = _split_span(joined, 0, len(joined), _TAB)
    parses = _with_roles(joined, _Cells("tab", cells, "", ""), page.lexicon, 1) if len(cells) <= _MAX_CELLS else ()
    for parse in parses:
        features = [each.replace("R|tab", "R|below") for each in parse.features]
        places = []
        for span in parse.spans:
            at = max(place for place, start in enumerate(starts) if start <= span.start)
            places.append((lines[at], span.start - starts[at], span.end - starts[at]))
        features.append(f"R|below|lines{len(lines)}|{parse.key[1]}")
        yield Parse(parse.spans, features, ("below", parse.key[1], "0")), places
