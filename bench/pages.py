"""Every page of both roles in a browser: largest paint, blocking, layout shift and interactions, on a desktop and a phone.

Their bounds are in `frontend/budgets.json`. The phone is four times slower than this machine, on slow 4G; every visit is cold. Of
the visits to a page the middle paint, blocking and interaction are printed, and the worst shift, which no speed excuses.
Blocking is the time of tasks beyond 50 ms each, until the network is idle. What somebody does: look for a page in the
palette, tick through the tabs, type in the first field.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.figures import Figure
from bench.http import Person
from e2e.browser import CONTEXT, LAUNCH, enter
from e2e.installation import Installation
from e2e.people import ADMIN, ANA
from e2e.visits import ADMIN_PAGES, BUDGETS, EMPLOYEE_PAGES, OBSERVE, PANEL_TABS

VISITS = 3
RUN = "\n".join(f"visita{number}:Senha#{number}" for number in range(20))
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SEEN = "() => [visit.paint / 1000, visit.blocked, visit.shift]"
# Interactions are told a little after their paint.
WORST_MS = """
() => new Promise((done) => setTimeout(() => done(Math.max(0, ...visit.interactions.values())), 300))
"""


@dataclass(frozen=True)
class Device:
    name: str
    context: dict[str, Any]
    slowdown: int = 1

    def open(self, browser: Browser, url: str) -> Page:
        page = browser.new_context(base_url=url, **CONTEXT | self.context).new_page()
        page.set_default_timeout(60_000)
        # Leaving a page with typed text asks first.
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    def hinder(self, page: Page) -> None:
        """From now on every visit is cold, and as slow as the device."""
        page.add_init_script(OBSERVE)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
        if self.slowdown > 1:
            devtools.send("Network.emulateNetworkConditions", SLOW_4G)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": self.slowdown})


DEVICES = (
    Device("desktop", {}),
    Device("phone", {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}, slowdown=4),
)


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as var, Installation(Path(var)) as installation, sync_playwright() as playwright:
        started = Person(installation.url, *ANA).post(
            "/api/roblox/bulk-create", {"text": RUN, "settings": {}}, Prefer="respond-async"
        )
        run = f"/runs/{started.json()['runId']}"
        browser = playwright.chromium.launch(**LAUNCH)
        for device in DEVICES:
            yield from _figures(device, device.open(browser, installation.url), "nobody", ("/",))
            for person, paths in ((ANA, EMPLOYEE_PAGES), (ADMIN, (*ADMIN_PAGES, *PANEL_TABS))):
                page = enter(device.open(browser, installation.url), *person)
                yield from _figures(device, page, person[0], (*paths, run))
        browser.close()


def _figures(device: Device, page: Page, who: str, paths: tuple[str, ...]) -> Iterator[Figure]:
    device.hinder(page)
    for path in paths:
        paints, blocked, shifts, interactions = zip(*(_visit(page, path) for _ in range(VISITS)), strict=True)
        name = f"{device.name}, {who}, {path}"
        yield Figure(f"{name}: paint", median(paints), BUDGETS["paintMs"][device.name] / 1000, "s")
        yield Figure(f"{name}: blocked", median(blocked), BUDGETS["blockedMs"], "ms")
        yield Figure(f"{name}: shift", max(shifts), BUDGETS["shift"], "")
        yield Figure(f"{name}: interaction", median(interactions), BUDGETS["interactionMs"], "ms")


def _visit(page: Page, path: str) -> tuple[float, float, float, float]:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    paint, blocked, shift = page.evaluate(SEEN)
    _use(page)
    return paint, blocked, shift, page.evaluate(WORST_MS)


def _use(page: Page) -> None:
    if page.locator("[data-palette]").count() > 0:
        page.keyboard.press("Control+k")
        page.get_by_role("dialog").wait_for()
        page.keyboard.type("tarefas", delay=50)
        page.keyboard.press("Escape")
    for tab in page.get_by_role("main").get_by_role("tab").all():
        tab.click()
    fields = page.get_by_role("main").get_by_role("textbox").filter(visible=True)
    if fields.count() > 0 and fields.first.is_editable():
        fields.first.press_sequentially("conta", delay=50)
