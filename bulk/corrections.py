"""What a run did not create, as a file that is mended in a spreadsheet and uploaded again (/upload): one line an
account, in the columns that the upload recognises, with everything that the account would have been sent with."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bulk.games import GAMES, Game
from bulk.games.columns import Kind, Place, UploadField
from bulk.games.lines import ParsedLine
from bulk.games.settings import Form, Settings, as_json
from bulk.models import Row, Run
from bulk.payload import line_of
from bulk.spreadsheets.template import offered
from core.downloads import csv_sheet

WHY = ("Linha", "Situação", "Motivo")


def corrections_csv(run: Run, rows: Iterable[Row]) -> str:
    """Rows with their credentials. Of a line that could not be read, and of purged ones, only the reason is there."""
    game = GAMES[run.game]
    columns = offered(run.game)
    chosen = game.defaults.updated(run.settings)
    header = [*WHY, *(column.label for column in columns)]
    return csv_sheet(header, (_cells(row, game, chosen, columns) for row in rows))


def _cells(row: Row, game: Game[Any], chosen: Settings, columns: list[UploadField]) -> list[str]:
    why = [str(row.line), row.get_state_display(), row.error]
    if row.credentials is None:
        return [*why, *("" for _ in columns)]
    stated = dict(_stated(line_of(row, game), game, chosen))
    data = stated.get("accountData", {})
    return [*why, *(_text(at, _found(at, data) if at.place == Place.DATA else stated.get(at.name)) for at in columns)]


def _stated(line: ParsedLine, game: Game[Any], chosen: Settings) -> Iterator[tuple[str, Any]]:
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
