"""The page carries the first query results of its island, and the island starts from them with no second request."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page

# What a page tells by itself, the one that was left included; it asks for nothing.
TELLING = ("/status", "/api/analytics/events")
BEFORE_POLLING_MS = 4_000


def asked_at_first(page: Page, *paths: str) -> list[tuple[str, str]]:
    """(path, call) of whatever these pages ask the API for before somebody does something, before any polling is due."""
    now = datetime.now(UTC)
    # The clock is stopped where nothing is due, and can only be put forward.
    page.goto("about:blank")
    page.clock.install(time=now - timedelta(days=1))
    page.clock.pause_at(now)
    asked: list[tuple[str, str]] = []
    page.on("request", lambda request: asked.append((path, request.url)) if "/api/" in request.url else None)

    for path in paths:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.clock.run_for(BEFORE_POLLING_MS)
        page.wait_for_load_state("networkidle")

    # What is on a marketplace comes from there: those pages do not wait for it.
    return [(path, url) for path, url in asked if not url.endswith(TELLING) and "/api/proxy/" not in url]
