"""Programs that freeze inside a transaction, and the watch that lets frozen ones go on.

`python -m bench.freezing manage.py runworker` is that program, except that now and then it stops itself right before a
commit: with its locks held, and longer than the lease of its lane.
"""

import os
import random
import runpy
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench import planted

CHANCE = 0.001
"""How many of the commits a program freezes at."""


def freeze_before_commits() -> None:
    from django.db.transaction import Atomic

    leave = Atomic.__exit__

    def leave_late(atomic: Atomic, kind: type | None, *raised: object) -> None:
        if kind is None and random.random() < CHANCE:
            os.kill(os.getpid(), signal.SIGSTOP)
        leave(atomic, kind, *raised)

    Atomic.__exit__ = leave_late  # type: ignore[method-assign, assignment]  # every commit passes here


def note_secrets_in_caches() -> None:
    """Whatever enters this process' cache with a planted credential in plain is kept in a log, which is searched."""
    from django.core.cache.backends.locmem import LocMemCache

    keep = LocMemCache._set
    log = Path(os.environ["VAR_DIR"]) / "cache.log"

    def keep_noted(cache: LocMemCache, key: str, pickled: bytes, *times: Any, **named: Any) -> None:
        if planted.in_text(key) or planted.in_text(pickled):
            with log.open("ab") as file:
                file.write(key.encode() + b" " + pickled + b"\n")
        keep(cache, key, pickled, *times, **named)

    LocMemCache._set = keep_noted  # type: ignore[method-assign]  # every value passes here


class Watch(threading.Thread):
    """Lets every stopped process of some sessions go on after `shortest_s` and up to two seconds more; a context manager."""

    def __init__(self, sessions: Callable[[], Iterable[int]], shortest_s: float) -> None:
        super().__init__(daemon=True)
        self.freezes = 0
        self._sessions = sessions
        self._shortest_s = shortest_s
        self._over = threading.Event()

    def __enter__(self) -> "Watch":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()

    def run(self) -> None:
        due: dict[int, float] = {}
        while not self._over.wait(0.1):
            stopped = set(_stopped(set(self._sessions())))
            due = {process: at for process, at in due.items() if process in stopped}
            for process in stopped:
                until = due.setdefault(process, time.monotonic() + self._shortest_s + random.uniform(0.5, 2))
                if time.monotonic() >= until:
                    self.freezes += 1
                    _go_on(process)
        for process in _stopped(set(self._sessions())):
            _go_on(process)


def _stopped(sessions: set[int]) -> Iterable[int]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, _, session, *_ = (entry / "stat").read_text().rpartition(") ")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if state == "T" and int(session) in sessions:
                yield int(entry.name)


def _go_on(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGCONT)


def main() -> None:
    freeze_before_commits()
    note_secrets_in_caches()
    program, *arguments = sys.argv[1:]
    if program == "-m":
        program, *arguments = arguments
    sys.argv = [program, *arguments]
    if sys.orig_argv[sys.orig_argv.index("bench.freezing") + 1] == "-m":
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main()
