"""Processes of ours that can be killed, frozen and started again."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from e2e.installation import ROOT


class Process:
    """A command of the interpreter, in a session of its own so that its children share its fate."""

    def __init__(self, command: list[str], environment: dict[str, str], *, log: Path = Path(os.devnull)) -> None:
        self._command = [sys.executable, *command]
        self._environment = environment
        self._log = log
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=ROOT, env=self._environment, start_new_session=True, stderr=log
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def signal(self, number: int) -> None:
        os.killpg(self._process.pid, number)

    def kill_and_restart(self) -> None:
        self.kill()
        self.start()

    def kill(self) -> None:
        if self._process.poll() is None:
            self.signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """Ask it to end, as an operator would; its exit code."""
        self.signal(signal.SIGTERM)
        return self._process.wait(timeout=300)
