"""`make pictures`: take the twelve pictures of README.md again, of the demo as it is now, into docs/pictures/."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from e2e.browser import CONTEXT, LAUNCH, enter
from e2e.installation import ROOT, Installation
from e2e.people import ADMIN, ANA, CARLA

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
        take(ana, "tasks", "/tasks")
        take(ana, "run", "/roblox-bulk", run)
        take(signed_in(browser, installation.url, *CARLA), "creator", "/roblox-bulk", preview)
        take(ana, "earnings", "/ganhos", explanation)
        take(signed_in(browser, installation.url, *ANA, width=390, scheme="dark"), "phone", "/runs")
        admin = signed_in(browser, installation.url, *ADMIN)
        take(admin, "attention", "/")
        take(admin, "payday", "/ganhos", payday)
        take(admin, "health", "/saude")
        take(admin, "search", "/", search)
        take(signed_in(browser, installation.url, *ADMIN, scheme="dark"), "admin-panel", "/admin-panel?tab=tarefas")
        take(admin, "analytics", "/employee-analytics?range=30d")
        browser.close()


def signed_in(
    browser: Browser, url: str, *who: str, width: int = 1280, scheme: Literal["light", "dark"] = "light"
) -> Page:
    context = browser.new_context(
        base_url=url, color_scheme=scheme, **CONTEXT | {"viewport": {"width": width, "height": 800}}
    )
    return enter(context.new_page(), *who)


def take(page: Page, name: str, path: str, prepare: Callable[[Page], None] | None = None) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    for hint in page.get_by_role("button", name="Dispensar dica").all():
        hint.click()
    if prepare:
        prepare(page)
    page.mouse.move(0, 0)
    file = FOLDER / f"{name}.png"
    # A screen has few colours: a palette of them is half as large, and looks the same.
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(128, dither=Image.Dither.NONE).save(file, optimize=True)
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


def explanation(page: Page) -> None:
    page.get_by_role("button", name="Por que este valor?").first.click()
    page.get_by_role("dialog", name="Por que este valor?").wait_for()
    page.wait_for_load_state("networkidle")


def payday(page: Page) -> None:
    page.get_by_role("button", name="Selecionar todos").click()


def search(page: Page) -> None:
    page.keyboard.press("Control+K")
    page.get_by_role("combobox").fill("ana soza")
    page.get_by_role("option", name="Ana Souza").first.wait_for()


if __name__ == "__main__":
    main()
