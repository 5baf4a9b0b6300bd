"""A creation as the screens offer it, from its button to the words at its end."""

import re

from playwright.sync_api import Locator, Page, expect

from e2e.conftest import post

# The calls that begin a run; that of Valorant has a name of its own, and so have those of games made from their template.
BEGINS = re.compile(r"/api/([\w-]+/bulk-create|gameboost/valorant|bulk/games/[\w-]+/create)$")


def open_empty(page: Page, game: str, path: str = "") -> None:
    """The creator of a game with nothing of an earlier visit in its list."""
    kept = f"/api/bulk/queue?game={game}"
    post(page, kept, {"entries": []}, method="PUT", **{"If-Match": page.request.get(kept).headers["etag"]})
    page.goto(path or f"/{game}-bulk")


def paste(page: Page, *lines: str, game: str = "roblox", button: str = "Analisar Texto") -> None:
    """The lines in an empty list, read."""
    open_empty(page, game)
    page.get_by_label("Detalhes das contas").fill("\n".join(lines))
    page.get_by_role("button", name=button).click()


def cell(page: Page, line: int, column: str = "Status") -> Locator:
    """A cell of the grid by the line's number and the column's title; of a broken line, 'Linha' is the whole of it."""
    # The grid comes with the first account.
    page.get_by_role("columnheader").first.wait_for()
    place = 1 if column == "Linha" else page.get_by_role("columnheader").all_text_contents().index(column)
    row = (
        page.get_by_role("grid").get_by_role("row").filter(has=page.get_by_label(f"Selecionar linha {line}", exact=True))
    )
    return row.get_by_role("gridcell").nth(place)


def create(page: Page, button: str) -> int:
    """Press the button, and confirm; the number of the run."""
    page.get_by_role("button", name=button).click()
    return confirm(page)


def confirm(page: Page) -> int:
    """Say yes to the question that stands open; the number of the run."""
    with page.expect_response(BEGINS) as answer:
        page.get_by_role("alertdialog").get_by_role("button", name="Criar contas").click()
    return int(answer.value.json()["runId"])


def expect_end(page: Page, run_id: int, words: str) -> None:
    """Of this run, since the page may tell the same of the one before."""
    expect(page.get_by_text(f"Execução {run_id} ·")).to_be_visible()
    expect(page.get_by_text(words).first).to_be_visible()


def expect_created(page: Page, run_id: int, count: int, *, failed: int = 0) -> None:
    """The words of the screens where accounts are pasted."""
    expect_end(page, run_id, f"{count} contas criadas com sucesso. {failed} falhas.")
