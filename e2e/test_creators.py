"""Fortnite and Valorant: paste a text, correct what was read, queue, come back, confirm, get credited."""

import re
import time
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.accessibility import LOOKS, serious_findings
from e2e.conftest import SignIn
from e2e.creation import create, expect_end, open_empty
from e2e.people import BRUNO, CARLA, DIEGO
from marketplace.tests.sandbox_client import SandboxControl

DEADLINE_S = 60

FORTNITE = """CONTA FORTNITE FULL ACESSO
Login: raposa_e2e
Senha: Exemplo#123
E-mail: raposa@rambler.ru
Senha do e-mail: MailExemplo#9
Nível: 210
Picaretas: 34
V-Bucks: 1.250
Glimbos: 57
Plataforma: PC"""
VALORANT = """Login: piloto_e2e
Senha: Exemplo#123
Nv. 84 | Elo: Ouro 2 | Elo máximo: Diamante 1
Servidor: BR
Agentes: Jett, Reyna, Sova"""
THREE = """Login: um_e2e
Senha: Exemplo#1
Nível: 84

Login: dois_e2e
Senha: Exemplo#2
Nível: 120

Login: tres_e2e
Senha: Exemplo#3
Nível: 33"""


def analyse(page: Page, text: str) -> None:
    page.get_by_label("Texto para análise").fill(text)
    page.get_by_role("button", name="Analisar com IA").click()
    expect(page.get_by_label("Título gerado")).to_be_visible()


def price(page: Page) -> Locator:
    return page.get_by_label("Preço (EUR)", exact=True)


def creates(control: SandboxControl) -> dict[str, int]:
    """{login: how many listings were made}."""
    counted: dict[str, int] = control.counters()["creates"]
    return counted


def test_a_fortnite_text_is_analysed_corrected_queued_and_created(sign_in: SignIn, market: SandboxControl) -> None:
    page = sign_in(*CARLA)
    open_empty(page, "fortnite", "/game-selection")
    page.get_by_role("main").get_by_role("link", name="Fortnite").click()
    expect(page.get_by_role("heading", name="Fortnite em Massa")).to_be_visible()
    analyse(page, FORTNITE)

    # Each value with the piece of text it came from, marked while it is pointed at.
    expect(page.get_by_label("V-Bucks")).to_have_value("1250")
    page.mouse.move(0, 0)  # what the pointer lies on is marked as well
    page.get_by_label("V-Bucks").focus()
    expect(page.locator("mark[data-active]")).to_have_text("V-Bucks: 1.250")
    page.get_by_label("Picaretas").hover()
    expect(page.locator("mark[data-active]")).to_have_text("Picaretas: 34")

    # A correction teaches the label that was not recognised; the text is read again with it.
    expect(page.get_by_text("Linhas não reconhecidas (1)")).to_be_visible()
    page.get_by_label("Campo da linha 9").select_option("Skins")
    page.get_by_role("button", name="Ensinar").click()
    expect(page.get_by_label("Skins", exact=True)).to_have_value("57")
    expect(page.get_by_text("Linhas não reconhecidas")).to_have_count(0)

    # The provider of the e-mail is recognised, and its webmail address stands in the instructions.
    expect(page.get_by_label("Domínio de email").first).to_have_value("rambler")
    expect(page.get_by_label("Instruções de entrega", exact=True)).to_have_value(re.compile(r"https://mail\.rambler\.ru"))
    page.get_by_role("button", name="Adicionar à fila").click()
    expect(page.get_by_text("Login, senha, preço e domínio de email são obrigatórios.").first).to_be_visible()
    price(page).fill("25")
    page.get_by_role("button", name="Adicionar à fila").click()
    expect(page.get_by_text("Guardado por 7 dias, só para você.").first).to_be_visible()

    page.reload()
    expect(page.get_by_role("grid", name="Linhas analisadas")).to_contain_text("raposa_e2e")
    assert "Exemplo#123" not in page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
    expect(page.get_by_text("1 conta pronta para criar · total € 25,00")).to_be_visible()
    expect_end(page, create(page, "Criar 1 conta"), "1 de 1 contas foram criadas com sucesso.")
    expect(page.get_by_role("tab", name="Fila de criação (0)")).to_be_visible()
    assert creates(market)["raposa_e2e"] == 1
    page.goto("/")
    expect(page.get_by_text("Conta Fortnite criada").first).to_be_visible()


def test_of_three_valorant_accounts_the_refused_one_stays(sign_in: SignIn, market: SandboxControl) -> None:
    """Accounts created successfully are removed from the queue; failed ones stay."""
    market.set_faults({"kind": "refuse", "logins": ["dois_e2e"]})
    page = sign_in(*CARLA)
    open_empty(page, "valorant")
    expect(page.get_by_text("API GameBoost configurada")).to_be_visible()
    analyse(page, VALORANT)
    expect(page.get_by_label("Elo máximo", exact=True)).to_have_value("Diamond")
    expect(page.get_by_label("Servidor", exact=True)).to_have_value("Brazil")
    page.get_by_role("button", name="Limpar", exact=True).click()

    analyse(page, THREE)
    price(page).fill("12,50")
    page.get_by_role("button", name="Aplicar a todas").click()
    page.get_by_role("button", name="Adicionar todas").click()
    expect(page.get_by_role("tab", name="Criação em Lote (3)")).to_be_visible()
    expect(page.get_by_text("3 contas prontas para criar · total € 37,50")).to_be_visible()
    expect_end(page, create(page, "Criar 3 Conta(s)"), "2 de 3 contas foram criadas com sucesso.")
    grid = page.get_by_role("grid", name="Linhas analisadas")
    expect(grid).to_contain_text("dois_e2e")
    expect(grid).not_to_contain_text("um_e2e")
    expect(grid.get_by_role("link", name="Ver execução")).to_be_visible()
    page.reload()
    expect(page.get_by_role("tab", name="Criação em Lote (1)")).to_be_visible()
    expect(grid).to_contain_text("dois_e2e")

    market.set_faults()
    expect_end(page, create(page, "Criar 1 Conta(s)"), "1 de 1 contas foram criadas com sucesso.")
    expect(page.get_by_role("tab", name="Criação em Lote (0)")).to_be_visible()
    assert [creates(market)[login] for login in ("um_e2e", "dois_e2e", "tres_e2e")] == [1, 1, 1]


def test_a_queue_of_two_tabs_loses_nothing(sign_in: SignIn) -> None:
    page = sign_in(*BRUNO)
    open_empty(page, "fortnite", "/fortnite-bulk?aba=manual")
    other = page.context.new_page()
    other.goto("/fortnite-bulk?aba=manual")
    for tab, login in ((page, "primeira_aba"), (other, "segunda_aba")):
        tab.get_by_label("Login").fill(login)
        tab.get_by_label("Senha", exact=True).fill("Exemplo#123")
        price(tab).fill("10")
        tab.get_by_role("button", name="Adicionar à fila").click()
        expect(tab.get_by_role("grid", name="Linhas analisadas")).to_contain_text(login)
        expect(tab.get_by_text("Guardado por 7 dias, só para você.").first).to_be_visible()

    expect(other.get_by_role("grid", name="Linhas analisadas")).to_contain_text("primeira_aba")
    page.reload()
    expect(page.get_by_role("tab", name="Fila de criação (2)")).to_be_visible()
    for left in (1, 0):
        page.get_by_role("button", name="Remover linha").first.click()
        expect(page.get_by_role("tab", name=f"Fila de criação ({left})")).to_be_visible()
    page.get_by_role("tab", name="Fila de criação (0)").click()
    expect(page.get_by_text("A fila está vazia")).to_be_visible()
    expect(page.get_by_text("Guardado por 7 dias, só para você.").first).to_be_visible()
    other.close()


def test_a_valorant_account_is_created_with_the_keyboard_alone(sign_in: SignIn, market: SandboxControl) -> None:
    page = sign_in(*CARLA)
    open_empty(page, "valorant")
    page.get_by_label("Texto para análise").focus()
    page.keyboard.insert_text(VALORANT.replace("piloto_e2e", "teclado_e2e"))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_label("Título gerado")).to_be_visible()
    tab_to(page, price(page))
    page.keyboard.type("30")
    tab_to(page, page.get_by_role("button", name="Adicionar Conta à Lista"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("grid", name="Linhas analisadas")).to_contain_text("teclado_e2e")
    tab_to(page, page.get_by_role("button", name="Criar 1 Conta(s)"))
    page.keyboard.press("Enter")
    confirm = page.get_by_role("alertdialog").get_by_role("button", name="Criar contas")
    expect(confirm).to_be_enabled()
    tab_to(page, confirm)
    page.keyboard.press("Enter")

    expect(page.get_by_role("tab", name="Criação em Lote (0)")).to_be_visible()
    give_up_at = time.monotonic() + DEADLINE_S
    while "teclado_e2e" not in creates(market) and time.monotonic() < give_up_at:
        page.wait_for_timeout(200)
    assert creates(market)["teclado_e2e"] == 1


def tab_to(page: Page, place: Locator) -> None:
    """Press Tab until the focus is there; it must be, before the page has been gone round."""
    for _ in range(200):
        if place.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {place}")


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize(("path", "text"), [("/fortnite-bulk", FORTNITE), ("/valorant-bulk", THREE)])
def test_a_result_and_its_queue_are_accessible_and_fit(
    sign_in: SignIn, path: str, text: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    page = sign_in(*DIEGO)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_empty(page, path.strip("/").removesuffix("-bulk"))
    analyse(page, text)
    price(page).fill("25")
    if path == "/valorant-bulk":
        page.get_by_role("button", name="Aplicar a todas").click()
    check(page, width)

    page.get_by_role("button", name=re.compile("Adicionar todas|Adicionar à fila")).first.click()
    expect(page.get_by_text(re.compile("Conferido pelo servidor"))).to_be_visible()
    check(page, width)

    page.get_by_role("button", name="Configurar", exact=True).first.click()
    expect(page.get_by_role("grid").get_by_label("Título", exact=True)).to_be_visible()
    check(page, width)

    page.get_by_role("button", name="Configuração em lote").click()
    expect(page.get_by_role("complementary", name="Anúncio")).to_be_visible()
    check(page, width)


def check(page: Page, width: int) -> None:
    page.mouse.move(0, 0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # The size of targets is judged where pages rest (test_every_page): here a passing toast may lie over one.
    assert serious_findings(page, without="target-size") == []
