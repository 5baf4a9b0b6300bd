"""Files as people have them, and as nobody should send them."""

import io
import zipfile
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from openpyxl import Workbook

from bulk.errors import FileEmpty, FileRefused, FileTooLarge, FileTypeRefused, WorkbookLocked, WorkbookTooLarge
from bulk.intake.files import SheetTable, read_file, read_pasted
from core.downloads import csv_sheet

HEADER = "login;senha;preço\n"


def workbook(*rows: list[Any], change: Callable[[Workbook], None] | None = None) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    if change:
        change(book)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def repacked(content: bytes, changed: dict[str, bytes]) -> bytes:
    """The same zip with some of its parts replaced or added."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            after.writestr(name, changed.get(name, before.read(name)))
        for name in changed.keys() - set(before.namelist()):
            after.writestr(name, changed[name])
    return written.getvalue()


def sheet_xml(rows: str) -> bytes:
    name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{name}"><sheetData>{rows}</sheetData></worksheet>'.encode()


def cells(table: SheetTable) -> list[tuple[str, ...]]:
    return [row.cells for row in table.rows]


def lines(table: SheetTable) -> list[int]:
    return [row.line for row in table.rows]


# Texts


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("cp1252", "Windows-1252"),
    ],
)
def test_text_is_read_in_the_encodings_of_spreadsheet_programs(encoding: str, shown: str) -> None:
    table = read_file(f"{HEADER}joão;ação#1;14,99\n".encode(encoding))

    assert cells(table) == [("login", "senha", "preço"), ("joão", "ação#1", "14,99")]
    assert table.encoding == shown


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_text_is_parted_by_the_separator_it_uses(delimiter: str) -> None:
    text = "\n".join(delimiter.join(row) for row in (["login", "senha"], ["a01", "x y"], ["a02", "z"]))

    table = read_file(text.encode())

    assert (table.kind, table.delimiter) == ("csv", delimiter)
    assert cells(table) == [("login", "senha"), ("a01", "x y"), ("a02", "z")]


def test_decimal_comma_does_not_part_a_text_with_semicolons() -> None:
    table = read_file(f"{HEADER}a01;x;14,99\na02;y;15,00\n".encode())

    assert table.delimiter == ";"
    assert cells(table)[1] == ("a01", "x", "14,99")


def test_excels_own_hint_names_the_separator() -> None:
    table = read_file(b"sep=,\nlogin,senha\na01,x;1;2\n")

    assert cells(table) == [("login", "senha"), ("a01", "x;1;2")]
    assert lines(table) == [2, 3]


def test_plain_lines_stay_whole() -> None:
    """`login:senha`, whatever is in the password."""
    table = read_file(b"a01:x,1\na02:y;2|3\na03:z\n")

    assert (table.kind, table.delimiter) == ("txt", "")
    assert cells(table) == [("a01:x,1",), ("a02:y;2|3",), ("a03:z",)]


def test_quoted_cell_keeps_separators_quotes_and_line_breaks() -> None:
    text = 'login;senha;descrição\r\na01;"x;""1""";"Linha 1\r\nLinha 2"\r\na02;y;Curta\r\n'

    table = read_file(text.encode())

    assert cells(table)[1:] == [("a01", 'x;"1"', "Linha 1\nLinha 2"), ("a02", "y", "Curta")]
    assert lines(table) == [1, 2, 4]


def test_quote_that_never_closes_is_a_character() -> None:
    table = read_file(b'login;senha\na01;"x\na02;y\n')

    assert cells(table) == [("login", "senha"), ("a01", '"x'), ("a02", "y")]


def test_blank_lines_are_skipped_and_numbers_kept() -> None:
    table = read_file(b"login;senha\n\n ; \na01;x\n\n\na02;y\n")

    assert lines(table) == [1, 4, 7]


def test_zeros_exponents_and_signs_stay_as_typed() -> None:
    table = read_file(b"login;senha\n007;1.0E+15\n+5511;-1\n")

    assert cells(table)[1:] == [("007", "1.0E+15"), ("+5511", "-1")]


def test_short_rows_are_filled_up() -> None:
    assert cells(read_file(b"login;senha;email\na01;x\na02;y;z@example.com\n"))[1] == ("a01", "x", "")


def test_exported_cells_have_their_values_back() -> None:
    values = ["=1+1", "+55", "-x", "@ana", "'=x", "plain"]

    table = read_file(csv_sheet(["login", "senha"], [[value, "s"] for value in values]).encode())

    assert [row[0] for row in cells(table)[1:]] == values


def test_pasted_cells_of_a_spreadsheet_are_tabs() -> None:
    table = read_pasted("login\tsenha\na01\tx\n")

    assert (table.delimiter, cells(table)) == ("\t", [("login", "senha"), ("a01", "x")])


# Workbooks


def test_workbook_is_read_as_people_see_it() -> None:
    content = workbook(
        ["Login", "Senha", "Preço", "2FA", "Data", "Saldo"],
        ["a01", 12345, 14.99, True, datetime.fromisoformat("2024-05-03"), 1250],
        ["a02", "x", 0.1 + 0.2, False, datetime.fromisoformat("2024-05-03T10:30"), 1e15],
    )

    assert cells(read_file(content)) == [
        ("Login", "Senha", "Preço", "2FA", "Data", "Saldo"),
        ("a01", "12345", "14.99", "sim", "03/05/2024", "1250"),
        ("a02", "x", "0.3", "não", "03/05/2024 10:30", "1000000000000000"),
    ]


def test_calculated_price_is_the_one_shown_and_never_a_thousand_times_it() -> None:
    """6.615 would be read as 6.615,00, as a person who types it means it."""

    def shown(book: Workbook) -> None:
        book.active["A2"].number_format = "#,##0.00"

    assert cells(read_file(workbook(["preço"], [6.615], [6.615], change=shown))) == [("preço",), ("6.62",), ("6.6150",)]


def test_zeros_that_the_format_puts_before_a_number_are_kept() -> None:
    def pad(book: Workbook) -> None:
        book.active["A2"].number_format = "0000"

    assert cells(read_file(workbook(["login", "senha"], [7, "x"], change=pad)))[1] == ("0007", "x")


def test_win_rate_shown_as_a_percentage_is_not_a_hundredth_of_it() -> None:
    def percentages(book: Workbook) -> None:
        for cell, shown in (("A2", "0%"), ("A3", "0.00%"), ("A4", "0%")):
            book.active[cell].number_format = shown

    table = read_file(workbook(["winrate"], [0.55], [0.5125], [1], [55], change=percentages))

    assert cells(table) == [("winrate",), ("55%",), ("51.25%",), ("100%",), ("55",)]


def test_blank_and_merged_rows_keep_the_numbers_of_the_others() -> None:
    def change(book: Workbook) -> None:
        sheet = book.active
        sheet.merge_cells("A2:B2")
        sheet["A6"], sheet["B6"] = "a02", "y"

    table = read_file(workbook(["login", "senha"], ["Lote de maio", None], [], ["a01", "x"], change=change))

    assert list(zip(lines(table), cells(table), strict=True)) == [
        (1, ("login", "senha")),
        (2, ("Lote de maio", "")),
        (4, ("a01", "x")),
        (6, ("a02", "y")),
    ]


def test_formula_is_its_stored_value_or_its_text_and_never_evaluated() -> None:
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>login</t></is></c><c r="B1" t="inlineStr"><is><t>senha</t></is></c></row>'
        '<row r="2"><c r="A2" t="str"><f>CONCATENATE("a","01")</f><v>a01</v></c><c r="B2"><f>1+1</f></c></row>'
    )
    content = repacked(workbook(["x"]), {"xl/worksheets/sheet1.xml": sheet_xml(rows)})

    assert cells(read_file(content)) == [("login", "senha"), ("a01", "=1+1")]


def test_first_sheet_that_says_something_is_read_unless_another_is_named() -> None:
    def change(book: Workbook) -> None:
        book.active.title = "Vazia"
        hidden = book.create_sheet("Oculta")
        hidden.append(["segredo", "x"])
        hidden.sheet_state = "hidden"
        book.create_sheet("Contas").append(["a01", "x"])
        book.create_sheet("Outras").append(["a02", "y"])

    content = workbook(change=change)

    first, named = read_file(content), read_file(content, sheet="Outras")
    assert (first.sheet, first.sheets, cells(first)) == ("Contas", ("Vazia", "Contas", "Outras"), [("a01", "x")])
    assert cells(named) == [("a02", "y")]
    assert cells(read_file(content, sheet="Oculta")) == [("a01", "x")]


# Refusals


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"", FileEmpty),
        (b" \r\n\t ", FileEmpty),
        (b"\xef\xbb\xbf\r\n", FileEmpty),
        (b";;;\n;;;\n", FileEmpty),
        (b"%PDF-1.7\n1 0 obj", FileTypeRefused),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", FileTypeRefused),
        (b"\x89PNG\x01\x02\x03", FileTypeRefused),
        (b"GIF89a\x01\x00\x01\x00", FileTypeRefused),
        (b"<html><table><tr><td>a</td></tr></table>", FileTypeRefused),
        (b"{\\rtf1 a}", FileTypeRefused),
        (b'<?xml version="1.0"?><Workbook/>', FileTypeRefused),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), WorkbookLocked),
        (b"PK\x03\x04 not a zip", FileTypeRefused),
        (b"a;b\n" * 600_000, FileTooLarge),
    ],
    ids=lambda value: value[:12] if isinstance(value, bytes) else value.__name__,
)
def test_wrong_file_is_refused_by_its_content(content: bytes, refusal: type[FileRefused]) -> None:
    with pytest.raises(FileRefused) as refused:
        read_file(content)

    assert type(refused.value) is refusal


def test_zip_that_is_no_workbook_is_refused() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("word/document.xml", "<a/>")

    with pytest.raises(FileTypeRefused):
        read_file(written.getvalue())


def test_zip_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = repacked(workbook(["a", "b"]), {"xl/media/image1.png": bytes(40 * 1024 * 1024)})
    monkeypatch.setattr(zipfile.ZipFile, "read", lambda *_: pytest.fail("unpacked"))

    assert len(bomb) < 100_000
    with pytest.raises(WorkbookTooLarge):
        read_file(bomb)


def test_part_that_lies_about_its_size_is_refused() -> None:
    content = repacked(workbook(["a", "b"]), {"xl/worksheets/sheet1.xml": sheet_xml("<row/>" * 200_000)})
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        part = archive.getinfo("xl/worksheets/sheet1.xml")
    said = part.file_size.to_bytes(4, "little")
    lying = content.replace(said, (10).to_bytes(4, "little"))

    with pytest.raises(FileRefused):
        read_file(lying)


@pytest.mark.parametrize("rows", ['<row r="1">' + "<c/>" * 310_001 + "</row>", "<row/>" * 20_001], ids=["cells", "rows"])
def test_too_many_rows_and_cells_are_refused(rows: str) -> None:
    with pytest.raises(WorkbookTooLarge):
        read_file(repacked(workbook(["a"]), {"xl/worksheets/sheet1.xml": sheet_xml(rows)}))


@pytest.mark.parametrize(
    ("part", "tags"),
    [("xl/sharedStrings.xml", 2_500_001), ("xl/styles.xml", 100_001), ("xl/_rels/workbook.xml.rels", 100_001)],
)
def test_flood_of_tags_in_any_part_is_refused(part: str, tags: int) -> None:
    with pytest.raises(WorkbookTooLarge):
        read_file(repacked(workbook(["a"]), {part: b"<si/>" * tags}))


def test_one_text_in_every_cell_is_refused() -> None:
    """A small file that would answer hundreds of megabytes."""
    content = workbook(*[["x" * 30_000] for _ in range(200)])

    assert len(content) < 50_000
    with pytest.raises(FileTooLarge):
        read_file(content)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(encoding: str) -> None:
    bomb = (
        f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;">]>'
        "<worksheet><sheetData><row><c><v>&c;</v></c></row></sheetData></worksheet>"
    ).encode(encoding)

    with pytest.raises(FileTypeRefused):
        read_file(repacked(workbook(["a"]), {"xl/worksheets/sheet1.xml": bomb}))


def test_cell_in_the_last_row_of_all_is_found_and_one_beyond_ignored() -> None:
    far = sheet_xml(
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>2</v></c></row>'
        '<row r="99999999999"><c r="A99999999999"><v>3</v></c></row>'
    )

    table = read_file(repacked(workbook(["a"]), {"xl/worksheets/sheet1.xml": far}))

    assert list(zip(lines(table), cells(table), strict=True)) == [(1, ("1",)), (1_048_576, ("2",))]


def test_too_many_columns_are_refused_in_texts_and_workbooks() -> None:
    row = [f"c{number}" for number in range(61)]

    for content in (";".join(row).encode(), workbook(row)):
        with pytest.raises(FileRefused) as refused:
            read_file(content)
        assert refused.value.code == "too_many_columns"
        assert refused.value.message == "O arquivo tem colunas demais; o máximo é 60."


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml", "[Content_Types].xml"])
def test_broken_part_is_refused(part: str) -> None:
    with pytest.raises(FileTypeRefused):
        read_file(repacked(workbook(["a", "b"]), {part: b"<broken"}))
