"""The `sandbox` fixture: a marketplace of its own for each test that asks for one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from marketplace.adapters.base import Connection, Hold
from marketplace.enums import Service
from marketplace.sandbox import gameboost_templates as templates
from marketplace.sandbox.server import SandboxServer
from marketplace.tests.contract import CheckedSandbox
from marketplace.tests.sandbox_client import SandboxControl

PATIENCE_MS = 60_000
"""Where the time of a call is not what a test is about, however slow the machine is."""


def always_open(buckets: tuple[str, ...], writes_to: tuple[str, ...]) -> Hold | None:
    """The gate of an adapter whose calls nobody counts."""
    return None


class BackgroundSandbox:
    """A sandbox in a thread of this process, on a free port; a context manager, which ends in an error where a request
    or an answer is not as the vendor documents it."""

    def __init__(self, state_path: Path) -> None:
        self._sandbox = CheckedSandbox(state_path)
        self._server = SandboxServer(self._sandbox, "127.0.0.1", 0)
        self.url = self._server.url
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> BackgroundSandbox:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)
        self._sandbox.state.close()
        templates.restore()
        misfits = sorted(set(self._sandbox.misfits))
        assert not misfits, "\n".join(misfits)


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
