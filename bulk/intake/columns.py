"""Which row of a file names its columns, which field each most likely is, and the file to fill in."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from bulk.errors import ONLY_HEADER, TOO_MANY_ROWS, FileEmpty, FileRefused
from bulk.games.catalogue import game_of
from bulk.games.columns import HOW, ColumnKind, UploadField, fold_name
from bulk.games.lines import MAX_LINES
from bulk.intake.files import SheetRow, SheetTable
from core.downloads import csv_sheet, safe_cell
from core.text import thousands

Fields = Sequence[UploadField]  # those that a game has for columns
HEADER_WITHIN = 10  # a header stands among the first rows, perhaps below a title

SAMPLE = 50
_EMAIL = re.compile(r"[^\s@:]+@[^\s@:]+\.[^\s@:]+")
_PAIR = re.compile(r"[^:]+:.+")
_SITE = re.compile(r"(?:https?://)?[\w-]+(?:\.[\w-]+)+(?:/\S*)?", re.ASCII)
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_ROUNDED = re.compile(r"\d(?:[.,]\d+)?E\+?\d{2}", re.IGNORECASE)


class Header(StrEnum):
    """Whether the first row names the columns, as the person says; AUTO looks for it."""

    AUTO = "auto"
    FIRST = "first"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Column:
    """`header` is what the file calls it, or 'Coluna B'; `field` the name of the proposed field, or None."""

    index: int
    header: str
    field: str | None


@dataclass(frozen=True, slots=True)
class SheetReading:
    """A table with its columns understood; `rows` are those of accounts alone."""

    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]
    header_line: int | None
    notices: tuple[str, ...]


def propose_fields(table: SheetTable, fields: Fields, header: Header = Header.AUTO) -> SheetReading:
    """The header found and every column proposed a field, each field once. Raises FileRefused."""
    at = _header_at(table.rows, fields, header)
    rows = table.rows if at is None else table.rows[at + 1 :]
    if not rows:
        raise FileEmpty(ONLY_HEADER)
    if len(rows) > MAX_LINES:
        text = TOO_MANY_ROWS.format(rows=thousands(len(rows)), most=thousands(MAX_LINES))
        raise FileRefused(text, code="too_many_lines")
    width = len(rows[0].cells)
    values = [[row.cells[index] for row in rows[:SAMPLE] if row.cells[index]] for index in range(width)]
    named = None if at is None else table.rows[at]
    headers = named.cells if named else [""] * width
    proposed = _by_name(headers, values, fields) if named else _by_content(values)
    columns = tuple(
        Column(index, name or f"Coluna {get_column_letter(index + 1)}", field)
        for index, (name, field) in enumerate(zip(headers, proposed, strict=True))
    )
    return SheetReading(columns, rows, named.line if named else None, tuple(_notices(columns, rows)))


def field_names(fields: Fields) -> dict[str, UploadField]:
    """{folded name of a column: its field}; the first field that claims a name has it."""
    names: dict[str, UploadField] = {}
    for each in fields:
        for name in (each.name, each.label, *each.names.split(",")):
            names.setdefault(fold_name(name), each)
    return names


def _header_at(rows: Sequence[SheetRow], fields: Fields, header: Header) -> int | None:
    """The place of the header among the rows: the first with at least two cells, or all, of known names."""
    if header == Header.NONE:
        return None
    if header == Header.FIRST:
        return 0
    names = field_names(fields)
    for place, row in enumerate(rows[:HEADER_WITHIN]):
        cells = [cell for cell in row.cells if cell]
        known = {names[fold_name(cell)].name for cell in cells if fold_name(cell) in names}
        if known and (len(known) >= 2 or len(cells) == 1):
            return place
    return None


def _by_name(headers: Sequence[str], values: Sequence[Sequence[str]], fields: Fields) -> list[str | None]:
    names = field_names(fields)
    proposed: list[str | None] = []
    for header in headers:
        field = names.get(fold_name(header)) if header else None
        proposed.append(field.name if field and field.name not in proposed else None)
    # A column called 'Conta' whose cells are `login:senha` is the pair, where no other column is the password.
    for pair in (field for field in fields if field.kind == ColumnKind.PAIR):
        first, second = pair.name.split(":")
        if first in proposed and second not in proposed and _mostly(_PAIR, values[proposed.index(first)]):
            proposed[proposed.index(first)] = pair.name
    return proposed


def _by_content(values: Sequence[Sequence[str]]) -> list[str | None]:
    """Without names: one column is `login:senha`; of several the first two are login and password, the others are known
    by their content (an address, then its password)."""
    proposed: list[str | None] = ["login:password"] if _mostly(_PAIR, values[0]) else ["login", "password"]
    if len(values) < len(proposed):
        return [None]
    for cells in values[len(proposed) :]:
        field = None
        if "emailLogin" in proposed:
            is_other = any(_mostly(known, cells) for known in (_EMAIL, _SITE, _DATE))
            if cells and not is_other and "emailPassword" not in proposed:
                field = "emailPassword"
        elif "emailLogin:emailPassword" not in proposed:
            if _mostly(_EMAIL, cells):
                field = "emailLogin"
            elif _mostly(_PAIR, cells) and all("@" in cell for cell in cells):
                field = "emailLogin:emailPassword"
        proposed.append(field)
    return proposed


def _mostly(pattern: re.Pattern[str], cells: Sequence[str]) -> bool:
    return bool(cells) and sum(bool(pattern.fullmatch(cell)) for cell in cells) >= 0.8 * len(cells)


def _notices(columns: Sequence[Column], rows: Sequence[SheetRow]) -> Iterator[str]:
    """Warnings about a file: values that a spreadsheet or a report has destroyed."""
    secret = {"login", "password", "emailLogin", "emailPassword", "login:password"}
    watched = [column.index for column in columns if column.field in secret]
    rounded = [row.line for row in rows if any(_ROUNDED.fullmatch(row.cells[index]) for index in watched)]
    hidden = [row.line for row in rows if any("••••" in row.cells[index] for index in watched)]
    for lines, text in (
        (rounded, "o número foi arredondado pela planilha; formate a coluna como texto e digite-o de novo"),
        (hidden, "o login está mascarado; preencha-o com o login verdadeiro"),
    ):
        if lines:
            shown = ", ".join(map(str, lines[:5])) + (f" e mais {len(lines) - 5}" if len(lines) > 5 else "")
            yield f"{'Linha' if len(lines) == 1 else 'Linhas'} {shown}: {text}."


def template_fields(game: str) -> list[UploadField]:
    """The columns of the template: every field but the pairs, which repeat others."""
    return [field for field in game_of(game).columns if field.kind != ColumnKind.PAIR]


def template_csv(game: str) -> bytes:
    return csv_sheet([field.label for field in template_fields(game)], []).encode()


def template_xlsx(game: str) -> bytes:
    """The columns, all of them text so that no zero or plus sign is lost, and a second sheet that explains them."""
    book = Workbook()
    accounts = book.active
    assert isinstance(accounts, Worksheet)
    accounts.title = "Contas"
    fields = template_fields(game)
    accounts.append([safe_cell(field.label) for field in fields])
    accounts.freeze_panes = "A2"
    for index, field in enumerate(fields, start=1):
        letter = get_column_letter(index)
        accounts.column_dimensions[letter].width = max(14, len(field.label) + 4)
        accounts.column_dimensions[letter].number_format = "@"
        _write_head(accounts, index)
        if field.kind == ColumnKind.CHOICE and len(",".join(field.options)) < 255:
            choices = DataValidation(type="list", formula1=f'"{",".join(field.options)}"', allow_blank=True)
            accounts.add_data_validation(choices)
            choices.add(f"{letter}2:{letter}{MAX_LINES + 1}")
    sheet = book.create_sheet("Instruções")
    sheet.append(["Coluna", "Obrigatória", "Como preencher", "Exemplo"])
    for field in fields:
        how = ": ".join(filter(None, (HOW.get(field.kind, ""), ", ".join(field.options))))
        sheet.append(list(map(safe_cell, (field.label, "sim" if field.required else "", how, field.example))))
    for index, width in enumerate((28, 14, 60, 36), start=1):
        sheet.column_dimensions[get_column_letter(index)].width = width
        _write_head(sheet, index)
    for row in sheet.iter_rows(min_row=2, min_col=3, max_col=3):
        row[0].alignment = Alignment(wrap_text=True, vertical="top")
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _write_head(sheet: Worksheet, column: int) -> None:
    cell = sheet.cell(row=1, column=column)
    cell.font = Font(bold=True)
    cell.fill = PatternFill("solid", fgColor="E8EEF4")
