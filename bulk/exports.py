"""Files to download: a run's report, its corrections and its sealed receipt; results of accounts."""

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bulk.enums import Standing
from bulk.games.catalogue import all_titles, game_of
from bulk.games.columns import ColumnKind, Place, UploadField
from bulk.games.form import as_json
from bulk.intake.columns import template_fields
from bulk.models import Row, Run
from bulk.planning import line_of
from bulk.queries import Progress
from bulk.results.figures import filter_results, shown_results
from bulk.serializers import ListingOutput, RunFactsOutput
from core.dates import moment
from core.downloads import Cell, csv_sheet
from marketplace.adapters.registry import MARKETS

REPORT: Mapping[str, Callable[[Row], str]] = {
    "Linha": lambda row: str(row.line),
    "Situação": lambda row: row.get_state_display(),
    "Motivo": lambda row: row.error,
    "Login": lambda row: row.login_hint,
    "Título": lambda row: row.title,
    "Anúncio": lambda row: row.remote_id,
    "Login já está em": lambda row: row.duplicate_of or "",
    "Pedido no marketplace": lambda row: row.request_id,
    "Enviada em": lambda row: moment(row.sent_at, seconds=True),
    "Concluída em": lambda row: moment(row.settled_at, seconds=True),
}
WHY = ("Linha", "Situação", "Motivo")
RESULTS: dict[str, str] = tomllib.loads(Path(__file__).with_name("exports.toml").read_text("utf-8"))["results"]


def report_csv(rows: Iterable[Row]) -> str:
    return csv_sheet(tuple(REPORT), ([cell(row) for cell in REPORT.values()] for row in rows))


def receipt_json(progress: Progress, listings: Iterable[Row]) -> dict[str, Any]:
    """{receipt, sha256}; the latter is what `jq -cjS .receipt recibo.json | sha256sum` prints."""
    listed = ListingOutput.json_of(list(listings))
    receipt = RunFactsOutput(progress).data | {"run": progress.run.pk, "listings": listed}
    # Keys sorted, no white space, UTF-8.
    sealed = json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {"receipt": receipt, "sha256": hashlib.sha256(sealed.encode()).hexdigest()}


def corrections_csv(run: Run, rows: Iterable[Row]) -> str:
    """The accounts that were not created, to correct in a spreadsheet and upload again: one line an account, in the columns that
    the upload recognises. Rows come with their credentials; of unreadable and purged ones only the reason is there."""
    game = game_of(run.game, as_stored=True)
    columns = template_fields(run.game)
    chosen = game.defaults.with_changes(run.settings)

    def cells(row: Row) -> list[str]:
        stated: dict[str, Any] = {}
        # Under the names of a request: the form as it holds for the line, then the line.
        if row.credentials is not None:
            line = line_of(row, game)
            own = {"title": game.listing_title(line, chosen), **row.credentials, **line.details}
            stated = chosen.of(line).as_json() | as_json(own)
        data = stated.get("accountData", {})
        values = [_value_of(at, data) if at.place == Place.DATA else stated.get(at.name) for at in columns]
        return [*(REPORT[name](row) for name in WHY), *map(_cell_text, columns, values)]

    return csv_sheet([*WHY, *(column.label for column in columns)], map(cells, rows))


def _value_of(column: UploadField, data: Mapping[str, Any]) -> Any:
    """A value of account_data; a tier and its division are one column, as ranks are written: 'Gold 2'."""
    if column.kind != ColumnKind.RANK:
        return data.get(column.name)
    return " ".join(str(data[name]) for name in column.name.split(":") if name in data)


def _cell_text(column: UploadField, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value).replace(".", ",") if column.kind == ColumnKind.AMOUNT else str(value)


def results_sheet(write: Callable[[list[str], Iterable[Sequence[Cell]]], Any], asked: Mapping[str, Any]) -> Any:
    """A sheet that `write` makes of the results asked for (`figures.filter_results`), in R$ as far as there are rates."""
    text = dict(Standing.choices) | {slug: market.title for slug, market in MARKETS.items()} | dict(all_titles())
    rows = shown_results(filter_results(**asked)).values_list(*RESULTS.values()).iterator(2000)
    data = ([*row[:2], text[row[2]], row[3] or row[4], *row[4:6], text[row[6]], text[row[7]], *row[8:]] for row in rows)
    return write(list(RESULTS), data)
