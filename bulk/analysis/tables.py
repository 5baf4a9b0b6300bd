"""Rows under a header, however they are parted: Markdown, CSV, tabs, columns of blanks."""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bulk.analysis.credentials.shape import ADDRESS
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.reading import Line
from bulk.analysis.vocabulary.labels import ACCOUNT

MIN_COLUMNS = 2
_NUMBER = re.compile(r"\d[\d.,\s]*[kKmM]?")


@dataclass(frozen=True, slots=True)
class Row:
    """One row: (column's field, cell) in the order of the columns; `line` as pasted."""

    line: int
    text: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """`first` and `end` are indices into the lines: the header and what follows the last row."""

    first: int
    end: int
    rows: tuple[Row, ...]


def table_at(lines: Sequence[Line], index: int, lexicon: Lexicon) -> Table | None:
    """The table whose header is the line at `index`, if it is one."""
    for parting in _partings(lines[index]):
        header = parting.split(lines[index])
        columns = _columns(header, lexicon)
        if not columns or (parting.mark == ":" and not all(name in CREDENTIALS for name in columns)):
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


class _Parting:
    """One way of cutting a line into cells."""

    def __init__(self, mark: str) -> None:
        self.mark = mark

    def split(self, line: Line) -> list[str]:
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


def _partings(line: Line) -> Iterator[_Parting]:
    if line.cells:
        yield _Parting("|")
        return
    for mark in ("|", "\t", ";", ",", " - ", " / ", "  ", ":"):
        if mark in line.text:
            yield _Parting(mark)


def _columns(header: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The field of each column, "" for one of no interest; [] when this is no header."""
    if len(header) < MIN_COLUMNS or any(re.search(r"\d{2,}|@|:$", cell) for cell in header):
        return []
    columns = [lexicon.label(cell) or "" for cell in header]
    known = [name for name in columns if name]
    ours = [name for name in known if lexicon.kind_of(name) is not None or name == ACCOUNT]
    if len(ours) < MIN_COLUMNS or len(known) * 3 < len(header) * 2 or len(set(ours)) < len(ours):
        return []
    return columns


def _row(line: Line, parting: _Parting, columns: Sequence[str]) -> Row | None:
    cells = parting.split(line)
    if line.heading or len(cells) < MIN_COLUMNS or (line.apart and len(cells) != len(columns)):
        return None
    if len(cells) > len(columns):
        cells = _fitted(cells, parting.mark, columns)
    if len(cells) * 2 < len(columns):
        return None
    return Row(
        line.number, line.text, tuple((name, cell) for name, cell in zip(columns, cells, strict=False) if name and cell)
    )


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
