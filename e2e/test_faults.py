"""Slow and broken networks: the screen says so in the documented words, recovers by itself, and nothing typed is lost."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from e2e.conftest import UNHURRIED, SignIn
from e2e.creation import confirm, create, expect_created, paste
from e2e.people import ANA
from marketplace.tests.sandbox_client import SandboxControl

NETWORK_TEXT = "Erro de conexão com o servidor. Verifique sua internet."
UNAVAILABLE_TEXT = "Serviço temporariamente indisponível."
SESSION_TEXT = "Sessão expirada. Faça login novamente."


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page whose network is broken on purpose: only faults of its scripts fail a test."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    # Leaving a page with unsent text asks first; the end of a test leaves it.
    page.on("dialog", lambda dialog: dialog.accept())
    yield page
    assert faults == []


def creates(market: SandboxControl, *logins: str) -> list[int]:
    counters = market.counters()["creates"]
    return [counters.get(login, 0) for login in logins]


def bad_gateway(route: Route) -> None:
    route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")


def test_offline_during_a_run_is_said_and_the_run_is_followed_again(sign_in: SignIn, market: SandboxControl) -> None:
    market.set_faults(UNHURRIED)
    page = sign_in(*ANA)
    paste(page, *[f"offline{number}:Senha#{number}" for number in range(40)])
    run_id = create(page, "Criar 40 contas")
    expect(page.get_by_role("progressbar", name="Progresso da criação")).to_be_visible()
    page.get_by_role("button", name="Pausar").click()
    expect(page.get_by_role("button", name="Retomar")).to_be_visible()

    market.set_faults()

    page.context.set_offline(True)
    expect(page.get_by_role("note").filter(has_text=NETWORK_TEXT)).to_be_visible()
    page.context.set_offline(False)

    expect(page.get_by_role("note").filter(has_text=NETWORK_TEXT)).to_have_count(0)
    page.get_by_role("button", name="Retomar").click()
    expect_created(page, run_id, 40)


def test_a_gateway_error_in_the_middle_of_a_run_is_said_and_passes(sign_in: SignIn) -> None:
    page = sign_in(*ANA)
    page.route("**/api/bulk/runs/*", bad_gateway)
    paste(page, "portao1:Senha#1", "portao2:Senha#2")
    run_id = create(page, "Criar 2 contas")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(page.get_by_role("note").filter(has_text=UNAVAILABLE_TEXT)).to_be_visible()

    page.unroute("**/api/bulk/runs/*")

    expect_created(page, run_id, 2)


def test_a_preview_that_fails_is_said_and_asked_for_again_by_itself(sign_in: SignIn) -> None:
    page = sign_in(*ANA)
    page.route("**/api/bulk/preview", bad_gateway)
    paste(page, "previa1:Senha#1", "previa2:Senha#2")
    said = page.get_by_role("note").filter(has_text=f"O servidor não conferiu as contas: {UNAVAILABLE_TEXT}")
    expect(said).to_be_visible()
    expect(page.get_by_role("grid").get_by_role("row")).to_have_count(3)

    page.unroute("**/api/bulk/preview")

    expect(page.get_by_text("Conferido pelo servidor: 2 contas prontas para criar")).to_be_visible()
    expect(page.get_by_role("grid")).to_contain_text("previa2")


def test_a_creation_whose_answer_is_lost_is_tried_again_and_made_once(sign_in: SignIn, market: SandboxControl) -> None:
    page = sign_in(*ANA)
    lines = ["perdida1:Senha#1", "perdida2:Senha#2", "perdida3:Senha#3"]
    paste(page, *lines)

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        bad_gateway(route)

    page.route("**/api/roblox/bulk-create", lose_the_answer, times=1)
    page.get_by_role("button", name="Criar 3 contas").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Criar contas").click()
    expect(page.locator("#toasts")).to_contain_text(UNAVAILABLE_TEXT)
    expect(page.get_by_role("grid").get_by_role("row")).to_have_count(len(lines) + 1)

    expect_created(page, confirm(page), 3)
    assert creates(market, "perdida1", "perdida2", "perdida3") == [1, 1, 1]


def test_a_session_ended_in_another_tab_leaves_the_text_and_goes_on_after_signing_in(
    sign_in: SignIn, context: BrowserContext, market: SandboxControl
) -> None:
    page = sign_in(*ANA)
    lines = [f"sessao{number}:Senha#{number}" for number in range(4)]
    paste(page, *lines)
    expect(page.get_by_text("Conferido pelo servidor: 4 contas prontas")).to_be_visible()

    other = context.new_page()
    other.goto("/")
    other.get_by_role("button", name="Sair").first.click()
    other.get_by_label("Nome de Usuário").wait_for()

    expect(page.get_by_role("note").filter(has_text=SESSION_TEXT)).to_be_visible()
    expect(page.get_by_role("grid").get_by_role("row")).to_have_count(len(lines) + 1)

    other.get_by_label("Nome de Usuário").fill("ana.souza")
    other.get_by_label("Senha", exact=True).fill("ana-demo-2026")
    other.get_by_role("button", name="Entrar").click()

    expect(page.get_by_role("note").filter(has_text=SESSION_TEXT)).to_have_count(0)
    expect_created(page, create(page, "Criar 4 contas"), 4)
    assert creates(market, "sessao0", "sessao3") == [1, 1]


def test_a_session_that_expired_is_noticed_by_the_next_question(sign_in: SignIn, context: BrowserContext) -> None:
    page = sign_in(*ANA)
    lines = [f"expirada{number}:Senha#{number}" for number in range(5)]
    paste(page, *lines)
    expect(page.get_by_text("Conferido pelo servidor: 5 contas prontas")).to_be_visible()
    cookies = context.cookies()
    context.clear_cookies(name="sessionid")

    page.get_by_role("button", name="Criar 5 contas").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Criar contas").click()

    expect(page.locator("#toasts")).to_contain_text(SESSION_TEXT)
    expect(page.get_by_role("grid").get_by_role("row")).to_have_count(len(lines) + 1)
    context.add_cookies(cookies)  # type: ignore[arg-type]  # what the browser gave, it takes back
    expect_created(page, confirm(page), 5)


def test_part_of_a_screen_that_did_not_come_is_told_and_comes_with_the_network(
    sign_in: SignIn, context: BrowserContext
) -> None:
    page = sign_in(*ANA)
    page.goto("/profile")
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.get_by_role("tab", name="API GameBoost").click()
    expect(page.locator("#toasts")).to_contain_text(f"{NETWORK_TEXT[:-1]} e tente novamente.")
    page.get_by_role("button", name="Notificações").click()
    page.keyboard.press("Escape")

    context.set_offline(False)
    expect(page.get_by_label("Chave da API")).to_be_visible()
    page.get_by_role("button", name="Notificações").click()
    expect(page.get_by_role("button", name="Marcar todas como lidas")).to_be_visible()
