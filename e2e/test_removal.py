"""Somebody leaves with work under way: the admin sees what is open and owed, and hands it on."""

from playwright.sync_api import Page, expect

from e2e.accessibility import LOOKS, serious_findings
from e2e.conftest import NewContext, SignIn, post
from e2e.people import ADMIN
from marketplace.tests.sandbox_client import SandboxControl

LEAVES, STAYS = "saida.teste", "fica.teste"
# A page that stands open follows the system's theme a moment later.
WEARS = """theme => document.documentElement.classList.contains("dark") === (theme === "dark")
  && document.getAnimations().length === 0"""
PASSWORD = "removida-demo-2026"


def hired(admin: Page, username: str, full_name: str) -> int:
    body = {"username": username, "fullName": full_name, "password": PASSWORD, "role": "employee"}
    return int(post(admin, "/api/users", body)["id"])


def left_behind(admin: Page, leaver: Page, person: int) -> int:
    """Two open tasks, R$ 12,50 and a paused run of theirs; the number of the run."""
    for title in ("Contas da saída A", "Contas da saída B"):
        task = {"title": title, "assignedTo": person, "targetQuantity": 5, "paymentPerAccount": "2.00"}
        post(admin, "/api/tasks", task)
    post(admin, "/api/earnings", {"userId": person, "amount": "12.50", "description": "Lote anterior"})
    body = {"text": "heranca01:Exemplo#123\nheranca02:Exemplo#123"}
    run = int(post(leaver, "/api/roblox/bulk-create", body, Prefer="respond-async")["runId"])
    post(leaver, f"/api/bulk/runs/{run}/pause", {})
    return run


def test_work_of_a_deleted_person_goes_on_under_a_named_one(
    sign_in: SignIn, new_context: NewContext, market: SandboxControl
) -> None:
    market.set_faults({"kind": "slow", "endpoint": "lookup", "ms": 3_000})
    admin = sign_in(*ADMIN)
    leaver_id, heir_id = hired(admin, LEAVES, "Saída de Teste"), hired(admin, STAYS, "Fica de Teste")
    leaver = new_context().new_page()
    leaver.goto("/")
    post(leaver, "/api/auth/login", {"username": LEAVES, "password": PASSWORD})
    run = left_behind(admin, leaver, leaver_id)
    market.set_faults()

    admin.goto("/admin-panel?tab=funcionarios&busca=Saída")
    admin.get_by_role("button", name="Deletar Saída de Teste").click()
    dialog = admin.get_by_role("alertdialog", name="Deletar Saída de Teste?")
    expect(dialog.get_by_text("1 execução aberta, 2 tarefas abertas. R$ 12,50 a receber")).to_be_visible()
    for label in ("Passar 1 execução aberta para", "Passar 2 tarefas abertas para"):
        dialog.get_by_role("combobox", name=label).fill("Fica")
        admin.get_by_role("option", name="Fica de Teste").click()
    expect(dialog.get_by_text("Ganha o que for criado a partir de agora.")).to_be_visible()
    for width, theme in LOOKS:
        admin.set_viewport_size({"width": width, "height": 900 if width > 1000 else 844})
        admin.emulate_media(color_scheme=theme, reduced_motion="reduce")
        admin.wait_for_function(WEARS, arg=theme)
        assert serious_findings(admin, within="[role=alertdialog]") == []
    dialog.get_by_role("textbox").last.fill(LEAVES)
    dialog.get_by_role("button", name="Deletar", exact=True).click()
    expect(admin.get_by_text("Saída de Teste não tem mais acesso ao sistema.")).to_be_visible()

    assert not leaver.request.get("/api/auth/me").ok
    heir = new_context().new_page()
    heir.goto("/")
    post(heir, "/api/auth/login", {"username": STAYS, "password": PASSWORD})
    heir.goto("/tasks")
    for title in ("Contas da saída A", "Contas da saída B"):
        expect(heir.get_by_role("article", name=title)).to_be_visible()
    heir.goto(f"/runs/{run}")
    heir.get_by_role("button", name="Retomar").click()
    expect(heir.get_by_text("Concluída").first).to_be_visible()
    assert heir.request.get(f"/api/earnings/{heir_id}/pending").json()["total"] == "6.00"
