"""Rows under a header, or columns beside one, however they are parted: Markdown, CSV, tabs, columns of blanks."""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bulk.analysis.fields import CREDENTIALS, Kind
from bulk.analysis.folding import fold_label
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Type, lex
from bulk.analysis.reading import Line
from bulk.analysis.shapes import ADDRESS, LOGIN, is_stated
from bulk.analysis.vocabulary import ACCOUNT, NO, YES

MIN_COLUMNS = 2
MIN_LYING_CELLS = 3
MIN_LYING_ROWS = 3
MAX_LYING_ROWS = 40
DIVISION = "DIVISION"
DIVISION_HEADINGS = frozenset({"div", "divisao", "division"})
_GLUED = ":;|/"
_CHUNK = re.compile(r"(\S+)\s+(?:[|/•·\-–—]\s+|(?=[(\[{]))(.+)")
_FORMAT = re.compile(
    r"^(?:formato?|ordem|order|modelo|padr[aã]o|layout)(?:\s*/\s*\w+)?\s*(?:[:=]|[-=]+>|[-–—→»])\s*", re.IGNORECASE
)
"""What a header may be announced with: 'Formato: login:senha:email'."""
_BRACKETS = "[]"
_BRACKETED = re.compile(r"[(\[{<](.*)[)\]}>]")
_BETWEEN = re.compile(r"[)\]}>]\s*[|,;:]?\s*[(\[{<]")
_VALUES = frozenset({Type.NUMBER, Type.PERCENT, Type.TIER, Type.SERVER, Type.PLATFORM, Type.MARK})
_NUMBER = re.compile(r"\d[\d.,\s]*[kKmM]?")


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: (column's field, cell) in the order of the columns; `line` as pasted, `rest` what stands behind them."""

    line: int
    text: str
    cells: tuple[tuple[str, str], ...]
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """`first` and `end` are indices into the lines: the header and what follows the last row."""

    first: int
    end: int
    rows: tuple[TableRow, ...]


class _Parting:
    """One way of cutting a line into cells."""

    def __init__(self, mark: str) -> None:
        self.mark = mark

    def split(self, line: Line) -> list[str]:
        if self.mark == _BRACKETS:
            inside = _BRACKETED.fullmatch(line.text.strip())
            return [cell.strip() for cell in _BETWEEN.split(inside[1])] if inside else [line.text]
        if self.mark == "|":
            if line.cells:
                return list(line.cells)
            return [cell.strip() for cell in re.split(r"\s*[|│║┃]\s*", line.text.strip("|│║┃ "))]
        if self.mark == "  ":
            return [cell.strip() for cell in re.split(r"\s{2,}|\t", line.text)]
        if self.mark in ",;\t" and re.search(rf'(?:^|{self.mark})\s*"(?:[^"]|"")*"\s*(?:{self.mark}|$)', line.text):
            reader = csv.reader([line.text], delimiter=self.mark, skipinitialspace=True)
            return [cell.strip() for cell in next(reader)]
        return [cell.strip().strip('"') if self.mark in ",;\t" else cell.strip() for cell in line.text.split(self.mark)]


def table_at(lines: Sequence[Line], index: int, lexicon: Lexicon) -> Table | None:
    """The table that begins at `index`, if one does: under its header, or beside it."""
    return _standing(lines, index, lexicon) or _lying(lines, index, lexicon)


def _standing(lines: Sequence[Line], index: int, lexicon: Lexicon) -> Table | None:
    for parting in _partings(lines[index]):
        header = parting.split(replace(lines[index], text=_FORMAT.sub("", lines[index].text)))
        columns = _columns(header, lexicon)
        if not columns or (parting.mark in ":/" and not _is_row_below(lines, index, parting, columns, lexicon)):
            continue
        rows = []
        end = index + 1
        while end < len(lines):
            row = _row(lines[end], parting, columns)
            if row is None:
                break
            rows.append(row)
            end += 1
        if rows:
            return Table(index, end, tuple(rows))
    return None


def _is_row_below(
    lines: Sequence[Line], index: int, parting: _Parting, columns: Sequence[str], lexicon: Lexicon
) -> bool:
    """Whether what such a common sign parts is a header: it names credentials alone, or all that the next line holds."""
    if all(name in CREDENTIALS for name in columns):
        return True
    cells = parting.split(lines[index + 1]) if index + 1 < len(lines) else []
    fit = len(cells) == len(columns) >= MIN_LYING_CELLS
    return fit and all(_is_value(name, cell, lexicon) for name, cell in zip(columns, cells, strict=True))


def _lying(lines: Sequence[Line], index: int, lexicon: Lexicon) -> Table | None:
    """'| Login | joana | ana |' over '| Senha | abc#1 | xyz#9 |': labels in the first cells, an account a column."""
    for parting in _partings(lines[index]):
        first = parting.split(lines[index])
        if len(first) < MIN_LYING_CELLS or parting.mark in ":/" or not lexicon.heading(first[0]):
            continue
        rows = _alike(lines[index : index + MAX_LYING_ROWS], parting)
        columns = _accounts(rows, lexicon) if len(rows) >= MIN_LYING_ROWS else []
        if columns:
            read = (TableRow(lines[index].number, " | ".join(cell for _, cell in cells), cells) for cells in columns)
            return Table(index, index + len(rows), tuple(read))
    return None


def _alike(lines: Sequence[Line], parting: _Parting) -> list[list[str]]:
    """The cells of the first lines, as long as there are as many of them and the first one is another."""
    rows: list[list[str]] = []
    labels: set[str] = set()
    for line in lines:
        cells = parting.split(line)
        if line.heading or len(cells) < MIN_LYING_CELLS or (rows and len(cells) != len(rows[0])) or cells[0] in labels:
            break
        rows.append(cells)
        labels.add(cells[0])
    return rows


def _accounts(rows: Sequence[Sequence[str]], lexicon: Lexicon) -> list[tuple[tuple[str, str], ...]]:
    """The (field, cell) of each column behind the first, [] where these are no accounts side by side."""
    titled = [(lexicon.heading(label) or "", cells) for label, *cells in rows]
    names = {name for name, _ in titled}
    has_login = bool(names & {"login", "email_login"})
    ours = [
        (name, cells)
        for name, cells in titled
        if lexicon.kind_of(name) is not None or (name == ACCOUNT and not has_login)
    ]
    told = [name for name, _ in ours]
    is_headed = has_login or titled[0][0] == ACCOUNT
    if len(told) < MIN_LYING_ROWS or len(set(told)) < len(told) or len(told) * 3 < len(titled) * 2 or not is_headed:
        return []
    if not all(_is_value(name, cell, lexicon) for name, cells in ours for cell in cells):
        return []
    return [tuple(zip(told, column, strict=True)) for column in zip(*(cells for _, cells in ours), strict=True)]


def _is_value(name: str, cell: str, lexicon: Lexicon) -> bool:
    """Whether a cell says what its label announces, and nothing that another one would."""
    if name in (*CREDENTIALS, ACCOUNT):
        shape = LOGIN if name.endswith("login") else None
        return is_stated(cell) and lexicon.label(cell) is None and (shape is None or bool(shape.fullmatch(cell)))
    return any(token.type in _VALUES or token.folded in YES | NO for token in lex(cell, lexicon))


def _partings(line: Line) -> Iterator[_Parting]:
    if line.cells:
        yield _Parting("|")
        return
    if _BETWEEN.search(line.text):
        yield _Parting(_BRACKETS)
    for mark in ("|", "\t", ";", ",", " - ", " / ", "  ", ":", "/"):
        if mark in line.text:
            yield _Parting(mark)


def _columns(header: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The field of each column, "" for one of no interest; [] when this is no header."""
    if len(header) < MIN_COLUMNS or any(re.search(r"\d{2,}|@|:$", cell) for cell in header):
        return []
    columns = [lexicon.heading(cell) or "" for cell in header]
    columns = [
        "email_login" if name == "email_password" and re.search(r"\w\s?[:/|]\s?\w", cell) else name
        for name, cell in zip(columns, header, strict=True)
    ]  # 'mail:pass' holds both
    for place in range(1, len(columns)):
        if fold_label(header[place]) in DIVISION_HEADINGS and lexicon.kind_of(columns[place - 1]) is Kind.RANK:
            columns[place] = DIVISION
    known = [name for name in columns if name]
    ours = [name for name in known if lexicon.kind_of(name) is not None or name == ACCOUNT]
    if len(ours) < MIN_COLUMNS or len(known) * 2 < len(header) or len(set(ours)) < len(ours):
        return []
    return columns


def _parted(text: str) -> tuple[str, str]:
    """What is glued together at the start of a row, and what is said behind it: 'joana:abc#1 | 30 skins'."""
    chunk = _CHUNK.match(text)
    return (chunk[1], chunk[2]) if chunk else (text, "")


def _row(line: Line, parting: _Parting, columns: Sequence[str]) -> TableRow | None:
    chunk, rest = _parted(line.text) if parting.mark in _GLUED and set(columns) <= set(CREDENTIALS) else (line.text, "")
    cells = parting.split(replace(line, text=chunk))
    if line.heading or len(cells) < MIN_COLUMNS or (line.apart and len(cells) != len(columns)):
        return None
    if len(cells) > len(columns):
        cells = _fitted(cells, parting.mark, columns)
    if len(cells) * 2 < len(columns):
        return None
    return TableRow(line.number, line.text, tuple(_named(columns, cells)), rest)


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
    candidates: list[list[str]] = [
        [*cells[:at], joiner.join(cells[at : at + extra + 1]), *cells[at + extra + 1 :]] for at in range(len(columns))
    ]
    return max(candidates, key=lambda candidate: sum(map(_fits, columns, candidate)))


def _fits(name: str, cell: str) -> int:
    """How well a cell reads as what its column holds; in a log-in or an address nothing is joined."""
    if name == "email_login":
        return 2 * bool(ADDRESS.fullmatch(cell))
    if name == "login":
        return int(not re.search(r"[;|\t]", cell))
    if name in CREDENTIALS or not name:
        return 0
    return int(bool(_NUMBER.fullmatch(cell)) or bool(re.fullmatch(r"[^\W\d]+(?: ?\w+)?", cell)))
