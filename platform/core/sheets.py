"""CSV that Brazilian spreadsheets open as it is: semicolons, UTF-8 with its mark, and no cell that runs as a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

# A spreadsheet runs a cell that begins with one of these as a formula.
_RUNS = re.compile(r"'*[=+\-@\t\r]")


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
