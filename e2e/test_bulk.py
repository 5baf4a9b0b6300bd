"""The main job: paste accounts, list them, get credited."""

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from bench.installation import Installation
from marketplace.sandbox.client import SandboxControl

SignIn = Callable[..., Page]


def test_pasted_roblox_lines_become_listings_and_earnings(sign_in: SignIn, stack: Installation) -> None:
    page = sign_in("ana.souza", "ana-demo-2026")
    page.goto("/roblox-bulk")
    page.get_by_label("Detalhes das contas").fill("navegador1:Senha#1\nsem separador\n\nnavegador2:Senha:2")
    page.get_by_role("button", name="Analisar Texto").click()

    expect(page.get_by_text("Formato inválido. Use 'usuário:senha'")).to_be_visible()
    page.get_by_role("button", name="Criar 2 contas").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Criar contas").click()

    expect(page.get_by_text("2 contas criadas com sucesso. 0 falhas.").first).to_be_visible()
    control = SandboxControl(stack.sandbox_url)
    created = control.counters()["creates"]
    assert (created.get("navegador1"), created.get("navegador2")) == (1, 1)
    control.close()

    page.goto("/")
    expect(page.get_by_text("R$ 3,15").first).to_be_visible()


def test_progress_is_there_after_a_reload_and_in_a_second_browser(
    sign_in: SignIn, browser: Browser, browser_context_args: dict[str, object], stack: Installation
) -> None:
    """'Progress visible after a reload and in a second browser', and a run that its person pauses waits."""
    page = sign_in("ana.souza", "ana-demo-2026")
    page.goto("/war-thunder-bulk")
    lines = "\n".join(f"piloto{number}:Senha#{number}" for number in range(40))
    page.get_by_label("Detalhes das contas").fill(lines)
    page.get_by_role("button", name="Processar Contas").click()
    page.get_by_role("button", name="Criar 40 contas").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Criar contas").click()
    page.get_by_role("button", name="Pausar").click()
    expect(page.get_by_role("button", name="Retomar").first).to_be_visible()

    page.reload()
    expect(page.get_by_role("button", name="Retomar").first).to_be_visible()

    other = browser.new_context(**browser_context_args)
    second = other.new_page()
    second.goto("/")
    second.get_by_label("Nome de Usuário").fill("ana.souza")
    second.get_by_label("Senha", exact=True).fill("ana-demo-2026")
    second.get_by_role("button", name="Entrar").click()
    second.get_by_role("link", name="War Thunder").first.wait_for()
    second.goto("/war-thunder-bulk")
    second.get_by_role("button", name="Retomar").first.click()
    expect(second.get_by_text("40 contas criadas com sucesso. 0 falhas.").first).to_be_visible(timeout=30_000)
    other.close()

    expect(page.get_by_text("40 contas criadas com sucesso. 0 falhas.").first).to_be_visible(timeout=30_000)


def test_leaving_the_text_empty_says_so(sign_in: SignIn) -> None:
    page = sign_in("diego.alves", "diego-demo-2026")
    page.goto("/roblox-bulk")
    page.get_by_role("button", name="Analisar Texto").click()

    expect(page.get_by_text("Texto vazio").first).to_be_visible()
    expect(page.get_by_text("Por favor, insira os detalhes das contas para análise.").first).to_be_visible()
