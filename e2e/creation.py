"""A creation as the screens offer it, from its button to the words at its end."""

import re

from playwright.sync_api import Page, expect

# The calls that begin a run; that of Valorant has a name of its own.
BEGINS = re.compile(r"/api/([\w-]+/bulk-create|gameboost/valorant)$")


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
