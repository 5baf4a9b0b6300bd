"""The report of a run as CSV that Brazilian spreadsheets open: line number first, what happened second."""

import csv
import io
from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from bulk.models import Row
from bulk.serializers import duplicate_of

HEADER = (
    "Linha",
    "Situação",
    "Motivo",
    "Login",
    "Título",
    "Anúncio",
    "Login já está em",
    "Pedido no marketplace",
    "Enviada em",
    "Concluída em",
)
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet runs a cell that begins with one of these as a formula."""


def report_csv(rows: Iterable[Row]) -> str:
    """One line a row, with the mark that tells spreadsheets it is UTF-8. Titles and reasons are other people's text."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=";", lineterminator="\r\n")
    writer.writerow(HEADER)
    for row in rows:
        writer.writerow(map(_neutral, _cells(row)))
    return "\ufeff" + written.getvalue()


def _cells(row: Row) -> tuple[str, ...]:
    return (
        str(row.line),
        row.get_state_display(),
        row.error,
        row.login_hint,
        row.title,
        row.remote_id,
        duplicate_of(row) or "",
        row.request_id,
        _moment(row.sent_at),
        _moment(row.settled_at),
    )


def _neutral(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def _moment(value: datetime | None) -> str:
    return timezone.localtime(value).strftime("%d/%m/%Y %H:%M:%S") if value else ""
