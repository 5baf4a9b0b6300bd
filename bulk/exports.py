"""What a run gives to take away: its report, the file of corrections, its sealed receipt."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bulk.games import GAMES, Game
from bulk.games.columns import Kind, Place, UploadField
from bulk.games.form import Form, FormSettings, as_json
from bulk.games.lines import ParsedLine
from bulk.intake.columns import offered
from bulk.models import Row, Run
from bulk.planning import line_of
from bulk.queries import Progress
from bulk.serializers import ReceiptFactsOutput, duplicate_of
from core.dates import moment
from core.downloads import csv_sheet

REPORT_HEADER = (
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
WHY = ("Linha", "Situação", "Motivo")


def report_csv(rows: Iterable[Row]) -> str:
    return csv_sheet(REPORT_HEADER, map(_report_cells, rows))


def _report_cells(row: Row) -> tuple[str, ...]:
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


def receipt_json(progress: Progress, listings: Iterable[Row]) -> dict[str, Any]:
    """{receipt, sha256}; the latter is what `jq -cjS .receipt recibo.json | sha256sum` prints."""
    receipt = dict(ReceiptFactsOutput({"progress": progress, "listings": listings}).data)
    return {"receipt": receipt, "sha256": hashlib.sha256(canonical(receipt)).hexdigest()}


def canonical(receipt: dict[str, Any]) -> bytes:
    """JSON in the one form that is sealed: keys sorted, no white space, UTF-8."""
    return json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def corrections_csv(run: Run, rows: Iterable[Row]) -> str:
    """What was not created, to be mended in a spreadsheet and uploaded again: one line an account, in the columns that the
    upload recognises. Rows come with their credentials; of an unreadable line, and of purged ones, only the reason is there."""
    game = GAMES[run.game]
    columns = offered(run.game)
    chosen = game.defaults.updated(run.settings)
    header = [*WHY, *(column.label for column in columns)]
    return csv_sheet(header, (_correction_cells(row, game, chosen, columns) for row in rows))


def _correction_cells(row: Row, game: Game[Any], chosen: FormSettings, columns: list[UploadField]) -> list[str]:
    why = [str(row.line), row.get_state_display(), row.error]
    if row.credentials is None:
        return [*why, *("" for _ in columns)]
    stated = dict(_stated(line_of(row, game), game, chosen))
    data = stated.get("accountData", {})
    return [*why, *(_text(at, _found(at, data) if at.place == Place.DATA else stated.get(at.name)) for at in columns)]


def _stated(line: ParsedLine, game: Game[Any], chosen: FormSettings) -> Iterator[tuple[str, Any]]:
    """Under the names of a request: the form as it holds for the line, then the line itself."""
    yield from Form(chosen).of(line).as_json().items()
    yield "title", game.listing_title(line, chosen)
    yield "login", line.login
    yield "password", line.password
    yield "emailLogin", line.email_login
    yield "emailPassword", line.email_password
    yield from as_json(line.details).items()


def _found(column: UploadField, data: Mapping[str, Any]) -> Any:
    """A value of account_data; a tier and its division are one column, as ranks are written: 'Gold 2'."""
    if column.kind != Kind.RANK:
        return data.get(column.name)
    return " ".join(str(data[name]) for name in column.name.split(":") if name in data)


def _text(column: UploadField, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value).replace(".", ",") if column.kind == Kind.AMOUNT else str(value)
