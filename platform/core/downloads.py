"""Answers that the browser keeps as a file, and CSV that Brazilian spreadsheets open as it is: semicolons, UTF-8 with its mark,
and no cell that runs as a formula."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema

CSV = "text/csv; charset=utf-8"
# A spreadsheet runs a cell that begins with one of these as a formula.
_RUNS = re.compile(r"'*[=+\-@\t\r]")


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


def csv_sheet(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The text of a file with one line a row. Cells are neutralised, since they hold what other people wrote."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=";", lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(map(safe_cell, row) for row in rows)
    return "\ufeff" + written.getvalue()


def safe_cell(text: str) -> str:
    """A cell no spreadsheet takes for a formula; `plain_cell` gives the text back."""
    return f"'{text}" if _RUNS.match(text) else text


def plain_cell(text: str) -> str:
    """What a neutralised cell held; any other cell as it is."""
    return text[1:] if text.startswith("'") and _RUNS.match(text) else text
