"""Workbooks: .xlsx as Excel, LibreOffice and Google write it.

An .xlsx file is a zip of XML, so it is measured before anything of it is parsed. No formula is evaluated: a cell has
the value that was calculated when the file was saved, or else the formula as its text.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from openpyxl import load_workbook
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from bulk.errors import FileEmpty, FileRefused, FileTypeRefused, WorkbookTooLarge
from bulk.spreadsheets.table import MAX_COLUMNS, SheetTable, gathered

MAX_PARTS = 500
MAX_UNPACKED_BYTES = 32 * 1024 * 1024
MAX_ROWS = 20_000
MAX_CELLS = 310_000
"""Of all worksheets together, the rows and cells included that only have a colour."""

MAX_TAGS = 2_500_000
MAX_TAGS_BESIDE = 100_000
"""What a parser's time grows with: of rows and their texts, and of all that is beside them, styles above all, whose every
tag costs many times as much."""

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


def read_workbook(content: bytes, *, sheet: str = "") -> SheetTable:
    """The named worksheet, or the first visible one that says something. Raises FileRefused."""
    formulas = _measured(content)
    try:
        return _read(content, sheet, formulas)
    except FileRefused:
        raise
    except Exception as failure:  # a broken or hostile workbook makes a parser fail in any way; all mean the same
        raise FileTypeRefused from failure


def _measured(content: bytes) -> bool:
    """Whether a worksheet has formulas. Refuses what would unpack to too much, before it does."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
                raise WorkbookTooLarge
            if "xl/workbook.xml" not in {part.filename.lower() for part in parts}:
                raise FileTypeRefused
            # No part is longer than it says: reading stops there.
            texts = {part.filename: archive.read(part) for part in parts if part.filename.lower().endswith(XML)}
    except FileRefused:
        raise
    except Exception as failure:  # as above
        raise FileTypeRefused from failure
    if any(mark in text for text in texts.values() for mark in _DOCTYPE):
        raise FileTypeRefused
    sheets = [text for name, text in texts.items() if _SHEET_PART.fullmatch(name)]
    tags = {name: text.count(b"<") for name, text in texts.items()}
    beside = sum(count for name, count in tags.items() if not _ROWS_PART.fullmatch(name))
    if beside > MAX_TAGS_BESIDE or sum(tags.values()) > MAX_TAGS:
        raise WorkbookTooLarge
    for pattern, most in ((_ROW, MAX_ROWS), (_CELL, MAX_CELLS)):
        if sum(len(pattern.findall(text)) for text in sheets) > most:
            raise WorkbookTooLarge
    return any(_FORMULA.search(text) for text in sheets)


def _read(content: bytes, wanted: str, formulas: bool) -> SheetTable:
    values = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    written = load_workbook(io.BytesIO(content), read_only=True, keep_links=False) if formulas else None
    visible = [each.title for each in values.worksheets if each.sheet_state == "visible"]
    for title in [wanted] if wanted in visible else visible:
        rows = _texts(values[title], written[title] if written else None)
        try:
            return SheetTable(kind="xlsx", rows=gathered(rows), sheet=title, sheets=tuple(visible))
        except FileEmpty:
            continue
    raise FileEmpty


def _texts(sheet: ReadOnlyWorksheet, written: ReadOnlyWorksheet | None) -> Iterator[tuple[int, list[str]]]:
    """(row, texts); where a formula has no calculated value, what is written in its cell."""
    formulas = _rows(written) if written else None
    for number, row in _rows(sheet):
        texts = [_text(cell) for cell in row]
        if formulas:
            beside = dict(enumerate(next(formulas, (0, ()))[1]))
            texts = [text or _formula(beside.get(index)) for index, text in enumerate(texts)]
        yield number, texts


def _rows(sheet: ReadOnlyWorksheet) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """(row, cells). One column more than allowed is read, so that it is noticed."""
    # What a file says of its own size is not to be trusted.
    sheet.reset_dimensions()
    before: tuple[Any, ...] | None = None
    for number, row in enumerate(sheet.iter_rows(max_row=LAST_ROW, max_col=MAX_COLUMNS + 1), start=1):
        # Rows that the file leaves out, up to a million of them, are all the same tuple.
        if row is not before:
            yield number, row
        before = row


def _text(cell: Any) -> str:
    """What the person sees in the cell, as near as it can be told."""
    value = cell.value
    match value:
        case None:
            return ""
        case bool():
            return "sim" if value else "não"
        case int() | float() | Decimal():
            return _number(value, cell.number_format)
        case datetime():
            return value.strftime("%d/%m/%Y" if value.time() == time() else "%d/%m/%Y %H:%M")
        case date():
            return value.strftime("%d/%m/%Y")
        case time() | timedelta():
            return str(value)
        case _:
            return "" if cell.data_type == "e" else str(value)


def _number(value: float | Decimal, number_format: str) -> str:
    """Digits without an exponent, as many as Excel keeps (15), with the zeros that the format puts before them."""
    digits = f"{Decimal(f'{value:.15g}'):f}" if isinstance(value, float) else str(value)
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits.zfill(len(number_format)) if _ZERO_PADDED.fullmatch(number_format or "") else digits


def _formula(cell: Any) -> str:
    if cell is None or cell.data_type != "f":
        return ""
    return str(getattr(cell.value, "text", cell.value) or "")
