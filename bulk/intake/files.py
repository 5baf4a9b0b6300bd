"""Files of accounts, and what was copied from them, read into a table; nothing is stored. The content, not the name,
says what a file is. An .xlsx file is a zip of XML, so it is measured before anything of it is parsed. No formula is
evaluated: a cell has the value that was saved, or else the formula as its text."""

import codecs
import csv
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import islice
from typing import Any

from openpyxl import load_workbook
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from bulk import errors
from bulk.characters import LINE_BREAK
from bulk.games.lines import MAX_BYTES, visible
from core.downloads import plain_cell

MAX_COLUMNS = 60


@dataclass(frozen=True, slots=True)
class SheetRow:
    """`line` counts from 1 in the file as the person sees it, blank lines included."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTable:
    """The rows of a file that are not blank, all of the same width. `kind` is xlsx, csv or txt; `delimiter` and
    `encoding` belong to the texts, `sheet` and `sheets` to the workbooks."""

    kind: str
    rows: tuple[SheetRow, ...]
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()


def clean_rows(numbered: Iterable[tuple[int, Iterable[str]]]) -> tuple[SheetRow, ...]:
    """The rows that say something, cleaned and made equally wide. Raises FileRefused for none, and beyond the limits: a
    small workbook may repeat one long text in every cell. What our own exports neutralised is restored."""
    found, size = [], 0
    for line, raw in numbered:
        cells = [plain_cell(visible(cell)) if cell else "" for cell in raw]
        while cells and not cells[-1]:
            cells.pop()
        size += sum(len(cell.encode("utf-8", "surrogatepass")) for cell in cells)
        if size > MAX_BYTES:
            raise errors.FileTooLarge
        if cells:
            found.append((line, cells))
    if not found:
        raise errors.FileEmpty
    width = max(len(cells) for _, cells in found)
    if width > MAX_COLUMNS:
        raise errors.FileRefused(errors.TOO_MANY_COLUMNS.format(most=MAX_COLUMNS), code="too_many_columns")
    return tuple(SheetRow(line, (*cells, *[""] * (width - len(cells)))) for line, cells in found)


DELIMITERS = (";", ",", "\t", "|")
SAMPLE_LINES = 50
AGREEMENT = 0.6
"""Of the sampled lines so many have to have the same number of cells, or the text has one column."""

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_NAMES = {"utf-8-sig": "UTF-8", "utf-8": "UTF-8", "utf-16": "UTF-16", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}
_SEPARATOR_LINE = re.compile(r"\s*sep=(.)\s*", re.IGNORECASE)
_CONTROL = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f]")
# Pages, documents and the like, which are texts as well, by what they begin with.
_FOREIGN = re.compile(r"\s*(?:%PDF-|\{\\rtf|<!doctype\s|<html|<table|<\?xml)", re.IGNORECASE)


def read_text(text: str, *, encoding: str = "") -> SheetTable:
    start = text[:4000]
    # A text has no zero character, and a stray control character at most.
    if _FOREIGN.match(text) or "\0" in text or len(_CONTROL.findall(start)) > len(start) // 50:
        raise errors.FileTypeRefused
    text = LINE_BREAK.sub("\n", text)
    stated = _SEPARATOR_LINE.fullmatch(text.partition("\n")[0])
    delimiter = stated[1] if stated else sniff_delimiter(text)
    lines = enumerate(text.split("\n"), start=1)
    numbered = _parse_csv(text, delimiter) if delimiter else [(number, [line]) for number, line in lines]
    rows = clean_rows((line, cells) for line, cells in numbered if not (stated and line == 1))
    return SheetTable(kind="csv" if delimiter else "txt", rows=rows, encoding=encoding, delimiter=delimiter)


def decode(content: bytes) -> tuple[str, str]:
    """(text, name of its encoding): by its mark, else UTF-16 by its zeros, else UTF-8, else Windows-1252."""
    candidates = [encoding for mark, encoding in _MARKS if content.startswith(mark)]
    if not candidates:
        candidates = ["utf-8", "cp1252"]
        # Of Latin text in UTF-16 nearly every second byte is zero; no other text has any.
        if len(content) % 2 == 0 and content[:2000].count(0) > len(content[:2000]) // 4:
            little = content[1:2000:2].count(0) > content[:2000:2].count(0)
            candidates.insert(0, "utf-16-le" if little else "utf-16-be")
    for encoding in candidates:
        try:
            return content.decode(encoding), _NAMES.get(encoding, "Windows-1252")
        except UnicodeDecodeError:
            continue
    raise errors.FileTypeRefused


def sniff_delimiter(text: str) -> str:
    """The separator by which most of the first lines part into the same number of cells, at least two; else ""."""
    ranks: dict[str, tuple[float, int]] = {}
    for delimiter in DELIMITERS:
        # Rows are counted, not lines: the fiftieth line may be in the middle of a cell.
        rows = [cells for _, cells in _parse_csv(text, delimiter, SAMPLE_LINES)]
        counts = Counter(len(cells) for cells in rows if len(cells) > 1 or "".join(cells).strip())
        width, lines = max(counts.items(), key=lambda each: (each[1], each[0]), default=(0, 0))
        agreement = lines / max(counts.total(), 1)
        if width > 1 and agreement >= AGREEMENT:
            ranks[delimiter] = (agreement, width)
    return max(ranks, key=lambda delimiter: ranks[delimiter], default="")


def _parse_csv(text: str, delimiter: str, most: int | None = None) -> list[tuple[int, list[str]]]:
    """A cell in quotes may hold line breaks; its row has the number of its first line."""
    reader = csv.reader((f"{line}\n" for line in text.split("\n")), delimiter=delimiter, strict=True)
    rows, first = [], 1
    try:
        for cells in islice(reader, most):
            rows.append((first, cells))
            first = reader.line_num + 1
    except csv.Error:
        # A quote that never closes is a character like any other.
        return [(number, line.split(delimiter)) for number, line in enumerate(text.split("\n")[:most], start=1)]
    return rows


MAX_PARTS = 500
MAX_UNPACKED_BYTES = 32 * 1024 * 1024
MAX_ROWS = 20_000
MAX_CELLS = 310_000  # of all worksheets together, the rows and cells included that only have a colour

MAX_TAGS = 2_500_000
MAX_TAGS_BESIDE = 100_000
"""What a parser's time grows with: tags of rows and texts; those beside, styles above all, cost far more."""

XML = (".xml", ".rels")
LAST_ROW = 1_048_576
"""The last row a worksheet can have; a file that names a further one is not Excel's."""

_SHEET_PART = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_ROWS_PART = re.compile(r"xl/(?:worksheets/[^/]+|sharedStrings)\.xml", re.IGNORECASE)
_ROW = re.compile(rb"<(?:\w+:)?row[\s/>]")
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
# XML may only declare entities in a document type, and no spreadsheet program writes one.
_DOCTYPE = tuple("<!DOCTYPE".encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be"))
_ZERO_PADDED = re.compile(r"0{2,32}")
_PLACES = re.compile(r"\.(0{1,9})[^%E]*$")
_LIKE_THOUSANDS = re.compile(r"-?[1-9]\d{0,2}\.\d{3}")  # as a person writes 1.250


def read_workbook(content: bytes, *, sheet: str) -> SheetTable:
    """The named worksheet, or the first visible one that says something. Raises FileRefused."""
    try:
        formulas = _has_formulas(content)
        values = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        written = load_workbook(io.BytesIO(content), read_only=True, keep_links=False) if formulas else None
        visible = [each.title for each in values.worksheets if each.sheet_state == "visible"]
        for title in [sheet] if sheet in visible else visible:
            rows = _texts(values[title], written[title] if written else None)
            with suppress(errors.FileEmpty):
                return SheetTable(kind="xlsx", rows=clean_rows(rows), sheet=title, sheets=tuple(visible))
        raise errors.FileEmpty
    except errors.FileRefused:
        raise
    except Exception as failure:  # a broken or hostile workbook makes a parser fail in any way; all mean the same
        raise errors.FileTypeRefused from failure


def _has_formulas(content: bytes) -> bool:
    """Whether a worksheet has formulas. Refuses what would unpack to too much, before it does."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
            raise errors.WorkbookTooLarge
        if "xl/workbook.xml" not in {part.filename.lower() for part in parts}:
            raise errors.FileTypeRefused
        # No part is longer than it says: reading stops there.
        texts = {part.filename: archive.read(part) for part in parts if part.filename.lower().endswith(XML)}
    if any(mark in text for text in texts.values() for mark in _DOCTYPE):
        raise errors.FileTypeRefused
    sheets = [text for name, text in texts.items() if _SHEET_PART.fullmatch(name)]
    tags = {name: text.count(b"<") for name, text in texts.items()}
    beside = sum(count for name, count in tags.items() if not _ROWS_PART.fullmatch(name))
    if beside > MAX_TAGS_BESIDE or sum(tags.values()) > MAX_TAGS:
        raise errors.WorkbookTooLarge
    for pattern, most in ((_ROW, MAX_ROWS), (_CELL, MAX_CELLS)):
        if sum(len(pattern.findall(text)) for text in sheets) > most:
            raise errors.WorkbookTooLarge
    return any(_FORMULA.search(text) for text in sheets)


def _texts(sheet: ReadOnlyWorksheet, written: ReadOnlyWorksheet | None) -> Iterator[tuple[int, list[str]]]:
    """(row, texts); where a formula has no calculated value, what is written in its cell."""
    formulas = _sheet_rows(written) if written else None
    for number, row in _sheet_rows(sheet):
        texts = [_read_cell(cell) for cell in row]
        if formulas:
            beside = dict(enumerate(next(formulas, (0, ()))[1]))
            texts = [text or _formula(beside.get(index)) for index, text in enumerate(texts)]
        yield number, texts


def _sheet_rows(sheet: ReadOnlyWorksheet) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """(row, cells). One column more than allowed is read, so that it is noticed."""
    # What a file says of its own size is not to be trusted.
    sheet.reset_dimensions()
    before: tuple[Any, ...] | None = None
    for number, row in enumerate(sheet.iter_rows(max_row=LAST_ROW, max_col=MAX_COLUMNS + 1), start=1):
        # Rows that the file leaves out, up to a million of them, are all the same tuple.
        if row is not before:
            yield number, row
        before = row


def _read_cell(cell: Any) -> str:
    """The text of a cell, as near as possible to what the spreadsheet shows."""
    value = cell.value
    match value:
        case None:
            return ""
        case bool():
            return "sim" if value else "não"
        case int() | float() | Decimal():
            shown_as = cell.number_format or ""
            return f"{_format_number(value * 100, '')}%" if shown_as.endswith("%") else _format_number(value, shown_as)
        case datetime():
            return value.strftime("%d/%m/%Y" if value.time() == time() else "%d/%m/%Y %H:%M")
        case date():
            return value.strftime("%d/%m/%Y")
        case time() | timedelta():
            return str(value)
        case _:
            return "" if cell.data_type == "e" else str(value)


def _format_number(value: float | Decimal, number_format: str) -> str:
    """Digits without an exponent, as many as Excel keeps (15), with the zeros and the places of the format."""
    number = Decimal(f"{value:.15g}" if isinstance(value, float) else value)
    if (places := _PLACES.search(number_format or "")) and number % 1 and abs(number) < 10**15:
        number = number.quantize(Decimal(f"1e-{len(places[1])}"), ROUND_HALF_UP)
    digits = f"{number:f}"
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    if _LIKE_THOUSANDS.fullmatch(digits):
        digits += "0"
    return digits.zfill(len(number_format)) if _ZERO_PADDED.fullmatch(number_format or "") else digits


def _formula(cell: Any) -> str:
    if cell is None or cell.data_type != "f":
        return ""
    return str(getattr(cell.value, "text", cell.value) or "")


_ZIP = b"PK"
# Excel 97 to 2003, and today's Excel around an encrypted workbook.
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def read_file(content: bytes, *, sheet: str = "") -> SheetTable:
    """A .xlsx, .csv or .txt file. Raises FileRefused with the reason for the person."""
    if len(content) > MAX_BYTES:
        raise errors.FileTooLarge
    if not content.strip():
        raise errors.FileEmpty
    if content.startswith(_COMPOUND):
        raise errors.WorkbookLocked
    if content.startswith(_ZIP):
        return read_workbook(content, sheet=sheet)
    text, encoding = decode(content)
    return read_text(text, encoding=encoding)


def read_pasted(text: str) -> SheetTable:
    """Read text that was copied from a spreadsheet or a text file. Raises FileRefused."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise errors.FileTooLarge(errors.TEXT_TOO_LARGE)
    if not text.strip():
        raise errors.FileEmpty(errors.TEXT_BLANK)
    return read_text(text)
