"""Calls that arrive together, each on a connection of its own."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

from django.db import connections


def together(times: int, act: Callable[[int], Any]) -> list[Any]:
    """The results of `act(0)` to `act(times - 1)`, started at once; an exception is a result too."""
    barrier = Barrier(times)
    results: list[Any] = [None] * times

    def run(number: int) -> None:
        barrier.wait()
        try:
            results[number] = act(number)
        except Exception as error:
            results[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=[number]) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
