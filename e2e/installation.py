"""A whole installation of the product in a temporary folder: web, worker and sandbox as `make run` starts them."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Self

ROOT = Path(__file__).resolve().parents[1]
START_S = 300
STOP_S = 300
# Below what systems take for the near end of connections, which would be gone again when it is listened at.
PORTS = range(12_000, 32_000, 2)


def free_ports() -> int:
    """A port whose successor is free as well: the sandbox listens there.

    Processes that stand side by side look from different places on, since a port is free until the product, a while
    later, listens there.
    """
    for step in range(len(PORTS)):
        port = PORTS[(os.getpid() + step) % len(PORTS)]
        with socket.socket() as first, socket.socket() as second:
            try:
                first.bind(("127.0.0.1", port))
                second.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port
    raise RuntimeError("no two neighbouring ports are free")


class Installation:
    """Started on entry, stopped on exit. `environment` adds to or replaces variables. It begins with what E2E_MADE holds,
    the folder of an installation that was started once; without that, with nothing."""

    def __init__(self, var: Path, **environment: str) -> None:
        self.var = var
        port = free_ports()
        self.url = f"http://127.0.0.1:{port}"
        self.sandbox_url = f"http://127.0.0.1:{port + 1}"
        # Its secrets are its own, and not those of the process that tests it.
        inherited = {
            name: value for name, value in os.environ.items() if name not in ("SECRET_KEY", "FIELD_ENCRYPTION_KEYS")
        }
        self.environment = {
            **inherited,
            "VAR_DIR": str(var),
            "PORT": str(port),
            "PUBLIC_BASE_URL": self.url,
            "SANDBOX_ORIGIN": self.sandbox_url,
            "OUTBOUND_ALLOWED_HOSTS": self.sandbox_url.removeprefix("http://"),
            "LOG_LEVEL": "WARNING",
            **environment,
        }
        if made := os.environ.get("E2E_MADE"):
            # The pipe that wakes workers is made anew by who listens.
            shutil.copytree(made, var, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*-wakeups"))
        self._log = var / "installation.log"
        self._process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> str:
        """Run one management command to its end; its output."""
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def __enter__(self) -> Self:
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(ROOT / "manage.py"), "start"],
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and self._process.poll() is None:
            if self._is_ready():
                return self
            time.sleep(0.1)
        self.__exit__()
        raise RuntimeError(f"the product did not start:\n{self._log.read_text()[-4000:]}")

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(STOP_S)

    def cpu_s(self) -> float:
        """Processor time that its processes have taken so far."""
        return sum(_cpu_s(entry) for entry in self._processes("stat"))

    def memory_bytes(self) -> int:
        """Memory that its processes hold."""
        return sum(int(entry.split()[1]) for entry in self._processes("statm")) * os.sysconf("SC_PAGE_SIZE")

    def _processes(self, file: str) -> Iterator[str]:
        """What the kernel tells of each of its processes (Linux)."""
        assert self._process is not None
        below = {self._process.pid}
        for folder in sorted(
            (path for path in Path("/proc").iterdir() if path.name.isdigit()), key=lambda p: int(p.name)
        ):
            try:
                parent = int((folder / "stat").read_text().rpartition(") ")[2].split()[1])
                if int(folder.name) in below or parent in below:
                    below.add(int(folder.name))
                    yield (folder / file).read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue

    def _is_ready(self) -> bool:
        return all(_answers(url) for url in (f"{self.url}/readyz", f"{self.sandbox_url}/_control/health"))


def _cpu_s(stat: str) -> float:
    fields = stat.rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_s_of(process: int) -> float:
    """Processor time that one process has taken so far (Linux)."""
    return _cpu_s(Path(f"/proc/{process}/stat").read_text())


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    del os.environ["E2E_MADE"]
    with Installation(folder):
        pass
