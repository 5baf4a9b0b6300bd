"""POST /api/bulk/uploads/read and GET /api/bulk/uploads/template."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bulk.errors import FileEmpty
from bulk.games import GAMES
from bulk.games.lines import MAX_BYTES
from bulk.intake.columns import propose_fields
from bulk.intake.files import read_file
from bulk.models import Row, Run
from bulk.tests.helpers import SETTINGS
from bulk.tests.test_intake_files import workbook

pytestmark = [pytest.mark.once, pytest.mark.django_db]

READ = "/api/bulk/uploads/read"
TEMPLATE = "/api/bulk/uploads/template"


@pytest.fixture
def client(client_for: Callable[[Any], Any], employee: Any) -> Any:
    return client_for(employee)


def send(client: Any, content: bytes, name: str = "contas.csv", **asked: Any) -> Any:
    body = {"game": "fortnite", "file": SimpleUploadedFile(name, content)} | asked
    return client.post(READ, body, format="multipart")


def test_file_answers_columns_rows_lines_and_the_fields_of_the_game(client: Any) -> None:
    answer = send(client, workbook(["Login", "Senha", "Cor"], [], ["a01", "x", "azul"]), "contas.xlsx")

    assert answer.status_code == 200
    body = answer.json()
    fields = body.pop("fields")
    assert body == {
        "kind": "xlsx",
        "encoding": "",
        "delimiter": "",
        "sheet": "Sheet",
        "sheets": ["Sheet"],
        "headerLine": 1,
        "columns": [
            {"index": 0, "header": "Login", "field": "login"},
            {"index": 1, "header": "Senha", "field": "password"},
            {"index": 2, "header": "Cor", "field": None},
        ],
        "rows": [["a01", "x", "azul"]],
        "lines": [3],
        "total": 1,
        "notices": [],
    }
    assert fields[0] == {
        "name": "login",
        "label": "Login",
        "required": True,
        "kind": "text",
        "place": "account",
        "options": [],
        "words": {},
    }
    assert [field["name"] for field in fields] == [field.name for field in GAMES["fortnite"].columns]


def test_name_of_a_file_says_nothing(client: Any) -> None:
    answer = send(client, b"login;senha\na01;x\n", "contas.xlsx")

    assert (answer.status_code, answer.json()["kind"]) == (200, "csv")


def test_pasted_text_is_read_the_same_way(client: Any) -> None:
    answer = client.post(READ, {"game": "roblox", "text": "login\tsenha\na01\tx\n"})

    assert answer.status_code == 200
    assert answer.json()["rows"] == [["a01", "x"]]


def test_person_decides_about_header_and_sheet(client: Any) -> None:
    def other(book: Any) -> None:
        book.create_sheet("Outras").append(["b01", "y"])

    content = workbook(["usr", "pw"], ["a01", "x"], change=other)

    assert send(client, content, header="first").json()["headerLine"] == 1
    assert send(client, content, header="none").json()["total"] == 2
    assert send(client, content, sheet="Outras").json()["rows"] == [["b01", "y"]]


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (b"", "file_empty", "O arquivo está vazio. Envie um arquivo com ao menos uma conta."),
        (b"%PDF-1.7", "file_type", "Este arquivo não é uma planilha .xlsx nem um texto .csv ou .txt."),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "file_type",
            "Esta planilha está em formato antigo (.xls) ou protegida por senha. Salve-a como .xlsx sem senha.",
        ),
        (b"a;b\n" * 5_001, "too_many_lines", "O arquivo tem 5.001 linhas; o máximo é 5.000 por execução."),
        (
            b"a" * (MAX_BYTES + 1),
            "file_too_large",
            "O arquivo passa de 2 MB. Divida as contas em mais de um arquivo.",
        ),
        (
            b"a" * (MAX_BYTES + 100_000),
            "file_too_large",
            "O arquivo passa de 2 MB. Divida as contas em mais de um arquivo.",
        ),
    ],
    ids=["empty", "pdf", "xls", "rows", "size", "body"],
)
def test_wrong_file_is_refused_in_portuguese_and_nothing_is_stored(
    client: Any, content: bytes, code: str, message: str
) -> None:
    answer = send(client, content)

    assert answer.status_code == 400
    assert answer.json() == {"message": message, "errors": {}, "code": code}
    assert not Run.objects.exists()
    assert not Row.objects.exists()


@pytest.mark.parametrize("body", [{"game": "fortnite"}, {"game": "chess", "text": "a"}, {"text": "a"}])
def test_request_without_game_or_content_is_refused(client: Any, body: dict[str, str]) -> None:
    assert client.post(READ, body).status_code == 400


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(
    ("kind", "media_type"),
    [
        ("csv", "text/csv; charset=utf-8"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ],
)
def test_template_is_a_file_that_reading_knows(client: Any, game: str, kind: str, media_type: str) -> None:
    answer = client.get(f"{TEMPLATE}?game={game}&format={kind}")

    assert answer.status_code == 200
    assert answer["Content-Type"] == media_type
    assert answer["Content-Disposition"] == f'attachment; filename="contas-{game}.{kind}"'
    with pytest.raises(FileEmpty):
        propose_fields(read_file(answer.content), GAMES[game].columns)


@pytest.mark.parametrize("query", ["", "?game=fortnite", "?game=chess&format=csv", "?game=fortnite&format=pdf"])
def test_template_of_nothing_is_refused(client: Any, query: str) -> None:
    assert client.get(TEMPLATE + query).status_code == 400


def test_report_of_a_run_is_read_back_and_its_masked_logins_are_told(
    client_for: Callable[[Any], Any], owner: Any, start: Callable[..., Run]
) -> None:
    """Cells that start with = + - @ are neutralised on export; what they held comes back whole."""
    run = start("jogador01", settings={**SETTINGS, "title": "=HYPERLINK(1)"})
    client = client_for(owner)
    report = client.get(f"/api/bulk/runs/{run.pk}/report.csv").content

    read = send(client, report, "execucao.csv", game="roblox").json()

    assert b"'=HYPERLINK(1)" in report
    fields = {column["field"]: column["index"] for column in read["columns"]}
    assert read["rows"][0][fields["title"]] == "=HYPERLINK(1)"
    assert read["rows"][0][fields["login"]] == "jo••••01"
    assert read["notices"] == ["Linha 2: o login está mascarado; preencha-o com o login verdadeiro."]
