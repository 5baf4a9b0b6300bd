"""The preview of pasted accounts in a browser: how long until it is shown, how it answers to being typed in, and its memory.

Interactions are timed by the browser itself (Event Timing): of each kind the worst is printed, one in fifty left out as
the measure's definition has it, and the share of it that its own scripts took. Paints wait for a busy machine, and for
what the page was at when the key came, which is no part of that share.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

from bench.figures import Figure
from e2e.browser import CONTEXT, LAUNCH, enter
from e2e.installation import Installation
from e2e.people import ANA

SHOWN_S = 0.3
CHECKED_S = {1_000: 2.0, 5_000: 5.0}
INTERACTION_MS = 200.0
TYPING_MS = 50.0
PATIENCE_MS = 60_000

OBSERVE = """
() => {
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, processingStart, processingEnd } of list.getEntries()) {
      if (interactionId === 0) continue;
      const known = window.interactions.get(interactionId) ?? { paint: 0, scripts: 0 };
      known.paint = Math.max(known.paint, duration);
      known.scripts = Math.max(known.scripts, processingEnd - processingStart);
      window.interactions.set(interactionId, known);
    }
  }).observe({ type: "event", durationThreshold: 16 });
  document.addEventListener("paste", () => { window.pasted = performance.now(); }, { capture: true });
}
"""
SHOWN = """
() => document.querySelector("[role=grid]") && performance.now() - window.pasted
"""
CHECKED = """
() => [...document.querySelectorAll("p")].some(({ textContent }) => textContent.startsWith("Conferido"))
      && performance.now() - window.pasted
"""
WORST = """
() => new Promise((done) => setTimeout(() => {
  const all = [...window.interactions.values()];
  window.interactions.clear();
  const worst = (name) => all.map((each) => each[name]).sort((a, b) => b - a)[Math.floor(all.length / 50)] ?? 0;
  done([worst("paint"), worst("scripts")]);
}, 500))
"""


def measure() -> Iterator[Figure]:
    with (
        tempfile.TemporaryDirectory() as var,
        Installation(Path(var)) as installation,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**LAUNCH)
        context = browser.new_context(base_url=installation.url, **CONTEXT)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=installation.url)
        page = context.new_page()
        enter(page, *ANA)
        # Leaving the page with pasted text asks first.
        page.on("dialog", lambda dialog: dialog.accept())
        yield from _memory(page)
        for size, slower in ((1_000, 1), (5_000, 1), (5_000, 4)):
            yield from _figures(page, size, slower)
        browser.close()


def _figures(page: Page, size: int, slower: int) -> Iterator[Figure]:
    page.goto("/roblox-bulk")
    _empty(page)
    page.evaluate(OBSERVE)
    _copy_lines(page, size)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    name = f"{size} lines" if slower == 1 else f"{size} lines, processor slowed {slower} times"
    _paste(page)
    shown = page.wait_for_function(SHOWN, polling="raf", timeout=PATIENCE_MS).json_value()
    checked = page.wait_for_function(CHECKED, polling="raf", timeout=PATIENCE_MS).json_value()
    yield Figure(f"{name}: from paste to the first verdicts", shown / 1000, SHOWN_S * slower, "s")
    yield Figure(f"{name}: from paste to the server's verdicts", checked / 1000, CHECKED_S[size], "s")
    yield from _worst(page, f"{name}: the paste")

    page.get_by_role("tab", name="Colar contas").click()
    _text(page).focus()
    yield from _worst(page, f"{name}: opening the text")
    page.keyboard.type("novo:Senha#1 | Robux: 5", delay=60)
    yield from _worst(page, f"{name}: typing in the text", TYPING_MS * slower)
    page.keyboard.press("Control+Enter")
    page.get_by_role("tab", name="Colar contas", selected=False).wait_for()

    # A headless window is lower than the page it shows: what is typed below its edge is never painted.
    page.get_by_role("grid").evaluate("(grid) => grid.parentElement.scrollIntoView()")
    page.locator('[data-cell="1"]').nth(2).click()
    yield from _worst(page, f"{name}: one line more, and a press on a cell")
    for login in ("primeiro", "segundo", "terceiro", "quarto", "quinto", "sexto", "sétimo", "oitavo"):
        page.keyboard.type(login, delay=60)
        page.keyboard.press("Enter", delay=60)
    yield from _worst(page, f"{name}: typing in cells", TYPING_MS * slower)

    page.keyboard.press("Control+ArrowDown")
    for key in ("PageUp", "PageUp", "ArrowUp", "Shift+ArrowUp", "Control+Home"):
        page.keyboard.press(key)
    yield from _worst(page, f"{name}: moving about")

    page.locator('[data-cell="6"]').first.click()
    page.keyboard.press("Control+a")
    page.evaluate("() => navigator.clipboard.writeText('12,50')")
    page.keyboard.press("Control+v")
    page.keyboard.press("Control+z")
    yield from _worst(page, f"{name}: one price for all, and back")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    # What was not saved yet would be merged with what the next round begins with.
    _wait_until_saved(page)


def _memory(page: Page) -> Iterator[Figure]:
    """Of a page that was opened with an empty list, at rest: what is on its way to the server is held as well."""
    page.goto("/roblox-bulk")
    page.evaluate(OBSERVE)
    _copy_lines(page, 5_000)
    devtools = page.context.new_cdp_session(page)
    heaps = []
    for _ in range(10):
        _empty(page)
        _paste(page)
        page.wait_for_function(CHECKED, polling="raf", timeout=PATIENCE_MS)
        _wait_until_saved(page)
        devtools.send("HeapProfiler.collectGarbage")
        heaps.append(devtools.send("Runtime.getHeapUsage")["usedSize"])
    yield Figure("5000 lines: heap after ten pastes against one", heaps[-1] / heaps[0], 1.2)


def _copy_lines(page: Page, size: int) -> None:
    lines = "\n".join(f"jogador{number}:Exemplo#{number} | Robux: {number}" for number in range(size - 1))
    page.evaluate("(text) => navigator.clipboard.writeText(text)", lines)


def _wait_until_saved(page: Page) -> None:
    page.locator(".bench-list").get_by_text("Guardado por 7 dias").wait_for(timeout=PATIENCE_MS)


def _text(page: Page) -> Locator:
    return page.get_by_label("Detalhes das contas")


def _empty(page: Page) -> None:
    """Open the page's text with no account in the list."""
    # The list that was kept, and the code of its grid, come after the page.
    page.wait_for_load_state("networkidle")
    page.get_by_role("tab", name="Colar contas").wait_for()
    if (clear := page.locator(".bench-list").get_by_role("button", name="Limpar")).is_visible():
        clear.click()
    page.get_by_role("tab", name="Colar contas").click()
    page.get_by_role("grid").wait_for(state="detached")


def _paste(page: Page) -> None:
    _text(page).focus()
    page.keyboard.press("Control+v")


def _worst(page: Page, name: str, bound: float = INTERACTION_MS) -> Iterator[Figure]:
    paint, scripts = page.evaluate(WORST)
    yield Figure(f"{name}, interaction to next paint", paint, bound, "ms")
    yield Figure(f"{name}, scripts' share", scripts, bound, "ms")
