"""One foreground command for the whole product: web, worker and marketplace sandbox as child processes."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

GRACE_S = 40.0
# gunicorn tries for its port five times, a second apart, before it ends.
QUICK_DEATH_S = 15.0
MAX_QUICK_DEATHS = 3
# A proxy of the environment is not for our own loopback address.
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class PortInUse(Exception):
    def __init__(self, port: int) -> None:
        super().__init__(
            f"A porta {port} já está em uso. Feche o outro programa ou use outra: PORT={port + 10} make run"
        )


class ChildFailed(Exception):
    """A child keeps dying right after its start."""


@dataclass
class Child:
    """One process of the product, started anew when it dies."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    quick_deaths: int = field(default=0)

    def start(self, environment: dict[str, str]) -> None:
        self.started_at = time.monotonic()
        # A session of its own: Ctrl-C reaches the supervisor alone, which then stops everything in order.
        self.process = subprocess.Popen(self.command, env=environment, start_new_session=True)  # noqa: S603 - our own commands

    def revive(self, environment: dict[str, str]) -> None:
        """Start it again if it died; give up on one that dies at once, time after time."""
        if self.process is None or self.process.poll() is None:
            return
        quick = time.monotonic() - self.started_at < QUICK_DEATH_S
        self.quick_deaths = self.quick_deaths + 1 if quick else 0
        if self.quick_deaths >= MAX_QUICK_DEATHS:
            raise ChildFailed(f"O processo '{self.name}' não fica de pé; veja as mensagens acima.")
        self.start(environment)

    def signal(self, number: int) -> None:
        if self.process is not None and self.process.poll() is None:
            with suppress(ProcessLookupError):  # it may end by itself right now
                os.killpg(self.process.pid, number)


def require_free(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            raise PortInUse(port) from None


def children(root: Path, *, host: str, port: int, sandbox_port: int, dev: bool) -> list[Child]:
    """The processes of the product; with `dev` web and worker reload themselves and the frontend build watches."""
    manage = [sys.executable, str(root / "manage.py")]
    sandbox = Child("sandbox", [*manage, "marketplace_sandbox", "--port", str(sandbox_port), "--quiet"])
    if not dev:
        web = Child("web", [sys.executable, "-m", "gunicorn", "-c", str(root / "gunicorn.conf.py")])
        return [web, Child("worker", [*manage, "runworker"]), sandbox]
    return [
        Child("frontend", ["npm", "--prefix", str(root / "frontend"), "run", "watch"]),
        Child("web", [*manage, "runserver", f"{host}:{port}"]),
        Child("worker", [*manage, "runworker", "--reload"]),
        sandbox,
    ]


def run(processes: list[Child], *, environment: dict[str, str], health_url: str, on_ready: Callable[[], None]) -> None:
    """Start the children, say when the web answers, keep them alive until SIGINT, SIGTERM or SIGHUP, stop them."""
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    ready = False
    try:
        for child in processes:
            child.start(environment)
        while not stopping:
            for child in processes:
                child.revive(environment)
            if not ready and (ready := _answers(health_url)):
                on_ready()
            time.sleep(0.3 if ready else 0.05)
    finally:
        _stop_all(processes)


def _answers(url: str) -> bool:
    try:
        with _DIRECT.open(url, timeout=1) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _stop_all(processes: list[Child]) -> None:
    for child in processes:
        child.signal(signal.SIGTERM)
    deadline = time.monotonic() + GRACE_S
    for child in processes:
        if child.process is None:
            continue
        try:
            child.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.signal(signal.SIGKILL)
            child.process.wait()
