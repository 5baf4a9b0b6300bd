"""Accounts over markets, as a person sees them."""

from playwright.sync_api import expect

from e2e.conftest import SignIn
from e2e.people import ANA
from e2e.test_runs import open_over, start


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
