"""The work of a day by keyboard alone, an employee's and an admin's. Nothing here moves a mouse, and after every key
the focus is somewhere, in sight, uncovered and drawn."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.creation import BEGINS, expect_created
from e2e.people import ADMIN, CARLA

MOST_STOPS = 80
SETTLED_S = 60
POLL_MS = 50

# Where the focus is lost, or empty. A control that is only drawn through its label is judged by that.
LOST = """() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return "the focus is nowhere";
  const drawn = focused.closest("label") ?? focused;
  const { left, top, width, height } = drawn.getBoundingClientRect();
  const x = Math.min(Math.max(left + width / 2, 0), innerWidth - 1);
  const y = Math.min(Math.max(top, 0) + Math.min(height, innerHeight - Math.max(top, 0)) / 2, innerHeight - 1);
  const seen = document.elementFromPoint(x, y);
  const name = `${focused.tagName} ${focused.ariaLabel ?? focused.textContent.trim().slice(0, 40)}`;
  if (!seen || !(drawn.contains(seen) || seen.contains(drawn))) return `${name} is out of sight or covered`;
  // A field that is all of its window is shown by its caret.
  if (focused.matches("dialog > * input[role=combobox]")) return "";
  const ringed = [focused, drawn, focused.querySelector("[data-active]"), focused.parentElement];
  const hasRing = (element) => {
    const { outlineStyle, outlineWidth } = element ? getComputedStyle(element) : { outlineStyle: "none" };
    return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  };
  return ringed.some(hasRing) ? "" : `${name} has no ring`;
}"""


class Keys:
    """Keys pressed on a page, the focus looked at after each."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.sees_focus()

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.sees_focus()

    def paste(self, text: str) -> None:
        self.page.keyboard.insert_text(text)
        self.sees_focus()

    def go_to(self, target: Locator, *, by: str = "Tab") -> None:
        """Press `by` until `target`, once it can have it, has the focus."""
        expect(target).to_be_visible()
        expect(target).to_be_enabled()
        for _ in range(MOST_STOPS):
            if has_focus(target):
                return
            self.press(by)
        raise AssertionError(f"{target} is not reached with {by}")

    def choose(self, target: Locator, *, by: str = "Tab", key: str = "Enter") -> None:
        """Go to a control and press it; what it opens or leaves is waited for by the caller."""
        self.go_to(target, by=by)
        self.page.keyboard.press(key)

    def command(self, words: str, title: str) -> None:
        """Go to a page by the palette."""
        self.page.keyboard.press("Control+k")
        expect(self.page.get_by_role("combobox", name="Buscar páginas e ações")).to_be_focused()
        self.type(words)
        self.page.keyboard.press("Enter")
        # A command may open a window as well, which keeps the page behind it from assistive technology.
        expect(self.page.get_by_role("heading", name=title, level=1, include_hidden=True)).to_be_visible()
        self.page.wait_for_load_state("networkidle")

    def close_notice(self) -> None:
        """It may lie over what comes next."""
        self.press("Escape")
        expect(self.page.locator(".toast")).to_have_count(0)

    def sees_focus(self) -> None:
        deadline = time.monotonic() + SETTLED_S
        while (lost := self.page.evaluate(LOST)) and time.monotonic() < deadline:
            self.page.wait_for_timeout(POLL_MS)
        assert lost == "", self.page.url


def has_focus(target: Locator) -> bool:
    return bool(target.evaluate("element => element === document.activeElement"))


def stays_inside(keys: Keys, window: Locator, *, stops: int) -> None:
    """Tab and Shift+Tab go round in a window."""
    for key in ("Tab", "Shift+Tab"):
        for _ in range(stops):
            keys.press(key)
            assert window.evaluate("window => window.contains(document.activeElement)"), key


@pytest.fixture
def keys(page: Page) -> Keys:
    page.goto("/")
    return Keys(page)


@pytest.fixture
def enter(keys: Keys) -> Callable[..., Keys]:
    def by_keyboard(username: str, password: str, second_password: str = "") -> Keys:
        page = keys.page
        keys.go_to(page.get_by_label("Nome de Usuário"))
        keys.type(username)
        keys.go_to(page.get_by_label("Senha", exact=True))
        keys.type(password)
        page.keyboard.press("Enter")
        if second_password:
            expect(page.get_by_label("Segunda Senha")).to_be_focused()
            keys.type(second_password)
            page.keyboard.press("Enter")
        page.get_by_role("navigation", name="Menu principal").wait_for()
        page.wait_for_load_state("networkidle")
        return keys

    return by_keyboard


def test_an_employee_works_a_day(enter: Callable[..., Keys]) -> None:
    keys = enter(*CARLA)
    page = keys.page

    keys.press("Tab")
    expect(page.get_by_role("link", name="Ir para o conteúdo")).to_be_focused()
    keys.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()

    keys.press("?")
    sheet = page.get_by_role("dialog", name="Atalhos de teclado")
    expect(sheet).to_be_visible()
    stays_inside(keys, sheet, stops=4)
    keys.press("Escape")
    expect(sheet).to_be_hidden()
    keys.sees_focus()

    keys.command("minhas tarefas", "Minhas Tarefas")
    card = page.get_by_role("article", name="Contas Valorant nível 20")
    keys.choose(card.get_by_role("button", name="Aumentar quantidade"))
    expect(card.get_by_text("2/6")).to_be_visible()
    keys.sees_focus()
    keys.choose(card.get_by_role("button", name="Já Realizei"))
    question = page.get_by_role("alertdialog", name="Concluir abaixo da meta?")
    expect(question.get_by_role("button", name="Cancelar")).to_be_focused()
    stays_inside(keys, question, stops=3)
    keys.choose(question.get_by_role("button", name="Concluir tarefa"))
    toast = page.get_by_text("Ganhos adicionados ao seu saldo.")
    expect(toast).to_be_visible()
    expect(question).to_be_hidden()
    page.keyboard.press("Escape")
    expect(toast).to_have_count(0)
    expect(card.get_by_text("Concluída", exact=True)).to_be_visible()
    keys.sees_focus()

    keys.command("roblox", "Roblox em Massa")
    keys.go_to(page.get_by_label("Detalhes das contas"))
    keys.paste("teclado1:Senha#1\nteclado2;Senha#2\nteclado1:Senha#3")
    keys.choose(page.get_by_role("button", name="Analisar Texto"))
    grid = page.get_by_role("grid", name="Linhas analisadas")
    expect(grid.get_by_text("Login duplicado")).to_be_visible()
    keys.sees_focus()

    keys.go_to(grid)
    keys.press("ArrowDown")
    page.keyboard.type("teclado2:Senha#2")
    keys.press("Enter")
    keys.type("teclado3")
    keys.press("Enter")
    expect(page.get_by_text("3 contas prontas para criar")).to_be_visible()
    keys.choose(page.get_by_role("button", name="Criar 3 contas"))
    question = page.get_by_role("alertdialog", name="Criar 3 contas?")
    expect(question).to_be_visible()
    with page.expect_response(BEGINS) as answer:
        keys.choose(question.get_by_role("button", name="Criar contas"))
    expect_created(page, int(answer.value.json()["runId"]), 3)
    keys.sees_focus()

    keys.command("execucoes", "Execuções")
    keys.choose(page.get_by_role("main").get_by_role("link", name="Execução").first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Execução")
    keys.press("Tab")

    keys.choose(page.get_by_role("button", name="Minha Conta"))
    menu = page.locator("#user-menu")
    expect(menu).to_be_visible()
    keys.choose(menu.get_by_role("button", name="Sair"))
    expect(page.get_by_label("Nome de Usuário")).to_be_visible()


def test_an_admin_works_a_day(enter: Callable[..., Keys]) -> None:
    keys = enter(*ADMIN)
    page = keys.page

    keys.command("novo funcion", "Painel Administrativo")
    form = page.get_by_role("dialog", name="Novo Funcionário")
    expect(form.get_by_label("Nome completo")).to_be_focused()
    stays_inside(keys, form, stops=9)
    keys.go_to(form.get_by_label("Nome completo"))
    keys.type("Teo Teclado")
    keys.go_to(form.get_by_label("Nome de Usuário"))
    keys.type("teo.teclado")
    keys.go_to(form.get_by_label("Senha", exact=True))
    keys.type("teo-demo-2026")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Teo Teclado já pode entrar no sistema.")).to_be_visible()
    expect(form).to_be_hidden()
    keys.sees_focus()

    row = page.get_by_role("row").filter(has_text="@teo.teclado")
    keys.choose(row.get_by_role("button", name="Detalhes"))
    detail = page.get_by_role("dialog", name="Teo Teclado")
    expect(detail).to_be_visible()
    stays_inside(keys, detail, stops=8)
    keys.choose(detail.get_by_role("button", name="Editar"))
    edit = page.get_by_role("dialog", name="Editar")
    keys.go_to(edit.get_by_label("Nome completo"))
    keys.press("End")
    keys.type(" Neto")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Teo Teclado Neto")).to_be_visible()
    keys.sees_focus()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    keys.sees_focus()
    expect(row.get_by_role("button", name="Detalhes")).to_be_focused()
    keys.close_notice()

    keys.choose(page.get_by_role("tab", name="Funcionários"), by="Shift+Tab", key="ArrowLeft")
    expect(page.get_by_role("tab", name="Pagamentos")).to_be_focused()
    keys.choose(page.get_by_role("button", name="Transferir para Carla Dias"))
    form = page.get_by_role("dialog", name="Transferir pagamento")
    keys.go_to(form.get_by_label("Valor"))
    keys.type("1,00")
    keys.choose(form.get_by_role("button", name="Transferir R$ 1,00"))
    expect(page.get_by_text("transferidos para Carla Dias.")).to_be_visible()
    expect(form).to_be_hidden()
    keys.close_notice()

    keys.choose(page.get_by_role("tab", name="Pagamentos"), by="Shift+Tab", key="ArrowRight")
    keys.choose(row.get_by_role("button", name="Deletar"))
    question = page.get_by_role("alertdialog", name="Deletar Teo Teclado Neto?")
    expect(question).to_be_visible()
    keys.type("teo.teclado")
    keys.choose(question.get_by_role("button", name="Deletar"))
    expect(row).to_have_count(0)
    expect(question).to_be_hidden()
    keys.close_notice()

    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Buscar páginas e ações")).to_be_focused()
    keys.type("sair")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Nome de Usuário")).to_be_visible()
