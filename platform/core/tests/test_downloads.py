from core.downloads import CSV, download, kept_as


def test_download_is_a_file_of_its_name_and_type() -> None:
    answer = download("a;b\r\n", name="pagamentos-2026-11.csv", content_type=CSV)

    assert (answer.content, answer["Content-Type"]) == (b"a;b\r\n", "text/csv; charset=utf-8")
    assert answer["Content-Disposition"] == 'attachment; filename="pagamentos-2026-11.csv"'


def test_name_with_other_letters_is_written_as_the_header_asks() -> None:
    assert kept_as("relatório.csv") == {"Content-Disposition": "attachment; filename*=utf-8''relat%C3%B3rio.csv"}
