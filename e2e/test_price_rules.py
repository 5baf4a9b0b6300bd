"""Rules of prices, from the seeded one to its proposals."""

from playwright.sync_api import expect

from e2e.accessibility import serious_findings
from e2e.conftest import SignIn, post
from e2e.installation import Installation
from e2e.people import ADMIN


def test_a_proposal_is_applied_by_keyboard_and_undone_and_its_rule_deleted(sign_in: SignIn, stack: Installation) -> None:
    page = sign_in(*ADMIN)
    # Version 1 changes no price, so there is nothing to undo once it has said so.
    key = {"apiKey": "sandbox-demo-key", "baseUrl": f"{stack.sandbox_url}/v2"}
    post(page, "/api/configs/gameboost", key)
    page.goto("/contas")
    page.get_by_role("button", name="Regras de preço").click()
    dialog = page.get_by_role("dialog", name="Regras de preço")
    expect(dialog.get_by_role("row").filter(has_text="Estoque parado de Roblox").first).to_contain_text("Propõe")
    dialog.get_by_role("button", name="Editar Estoque parado de Roblox").click()
    form = page.get_by_role("dialog", name="Editar regra")
    form.get_by_label("Jogo").select_option("War Thunder")
    form.get_by_label("Com mais de quantas contas sem vender").fill("1")
    form.get_by_role("button", name="Salvar").click()

    proposal = dialog.get_by_role("row").filter(has_text="War Thunder").filter(has_text="Espera você").first
    expect(proposal).to_contain_text("contas de War Thunder sem vender")
    assert serious_findings(page, within=".dialog-popup") == []
    proposal.get_by_role("checkbox").focus()
    page.keyboard.press("Space")
    dialog.get_by_role("button", name="Aplicar").press("Enter")
    expect(page.get_by_text("1 preço está mudando.")).to_be_visible()
    dialog.get_by_role("button", name="Desfazer", exact=True).click()
    expect(page.get_by_text("ao que era")).to_be_visible()

    dialog.get_by_role("button", name="Excluir Estoque parado de Roblox").press("Enter")
    question = page.get_by_role("alertdialog", name="Excluir regra")
    question.get_by_role("button", name="Excluir").press("Enter")
    expect(dialog.get_by_text("Nenhuma regra ainda")).to_be_visible()
    expect(dialog.get_by_role("row").filter(has_text="A regra foi excluída.").first).to_be_visible()
    post(page, "/api/configs/gameboost", key | {"baseUrl": f"{stack.sandbox_url}/v1"})
