"""Answers kept as files: CSV as Brazilian spreadsheets open it, and workbooks; no cell runs as a formula."""

import csv
import io
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Cell = str | int | Decimal | date | None
_RUNS = re.compile(r"'*[=+\-@\t\r]")  # a spreadsheet runs a cell that begins with one of these as a formula


def answers_file(*media_types: str) -> Callable[[Any], Any]:
    """Declare the media types of the file that an action of a viewset answers, for the schema and for `Accept`."""

    def decorate(action: Any) -> Any:
        action.media_types = media_types
        return extend_schema(responses={(200, kind): OpenApiTypes.BINARY for kind in media_types})(action)

    return decorate


def download(content: str | bytes, *, name: str, content_type: str) -> HttpResponse:
    return HttpResponse(content, content_type=content_type, headers=kept_as(name))


def kept_as(name: str) -> dict[str, str]:
    """The header by which an answer of any kind is kept as a file of this name."""
    return {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or ""}


def csv_sheet(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The text of a file with one line a row. Texts are neutralised, since they hold what other people wrote."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=";", lineterminator="\r\n")
    writer.writerow(map(safe_cell, header))
    writer.writerows(map(_csv_cell, row) for row in rows)
    return "\ufeff" + written.getvalue()


def _csv_cell(cell: Cell) -> str:
    """Format a value as Brazilian spreadsheets read it: 1234,50 and 21/11/2026."""
    match cell:
        case str():
            return safe_cell(cell)
        case date():
            return f"{cell:%d/%m/%Y}"
        case Decimal():
            return f"{cell:.2f}".replace(".", ",")
    return "" if cell is None else str(cell)


_PARTS = tomllib.loads(Path(__file__).with_name("workbook.toml").read_text("utf-8"))
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_FIRST_DAY = date(1899, 12, 30)  # day 0 of a workbook


def xlsx_sheet(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The same as a workbook, in which amounts and days are numbers and texts never run. openpyxl takes ten times as long."""
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as book:
        for name, part in _PARTS.items():
            book.writestr(name, part)
        with book.open("xl/worksheets/sheet1.xml", "w") as sheet:
            sheet.write(f'<worksheet xmlns="{_MAIN}"><sheetData>'.encode())
            for row in chain([header], rows):
                sheet.write(f"<row>{''.join(map(_xlsx_cell, row))}</row>".encode())
            sheet.write(b"</sheetData></worksheet>")
    return written.getvalue()


def _xlsx_cell(cell: Cell) -> str:
    match cell:
        case None | "":
            return "<c/>"
        case date():
            return f'<c s="1"><v>{(cell - _FIRST_DAY).days}</v></c>'
        case Decimal():
            return f'<c s="2"><v>{cell}</v></c>'
        case int():
            return f"<c><v>{cell}</v></c>"
    return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(_NOT_IN_XML.sub("", safe_cell(cell)))}</t></is></c>'


def safe_cell(text: str) -> str:
    """A cell no spreadsheet takes for a formula; `plain_cell` gives the text back."""
    return f"'{text}" if _RUNS.match(text) else text


def plain_cell(text: str) -> str:
    """What a neutralised cell held; any other cell as it is."""
    return text[1:] if text.startswith("'") and _RUNS.match(text) else text
