"""One foreground command for the whole product: web, worker and marketplace sandbox as child processes."""

import errno
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management.base import CommandError

GRACE_S = 40.0
# gunicorn tries for its port five times, a second apart, before it ends.
QUICK_DEATH_S = 15.0
MAX_QUICK_DEATHS = 3
MAX_BACK_OFF_S = 30.0
# A proxy of the environment is not for our own loopback address.
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@dataclass
class Child:
    """One process of the product, started anew when it dies."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None
    start_at: float = 0.0
    """time.monotonic() of its start, or of the next one while it is down."""
    quick_deaths: int = 0
    pulse: socket.socket | None = None
    """Where it says that it is not frozen (infra.pulse)."""
    heard_at: float | None = None
    """When it said so last; None before the first time, since a start takes as long as it takes."""

    def revive(self, environment: dict[str, str]) -> None:
        """Start it, again if it died: at once, or after a pause that doubles when it died soon after its start."""
        now = time.monotonic()
        if self.process is None and now >= self.start_at:
            if self.pulse is not None:
                environment = environment | {"NOTIFY_SOCKET": self.pulse.getsockname()}
            self.start_at, self.heard_at = now, None
            # A session of its own: Ctrl-C reaches the supervisor alone, which then stops everything in order.
            self.process = subprocess.Popen(self.command, env=environment, start_new_session=True)  # noqa: S603 - our own commands
        elif self.process and (code := self.process.poll()) is not None:
            self.quick_deaths = self.quick_deaths + 1 if now - self.start_at < QUICK_DEATH_S else 0
            back_off_s = min(2.0 ** (self.quick_deaths - 1), MAX_BACK_OFF_S) if self.quick_deaths else 0.0
            self.process, self.start_at = None, now + back_off_s
            sys.stderr.write(f"O processo '{self.name}' terminou (código {code}) e recomeça em {back_off_s:.0f} s.\n")

    def end_if_silent(self, lease_s: float) -> None:
        """Kill it when it said for some time that it was alive and then nothing for `lease_s`: it is frozen, and what it
        holds (the queue of SQLite's writers, say) is free once it is gone."""
        if self.process is None or self.pulse is None:
            return
        with suppress(BlockingIOError):
            while self.pulse.recv(4096):
                self.heard_at = time.monotonic()
        if self.heard_at is not None and time.monotonic() - self.heard_at > lease_s:
            sys.stderr.write(f"O processo '{self.name}' não dá sinal há {lease_s:.0f} s e será reiniciado.\n")
            self.heard_at = None
            self.signal(signal.SIGKILL)

    def end_by(self, deadline: float) -> None:
        """Wait for it to end, and kill it after `deadline`, of time.monotonic()."""
        if self.pulse is not None:
            self.pulse.close()
        if self.process is not None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(max(0.1, deadline - time.monotonic()))
            self.signal(signal.SIGKILL)
            self.process.wait()

    def signal(self, number: int) -> None:
        if self.process is not None and self.process.poll() is None:
            with suppress(ProcessLookupError):  # it may end by itself right now
                os.killpg(self.process.pid, number)


def require_free(host: str, port: int) -> None:
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise CommandError(f"Não é possível escutar em {host}, porta {port}: {error.strerror}.") from None
        raise CommandError(
            f"A porta {port} já está em uso. Feche o outro programa ou use outra: PORT={port + 10} make run"
        ) from None


def health_of(web: str, served: list[str]) -> urllib.request.Request:
    """The request for the web's health, under a host name that it serves: any other is answered 400."""
    return urllib.request.Request(f"http://{web}/healthz", headers={"Host": served[0].lstrip(".*") or "localhost"})


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


def run(
    processes: list[Child],
    *,
    environment: dict[str, str],
    health: str | urllib.request.Request,
    lease_s: float,
    on_ready: Callable[[], None],
) -> None:
    """Start the children, say when the web answers, keep them alive until SIGINT, SIGTERM or SIGHUP, stop them. A child
    that is frozen for `lease_s` is killed and started anew. Raises CommandError when the web cannot start; once it
    answered, whatever dies is started again for ever."""
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # nohup: it outlives its terminal
            signal.signal(number, stop)
    ready = False
    with TemporaryDirectory(prefix="plataforma-") as folder:
        try:
            for child in processes:
                child.pulse = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                child.pulse.setblocking(False)
                child.pulse.bind(f"{folder}/{child.name}")
            while not stopping:
                for child in processes:
                    child.end_if_silent(lease_s)
                    child.revive(environment)
                    if child.name == "web" and not ready and child.quick_deaths >= MAX_QUICK_DEATHS:
                        raise CommandError("O processo 'web' não fica de pé; veja as mensagens acima.")
                if not ready and (ready := _answers(health)):
                    on_ready()
                time.sleep(0.3 if ready else 0.05)
        finally:
            for child in processes:
                child.signal(signal.SIGTERM)
            deadline = time.monotonic() + GRACE_S
            for child in processes:
                child.end_by(deadline)


def _answers(health: str | urllib.request.Request) -> bool:
    with suppress(OSError), _DIRECT.open(health, timeout=1) as answer:  # URLError is one
        return bool(answer.status == 200)
    return False
