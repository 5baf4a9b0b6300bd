"""Accounts over markets, as a person sees them."""

from decimal import Decimal

from playwright.sync_api import expect

from e2e.conftest import SignIn
from e2e.creation import confirm, open_empty
from e2e.people import ANA, BRUNO
from e2e.test_runs import open_over, start
from e2e.test_upload import drop, workbook
from marketplace.tests.sandbox_client import SandboxControl


def test_an_account_is_found_read_and_its_listings_are_closed(sign_in: SignIn) -> None:
    page = sign_in(*ANA)
    open_over(page, start(page, "estoque0"))
    page.goto("/contas?busca=estoque0")

    expect(page.get_by_role("cell", name="À venda").first).to_be_visible()
    page.get_by_role("button", name="Histórico").click()
    expect(page.get_by_role("dialog").get_by_text("Anunciada no GameBoost")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Encerrar anúncios").click()
    page.get_by_role("button", name="Encerrar", exact=True).click()
    expect(page.get_by_role("cell", name="Encerrada").first).to_be_visible(timeout=20_000)


def test_a_dispute_is_found_on_a_phone_and_its_evidence_opens_by_keyboard(sign_in: SignIn) -> None:
    """The sandbox buys accounts of Bruno's, and they are read within a minute."""
    page = sign_in(*BRUNO)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/pedidos?state=disputed")
    expect(page.get_by_text("Em disputa", exact=True).last).to_be_visible()

    evidence = page.get_by_role("button", name="Provas do pedido")
    evidence.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("note")).to_contain_text("Responda à disputa no GameBoost")
    expect(dialog.get_by_text("Vendida no GameBoost")).to_be_visible()
    with page.expect_download() as receipt:
        dialog.get_by_role("link", name="Baixar recibo").click()
    assert receipt.value.suggested_filename.endswith(".json")
    page.keyboard.press("Escape")
    expect(evidence).to_be_focused()


def test_titles_are_whole_on_the_narrowest_phone(sign_in: SignIn) -> None:
    page = sign_in(*BRUNO)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/contas")
    titles = page.locator(".two-lines > :first-child")
    expect(titles.first).to_be_visible()

    cut = "titles => titles.filter(each => each.scrollHeight > each.clientHeight + 1).map(each => each.textContent)"
    assert titles.evaluate_all(cut) == []


def test_a_price_is_changed_after_a_preview_and_undone(sign_in: SignIn) -> None:
    page = sign_in(*BRUNO)
    page.goto("/contas?state=on_sale&busca=war+thunder")
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Mudar preços").click()
    dialog = page.get_by_role("dialog", name="Mudar preços")
    dialog.get_by_label("Mudança").select_option("Novo preço (€)")
    dialog.get_by_label("Preço").fill("33,21")
    expect(dialog.get_by_role("list", name="Prévia")).to_contain_text("33,21")
    dialog.get_by_role("button", name="Mudar 1 preço").click()
    expect(page.get_by_role("cell").filter(has_text="€ 33,21").filter(has_not_text="→").first).to_be_visible()
    page.get_by_role("button", name="Desfazer").click()
    expect(page.get_by_text("33,21")).to_have_count(0)


def test_accounts_go_to_two_marketplaces_at_once_and_are_paid_once(sign_in: SignIn, market: SandboxControl) -> None:
    page = sign_in(*ANA)
    open_empty(page, "roblox", "/upload?jogo=roblox")
    drop(
        page,
        "contas.xlsx",
        workbook(
            ["Usuário", "Senha", "E-mail", "Senha do e-mail"],
            ["dupla1", "Senha#1", "dupla1@example.com", "Correio#1"],
            ["dupla2", "Senha#2", "", ""],
        ),
    )
    page.get_by_role("button", name="Marketplaces").click()
    drawer = page.get_by_role("complementary", name="Anúncio")
    drawer.get_by_role("switch", name="LZT Market").check()
    lzt = drawer.get_by_role("region", name="LZT Market")
    lzt.get_by_text("Preço e textos").click()
    lzt.get_by_label("Multiplicar o preço por").fill("1,50")
    lzt.get_by_label("Arredondar para cima").select_option(label="Terminar em ,90")
    with page.expect_response(lambda kept: "draft" in kept.url and "for you" in (kept.request.post_data or "")):
        lzt.get_by_label("Título aqui").fill("Roblox for you")
    expect(page.get_by_role("grid").get_by_text("Não vai para o LZT Market").first).to_be_visible()
    expect(page.get_by_role("region", name="Criação")).to_contain_text("2 contas · 2 marketplaces")
    page.reload()
    expect(page.get_by_role("region", name="Criação")).to_contain_text("2 contas · 2 marketplaces")

    page.get_by_role("button", name="Criar 2 contas").click()
    dialog = page.get_by_role("alertdialog")
    expect(dialog.get_by_text("2 contas · € 17,40")).to_be_visible()
    expect(dialog.get_by_text("1 conta · € 13,90")).to_be_visible()
    expect(dialog.get_by_text("R$ 6,30")).to_be_visible()
    run_id = confirm(page)
    expect(page.get_by_text("2 marketplaces: 3 de 3 anúncios foram criados.").first).to_be_visible()
    open_over(page, run_id)
    page.get_by_role("link", name="LZT Market").click()
    expect(page).to_have_url(f"/runs/{run_id + 1}")
    open_over(page, run_id + 1)

    page.goto("/runs")
    expect(page.get_by_text("2 marketplaces:").first).to_be_visible()
    page.goto("/contas?busca=dupla1")
    expect(page.get_by_role("cell", name="GameBoost")).to_contain_text("LZT Market")
    assert [each["login"] for each in market.listings()].count("dupla1") == 2
    # Each account is paid for where it was listed first.
    earned = [page.request.get(f"/api/bulk/runs/{each}").json()["earned"] for each in (run_id, run_id + 1)]
    assert sum(map(Decimal, earned)) == Decimal("6.30")
