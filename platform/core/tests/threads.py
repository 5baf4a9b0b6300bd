"""Threads on one database (fixture real_database), for what only they can show."""

import threading
from collections.abc import Callable

from django.db import connections


def in_threads(count: int, work: Callable[[], object]) -> list[Exception]:
    """Run `work` in threads that begin together, each with connections of its own; the exceptions they ended with."""
    failures: list[Exception] = []
    begin = threading.Barrier(count)

    def run() -> None:
        try:
            begin.wait(10)
            work()
        except Exception as failure:
            failures.append(failure)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures
