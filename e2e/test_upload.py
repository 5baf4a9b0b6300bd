"""'/upload': a file is dropped, its columns mapped, a wrong line put right, and the listings are there."""

import io

from openpyxl import Workbook
from playwright.sync_api import Locator, Page, expect

from e2e.browser import enter
from e2e.conftest import NewContext, SignIn, Watch
from e2e.creation import cell, confirm, expect_created, open_empty
from e2e.people import ANA, BRUNO, DIEGO
from marketplace.tests.sandbox_client import SandboxControl

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def workbook(*rows: list[object]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def drop(page: Page, name: str, content: bytes) -> None:
    """Drag the file over the page's drop zone and let go, as a mouse does."""
    transfer = page.evaluate_handle(
        """([name, bytes, type]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
            return transfer;
        }""",
        [name, list(content), XLSX],
    )
    zone = page.get_by_text("Arraste o arquivo ou clique para escolher")
    zone.dispatch_event("dragover", {"dataTransfer": transfer})
    zone.dispatch_event("drop", {"dataTransfer": transfer})


def row_of(page: Page, line: int) -> Locator:
    """The row of a line of the file."""
    return page.get_by_role("grid").get_by_role("row").filter(has=page.get_by_label(f"Selecionar linha {line}"))


def test_dropped_workbook_is_mapped_put_right_and_listed(sign_in: SignIn, market: SandboxControl) -> None:
    page = sign_in(*ANA)
    open_empty(page, "roblox", "/upload?jogo=roblox")
    content = workbook(
        ["Lote de maio"],
        ["Usuário", "Código", "Robux", "Preço"],
        ["planilha1", "Senha#1", 1250, 12.5],
        ["planilha2", None, 40, 9],
    )
    drop(page, "contas.xlsx", content)

    expect(page.get_by_text("contas.xlsx · 2 linhas · Sheet")).to_be_visible()
    expect(page.get_by_label("Campo da coluna Usuário")).to_have_value("login")
    expect(page.get_by_text("Indique a coluna de Senha")).to_be_visible()
    page.get_by_label("Campo da coluna Código").select_option(label="Senha")

    expect(row_of(page, 4)).to_contain_text("Falta a senha.")
    expect(row_of(page, 3)).to_contain_text("12,50")
    cell(page, 4, "Senha").dblclick()
    page.get_by_label("Senha, linha 4").fill("Senha#2")
    page.keyboard.press("Enter")
    expect(row_of(page, 4)).not_to_contain_text("Falta a senha.")

    page.get_by_role("button", name="Criar 2 contas").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("contas.xlsx")

    expect_created(page, confirm(page), 2)
    created = market.counters()["creates"]
    assert (created.get("planilha1"), created.get("planilha2")) == (1, 1)
    page.get_by_role("link", name="Detalhes").first.click()
    expect(page.get_by_role("row").filter(has_text="4").first).to_be_visible()


def test_template_that_was_downloaded_is_read_back(sign_in: SignIn) -> None:
    page = sign_in(*BRUNO)
    open_empty(page, "war-thunder", "/upload?jogo=war-thunder")
    with page.expect_download() as started:
        page.get_by_role("link", name=".csv").click()
    header = started.value.path().read_text("utf-8-sig").strip()
    assert header.startswith("Login;Senha;E-mail;")

    width = header.count(";")
    page.get_by_role("button", name="Colar texto ou células").click()
    page.get_by_label("Texto ou células da planilha").fill(f"{header}\npiloto-upload;Senha#1{';' * (width - 1)}")
    page.get_by_role("button", name="Ler texto").click()

    expect(page.get_by_text("Conferido pelo servidor")).to_be_visible()
    page.get_by_role("tab", name="Arquivo").click()
    expect(page.get_by_text("Texto colado · 1 linha")).to_be_visible()


def test_file_of_another_kind_is_refused_in_words(sign_in: SignIn, watch: Watch) -> None:
    watch.allow(400)
    page = sign_in(*DIEGO)
    open_empty(page, "roblox", "/upload?jogo=roblox")
    page.get_by_label("Arraste o arquivo ou clique para escolher").set_input_files(
        files=[{"name": "contas.csv", "mimeType": "text/csv", "buffer": b"%PDF-1.7"}]
    )

    expect(page.get_by_role("note")).to_contain_text("Este arquivo não é uma planilha .xlsx nem um texto .csv ou .txt.")


def test_template_of_texts_names_the_rare_items_of_each_account(sign_in: SignIn) -> None:
    page = sign_in(*ANA)
    open_empty(page, "fortnite", "/upload?jogo=fortnite")
    page.get_by_role("button", name="Configuração em lote").click()
    page.get_by_role("button", name="Modelos").click()
    page.get_by_role("tab", name="Listas de itens raros").click()
    page.get_by_role("button", name="Nova lista").click()
    page.get_by_label("Nome da lista").fill("Raros")
    page.get_by_role("textbox", name="Itens").fill("IKONIK\nGalaxy")
    page.get_by_role("button", name="Salvar lista").click()
    page.get_by_role("tab", name="Modelos").click()
    page.get_by_role("button", name="Novo modelo").click()
    page.get_by_label("Nome do modelo").fill("Com raros")
    page.get_by_label("Título do anúncio").fill("Fortnite {skins} skins | {itens_raros}")
    page.get_by_role("combobox", name="Lista de itens raros").select_option(label="Raros")
    expect(page.get_by_role("region", name="Exemplo")).to_contain_text("Fortnite 57 skins | IKONIK, Galaxy")
    page.get_by_role("button", name="Salvar modelo").click()
    page.get_by_role("button", name="Usar Com raros").click()
    drop(
        page,
        "contas.xlsx",
        workbook(["login", "senha", "preço", "skins", "itens raros"], ["raros01", "Senha#1", 15, 57, "galaxy, Trooper"]),
    )

    expect(row_of(page, 2)).to_contain_text("Fortnite 57 skins | Galaxy")


def test_a_finger_is_told_to_touch_and_a_mouse_to_drag(new_context: NewContext) -> None:
    page = enter(new_context(has_touch=True, is_mobile=True).new_page(), *DIEGO)
    open_empty(page, "roblox", "/upload?jogo=roblox")

    expect(page.get_by_text("Toque para escolher o arquivo")).to_be_visible()
    expect(page.get_by_text("Arraste o arquivo ou clique para escolher")).to_be_hidden()
