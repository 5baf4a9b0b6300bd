"""Threads on one database (fixture real_database), for what only they can show."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

from django.db import connections


def together(times: int, act: Callable[[int], Any]) -> list[Any]:
    """The results of `act(0)` to `act(times - 1)`, begun at once, each in a thread with connections of its own; an
    exception is a result too."""
    begin = Barrier(times)
    results: list[Any] = [None] * times

    def run(number: int) -> None:
        try:
            begin.wait()
            results[number] = act(number)
        except Exception as failure:
            results[number] = failure
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=[number]) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def in_threads(count: int, work: Callable[[], object]) -> list[Exception]:
    """Run `work` so many times together; the exceptions that it ended with."""
    return [result for result in together(count, lambda _: work()) if isinstance(result, Exception)]
