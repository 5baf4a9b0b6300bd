"""What holds beyond a page as it opens: in the windows over it, under a notice, in forced colours, on paper."""

from typing import Literal

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from e2e.accessibility import LOOKS, serious_findings, unnamed
from e2e.conftest import SignIn
from e2e.people import ADMIN, ANA

# (page, buttons): the last opens a window.
EMPLOYEE_WINDOWS = (
    ("/", "Ver todos"),
    ("/tasks", "Já Realizei"),
    ("/ganhos", "Por que este valor?"),
    ("/contas", "Histórico"),
    ("/profile", "Alterar senha"),
    ("/profile", "Definir segunda senha"),
    ("/profile?tab=api", "Redefinir para Padrão"),
    ("/roblox-bulk", "Conteúdo > Modelos"),
)
ADMIN_WINDOWS = (
    ("/ganhos", "Selecionar todos > Revisar pagamento"),
    ("/admin-panel?tab=tarefas", "Nova Tarefa"),
    ("/admin-panel?tab=tarefas", "Concluir"),
    ("/admin-panel?tab=tarefas", "Editar"),
    ("/admin-panel?tab=tarefas", "Problema"),
    ("/admin-panel?tab=tarefas", "Excluir"),
    ("/admin-panel?tab=ganhos", "Adicionar Saldo"),
    ("/admin-panel?tab=ganhos", "Por que este valor?"),
    ("/admin-panel?tab=pagamentos", "Transferir para"),
    ("/admin-panel?tab=funcionarios", "Novo Funcionário"),
    ("/admin-panel?tab=funcionarios", "Detalhes de Bruno Lima"),
    ("/admin-panel?tab=funcionarios", "Deletar Bruno Lima"),
    ("/admin-loyalty-points", "Ajustar"),
    ("/admin-loyalty-points", "Configurações"),
    ("/gameboost", "Nova Conta"),
    ("/gameboost", "Excluir Conta"),
    ("/lztmarket", "Detalhes de"),
)
HEIGHT = 700
SHOW_NOTICE = """() => {
  document.getElementById("toasts").innerHTML = "<div class=toast><div>Falha ao criar conta</div></div>";
}"""
PHONE = ViewportSize(width=390, height=844)
STANDING = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize(("who", "windows"), [(ANA, EMPLOYEE_WINDOWS), (ADMIN, ADMIN_WINDOWS)])
def test_window_is_accessible_fits_and_stands_still(
    sign_in: SignIn,
    who: tuple[str, ...],
    windows: tuple[tuple[str, str], ...],
    width: int,
    scheme: Literal["light", "dark"],
) -> None:
    page = sign_in(*who)
    page.set_viewport_size({"width": width, "height": HEIGHT})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    for path, name in windows:
        page.goto(path)
        behind_a_button = width == PHONE["width"] and path.endswith("tarefas") and name != "Nova Tarefa"
        for each in ("Ações > " * behind_a_button + name).split(" > "):
            page.get_by_role("main").get_by_role("button", name=each).first.click()
        window = page.get_by_role("dialog").or_(page.get_by_role("alertdialog"))
        expect(window).to_be_visible()
        page.wait_for_load_state("networkidle")
        page.wait_for_function(STANDING)
        box = window.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width, (path, name)
        assert 0 <= box["y"] <= box["y"] + box["height"] <= HEIGHT, (path, name)
        assert serious_findings(page, within=".dialog-popup") == [], (path, name)
        assert unnamed(page) == [], (path, name)


def test_notice_on_a_wide_screen_leaves_the_answers_of_a_tall_window_free(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.goto("/gameboost")
    page.get_by_role("button", name="Nova Conta").click()
    window = page.get_by_role("dialog")
    expect(window).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate(SHOW_NOTICE)
    foot, told = window.locator(".dialog-footer").bounding_box(), page.locator(".toast").bounding_box()
    assert foot
    assert told
    assert told["y"] + told["height"] < foot["y"]


@pytest.mark.parametrize(("path", "name"), [("/gameboost", "Nova Conta"), ("/admin-loyalty-points", "Ajustar")])
def test_notice_on_a_phone_covers_neither_title_nor_answers_of_a_window(sign_in: SignIn, path: str, name: str) -> None:
    """Of one that fills the screen, and of one that leaves room above it."""
    page = sign_in(*ADMIN)
    page.set_viewport_size(PHONE)
    page.goto(path)
    page.get_by_role("main").get_by_role("button", name=name).first.click()
    window = page.get_by_role("dialog")
    expect(window).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate(SHOW_NOTICE)
    head, foot = (window.locator(part).bounding_box() for part in ("header", ".dialog-footer"))
    told = page.locator(".toast").bounding_box()
    assert head
    assert foot
    assert told
    assert told["y"] >= 0
    assert told["y"] + told["height"] <= head["y"] or told["y"] >= head["y"] + head["height"]
    assert told["y"] + told["height"] <= foot["y"]


def test_forced_colours_still_show_progress_switches_and_what_is_chosen(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.emulate_media(forced_colors="active")

    page.goto("/admin-panel?tab=tarefas")
    bar = page.get_by_role("progressbar").first
    assert colour(bar, "backgroundColor") != colour(bar.locator("div"), "backgroundColor")
    chosen, other = (page.get_by_role("tab", name=name) for name in ("Tarefas", "Ganhos"))
    assert colour(chosen, "borderBottomColor") != colour(other, "borderBottomColor")

    page.goto("/settings")
    switch = page.get_by_role("switch", name="Cache")
    expect(switch).to_be_checked()
    assert colour(switch, "backgroundColor") != colour(switch, "backgroundColor", "::before")


def colour(element: Locator, name: str, part: str = "") -> str:
    return str(element.evaluate("(element, [name, part]) => getComputedStyle(element, part)[name]", [name, part]))


def test_paper_is_white_in_the_dark_theme(sign_in: SignIn) -> None:
    page = sign_in(*ANA)
    colours = "() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    page.goto("/ganhos")
    light = page.evaluate(colours)
    page.evaluate("() => localStorage.setItem('theme', 'dark')")
    page.reload()
    assert page.evaluate(colours) != light

    page.emulate_media(media="print")
    assert page.evaluate(colours) == light
