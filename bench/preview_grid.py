"""The preview of pasted accounts in a browser: how long until it is shown, and how it answers to being typed in.

'A 1,000-row paste is previewed in under 2 s and typed in without lag (interaction to next paint at most 200 ms).'
Interactions are timed by the browser itself (Event Timing): of each kind the worst is printed, one in fifty left out as
the measure's definition has it, and the share of it that scripts took. Paints wait for a busy machine; scripts tell ours.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench.figures import Figure
from e2e.browser import CONTEXT, LAUNCH, enter
from e2e.installation import Installation
from e2e.people import ANA

SHOWN_S = {1_000: 2.0, 5_000: 5.0}
INTERACTION_MS = 200.0
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
        for size in SHOWN_S:
            yield from _figures(page, size)
        browser.close()


def _figures(page: Page, size: int) -> Iterator[Figure]:
    page.goto("/roblox-bulk")
    page.evaluate(OBSERVE)
    lines = "\n".join(f"jogador{number}:Exemplo#{number} | Robux: {number}" for number in range(size - 1))
    page.evaluate("(text) => navigator.clipboard.writeText(text)", lines)
    text = page.get_by_label("Detalhes das contas")
    text.focus()
    page.keyboard.press("Control+v")
    shown = page.wait_for_function(SHOWN, polling="raf", timeout=PATIENCE_MS).json_value()
    checked = page.wait_for_function(CHECKED, polling="raf", timeout=PATIENCE_MS).json_value()
    yield Figure(f"{size} lines: from paste to the grid", shown / 1000, SHOWN_S[size], "s")
    yield Figure(f"{size} lines: from paste to the server's verdicts", checked / 1000, SHOWN_S[size], "s")
    yield from _worst(page, f"{size} lines: the paste")

    text.press("Control+End")
    page.keyboard.type("\nnovo:Senha#1", delay=60)
    yield from _worst(page, f"{size} lines: typing in the text")

    # A headless window is lower than the page it shows: what is typed below its edge is never painted.
    page.get_by_role("grid").evaluate("(grid) => grid.parentElement.scrollIntoView()")
    page.locator('[data-row="3"][data-cell="1"]').click()
    for login in ("primeiro", "segundo", "terceiro"):
        page.keyboard.type(login, delay=60)
        page.keyboard.press("Enter")
    yield from _worst(page, f"{size} lines: typing in cells")

    page.keyboard.press("Control+ArrowDown")
    for key in ("PageUp", "PageUp", "ArrowUp", "Shift+ArrowUp", "Control+Home"):
        page.keyboard.press(key)
    yield from _worst(page, f"{size} lines: moving about")

    page.locator('[data-row="1"][data-cell="6"]').click()
    page.keyboard.press("Control+a")
    page.evaluate("() => navigator.clipboard.writeText('12,50')")
    page.keyboard.press("Control+v")
    page.keyboard.press("Control+z")
    yield from _worst(page, f"{size} lines: one price for all, and back")


def _worst(page: Page, name: str) -> Iterator[Figure]:
    paint, scripts = page.evaluate(WORST)
    yield Figure(f"{name}, interaction to next paint", paint, INTERACTION_MS, "ms")
    yield Figure(f"{name}, scripts' share", scripts, INTERACTION_MS, "ms")
