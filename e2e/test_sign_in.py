"""Signing in, the shell, and what signed-out people see."""

from playwright.sync_api import Page, expect

from e2e.browser import enter
from e2e.conftest import NewContext, SignIn, Watch
from e2e.people import ANA, DIEGO


def test_signed_out_people_see_the_log_in_page_at_every_path(page: Page) -> None:
    """'/login, / and every other path show the login screen'."""
    for path in ("/", "/login", "/roblox-bulk", "/admin-panel", "/nada", "/admin/"):
        answer = page.goto(path)

        assert answer is not None
        assert answer.status == 200, path
        expect(page.get_by_label("Nome de Usuário")).to_be_visible()


def test_empty_fields_are_named_before_anything_is_sent(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Entrar").click()

    expect(page.get_by_text("Nome de usuário é obrigatório")).to_be_visible()
    expect(page.get_by_text("Senha é obrigatória")).to_be_visible()


def test_an_employee_signs_in_in_one_step_and_leaves(page: Page) -> None:
    enter(page, *DIEGO)

    expect(page.get_by_text("Nenhuma tarefa encontrada")).to_be_visible()
    expect(page.get_by_role("link", name="Admin Panel")).to_have_count(0)

    page.get_by_role("button", name="Sair").first.click()
    expect(page.get_by_label("Nome de Usuário")).to_be_visible()


def test_an_admin_needs_the_second_password(page: Page, watch: Watch) -> None:
    """'Voltar ao Login' leads back to the first step; the texts of each refusal."""
    watch.allow(401)
    page.goto("/")
    page.get_by_label("Nome de Usuário").fill("admin")
    page.get_by_label("Senha", exact=True).fill("admin-demo-2026")
    page.get_by_role("button", name="Entrar").click()
    expect(page.get_by_text("Primeira etapa concluída!")).to_be_visible()

    page.get_by_role("button", name="Voltar ao Login").click()
    expect(page.get_by_label("Nome de Usuário")).to_be_visible()

    page.get_by_label("Nome de Usuário").fill("admin")
    page.get_by_label("Senha", exact=True).fill("admin-demo-2026")
    page.get_by_role("button", name="Entrar").click()
    page.get_by_label("Segunda Senha").fill("errada")
    page.get_by_role("button", name="Confirmar Segunda Senha").click()
    expect(page.get_by_text("Segunda senha incorreta. 1 tentativa(s) restante(s).").first).to_be_visible()

    page.get_by_label("Segunda Senha").fill("segunda-demo-2026")
    page.get_by_role("button", name="Confirmar Segunda Senha").click()
    expect(page.get_by_role("link", name="Roblox").first).to_be_visible()


def test_three_wrong_passwords_lock_with_a_countdown_that_survives_a_reload(page: Page, watch: Watch) -> None:
    """'HTTP 429 locks login for a 900 s countdown'."""
    watch.allow(401, 429)
    page.goto("/")
    for left in (2, 1):
        _try(page, "ninguem.assim", "errada-123")
        expect(page.get_by_text(f"Usuário ou senha inválidos. {left} tentativa(s) restante(s).").first).to_be_visible()
    _try(page, "ninguem.assim", "errada-123")
    expect(page.get_by_text("Usuário ou senha inválidos. Máximo de tentativas atingido.").first).to_be_visible()
    _try(page, "ninguem.assim", "errada-123")
    expect(page.get_by_text("Aguarde 15 minutos antes de tentar novamente.").first).to_be_visible()
    expect(page.get_by_role("button", name="Entrar")).to_be_disabled()

    page.reload()

    expect(page.get_by_role("button", name="Entrar")).to_be_disabled()


def test_an_unknown_path_is_the_404_page_in_the_shell(sign_in: SignIn, watch: Watch) -> None:
    watch.allow(404)
    page = sign_in(*ANA)

    answer = page.goto("/nada-disso")

    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="404 Page Not Found")).to_be_visible()
    expect(page.get_by_role("link", name="Dashboard").first).to_be_visible()


def test_the_sidebar_works_without_javascript(sign_in: SignIn, new_context: NewContext) -> None:
    """The sidebar is rendered by the server, works without JavaScript."""
    state = sign_in(*ANA).context.storage_state()

    page = new_context(storage_state=state, java_script_enabled=False).new_page()
    page.goto("/")
    page.get_by_role("link", name="Roblox").first.click()
    expect(page.get_by_role("heading", name="Roblox em Massa")).to_be_visible()


def _try(page: Page, username: str, password: str) -> None:
    page.get_by_label("Nome de Usuário").fill(username)
    page.get_by_label("Senha", exact=True).fill(password)
    page.get_by_role("button", name="Entrar").click()
