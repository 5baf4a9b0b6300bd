"""The `sandbox` fixture: a marketplace of its own for each test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from marketplace.adapters.base import Connection
from marketplace.enums import Service
from marketplace.sandbox.client import SandboxControl
from marketplace.sandbox.server import BackgroundSandbox

PATIENCE_MS = 60_000
"""Where the time of a call is not what a test is about, however slow the machine is."""


class RunningSandbox:
    """`url` is its origin, `control` its control API."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.control = SandboxControl(url)

    def connection(self, key: str = "sandbox-key", *, timeout_ms: int = PATIENCE_MS, path: str = "/v1") -> Connection:
        """A connection to it with this key; the path says which marketplace it speaks for."""
        provider = Service.LZTMARKET if path == "/lzt" else Service.GAMEBOOST
        return Connection(provider, f"{self.url}{path}", key, timeout_ms)


@pytest.fixture
def sandbox(tmp_path: Path, settings: Any) -> Iterator[RunningSandbox]:
    """A fresh sandbox on a free port, reachable through the outbound guard."""
    with BackgroundSandbox(tmp_path / "sandbox.sqlite3") as background:
        settings.SANDBOX_ORIGIN = background.url
        settings.OUTBOUND_ALLOWED_HOSTS = frozenset({urlsplit(background.url).netloc})
        running = RunningSandbox(background.url)
        yield running
        running.control.close()
