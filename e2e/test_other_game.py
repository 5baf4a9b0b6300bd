"""Any game of the marketplace, made from its template: found by name, filled in, mended, created, paid."""

from playwright.sync_api import expect

from e2e.conftest import SignIn
from e2e.creation import cell, confirm, expect_created, open_empty
from e2e.people import ADMIN, ANA
from marketplace.tests.sandbox_client import SandboxControl


def test_a_game_without_a_line_of_code_is_found_filled_in_created_and_paid(
    sign_in: SignIn, market: SandboxControl
) -> None:
    page = sign_in(*ANA)
    page.goto("/game-selection")
    page.get_by_role("main").get_by_role("button", name="Outro jogo").click()
    page.get_by_role("combobox", name="Buscar outro jogo").fill("genshin")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Genshin Impact em Massa")).to_be_visible()

    page.get_by_label("Detalhes das contas").fill(
        "genshin_a:Senha#1\ngenshin_b;Senha#2\ngenshin_c:Senha#3:c@rambler.ru:Mail#3"
    )
    page.get_by_role("button", name="Processar Contas").click()
    expect(cell(page, 2)).to_contain_text("Inválida")
    page.get_by_role("button", name="Corrigir separador (1)").click()
    page.get_by_role("button", name="Dados do jogo").click()
    drawer = page.get_by_role("complementary", name="Anúncio")
    drawer.get_by_label("Servidor").select_option("Europe")
    drawer.get_by_label("Adventure rank").fill("55")
    drawer.get_by_role("tab", name="Anúncio").click()
    drawer.get_by_label("Preço (EUR)").fill("12,50")
    bar = page.get_by_role("region", name="Criação")
    expect(bar).to_contain_text("3 contas · € 37,50 · você ganha R$ 9,45")

    bar.get_by_role("button", name="Criar 3 contas").click()
    expect_created(page, confirm(page), 3)

    expect(page.get_by_text("3 contas criadas. Você ganhou R$ 9,45.")).to_be_visible()
    created = market.counters()["creates"]
    assert [created.get(login) for login in ("genshin_a", "genshin_b", "genshin_c")] == [1, 1, 1]
    page.goto("/ganhos")
    expect(page.get_by_text("R$ 9,45").first).to_be_visible()


def test_an_admin_pins_a_game_to_everybodys_menu_and_names_its_fields(sign_in: SignIn, market: SandboxControl) -> None:
    page = sign_in(*ADMIN)
    page.goto("/criar/minecraft")
    expect(page.get_by_role("heading", name="Minecraft em Massa")).to_be_visible()
    open_empty(page, "minecraft", "/criar/minecraft")
    page.get_by_role("button", name="Ajustar jogo").click()
    window = page.get_by_role("dialog", name="Ajustar Minecraft")
    window.get_by_label("hypixel_level").fill("Nível no Hypixel")
    window.get_by_text("Fixar no menu").click()
    window.get_by_role("button", name="Salvar").click()
    expect(page.get_by_text("Jogo fixado no menu da equipe.")).to_be_visible()

    page = sign_in(*ANA)
    entry = page.get_by_role("navigation").get_by_role("link", name="Minecraft")
    for _ in range(60):  # each process of the web asks what is pinned every five seconds
        page.goto("/")
        if entry.count():
            break
        page.wait_for_timeout(500)
    entry.click()
    page.get_by_role("button", name="Dados do jogo").click()

    expect(page.get_by_label("Nível no Hypixel")).to_be_visible()
