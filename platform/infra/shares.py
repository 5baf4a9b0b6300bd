"""Shares of the threads of a web process, so that slow work never takes those that serve pages and polls: each kind
runs so many at a time, with a short queue; more is refused at once. Together they have half of a process's threads
(gunicorn.conf.py). What would hold the interpreter runs in a process beside this one."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from multiprocessing.connection import Connection
from threading import Condition, get_native_id
from typing import Any, ParamSpec, Self, TypeVar, cast

import django
from django.utils.module_loading import import_string

from core.errors import RETRY_AFTER_S, ActionError, refusal
from infra.connections import give_back_connection

P = ParamSpec("P")
R = TypeVar("R")

Busy = refusal(ActionError, "busy", status=503)
"""A share has no place left: nothing was done, and a moment later there may be one."""


@dataclass
class Share:
    """`at_once` run, `waiting` more wait up to `patience_s`, and one begins `every_s` at the earliest. While one of them
    runs, its thread holds no database connection that it had before, unless a transaction is open. Entering raises Busy
    with `detail`, before anything was done. Not reentrant."""

    detail: str
    _: KW_ONLY
    at_once: int
    waiting: int = 0
    patience_s: float = 0.0
    every_s: float = 0.0

    def __post_init__(self) -> None:
        self.places = self.at_once + self.waiting
        self._next_at = 0.0
        self._turn = Condition()
        self._running = self._queued = 0

    @property
    def is_full(self) -> bool:
        return self._running + self._queued >= self.places

    def busy(self) -> ActionError:
        return Busy(headers={"Retry-After": str(RETRY_AFTER_S)}, detail=self.detail)

    def __enter__(self) -> Self:
        give_back_connection()
        with self._turn:
            if self.is_full:
                raise self.busy()
            self._queued += 1
            has_turn = self._turn.wait_for(lambda: self._running < self.at_once, self.patience_s)
            self._queued -= 1
            if not has_turn:
                raise self.busy()
            self._running += 1
            now = time.monotonic()
            starts_at = max(self._next_at, now)
            self._next_at = starts_at + self.every_s
        time.sleep(starts_at - now)
        return self

    def __exit__(self, *_: object) -> None:
        with self._turn:
            self._running -= 1
            self._turn.notify()


MARKETPLACE_CALLS = Share(
    "O marketplace está demorando e há consultas demais à espera dele. Tente novamente em alguns segundos.",
    at_once=3,
    waiting=1,
    patience_s=2.0,
)
"""Calls whose answer somebody waits for, the model's among them; a run's go out of the worker."""
WAITING_CREATIONS = Share("", at_once=2)
"""Requests that wait for their run to end; the others are told where it can be followed."""
PASSWORDS = Share(
    "Há muitas senhas sendo verificadas agora. Tente novamente em alguns segundos.",
    at_once=1,
    waiting=2,
    patience_s=2.0,
    every_s=0.2,
)
"""A hash takes a fortieth of a second of a core, and half as much around it: more than five a second are a flood."""
COMPUTING = Share(
    "Há textos e arquivos demais sendo lidos agora. Tente novamente em alguns segundos.",
    at_once=1,
    waiting=2,
    patience_s=10.0,
    every_s=0.1,
)
"""Analyses of texts, files read and written, ten a second at most, since a small one costs as much around it: see `compute`."""
PLACES = sum(each.places for each in (MARKETPLACE_CALLS, WAITING_CREATIONS, PASSWORDS, COMPUTING))


def _step_back() -> None:
    """Let everything else of this machine go before this thread (Linux) or process."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, get_native_id(), LOW)


LOW = 10
_behind = ThreadPoolExecutor(1, "low-priority", _step_back)


def at_low_priority(function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
    """Run a function that works outside of the interpreter, in a thread of lower priority than those that serve pages."""
    return _behind.submit(function, *arguments, **named).result()


COMPUTED_WITHIN_S = 60
_SPAWN = multiprocessing.get_context("spawn")  # a fork would copy locks that threads of this process hold


class Beside:
    """A process to compute in. It ends with the one that started it, however that ends."""

    def __init__(self, first: str) -> None:
        self.connection, far_end = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(far_end, first), daemon=True)
        self.process.start()
        far_end.close()  # so that the end of either process is seen by the other

    def answer(self, call: tuple[Any, ...]) -> tuple[Any, Exception | None] | None:
        """The function's result or exception; None where the process cannot be used any more."""
        with suppress(EOFError, OSError):
            self.connection.send(call)
            if self.connection.poll(COMPUTED_WITHIN_S):
                answer: tuple[Any, Exception | None] = self.connection.recv()
                return answer
        self.process.kill()
        self.connection.close()
        return None


_beside: Beside | None = None


def start_process_beside(first: str = "") -> None:
    """Give this process another one to compute in, or a new one; the function of the path `first` is run in it unasked."""
    global _beside
    _beside = Beside(first)


def _serve(connection: Connection, first: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _step_back()
    django.setup()
    if first:  # a path, since what it names can be imported only now
        import_string(first)()
    with suppress(EOFError):
        while True:
            function, arguments, named = connection.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = function(*arguments, **named), None
            except Exception as error:
                answer = None, error
            give_back_connection()
            connection.send(answer)


def compute(function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
    """Run a function that only reads in the process beside this one, or here where there is none.
    Arguments, answer and refusals are pickled. Raises Busy, also for what takes longer than COMPUTED_WITHIN_S or ends
    its process."""
    with COMPUTING as share:
        if _beside is None:
            return function(*arguments, **named)
        answered = _beside.answer((function, arguments, named))
        if answered is None:
            start_process_beside()
            raise share.busy()
        answer, error = answered
        if error:
            raise error
        return cast("R", answer)
