"""`python -m bench.restart`: the web server is reloaded (SIGHUP) again and again while people ask; none may notice.

Some keep their connection, some open one for each request, as browsers and proxies do. Nobody tries twice: an answer that
is not 200, a refused connection and one closed without an answer all count as failed.
"""

import http.client
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from threading import Event, Lock, Thread

from bench.figures import Figure
from bench.storm import answers, wait_until
from e2e.installation import Installation
from e2e.processes import Process

RELOADS, REST_S = 8, 3.0
PEOPLE = 4
PATHS = ("/healthz", "/login")


class Tally:
    """What was answered and what was not; threads add under the lock."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self._lock = Lock()

    def add(self, outcome: str) -> None:
        with self._lock:
            self.outcomes[outcome] += 1

    @property
    def failed(self) -> int:
        return self.outcomes.total() - self.outcomes["200"]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        installation = Installation(Path(folder), LOG_LEVEL="ERROR")
        installation.manage("migrate", "--verbosity", "0")
        installation.manage("seed", "--demo")
        web = Process(["-m", "gunicorn", "-c", "gunicorn.conf.py"], installation.environment)
        try:
            wait_until(lambda: answers(f"{installation.url}/healthz"))
            tally, files = _hammer(installation, web)
        finally:
            code = web.stop()
    print(Figure(f"failed of {tally.outcomes.total()} requests over {RELOADS} reloads", tally.failed, 0, ""))
    print(Figure("exit code when stopped", code, 0, ""))
    print(f"outcomes: {dict(tally.outcomes)}; files of request times: {files}")
    return 1 if tally.failed or code or not files else 0


def _hammer(installation: Installation, web: Process) -> tuple[Tally, int]:
    """The outcomes, and how many files of request times the living processes had at the end."""
    tally, ended, address = Tally(), Event(), installation.url.removeprefix("http://")
    threads = [
        Thread(target=_ask, args=(address, PATHS[number % len(PATHS)], keep, tally, ended))
        for keep in (True, False)
        for number in range(PEOPLE)
    ]
    for thread in threads:
        thread.start()
    for _ in range(RELOADS):
        time.sleep(REST_S)
        os.kill(web.pid, signal.SIGHUP)
    time.sleep(REST_S)
    ended.set()
    for thread in threads:
        thread.join()
    return tally, len(list(Path("/dev/shm").glob(f"plataforma-*-{web.pid}/*.db")))  # gunicorn.conf.py


def _ask(address: str, path: str, keep: bool, tally: Tally, ended: Event) -> None:
    connection = http.client.HTTPConnection(address, timeout=60)
    while not ended.wait(0.02):
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            tally.add(str(answer.status))
        except (OSError, http.client.HTTPException) as failure:
            tally.add(f"{'kept' if keep else 'new'} connection: {type(failure).__name__}")
            connection.close()
        if not keep:
            connection.close()
    connection.close()


if __name__ == "__main__":
    sys.exit(main())
