"""The file to fill in: one column a field, under the names that reading recognises."""

import io

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from bulk.games import GAMES
from bulk.games.columns import Kind, UploadField
from bulk.games.lines import MAX_LINES
from core.downloads import csv_sheet, safe_cell

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_HOW = {
    Kind.COUNT: "Número inteiro",
    Kind.AMOUNT: "Valor com até duas casas",
    Kind.SWITCH: "sim ou não",
    Kind.LIST: "Separe por vírgulas",
    Kind.CHOICE: "Uma das opções",
    Kind.CHOICES: "Separe por vírgulas",
}


def offered(game: str) -> list[UploadField]:
    """The columns of the template: every field but the pairs, which repeat others."""
    return [field for field in GAMES[game].columns if field.kind != Kind.PAIR]


def template_csv(game: str) -> bytes:
    return csv_sheet([field.label for field in offered(game)], []).encode()


def template_xlsx(game: str) -> bytes:
    """The columns, all of them text so that no zero or plus sign is lost, and a second sheet that explains them."""
    book = Workbook()
    accounts = book.active
    assert isinstance(accounts, Worksheet)
    accounts.title = "Contas"
    _fill_accounts(accounts, offered(game))
    _fill_help(book.create_sheet("Instruções"), offered(game))
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _fill_accounts(sheet: Worksheet, fields: list[UploadField]) -> None:
    sheet.append([field.label for field in fields])
    sheet.freeze_panes = "A2"
    for index, field in enumerate(fields, start=1):
        letter = get_column_letter(index)
        sheet.column_dimensions[letter].width = max(14, len(field.label) + 4)
        sheet.column_dimensions[letter].number_format = "@"
        _head(sheet, index)
        if field.kind == Kind.CHOICE and len(",".join(field.options)) < 255:
            choices = DataValidation(type="list", formula1=f'"{",".join(field.options)}"', allow_blank=True)
            sheet.add_data_validation(choices)
            choices.add(f"{letter}2:{letter}{MAX_LINES + 1}")


def _fill_help(sheet: Worksheet, fields: list[UploadField]) -> None:
    sheet.append(["Coluna", "Obrigatória", "Como preencher", "Exemplo"])
    for field in fields:
        how = ": ".join(filter(None, (_HOW.get(field.kind, ""), ", ".join(field.options))))
        sheet.append([field.label, "sim" if field.required else "", how, safe_cell(field.example)])
    for index, width in enumerate((28, 14, 60, 36), start=1):
        sheet.column_dimensions[get_column_letter(index)].width = width
        _head(sheet, index)
    for row in sheet.iter_rows(min_row=2, min_col=3, max_col=3):
        row[0].alignment = Alignment(wrap_text=True, vertical="top")


def _head(sheet: Worksheet, column: int) -> None:
    cell = sheet.cell(row=1, column=column)
    cell.font = Font(bold=True)
    cell.fill = PatternFill("solid", fgColor="E8EEF4")
