"""Lists on a small desktop, 1,024 px beside the sidebar, where they fit however long names and titles are; and on a phone."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from e2e.browser import enter
from e2e.conftest import NewContext, SignIn, post
from e2e.people import ADMIN, BRUNO

SMALL: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
TWO_LINES_PX = 76
# A date and what says that more follows.
TOLD_APART_PX = 84
LISTS = (
    ("/admin-panel?tab=tarefas", "Tarefas"),
    ("/admin-panel?tab=ganhos", "Ganhos"),
    ("/admin-panel?tab=pagamentos", "Saldos"),
    ("/admin-panel?tab=funcionarios", "Funcionários"),
    ("/admin-loyalty-points", "Funcionários"),
    ("/runs", "Histórico"),
    ("/gameboost", "Contas no GameBoost"),
    ("/lztmarket", "Lotes à venda"),
    ("/contas", "Contas"),
    ("/pedidos", "Pedidos"),
)
NAME = "td .font-medium"
# Written and measured at once, before the page draws it anew.
TOO_WIDE_WITH_LONG_NAMES = """
(table) => {
  for (const name of table.querySelectorAll("td .font-medium"))
    name.textContent = "Maximiliana Constantinopla de Albuquerque Vasconcelos ".repeat(3);
  for (const known of table.querySelectorAll(".person > :last-child"))
    known.textContent = "@maximiliana.constantinopla.de.albuquerque";
  for (const amount of table.querySelectorAll("[data-align=end] .whitespace-nowrap"))
    amount.textContent = "R$ 9.999.000,00";
  return table.parentElement.scrollWidth - table.parentElement.clientWidth;
}
"""
# What begins the second line of a row on a phone, and how much of it is in sight.
SUBTITLES_IN_SIGHT = """
(table) => [...table.querySelectorAll("[data-phone=title] .two-lines > :nth-child(2), [data-phone=fill]")]
  .map(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth])
"""
SPELL_OUT_WHAT_IS_PENDING = """
(badges) => badges.forEach((badge) => { badge.textContent = "Pendente R$ 1.139.998,75"; })
"""


@pytest.mark.parametrize(("path", "name"), LISTS)
def test_list_does_not_scroll_sideways(sign_in: SignIn, path: str, name: str) -> None:
    page = sign_in(*ADMIN)
    # So that there are a run and an account, whatever went before.
    post(page, "/api/roblox/bulk-create", {"text": "pequena1:Senha#1", "settings": {}}, Prefer="wait=30")
    page.set_viewport_size(SMALL)
    page.goto(path)
    table = page.get_by_role("table", name=name)

    expect(table.locator(NAME).first).to_be_visible()

    assert table.evaluate(TOO_WIDE_WITH_LONG_NAMES) == 0


@pytest.mark.parametrize("width", [1440, 1024, 800])
def test_head_of_a_long_list_stays_in_sight(sign_in: SignIn, width: int) -> None:
    page = sign_in(*ADMIN)
    page.set_viewport_size({"width": width, "height": 600})
    page.goto("/admin-panel?tab=ganhos")
    table = page.get_by_role("table", name="Ganhos")

    table.locator("tbody tr").last.scroll_into_view_if_needed()

    expect(table.get_by_role("columnheader").first).to_be_in_viewport(ratio=1)
    expect(table.locator("tbody tr").first).not_to_be_in_viewport()


@pytest.mark.parametrize(("path", "name"), LISTS)
def test_row_is_two_lines_on_a_phone_and_the_first_is_in_sight(sign_in: SignIn, path: str, name: str) -> None:
    page = sign_in(*ADMIN)
    page.set_viewport_size(PHONE)
    page.goto(path)
    rows = page.get_by_role("table", name=name).locator("tbody tr")
    expect(rows.locator(NAME).first).to_be_visible()

    boxes = rows.evaluate_all("(rows) => rows.map((row) => row.getBoundingClientRect().toJSON())")

    assert max(box["height"] for box in boxes) <= TWO_LINES_PX
    assert boxes[0]["bottom"] <= PHONE["height"]
    assert page.get_by_role("button", name="Filtros").count() == (path != "/gameboost")


@pytest.mark.parametrize(("path", "name"), LISTS)
def test_what_tells_rows_apart_stays_in_sight_on_a_phone(sign_in: SignIn, path: str, name: str) -> None:
    page = sign_in(*ADMIN)
    page.set_viewport_size(PHONE)
    page.goto(path)
    table = page.get_by_role("table", name=name)
    expect(table.locator(NAME).first).to_be_visible()

    table.evaluate(TOO_WIDE_WITH_LONG_NAMES)

    assert all(seen >= min(whole, TOLD_APART_PX) for seen, whole in table.evaluate(SUBTITLES_IN_SIGHT))
    # Only a line's own text ends in an ellipsis.
    for cell in table.locator("[data-phone=fill]").all():
        shown = cell.evaluate("(cell) => [...cell.querySelectorAll('*')].map((each) => getComputedStyle(each).display)")
        assert set(shown) <= {"inline", "none"}


def test_date_of_what_was_earned_is_not_cut_by_what_is_pending(sign_in: SignIn) -> None:
    page = sign_in(*BRUNO)
    page.set_viewport_size(PHONE)
    page.goto("/ganhos")
    table = page.get_by_role("table", name="Ganhos")
    expect(table.locator(NAME).first).to_be_visible()

    table.locator(".badge").evaluate_all(SPELL_OUT_WHAT_IS_PENDING)

    begins = table.locator("[data-phone=title] .two-lines > :nth-child(2)").first
    expect(begins).to_have_text(re.compile(r"^\d{2}/\d{2}/\d{4}"))
    assert begins.evaluate("(line) => line.clientWidth") >= TOLD_APART_PX


def test_many_outcomes_of_a_run_stay_on_its_second_line_on_a_phone(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.set_viewport_size(PHONE)
    page.goto("/runs")
    row = page.get_by_role("table", name="Histórico").locator("tbody tr").first
    counts = row.get_by_text(re.compile(r"^\d+ criadas?"))
    expect(counts).to_be_visible()

    counts.evaluate("(counts) => { counts.textContent = '120 criadas · 12 falhas · 11 duplicadas · 30 incertas'; }")

    assert row.evaluate("(row) => row.getBoundingClientRect().height") <= TWO_LINES_PX


def test_menu_of_a_row_is_gone_once_something_was_chosen_on_a_phone(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.set_viewport_size(PHONE)
    page.goto("/admin-panel?tab=tarefas")
    opener = page.get_by_role("button", name="Ações de").first
    opener.click()
    edit = page.get_by_role("button", name="Editar").first
    edit.click()
    expect(page.get_by_role("dialog")).to_be_visible()

    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(edit).to_be_hidden()
    expect(opener).to_be_focused()


def test_checkbox_of_a_row_is_large_enough_for_a_finger(new_context: NewContext) -> None:
    page = enter(new_context(has_touch=True, is_mobile=True).new_page(), *ADMIN)
    page.set_viewport_size(PHONE)
    page.goto("/contas")
    tick = page.get_by_role("table", name="Contas").get_by_role("checkbox").first
    expect(tick).to_be_visible()

    box = tick.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24


def test_long_name_of_a_payday_does_not_run_into_what_is_due(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.set_viewport_size(PHONE)
    page.goto("/ganhos")
    row = page.get_by_role("main").locator("tbody tr").first
    expect(row.locator(NAME).first).to_be_visible()

    ends, begins = row.evaluate("""(row) => {
      const [name, known] = row.querySelector(".person").children;
      const due = row.querySelector("a");
      name.textContent = "Maximiliana Constantinopla de Albuquerque Vasconcelos";
      known.textContent = "@maximiliana.constantinopla.de.albuquerque";
      due.textContent = "R$ 1.140.094,75";
      return [known.getBoundingClientRect().right, due.getBoundingClientRect().left];
    }""")

    assert ends <= begins
