"""The profile with its four tabs, the bell's panel, the command palette."""

import io
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from e2e.accessibility import LOOKS, serious_findings
from e2e.browser import enter
from e2e.conftest import NewContext, SignIn, Watch
from e2e.first_paint import asked_at_first
from e2e.people import ADMIN, ANA, BRUNO, CARLA, DIEGO

TABS = ("perfil", "upload", "api", "atividade")


def open_tab(page: Page, tab: str) -> None:
    page.goto(f"/profile?tab={tab}")
    page.wait_for_load_state("networkidle")


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def picture(format_: str = "PNG") -> FilePayload:
    content = io.BytesIO()
    Image.new("RGB", (64, 64), "teal").save(content, format_)
    return {"name": "foto", "mimeType": f"image/{format_.lower()}", "buffer": content.getvalue()}


@pytest.fixture
def elsewhere(new_context: NewContext) -> Page:
    """Another browser, in which Diego is signed in."""
    return enter(new_context().new_page(), *DIEGO)


def test_tabs_need_no_api_call_at_first_paint(sign_in: SignIn) -> None:
    assert asked_at_first(sign_in(*ANA), *(f"/profile?tab={tab}" for tab in TABS)) == []


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_tabs_are_accessible_and_fit(sign_in: SignIn, width: int, scheme: Literal["light", "dark"]) -> None:
    page = sign_in(*BRUNO)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    for tab in TABS:
        open_tab(page, tab)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, tab
        assert serious_findings(page) == [], tab


def test_name_is_edited_shown_in_the_shell_and_kept(sign_in: SignIn) -> None:
    page = sign_in(*CARLA)
    page.goto("/profile")
    name = page.get_by_label("Nome completo")

    button(page, "Editar").click()
    name.fill("Outra Pessoa")
    button(page, "Cancelar").click()
    expect(name).to_have_value("Carla Dias")

    button(page, "Editar").click()
    name.fill("Carla Dias Prado")
    button(page, "Salvar").click()

    expect(page.get_by_text("Perfil atualizado com sucesso")).to_be_visible()
    expect(page.get_by_role("banner").get_by_text("Carla Dias Prado")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Carla Dias Prado")).to_be_visible()

    button(page, "Editar").click()
    name.fill("Carla Dias")
    button(page, "Salvar").click()
    expect(page.get_by_role("banner").get_by_text("Carla Dias", exact=True)).to_be_visible()


def test_photo_is_uploaded_shown_in_the_shell_and_removed(sign_in: SignIn) -> None:
    page = sign_in(*CARLA)
    page.goto("/profile")
    picker = page.get_by_label("Trocar foto de perfil")

    picker.set_input_files(picture("GIF"))
    expect(page.get_by_text("Apenas arquivos JPEG, PNG e WebP são permitidos")).to_be_visible()
    picker.set_input_files({"name": "grande.png", "mimeType": "image/png", "buffer": b"x" * (5 * 1024 * 1024 + 1)})
    expect(page.get_by_text("A imagem deve ter no máximo 5MB")).to_be_visible()

    picker.set_input_files(picture())
    expect(page.get_by_text("Foto de perfil atualizada com sucesso")).to_be_visible()
    shown = page.get_by_role("banner").locator(".avatar img")
    expect(shown).to_have_js_property("naturalWidth", 64)
    page.reload()
    expect(shown).to_have_js_property("naturalWidth", 64)

    button(page, "Remover foto").click()
    button(page.get_by_role("alertdialog", name="Remover a foto de perfil?"), "Remover foto").click()
    expect(page.get_by_text("Foto de perfil removida com sucesso")).to_be_visible()
    expect(shown).to_have_count(0)


def test_file_that_only_says_it_is_an_image_is_refused_by_the_server(sign_in: SignIn, watch: Watch) -> None:
    watch.allow(400)
    page = sign_in(*CARLA)
    page.goto("/profile")

    page.get_by_label("Trocar foto de perfil").set_input_files(
        {"name": "foto.png", "mimeType": "image/png", "buffer": b"<svg onload=alert(1)>"}
    )

    expect(page.get_by_text("Apenas arquivos JPEG, PNG e WebP são permitidos")).to_be_visible()


def test_upload_descriptions_are_saved_and_cancelled(sign_in: SignIn) -> None:
    page = sign_in(*DIEGO)
    open_tab(page, "upload")
    expect(page.get_by_text("Nenhuma descrição configurada")).to_be_visible()
    roblox = page.get_by_label("Descrição Roblox")

    button(page, "Editar").click()
    roblox.fill("Conta com garantia.")
    page.get_by_role("tab", name="Atividade").click()
    page.get_by_role("tab", name="Config. Upload").click()
    expect(roblox).to_have_value("Conta com garantia.")
    button(page, "Salvar Configurações").click()
    expect(page.get_by_text("Configurações de upload salvas com sucesso")).to_be_visible()
    button(page, "Fechar aviso").click()  # it may lie over the next button

    button(page, "Editar").click()
    roblox.fill("")
    button(page, "Cancelar").click()
    expect(roblox).to_have_value("Conta com garantia.")
    page.reload()
    expect(roblox).to_have_value("Conta com garantia.")


def test_api_key_is_used_kept_replaced_and_reset(sign_in: SignIn) -> None:
    """'gives the employee the use of user 1's key, never the reading of it … saving a masked value back keeps the stored
    key'."""
    page = sign_in(*CARLA)
    open_tab(page, "api")
    key, timeout = page.get_by_label("Chave da API"), page.get_by_label("Timeout (ms)")
    expect(page.get_by_text("A API padrão do sistema está em uso")).to_be_visible()
    systems_own = timeout.input_value()
    button(page, "Mostrar chave").click()
    expect(key).to_have_value("••••-key")
    assert "sandbox-demo-key" not in page.content()

    button(page, "Testar Conexão").click()
    expect(page.get_by_text("API connection successful")).to_be_visible()

    button(page, "Alterar").click()
    timeout.fill("nada")
    timeout.blur()
    expect(timeout).to_have_value("5000")
    timeout.fill("999")
    button(page, "Salvar").click()
    expect(page.get_by_text("O tempo limite deve ser pelo menos 1000ms")).to_be_visible()
    timeout.fill("6500")
    button(page, "Salvar").click()
    expect(page.get_by_text("Configuração da API GameBoost salva com sucesso")).to_be_visible()
    expect(key).to_have_value("••••-key")
    button(page, "Testar Conexão").click()
    expect(page.get_by_text("API connection successful")).to_be_visible()

    button(page, "Alterar").click()
    key.fill("minha-chave-propria")
    button(page, "Salvar").click()
    question = page.get_by_role("alertdialog", name="Este teste falhou. Salvar mesmo assim?")
    expect(question).to_contain_text("Missing, invalid, or expired API key")
    button(question, "Salvar mesmo assim").click()
    expect(page.get_by_text("Última atualização:")).to_be_visible()
    page.reload()
    button(page, "Mostrar chave").click()
    expect(key).to_have_value("minha-chave-propria")

    button(page, "Redefinir para Padrão").click()
    dialog = page.get_by_role("alertdialog", name="Confirmar Redefinição")
    button(dialog, "Redefinir para Padrão").click()
    expect(page.get_by_text("A API padrão do sistema está em uso")).to_be_visible()
    expect(timeout).to_have_value(systems_own)


def test_refused_address_stands_beside_its_field(sign_in: SignIn, watch: Watch) -> None:
    watch.allow(400)
    page = sign_in(*ANA)
    open_tab(page, "api")
    button(page, "Alterar").click()
    page.get_by_label("Chave da API").fill("minha-chave")
    page.get_by_label("URL base").fill("http://169.254.169.254/v1")
    button(page, "Salvar").click()

    expect(page.get_by_text("Informe uma URL válida")).to_be_visible()
    expect(page.get_by_text("Não foi possível salvar as configurações da API GameBoost")).to_be_visible()


def test_other_sessions_are_seen_and_ended(sign_in: SignIn, elsewhere: Page) -> None:
    page = sign_in(*DIEGO)
    open_tab(page, "atividade")
    expect(page.get_by_text("Esta sessão")).to_have_count(1)

    button(page, "Encerrar as outras").click()
    button(page.get_by_role("alertdialog"), "Encerrar as outras").click()

    expect(page.get_by_role("alertdialog")).to_be_hidden()
    expect(page.get_by_text("encerrada").first).to_be_visible()
    expect(button(page, "Encerrar as outras")).to_be_disabled()
    elsewhere.reload()
    expect(elsewhere.get_by_label("Nome de Usuário")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Encerrou suas sessões").first).to_be_visible()


def test_password_changes_with_the_current_one(sign_in: SignIn, elsewhere: Page, watch: Watch) -> None:
    watch.allow(400)
    page = sign_in(*DIEGO)
    page.goto("/profile")

    for current, new in ((DIEGO[1], "outra-senha-2026"), ("outra-senha-2026", DIEGO[1])):
        button(page, "Alterar senha").click()
        dialog = page.get_by_role("dialog", name="Alterar senha")
        dialog.get_by_label("Senha atual").fill("errada-2026")
        dialog.get_by_label("Nova senha", exact=True).fill(new)
        dialog.get_by_label("Confirmar nova senha").fill(new)
        button(dialog, "Alterar senha").click()
        expect(dialog.get_by_text("Senha atual incorreta.")).to_be_visible()
        dialog.get_by_label("Senha atual").fill(current)
        button(dialog, "Alterar senha").click()
        expect(page.get_by_text("Senha alterada com sucesso")).to_be_visible()
        expect(dialog).to_have_count(0)

    elsewhere.reload()
    expect(elsewhere.get_by_label("Nome de Usuário")).to_be_visible()


def test_second_password_is_set_asked_for_and_removed(sign_in: SignIn) -> None:
    page = sign_in(*DIEGO)
    page.goto("/profile")
    button(page, "Definir segunda senha").click()
    dialog = page.get_by_role("dialog", name="Segunda senha")
    dialog.get_by_label("Senha atual").fill(DIEGO[1])
    dialog.get_by_label("Segunda senha", exact=True).fill("segunda-diego-2026")
    dialog.get_by_label("Confirmar segunda senha").fill("segunda-diego-2026")
    button(dialog, "Salvar segunda senha").click()
    expect(page.get_by_text("Ativada")).to_be_visible()
    expect(dialog).to_have_count(0)

    button(page, "Sair").first.click()
    page.wait_for_url("**/login")
    enter(page, *DIEGO, "segunda-diego-2026")
    page.goto("/profile")

    button(page, "Remover").click()
    dialog = page.get_by_role("dialog", name="Remover segunda senha")
    dialog.get_by_label("Senha atual").fill(DIEGO[1])
    button(dialog, "Remover").click()
    expect(page.get_by_text("Não definida")).to_be_visible()


def test_an_admins_look_is_seen_by_the_person_looked_at(sign_in: SignIn) -> None:
    """product: people.audit"""
    page = sign_in(*ADMIN)
    ana = next(person for person in page.request.get("/api/users").json() if person["username"] == ANA[0])
    assert page.request.get(f"/api/users/{ana['id']}").ok

    sign_in(*ANA)
    open_tab(page, "atividade")

    row = page.get_by_role("row", name="Viu seus dados de acesso (IP e navegador)").first
    expect(row).to_contain_text("@admin")


BELL_COUNTS = """async () => {
  const { headers } = await fetch("/api/notifications?unread=true&limit=1");
  const bell = document.querySelector("[popovertarget=notifications]").ariaLabel;
  return bell === `Notificações: ${headers.get("x-total-count")} não lidas`;
}"""


def unread_messages(page: Page) -> list[str]:
    """Their titles, newest first: runs that end meanwhile add theirs in front."""
    response = page.request.get("/api/notifications", params={"unread": "true", "limit": "100"})
    return [message["title"] for message in response.json()]


def test_notifications_are_read_from_the_bell(sign_in: SignIn) -> None:
    page = sign_in(*CARLA)
    page.goto("/")
    bell = page.get_by_role("button", name="Notificações:")

    bell.click()
    panel = page.get_by_role("dialog", name="Notificações")
    expect(panel.get_by_role("link").first).to_contain_text("(não lida)")
    assert serious_findings(page) == []
    unread = unread_messages(page)
    task = panel.get_by_role("link", name="Nova tarefa atribuída (não lida)").first
    task.click()

    page.wait_for_url("**/tasks")
    unread.remove("Nova tarefa atribuída")
    assert unread_messages(page)[-len(unread) :] == unread
    page.wait_for_function(BELL_COUNTS)
    bell.click()
    button(panel, "Marcar todas como lidas").click()
    expect(page.locator("[data-unread]")).to_be_hidden()
    expect(panel.get_by_text("(não lida)")).to_have_count(0)


def test_bell_without_messages_says_so(sign_in: SignIn) -> None:
    page = sign_in(*DIEGO)
    page.goto("/")
    page.get_by_role("button", name="Notificações").click()

    expect(page.get_by_text("Nenhuma notificação")).to_be_visible()


def test_palette_reaches_every_page_of_the_role(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.goto("/")
    pages = [link.inner_text().strip() for link in page.locator("#sidebar .rail-scroll a").all()]

    page.keyboard.press("Control+k")
    options = page.get_by_role("listbox").get_by_role("option")
    expect(options.first).to_be_visible()
    offered = [option.locator("span").first.inner_text() for option in options.all()]

    assert offered[: len(pages)] == pages
    assert {"Nova tarefa", "Novo funcionário", "Tema: Dark", "Sair"} <= set(offered)
    assert serious_findings(page) == []


def test_palette_is_worked_from_the_keyboard(sign_in: SignIn) -> None:
    page = sign_in(*ANA)
    page.goto("/")
    search = page.get_by_role("combobox", name="Buscar páginas e ações")

    def run(typed: str) -> None:
        page.keyboard.press("Control+k")
        expect(search).to_be_focused()
        page.keyboard.type(typed)
        page.keyboard.press("Enter")

    page.get_by_role("button", name="Buscar").click()
    expect(search).to_be_focused()
    page.keyboard.press("Escape")
    expect(search).to_have_count(0)

    run("informacoes")
    page.wait_for_url("**/profile")
    run("escuro")
    expect(page.locator("html.dark")).to_have_count(1)
    run("notificacoes")
    expect(page.get_by_role("dialog", name="Notificações")).to_be_visible()
    page.keyboard.press("Escape")
    run("sair")
    page.wait_for_url("**/login")


def test_palette_finds_a_person_despite_a_typing_error(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.goto("/")

    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Buscar páginas e ações")).to_be_focused()
    page.keyboard.type("ana sousa")
    expect(page.get_by_role("option", name="Ana Souza Pessoas")).to_be_visible()
    page.keyboard.press("Enter")

    page.wait_for_url("**/admin-panel?tab=funcionarios&busca=ana.souza")
    expect(page.get_by_role("cell", name="Ana Souza @ana.souza")).to_be_visible()


def test_question_mark_shows_the_shortcuts_but_not_while_typing(sign_in: SignIn) -> None:
    page = sign_in(*ANA)
    page.goto("/profile")
    sheet = page.get_by_role("dialog", name="Atalhos de teclado")

    button(page, "Editar").click()
    page.get_by_label("Nome completo").press("?")
    button(page, "Cancelar").click()
    expect(sheet).to_have_count(0)

    page.keyboard.press("?")
    expect(sheet).to_be_visible()
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
