"""Rows under a header, or columns beside one, however they are parted: Markdown, CSV, tabs, columns of blanks."""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from bulk.analysis.fields import CREDENTIALS, Kind
from bulk.analysis.folding import fold_label
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Type, lex
from bulk.analysis.reading import Line
from bulk.analysis.shapes import ADDRESS, LOGIN, is_stated
from bulk.analysis.vocabulary import ACCOUNT, DIVISION_WORDS, NO, OTHER, YES, pattern

MIN_COLUMNS, MIN_LYING_CELLS, MIN_LYING_ROWS, MAX_LYING_ROWS = 2, 3, 3, 40
DIVISION = "DIVISION"
_FORMAT = pattern("format")
"""What a header may be announced with: 'Formato: login:senha:email'."""
_BRACKETS = "[]"
_BRACKETED = re.compile(r"[(\[{<](.*)[)\]}>]")
_BETWEEN = re.compile(r"[)\]}>]\s*[|,;:]?\s*[(\[{<]")
_VALUES = frozenset({Type.NUMBER, Type.PERCENT, Type.TIER, Type.SERVER, Type.PLATFORM, Type.MARK})
_QUOTED = re.compile(r'"[^"]*"')
_PLAIN = re.compile(r"\d[\d.,\s]*[kKmM]?|[^\W\d]+(?: ?\w+)?")


class _Row(NamedTuple):
    """(column's field, cell) in the order of the columns; `line` as pasted."""

    line: int
    cells: Sequence[tuple[str, str]]


def without_tables(lines: Sequence[Line], lexicon: Lexicon) -> Iterator[Line]:
    """The lines, each row of a table as lines of label and value."""
    index = 0
    while index < len(lines):
        rows, end = _standing(lines, index, lexicon) or _lying(lines, index, lexicon) or ([], index + 1)
        for row in rows:
            yield from _said(row, lexicon)
        if not rows:
            yield lines[index]
        index = end


def _said(row: _Row, lexicon: Lexicon) -> Iterator[Line]:
    names = {name for name, _ in row.cells}
    has_password = any(name == "password" and is_stated(cell) for name, cell in row.cells)
    opens = True
    for name, cell in row.cells:
        if not (name == ACCOUNT and "login" in names):
            label = name.removeprefix(OTHER)
            if name == label:
                label = lexicon.spelling("login" if name == ACCOUNT and has_password else name)
            yield Line(row.line, f"{label}: {cell}" if label else cell, apart=opens, row=opens, whole=True)
            opens = False


def _split(line: Line, mark: str) -> list[str]:
    """The cells of a line, parted by a sign."""
    if mark == _BRACKETS:
        inside = _BRACKETED.fullmatch(line.text.strip())
        return [cell.strip() for cell in _BETWEEN.split(inside[1])] if inside else [line.text]
    if mark == "|":
        return list(line.cells) or [cell.strip() for cell in re.split(r"\s*[|│║┃]\s*", line.text.strip("|│║┃ "))]
    if mark == "  ":
        return [cell.strip() for cell in re.split(r"\s{2,}|\t", line.text)]
    if mark in ",;\t" and re.search(rf'(?:^|{mark})\s*"(?:[^"]|"")*"\s*(?:{mark}|$)', line.text):
        return [cell.strip() for cell in next(csv.reader([line.text], delimiter=mark, skipinitialspace=True))]
    cells = [cell.strip() for cell in line.text.split(mark)]
    return [each[1:-1] if mark in ",;\t" and _QUOTED.fullmatch(each) else each for each in cells]


_Rows = tuple[list[_Row], int]
"""The rows of a table, and the index of the line behind it."""


def _standing(lines: Sequence[Line], index: int, lexicon: Lexicon) -> _Rows | None:
    for mark in _marks(lines[index]):
        header = _split(replace(lines[index], text=_FORMAT.sub("", lines[index].text)), mark)
        columns = _columns(header, lexicon)
        is_glued = "password" in columns and " " not in lines[index].text
        if not columns or (mark in ":/" and not is_glued and not set(columns) <= set(CREDENTIALS)):
            continue
        found = [*takewhile(bool, (_row(line, mark, columns, lexicon) for line in lines[index + 1 :]))]
        if found:
            return [row for row in found if row], index + 1 + len(found)
    return None


def _lying(lines: Sequence[Line], index: int, lexicon: Lexicon) -> _Rows | None:
    """'| Login | joana | ana |' over '| Senha | abc#1 | xyz#9 |': labels in the first cells, an account a column."""
    for mark in _marks(lines[index]):
        width = len(_split(lines[index], mark))
        below = lines[index : index + MAX_LYING_ROWS] if width >= MIN_LYING_CELLS and mark not in ":/" else []
        rows: list[list[str]] = []
        for line in below:
            cells = _split(line, mark)
            if len(cells) != width:
                break
            rows.append(cells)
        columns = _columns([cells[0] for cells in rows], lexicon)
        of_account = {"login", "email_login", *(ACCOUNT,) * (columns[:1] == [ACCOUNT])}
        if len(rows) < MIN_LYING_ROWS or of_account.isdisjoint(columns):
            continue
        if all(_is_value(name, cell, lexicon) for name, cells in zip(columns, rows, strict=True) for cell in cells[1:]):
            accounts = [*zip(*rows, strict=True)][1:]
            return [_Row(lines[index].number, _named(columns, each)) for each in accounts], index + len(rows)
    return None


def _is_value(name: str, cell: str, lexicon: Lexicon) -> bool:
    """Whether a cell says what its label announces, and nothing that another one would."""
    if name.startswith(OTHER):
        return True
    if name in (*CREDENTIALS, ACCOUNT):
        shape = LOGIN if name.endswith("login") else None
        return is_stated(cell) and lexicon.label(cell) is None and (shape is None or bool(shape.fullmatch(cell)))
    return any(token.type in _VALUES or token.folded in YES | NO for token in lex(cell, lexicon))


def _marks(line: Line) -> list[str]:
    """The signs that may part a line into cells."""
    if line.cells:
        return ["|"]
    brackets = [_BRACKETS] if _BETWEEN.search(line.text) else []
    return [*brackets, *(mark for mark in ("|", "\t", ";", ",", " - ", " / ", "  ", ":", "/") if mark in line.text)]


def _columns(header: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The field of each column, OTHER and what it is called for one that is none; [] when this is no header."""
    if len(header) < MIN_COLUMNS or any(re.search(r"\d{2,}|@|:$", cell) for cell in header):
        return []
    columns = [lexicon.label(cell) or "" for cell in header]
    columns = [
        "email_login" if name == "email_password" and re.search(r"\w\s?[:/|]\s?\w", cell) else name
        for name, cell in zip(columns, header, strict=True)
    ]  # 'mail:pass' holds both
    for place in range(1, len(columns)):
        if fold_label(header[place]) in DIVISION_WORDS and lexicon.kind_of(columns[place - 1]) is Kind.RANK:
            columns[place] = DIVISION
    known = [name for name in columns if name]
    ours = [name for name in known if lexicon.kind_of(name) is not None or name == ACCOUNT]
    if len(ours) < MIN_COLUMNS or len(known) * 2 < len(header) or len(set(ours)) < len(ours):
        return []
    return [name if name and name != OTHER else OTHER + cell for name, cell in zip(columns, header, strict=True)]


def _row(line: Line, mark: str, columns: Sequence[str], lexicon: Lexicon) -> _Row | None:
    cells = _split(line, mark)
    if line.heading or len(cells) < MIN_COLUMNS or (line.apart and len(cells) != len(columns)):
        return None
    if _columns(cells, lexicon):  # another header
        return None
    if len(cells) > len(columns):
        cells = _fitted(cells, mark, columns)
    return _Row(line.number, _named(columns, cells)) if len(cells) * 2 >= len(columns) else None


def _named(columns: Sequence[str], cells: Sequence[str]) -> list[tuple[str, str]]:
    """Cells under their columns' names, a division with the tier before it."""
    named: list[tuple[str, str]] = []
    for name, cell in zip(columns, cells, strict=False):
        if name == DIVISION and named and cell:
            named[-1] = (named[-1][0], f"{named[-1][1]} {cell}")
        elif name and name != DIVISION and cell:
            named.append((name, cell))
    return named


def _fitted(cells: list[str], mark: str, columns: Sequence[str]) -> list[str]:
    """Too many cells, because one of them holds the sign that parts them: the joining that fits the columns best."""
    extra = len(cells) - len(columns)
    joiner = mark if mark.strip() else " "
    joined = (
        [*cells[:at], joiner.join(cells[at : at + extra + 1]), *cells[at + extra + 1 :]] for at in range(len(columns))
    )
    return max(joined, key=lambda candidate: sum(map(_fits, columns, candidate)))


def _fits(name: str, cell: str) -> int:
    """How well a cell reads as what its column holds; in a log-in or an address nothing is joined."""
    if name == "email_login":
        return 2 * bool(ADDRESS.fullmatch(cell))
    if name == "login":
        return int(not re.search(r"[;|\t]", cell))
    return int(bool(name) and name not in CREDENTIALS and bool(_PLAIN.fullmatch(cell)))
