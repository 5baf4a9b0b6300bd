import pytest

from core.downloads import CSV, csv_sheet, download, kept_as, plain_cell, safe_cell


def test_download_is_a_file_of_its_name_and_type() -> None:
    answer = download("a;b\r\n", name="pagamentos-2026-11.csv", content_type=CSV)

    assert (answer.content, answer["Content-Type"]) == (b"a;b\r\n", "text/csv; charset=utf-8")
    assert answer["Content-Disposition"] == 'attachment; filename="pagamentos-2026-11.csv"'


def test_name_with_other_letters_is_written_as_the_header_asks() -> None:
    assert kept_as("relatório.csv") == {"Content-Disposition": "attachment; filename*=utf-8''relat%C3%B3rio.csv"}


def test_sheet_has_the_mark_semicolons_and_windows_line_ends() -> None:
    assert csv_sheet(("Nome", "Valor"), [("Ana", "1,00"), ("Bruno; Lima", "2,00")]) == (
        '\ufeffNome;Valor\r\nAna;1,00\r\n"Bruno; Lima";2,00\r\n'
    )


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_cell_that_a_spreadsheet_would_run_is_neutralised(start: str) -> None:
    """Cells starting with = + - @ tab or CR neutralised."""
    assert safe_cell(f"{start}HYPERLINK(1)") == f"'{start}HYPERLINK(1)"


@pytest.mark.parametrize("text", ["", "Conta = ouro", "1 - 2", "10,00"])
def test_harmless_cell_stays_as_it_is(text: str) -> None:
    assert safe_cell(text) == text


@pytest.mark.parametrize("text", ["=1+1", "+55 11", "-5", "@ana", "'=1", "''@x", "'aspas", "'", "", "Ana"])
def test_neutralised_cell_gives_its_text_back(text: str) -> None:
    assert plain_cell(safe_cell(text)) == text


def test_cell_that_was_never_neutralised_keeps_its_apostrophe() -> None:
    assert plain_cell("'Ouro'") == "'Ouro'"
