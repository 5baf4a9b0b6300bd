"""What axe finds on a page, of the rules that the product keeps (WCAG 2.2 A and AA)."""

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

LOOKS: list[tuple[int, Literal["light", "dark"]]] = [(1440, "light"), (390, "dark")]
"""Each width in pixels and each theme once: how much fits does not hang on colours, nor the other way round."""

# What passes is not told: that takes axe as long as everything else.
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}

# Axe reads a colour anew for every text and all that lies behind it, which takes a third of its time: a page has few.
AXE = (
    AXE_SCRIPT
    + """;
{
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map();
  prototype.parseString = function (text) {
    if (!known.has(text)) {
      const { r, g, b, alpha } = parseString.call(this, text);
      known.set(text, { r, g, b, alpha });
    }
    return Object.assign(this, known.get(text));
  };
}
null"""
)
FIND = """async ([within, options]) => {
  const { violations } = await axe.run(within ?? document, options);
  const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return grave.flatMap(({ id, nodes }) => nodes.map(({ target }) => [id, target]));
}"""


def serious_findings(page: Page, *, within: str | None = None, without: str = "") -> list[tuple[str, object]]:
    """(rule, element) of every serious or critical finding, of the page or of what the selector `within` finds; `without`
    names a rule that is left out."""
    options = RULES | ({"rules": {without: {"enabled": False}}} if without else {})
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE)
    return [(rule, element) for rule, element in page.evaluate(FIND, [within, options])]


NAMED_ROLES = {
    "alertdialog",
    "button",
    "checkbox",
    "combobox",
    "dialog",
    "grid",
    "image",
    "link",
    "listbox",
    "menuitem",
    "progressbar",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "table",
    "textbox",
}


def unnamed(page: Page) -> list[str]:
    """The role of everything that assistive technology meets on a page without a name, and of every progress bar
    without a value."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        role
        for node in nodes
        if not node["ignored"] and (role := node["role"]["value"]) in NAMED_ROLES
        if not node["name"]["value"].strip() or (role == "progressbar" and "value" not in node)
    ]
