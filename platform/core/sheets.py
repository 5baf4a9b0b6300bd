"""CSV that Brazilian spreadsheets open as it is: semicolons, UTF-8 with its mark, and no cell that runs as a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

# A spreadsheet runs a cell that begins with one of these as a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_sheet(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The text of a file with one line a row. Cells are neutralised, since they hold what other people wrote."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=";", lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(map(safe_cell, row) for row in rows)
    return "\ufeff" + written.getvalue()


def safe_cell(text: str) -> str:
    """A cell no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
