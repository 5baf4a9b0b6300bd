"""What holds on every page of both roles, in both themes and at both widths: it costs no more bytes, requests and layout
shift than frontend/budgets.json says, has no serious accessibility finding, and scrolls one way, at 400 % too."""

import gzip
from typing import Literal

import pytest
from playwright.sync_api import Page, Request, Route, ViewportSize, expect

from e2e.accessibility import LOOKS, serious_findings, unnamed
from e2e.browser import enter
from e2e.conftest import NewContext, SignIn
from e2e.first_paint import asked_at_first
from e2e.people import ADMIN, ANA, BRUNO, CARLA
from e2e.visits import (
    ADMIN_PAGES,
    ADMIN_TABS,
    BUDGETS,
    CREATORS,
    EMPLOYEE_PAGES,
    OBSERVE,
    PANEL_TABS,
    PROFILE_TABS,
    budget_kind,
)

PHONE: ViewportSize = {"width": 390, "height": 844}
NARROWEST_DESKTOP = 1024
SCROLLED_WIDTH = "document.documentElement.scrollWidth"
# 400 % of 1280 px.
NARROWEST = 320
SPACE_TEXT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important }`);
  document.adoptedStyleSheets = [sheet];
}"""
# What is wider than its control, of the header with a run that is nearly done.
SPILLED = """() => {
  const going = document.querySelector("#going");
  going.hidden = false;
  for (const told of going.querySelectorAll("[data-told]")) told.textContent = "99%";
  return [...document.querySelectorAll(".app-header > :is(a, button) > :not(.sr-only)")]
    .filter((each) => each.getBoundingClientRect().right > each.parentElement.getBoundingClientRect().right)
    .map((each) => each.outerHTML);
}"""
# In sight there at once: the configuration beside the accounts, the charts.
WIDER_ON_A_DESKTOP = ("/gameboost", "/employee-analytics", "/resultados")
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
PARSED = "() => document.getElementById('app-context') !== null"
MOUNTED = "() => document.querySelector('[data-island]:not([data-mounted])') === null"
HINT_PAINTED = "() => Boolean(visit.largest?.closest('[role=note]'))"
# What a page asks for again and again is no part of a visit, however long that takes.
NEVER_AGAIN = "window.setInterval = () => 0;"
FRAMES = """(count) => new Promise((done) => {
  const next = () => (count-- > 0 ? requestAnimationFrame(next) : done());
  next();
})"""


class Visit:
    """A cold visit whose scripts come after the first paint, and whose API answers come after the scripts.

    So what is seen meanwhile is seen at any speed of machine and network.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: dict[str, list[Route]] = {"script": [], "api": []}
        self._through: set[str] = set()
        self.finished: list[Request] = []
        self._asked = 0
        self._gzipped: dict[str, int] = {}
        self.scripts_at = 0.0
        page.add_init_script(OBSERVE + NEVER_AGAIN)
        # What is routed is not taken from the cache.
        page.route("**/*", self._take)
        page.on("request", lambda _: self._count(1))
        page.on("requestfailed", lambda _: self._count(-1))
        page.on("requestfinished", lambda request: self.finished.append(request))

    def to(self, path: str, *, until: str = PAINTED) -> None:
        """Go to a page; its scripts come after `until`."""
        self.finished.clear()
        self._asked = 0
        self._through.clear()
        self._page.goto(path, wait_until="commit")
        self._page.wait_for_function(until)
        self._page.wait_for_function(PARSED)
        # A text whose font comes later is painted again, and counts anew where it is larger then.
        self._page.evaluate("document.fonts.ready.then(() => null)")
        self._page.evaluate(FRAMES, 2)
        self.scripts_at = self._page.evaluate("performance.now()")
        self._let_through("script")
        self._page.wait_for_function(MOUNTED)
        self._page.evaluate(FRAMES, 2)
        self._let_through("api")
        self._rest()

    def interact(self) -> None:
        """The first move of the pointer and the first key, and whatever scripts they bring."""
        self._page.mouse.move(3, 3)
        self._page.mouse.move(9, 9)
        self._page.keyboard.press("Shift")
        self._rest()

    def _rest(self) -> None:
        """Until all that was asked for is there, and in ten frames nothing more is."""
        seen = -1
        while seen < len(self.finished) or self._asked > len(self.finished):
            seen = len(self.finished)
            self._page.evaluate(FRAMES, 10)

    def weight_kb(self, *types: str) -> float:
        """What came over the wire, compressed as the browser takes it."""
        sizes = (each.sizes()["responseBodySize"] for each in self.finished if each.resource_type in types)
        return sum(sizes) / 1024

    def gzipped_kb(self, kind: str) -> float:
        """All files of `kind` that came, the later ones too, each as gzip leaves it."""
        return sum(self._gzipped_bytes(each) for each in self.finished if each.resource_type == kind) / 1024

    def _count(self, change: int) -> None:
        self._asked += change

    def _gzipped_bytes(self, request: Request) -> int:
        """Looked at once by name, which changes with the content."""
        if request.url not in self._gzipped:
            answer = request.response()
            self._gzipped[request.url] = len(gzip.compress(answer.body(), 9)) if answer else 0
        return self._gzipped[request.url]

    def _take(self, route: Route) -> None:
        kind = _kind(route.request.url)
        if kind is None or kind in self._through:
            route.continue_()
        else:
            self._held[kind].append(route)

    def _let_through(self, kind: str) -> None:
        self._through.add(kind)
        while self._held[kind]:
            self._held[kind].pop(0).continue_()


def _kind(url: str) -> str | None:
    """What may come late; the theme is applied before anything is painted."""
    if "/api/" in url:
        return "api"
    return "script" if url.endswith(".js") and "/dist/theme-" not in url else None


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize(
    ("who", "pages", "tabs"),
    [
        (None, ("/",), ()),
        (ANA, EMPLOYEE_PAGES, PROFILE_TABS),
        (ADMIN, (*ADMIN_PAGES, "/tasks"), ADMIN_TABS),
    ],
    ids=["nobody", "employee", "admin"],
)
def test_page_stays_within_its_budget_is_accessible_and_fits(
    page: Page,
    sign_in: SignIn,
    who: tuple[str, ...] | None,
    pages: tuple[str, ...],
    tabs: tuple[str, ...],
    width: int,
    scheme: Literal["light", "dark"],
) -> None:
    """400 % and spaced text: WCAG 1.4.10 and 1.4.12."""
    if who:
        sign_in(*who)
    size: ViewportSize = {"width": width, "height": 900}
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    visit = Visit(page)

    for path in (*pages, *tabs):
        page.set_viewport_size(size)
        visit.to(path)

        kind = budget_kind(path)
        # What a tab or the width of a desktop brings besides is counted as it comes over the wire.
        has_more = path in tabs or (width > NARROWEST_DESKTOP and path in WIDER_ON_A_DESKTOP)
        scripts_kb = visit.weight_kb("script") if has_more else visit.gzipped_kb("script")
        assert scripts_kb <= BUDGETS["scriptsKb"][kind], path
        assert visit.gzipped_kb("stylesheet") <= BUDGETS["stylesKb"], path
        assert visit.weight_kb("document") <= BUDGETS["documentKb"][kind], path
        assert len(visit.finished) <= BUDGETS["requests"][kind], path
        shift, moved = page.evaluate("[visit.shift, visit.moved]")
        assert shift <= BUDGETS["shift"], (path, moved)

        arrived_kb = visit.gzipped_kb("script")
        visit.interact()
        assert visit.gzipped_kb("script") - arrived_kb <= BUDGETS["interactionScriptsKb"], path

        if path in pages:
            assert page.evaluate(SCROLLED_WIDTH) <= width, path
            assert serious_findings(page) == [], path
            assert unnamed(page) == [], path
            page.set_viewport_size({"width": NARROWEST, "height": 700})
            assert page.evaluate(SCROLLED_WIDTH) <= NARROWEST, path
            page.evaluate(SPACE_TEXT)
            assert page.evaluate(SCROLLED_WIDTH) <= NARROWEST, path


def test_largest_paint_of_a_page_waits_for_no_script(page: Page, sign_in: SignIn) -> None:
    """The largest text of these pages is their hint, which is in the page itself, where its island draws it again."""
    sign_in(*ANA)
    page.set_viewport_size(PHONE)
    visit = Visit(page)

    for path in ("/", *CREATORS[:4], "/runs"):
        # When a paint was is told later than the next frames.
        visit.to(path, until=HINT_PAINTED)

        expect(page.get_by_role("note")).to_be_visible()
        paint, largest = page.evaluate("[visit.paint, visit.largest?.outerHTML]")
        assert 0 < paint < visit.scripts_at, (path, largest)


def test_header_fits_a_narrow_phone_while_a_run_goes_on(new_context: NewContext) -> None:
    """An admin's, whose controls are the most, each as large as a finger needs."""
    page = enter(new_context(has_touch=True, is_mobile=True).new_page(), *ADMIN)
    for width in (NARROWEST, 360, PHONE["width"]):
        page.set_viewport_size({"width": width, "height": 700})

        assert page.evaluate(SPILLED) == [], width
        assert page.evaluate(SCROLLED_WIDTH) == width


def test_skeleton_stands_still_where_less_motion_is_asked_for(page: Page) -> None:
    """What is animated for a single moment is drawn apart in it, and then seems to move with whatever comes next to it."""
    page.goto("/")

    names = page.evaluate("""() => {
      const skeleton = document.body.appendChild(document.createElement("div"));
      skeleton.className = "skeleton";
      return [matchMedia("(prefers-reduced-motion)").matches, getComputedStyle(skeleton).animationName];
    }""")

    assert names == [True, "none"]


def test_hint_sent_away_is_in_the_page_no_more(page: Page, sign_in: SignIn) -> None:
    sign_in(*CARLA)
    page.goto("/")
    page.get_by_role("button", name="Dispensar dica").focus()

    page.keyboard.press("Enter")

    expect(page.get_by_role("note")).to_have_count(0)
    expect(page.locator("#content")).to_be_focused()
    assert 'role="note"' not in page.request.get("/").text()
    assert 'role="note"' in page.request.get("/runs").text()


def test_first_paint_needs_no_api_call(sign_in: SignIn) -> None:
    """Saying that one is online is not asking for data."""
    assert asked_at_first(sign_in(*BRUNO), *EMPLOYEE_PAGES) == []


def test_first_paint_of_an_admin_needs_no_api_call(sign_in: SignIn) -> None:
    narrowed = (
        "/employee-analytics?range=90d&aba=performance",
        "/admin-panel?tab=tarefas&busca=a&ordem=priority&status=pending",
        "/admin-loyalty-points?busca=a+b&ordem=-points",
        "/tasks?status=overdue",
    )
    assert asked_at_first(sign_in(*ADMIN), *ADMIN_PAGES, *PANEL_TABS, *narrowed) == []
