"""The main job: paste accounts, list them, get credited."""

from playwright.sync_api import expect

from e2e.browser import enter
from e2e.conftest import UNHURRIED, NewContext, SignIn
from e2e.creation import cell, confirm, create, expect_created, open_empty, paste
from e2e.people import ANA, DIEGO
from marketplace.tests.sandbox_client import SandboxControl

KEEPS = "**/api/bulk/queue?game=roblox"


def test_pasted_roblox_lines_become_listings_and_earnings(sign_in: SignIn, market: SandboxControl) -> None:
    page = sign_in(*ANA)
    paste(page, "navegador1:Senha#1\nsem separador\n\nnavegador2:Senha:2")

    expect(page.get_by_role("grid").get_by_text("Formato inválido. Use 'usuário:senha'")).to_be_visible()
    expect_created(page, create(page, "Criar 2 contas"), 2)
    created = market.counters()["creates"]
    assert (created.get("navegador1"), created.get("navegador2")) == (1, 1)

    page.goto("/")
    expect(page.get_by_text("R$ 3,15").first).to_be_visible()


def test_no_line_of_a_paste_is_lost_on_its_way_to_the_server(sign_in: SignIn, market: SandboxControl) -> None:
    """A dotless i is another letter, and what nobody sees is part of nothing: the server judges the text as pasted."""
    page = sign_in(*ANA)
    paste(page, "IAN_linha:x1\r\u200b\nıan_linha:x2\nsem separador\ncaio_linha:x3")

    expect_created(page, create(page, "Criar 3 contas"), 3)

    created = market.counters()["creates"]
    assert [created.get(login) for login in ("IAN_linha", "ıan_linha", "caio_linha")] == [1, 1, 1]
    expect(cell(page, 4, "Linha")).to_contain_text("sem separador")


def test_lines_with_a_problem_are_there_when_one_comes_back(sign_in: SignIn, market: SandboxControl) -> None:
    """Left by the sidebar while the run goes: nothing is asked, since the server keeps what was not sent."""
    market.set_faults(UNHURRIED)
    page = sign_in(*ANA)
    paste(page, "voltei1:Senha#1\nsem separador\nvoltei2:Senha#2\nVOLTEI1:Senha#3")
    expect(page.get_by_text("Guardado por 7 dias, só para você.")).to_be_visible()
    with page.expect_response(KEEPS):
        run_id = create(page, "Criar 2 contas")
    expect(page.get_by_text("Guardado por 7 dias, só para você.")).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="Dashboard").click()
    page.wait_for_url("**/")

    page.get_by_role("navigation").get_by_role("link", name="Roblox").click()

    expect(cell(page, 2, "Linha")).to_contain_text("sem separador")
    market.set_faults()
    expect_created(page, run_id, 2)
    expect(cell(page, 2, "Linha")).to_contain_text("sem separador")
    assert "separador" not in page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
    with page.expect_response(KEEPS):
        page.get_by_role("button", name="Limpar", exact=True).click()
    page.reload()
    expect(page.get_by_label("Detalhes das contas")).to_have_value("")


def test_progress_is_there_after_a_reload_and_in_a_second_browser(
    sign_in: SignIn, new_context: NewContext, market: SandboxControl
) -> None:
    """Progress visible after a reload and in a second browser, and a run that its person pauses waits."""
    market.set_faults(UNHURRIED)
    page = sign_in(*ANA)
    lines = [f"piloto{number}:Senha#{number}" for number in range(40)]
    paste(page, *lines, game="war-thunder", button="Processar Contas")
    run_id = create(page, "Criar 40 contas")
    page.get_by_role("button", name="Pausar").click()
    expect(page.get_by_role("button", name="Retomar").first).to_be_visible()

    page.reload()
    expect(page.get_by_role("button", name="Retomar").first).to_be_visible()

    second = enter(new_context().new_page(), *ANA)
    second.goto("/war-thunder-bulk")
    market.set_faults()
    second.get_by_role("button", name="Retomar").first.click()
    expect_created(second, run_id, 40)

    expect_created(page, run_id, 40)


def test_leaving_the_text_empty_says_so(sign_in: SignIn) -> None:
    page = sign_in(*DIEGO)
    open_empty(page, "roblox")
    page.get_by_role("button", name="Analisar Texto").click()

    expect(page.get_by_text("Texto vazio").first).to_be_visible()
    expect(page.get_by_text("Por favor, insira os detalhes das contas para análise.").first).to_be_visible()


def test_cells_are_put_right_in_the_grid_and_exactly_that_is_listed(sign_in: SignIn, market: SandboxControl) -> None:
    """'fix in place in a virtualised grid, then confirm exactly what was previewed', by keyboard alone."""
    page = sign_in(*ANA)
    paste(page, "grade1;Senha#1\ngrade2:Senha#2\ngrade2:Senha#3")
    grid = page.get_by_role("grid", name="Linhas analisadas")
    expect(grid.get_by_text("Login duplicado: já está na linha 2.")).to_be_visible()

    grid.focus()
    page.keyboard.type("grade1:Senha#1")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("grade3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Criar 3 contas")).to_be_visible()

    page.get_by_role("button", name="Editar em lote").click()
    page.get_by_label("Preço (USD) ± %").fill("-50")
    page.get_by_role("button", name="Aplicar").click()
    page.get_by_role("button", name="Terminar em ,99").click()
    expect(page.get_by_text("3 contas prontas para criar · total € 11,97")).to_be_visible()

    page.get_by_role("button", name="Criar 3 contas").click()
    expect(page.get_by_role("alertdialog", name="Criar 3 contas?")).to_contain_text("Total€ 11,97")

    expect_created(page, confirm(page), 3)
    created = market.counters()["creates"]
    assert [created.get(f"grade{number}") for number in (1, 2, 3)] == [1, 1, 1]


def test_a_login_created_before_leads_to_its_run(sign_in: SignIn) -> None:
    """Duplicates of earlier runs are told before sending, with the way to the run that has them."""
    page = sign_in(*ANA)
    paste(page, "anterior1:Senha#1")
    run_id = create(page, "Criar 1 conta")
    expect_created(page, run_id, 1)

    paste(page, "anterior1:Senha#1\nposterior1:Senha#1")

    row = page.get_by_role("grid").get_by_role("row").nth(1)
    expect(row).to_contain_text("Duplicada")
    row.get_by_role("link", name="Ver execução").click()
