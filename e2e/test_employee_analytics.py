"""'Análise Comportamental' from both sides: what a person's browser tells, and what an admin sees of it."""

import json
import re
import time

from playwright.sync_api import Locator, Page, expect

from e2e.conftest import SignIn, Watch
from e2e.installation import Installation
from e2e.people import ADMIN, ANA, BRUNO

PATH = "/employee-analytics"
DENIED = "Acesso Negado: Apenas administradores podem acessar análises comportamentais."
# Longer than the stay that counts.
STAY_MS = 5_500
PATIENCE_S = 120
COUNT = re.compile(r"^[\d.]+$")


def views_of(page: Page, path: str) -> int:
    """How often a page was seen in a week, as the screen says."""
    page.goto(f"{PATH}?range=7d&aba=paginas")
    row = page.get_by_role("listitem").filter(has_text=re.compile(rf"{path}\d"))
    expect(page.get_by_role("heading", name="Páginas Mais Visitadas", level=2)).to_be_visible()
    return int(re.findall(rf"{path}(\d+) ", row.first.inner_text().replace("\n", ""))[0]) if row.count() else 0


def test_what_a_person_opens_is_counted_by_the_next_look(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    # Nobody of the demo opened it on the day that leaves the week at midnight.
    seldom = "/novidades"
    before = views_of(page, seldom)

    for _ in range(2):
        page.goto(seldom)
        page.wait_for_load_state("networkidle")

    # The last one is told while the next page is already being made.
    deadline = time.monotonic() + PATIENCE_S
    while (seen := views_of(page, seldom)) < before + 2 and time.monotonic() < deadline:
        page.wait_for_timeout(500)
    assert seen == before + 2


def test_a_page_tells_its_view_and_its_time_when_it_is_left(sign_in: SignIn) -> None:
    page = sign_in(*ANA)
    # What is sent while a page goes away is in no log of the browser.
    page.add_init_script(
        """const send = window.fetch;
        window.fetch = (path, options) => {
          if (String(path).endsWith("/analytics/events"))
            sessionStorage.setItem("told", `${sessionStorage.getItem("told") ?? ""}${options.body}\\n`);
          return send(path, options);
        };"""
    )
    page.goto("/loyalty-points?busca=segredo")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(STAY_MS)

    page.goto("/profile")

    # On a slow machine in two parts, and the next page may have told of itself.
    told = [json.loads(body) for body in page.evaluate("sessionStorage.getItem('told')").splitlines()]
    events = {event["name"]: event for body in told for event in body["events"] if event["path"] == "/loyalty-points"}
    assert all(set(body) == {"sentAt", "events"} for body in told)
    assert set(events) == {"page_view", "page_time"}
    assert "segredo" not in json.dumps(told)
    assert set(events["page_view"]["properties"]) == {"loadMs", "paintMs"}
    assert events["page_time"]["properties"]["durationMs"] >= STAY_MS


def test_the_range_filters_and_every_tab_shows_its_charts(sign_in: SignIn) -> None:
    page = sign_in(*ADMIN)
    page.goto(PATH)
    range_ = page.get_by_role("combobox", name="Período")
    sessions = page.get_by_role("button", name=re.compile("^Sessões:")).locator("xpath=../..").locator("dd").first
    expect(range_).to_have_value("7d")
    expect(sessions).to_have_text(COUNT)
    of_the_week = sessions.inner_text()

    range_.select_option("30d")
    expect(sessions).not_to_have_text(of_the_week)
    expect(sessions).to_have_text(COUNT)
    assert number(sessions) > int(of_the_week.replace(".", ""))
    expect(page).to_have_url(re.compile(r"range=30d"))

    expect(page.get_by_role("table", name="Páginas vistas por dia da semana e hora")).to_be_visible()
    expect(page.get_by_role("table", name="Pessoas")).to_contain_text("Ana Souza")
    page.get_by_role("tab", name="Páginas Mais Visitadas").click()
    expect(page.get_by_role("listitem").filter(has_text="Minhas Tarefas/tasks")).to_be_visible()
    page.get_by_role("tab", name="Performance").click()
    expect(page.get_by_text("Meta 90%", exact=True)).to_be_visible()
    page.get_by_role("tab", name="Heatmaps & Recordings").click()
    expect(page.get_by_role("button", name="Abrir Heatmaps")).to_be_disabled()
    expect(page.get_by_text("HEATMAP_URL")).to_be_visible()


def number(shown: Locator) -> int:
    return int(shown.inner_text().replace(".", ""))


def test_an_employee_is_refused_aloud_on_the_page_and_by_the_api(
    sign_in: SignIn, watch: Watch, stack: Installation
) -> None:
    """'/employee-analytics, which is 'Acesso Negado…' with 403. The analytics API itself answers 403'."""
    page = sign_in(*ANA)
    watch.allow(403)

    answer = page.goto(PATH)

    assert answer is not None
    assert answer.status == 403
    expect(page.get_by_text(DENIED)).to_be_visible()
    assert page.request.get(f"{stack.url}/api/analytics/summary").status == 403
    assert page.request.get(f"{stack.url}/api/analytics/people").status == 403


def test_nothing_is_told_to_third_parties(sign_in: SignIn, stack: Installation) -> None:
    """'First-party events only … No third-party script, ever.'."""
    page = sign_in(*BRUNO)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    for path in ("/", "/tasks"):
        page.goto(path)
        page.wait_for_load_state("networkidle")

    assert asked
    assert [url for url in asked if not url.startswith((stack.url, "data:", "blob:"))] == []


def test_what_explains_a_figure_is_pressed_and_seen_with_ease(sign_in: SignIn) -> None:
    """WCAG 2.5.8 and 1.4.11."""
    page = sign_in(*ADMIN)
    page.goto(PATH)
    explaining = page.get_by_role("button", name=re.compile("^Sessões: "))
    expect(explaining).to_be_visible()

    box = explaining.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    assert explaining.evaluate("(button) => getComputedStyle(button).opacity") == "1"
