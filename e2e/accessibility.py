"""What axe finds on a page, of the rules that the product keeps (WCAG 2.2 A and AA)."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}


def serious_findings(page: Page, *, within: str | None = None, without: str = "") -> list[tuple[str, object]]:
    """(rule, element) of every serious or critical finding, of the page or of what the selector `within` finds; `without`
    names a rule that is left out."""
    options = RULES | ({"rules": {without: {"enabled": False}}} if without else {})
    return [
        (violation["id"], node["target"])
        for violation in Axe().run(page, context=within, options=options).response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
