"""What every kind of file is read into: rows of texts that know their line. Pure: no ORM, no clock."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bulk.errors import FileEmpty, FileTooLarge, TooManyColumns, TooManyRows
from bulk.games.lines import MAX_BYTES, MAX_LINES, visible
from core.downloads import plain_cell

MAX_COLUMNS = 60


@dataclass(frozen=True, slots=True)
class SheetRow:
    """`line` counts from 1 in the file as the person sees it, blank lines included."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTable:
    """The rows of a file that are not blank, all of the same width.

    `kind` is xlsx, csv or txt; `delimiter` and `encoding` belong to the texts, `sheet` and `sheets` to the workbooks.
    """

    kind: str
    rows: tuple[SheetRow, ...]
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = field(default=())

    @property
    def width(self) -> int:
        return len(self.rows[0].cells)


def gathered(numbered: Iterable[tuple[int, Iterable[str]]]) -> tuple[SheetRow, ...]:
    """The rows that say something, cleaned and made equally wide. Raises FileRefused beyond the limits, or for none.

    A cell that our own exports neutralised has its value back.
    """
    found = list(_said(numbered))
    if not found:
        raise FileEmpty
    width = max(len(cells) for _, cells in found)
    if width > MAX_COLUMNS:
        raise TooManyColumns(MAX_COLUMNS)
    return tuple(SheetRow(line, (*cells, *[""] * (width - len(cells)))) for line, cells in found)


def check_rows(count: int) -> None:
    """`count` rows of accounts, the header not among them."""
    if count > MAX_LINES:
        raise TooManyRows(count)


def _said(numbered: Iterable[tuple[int, Iterable[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Rows without blank ones and without blank cells at their end.

    Their texts together stay within 2 MB: a small workbook may repeat one long text in every cell.
    """
    size = 0
    for line, raw in numbered:
        cells = [plain_cell(visible(cell)) if cell else "" for cell in raw]
        while cells and not cells[-1]:
            cells.pop()
        size += sum(len(cell.encode("utf-8", "surrogatepass")) for cell in cells)
        if size > MAX_BYTES:
            raise FileTooLarge
        if cells:
            yield line, cells
