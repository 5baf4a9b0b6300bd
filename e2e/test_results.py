"""Results as an admin reads them: from a figure to its accounts and their chain, the files, a rate that was missing."""

from playwright.sync_api import expect

from e2e.accessibility import serious_findings
from e2e.conftest import SignIn
from e2e.people import ADMIN
from e2e.test_lists import PHONE, TWO_LINES_PX


def test_a_figure_opens_to_its_accounts_and_an_account_to_its_chain(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.goto("/resultados")

    page.get_by_role("button", name="Em estoque: ver").click()
    accounts = page.get_by_role("table", name="Contas")
    expect(accounts.get_by_role("row").filter(has_text="Em estoque").first).to_be_visible()
    assert "standing=stock" in page.url
    accounts.get_by_role("button").first.click()
    chain = page.get_by_role("dialog")
    expect(chain.get_by_text("Anunciada no").first).to_be_visible()
    assert serious_findings(page, within=".dialog-popup") == []
    page.keyboard.press("Escape")

    for kind in ("CSV", "XLSX"):
        with page.expect_download() as started:
            page.get_by_role("link", name=f"Contas em {kind}").click()
        assert started.value.suggested_filename == f"resultados.{kind.lower()}"


def test_a_missing_rate_is_added_after_it_tells_what_it_values(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.goto("/resultados")
    page.get_by_role("button", name="Cotações").click()
    dialog = page.get_by_role("dialog", name="Cotações")
    dialog.get_by_label("Moeda").select_option("Dólar")
    dialog.get_by_label("Cotação (R$)").fill("5,4321")
    dialog.get_by_label("Fonte").fill("Banco Central")
    assert serious_findings(page, within=".dialog-popup") == []
    dialog.get_by_role("button", name="Revisar").click()

    question = page.get_by_role("dialog", name="Salvar esta cotação?").or_(page.get_by_role("alertdialog"))
    expect(question).to_contain_text("lançamento")
    question.get_by_role("button", name="Salvar cotação").click()
    expect(page.get_by_text("Cotação salva.")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Banco Central").first).to_contain_text("5,4321")


def test_groups_and_accounts_are_two_lines_on_a_phone(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.set_viewport_size(PHONE)
    for path, name in (("/resultados", "Resultados por Jogo"), ("/resultados?by=account", "Contas")):
        page.goto(path)
        rows = page.get_by_role("table", name=name).locator("tbody tr")
        expect(rows.get_by_role("button").first).to_be_visible()

        assert max(rows.evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")) <= TWO_LINES_PX
