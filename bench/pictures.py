"""`python -m bench.pictures`: take the pictures of README.md again, of the demo as it is now, into docs/pictures/."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from e2e.browser import CONTEXT, LAUNCH, enter
from e2e.installation import ROOT, Installation
from e2e.people import ADMIN, ANA

FOLDER = ROOT / "docs/pictures"
PASTED = "\n".join(
    [
        "lucas_blox2014:Vento#Norte7",
        "duda.gamer99:Mar&Areia31",
        "sem separador",
        "rafa_obby:Pedra!Fria52",
        "duda.gamer99:Outra#Senha8",
        "bia_adoptme;Flor*Roxa64",
        "thiago.brook:Casa$Velha18",
    ]
)
MANY = "\n".join(f"picture_{number:02}:Senha#{number}" for number in range(1, 41))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    # The pause keeps the run of the picture going while it is looked at.
    with (
        TemporaryDirectory() as var,
        Installation(Path(var), BULK_PAUSE_MS="500") as installation,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**LAUNCH)
        ana = signed_in(browser, installation.url, *ANA)
        take(ana, "dashboard", "/")
        take(ana, "creator", "/roblox-bulk", preview)
        take(ana, "run", "/roblox-bulk", run)
        admin = signed_in(browser, installation.url, *ADMIN)
        take(admin, "admin-panel", "/admin-panel")
        take(admin, "analytics", "/employee-analytics?range=30d")
        browser.close()


def signed_in(browser: Browser, url: str, *who: str) -> Page:
    """A page of a person, in the light theme."""
    page = browser.new_context(base_url=url, color_scheme="light", **CONTEXT).new_page()
    return enter(page, *who)


def take(page: Page, name: str, path: str, prepare: Callable[[Page], None] | None = None) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    for hint in page.get_by_role("button", name="Dispensar dica").all():
        hint.click()
    if prepare:
        prepare(page)
    page.mouse.move(0, 0)
    file = FOLDER / f"{name}.png"
    Image.open(BytesIO(page.screenshot())).convert("RGB").save(file, optimize=True)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KB")


def preview(page: Page) -> None:
    page.get_by_label("Detalhes das contas").fill(PASTED)
    page.get_by_role("button", name="Analisar Texto").click()
    page.get_by_role("grid", name="Linhas analisadas").get_by_text("Login duplicado").wait_for()
    page.get_by_role("grid", name="Linhas analisadas").scroll_into_view_if_needed()
    page.get_by_text("Conferido pelo servidor").wait_for()


def run(page: Page) -> None:
    page.get_by_label("Detalhes das contas").fill(MANY)
    page.get_by_role("button", name="Analisar Texto").click()
    page.get_by_role("button", name="Criar 40 contas").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Criar contas").click()
    page.get_by_role("alertdialog").wait_for(state="hidden")
    page.goto("/runs")
    page.get_by_role("link", name="Execução").first.click()
    page.get_by_text("criadas").first.wait_for()
    page.wait_for_timeout(8_000)


if __name__ == "__main__":
    main()
