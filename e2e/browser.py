"""Chromium as somebody here uses it: for measurements, pictures and the browser tests."""

import os
import shutil
from typing import Any

from playwright.sync_api import Page

# The headless shell draws no windows for nobody: about a quarter less time.
LAUNCH: dict[str, Any] = {
    "executable_path": os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
    or "",
    "args": [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ],
}
CONTEXT: dict[str, Any] = {
    "locale": "pt-BR",
    "timezone_id": "America/Sao_Paulo",
    "viewport": {"width": 1440, "height": 900},
    "reduced_motion": "reduce",
}


def enter(page: Page, username: str, password: str, second_password: str = "") -> Page:
    """Sign in through the form, as a person does; the page is the dashboard then."""
    page.goto("/")
    page.get_by_label("Nome de Usuário").fill(username)
    page.get_by_label("Senha", exact=True).fill(password)
    page.get_by_role("button", name="Entrar").click()
    if second_password:
        page.get_by_label("Segunda Senha").fill(second_password)
        page.get_by_role("button", name="Confirmar Segunda Senha").click()
    page.get_by_role("heading", name="Bom dia").or_(page.get_by_role("heading", name="Boa")).first.wait_for()
    return page
