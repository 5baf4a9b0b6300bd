"""The report of a run as CSV: line number first, what happened second."""

from collections.abc import Iterable

from bulk.models import Row
from bulk.serializers import duplicate_of
from core.dates import moment
from core.downloads import csv_sheet

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


def report_csv(rows: Iterable[Row]) -> str:
    """One line a row."""
    return csv_sheet(HEADER, map(_cells, rows))


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
        moment(row.sent_at, seconds=True),
        moment(row.settled_at, seconds=True),
    )
