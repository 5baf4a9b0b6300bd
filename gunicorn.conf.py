"""The web server: half of a process's threads are for pages and polls alone; what its processes share is in memory."""

import os
import shutil
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "platform"))

from django.core.exceptions import ImproperlyConfigured  # noqa: E402 - the path comes first
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]  # noqa: E402 - it has no stubs

from infra import pulse, shares  # noqa: E402 - the path comes first

try:
    from config import settings
except ImproperlyConfigured as error:
    sys.exit(f"Configuração inválida: {error}")

MEMORY = Path("/dev/shm")  # noqa: S108 - memory, where nothing waits for a disk or fails because one is full
METRICS = MEMORY / f"plataforma-{os.getuid()}-{os.getpid()}"
"""Where the processes of this server keep their request times for /metrics (infra.metrics)."""
METRICS_BYTES = 4 * 1024 * 1024
"""A process's request times, whole from the start: writing to memory that cannot be had kills a process (SIGBUS)."""
DRAINED_BYTES = 64 * 1024 * 1024
"""What is read of a body that nobody wants, so that the next request on the connection is answered; more than any upload
may have. A connection with more to come is closed, and its answer says so."""
DRAINED_S = 20

chdir = str(ROOT)
wsgi_app = "config.wsgi:application"
bind = f"[{settings.HOST}]:{settings.PORT}" if ":" in settings.HOST else f"{settings.HOST}:{settings.PORT}"
workers = settings.WEB_CONCURRENCY
threads = 2 * shares.PLACES
# After this long a frozen process is killed, which frees what it holds.
timeout = max(settings.BULK_LEASE_S, 10)
graceful_timeout = 35
keepalive = 30
forwarded_allow_ips = ""  # which proxies are believed is TRUSTED_PROXY_COUNT's to say, also on loopback
control_socket_disable = True
worker_tmp_dir = str(MEMORY) if MEMORY.is_dir() else None
accesslog = None
errorlog = "-"
loglevel = "warning"


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's own drain ends after 64 KB, with a connection closed that was said to be kept."""

    def _keepalive_after(self, conn: Any, keepalive: bool) -> bool:
        deadline = time.monotonic() + DRAINED_S
        return bool(keepalive and conn.parser.finish_body(deadline=deadline, max_bytes=DRAINED_BYTES))


worker_class = Worker


def on_starting(server: object) -> None:
    for left in MEMORY.glob(f"plataforma-{os.getuid()}-*"):
        if not Path("/proc", left.name.rpartition("-")[2]).exists():  # by a server that was killed
            shutil.rmtree(left, ignore_errors=True)
    with suppress(OSError):  # without the folder each process counts for itself alone
        METRICS.mkdir(mode=0o700)
        os.environ.update(PROMETHEUS_MULTIPROC_DIR=str(METRICS))


def on_exit(server: object) -> None:
    shutil.rmtree(METRICS, ignore_errors=True)


def post_fork(server: object, worker: Any) -> None:
    pulse.start()
    threading.Thread(target=_say_that_it_starts, args=(worker,), daemon=True).start()
    try:
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            (METRICS / f"histogram_{os.getpid()}.db").write_bytes(bytes(METRICS_BYTES))
    except OSError:
        os.environ.pop("PROMETHEUS_MULTIPROC_DIR")


started = threading.Event()


def _say_that_it_starts(worker: Any) -> None:
    """Loading the application may take longer than a frozen process is waited for."""
    while not started.wait(1):
        worker.notify()


def pre_request(worker: object, request: Any) -> None:
    declared = dict(request.headers).get("CONTENT-LENGTH", "")
    if declared.isdecimal() and int(declared) > DRAINED_BYTES:
        request.force_close()


def post_worker_init(worker: object) -> None:
    shares.start_process_beside("bulk.analysis.lexicon.prepare")  # no first analysis waits for vocabulary and weights
    started.set()


def child_exit(server: object, worker: Any) -> None:
    """Its request times stay, since they only ever grow, in as much memory as they need."""
    with suppress(OSError), (METRICS / f"histogram_{worker.pid}.db").open("r+b") as times:
        times.truncate(max(int.from_bytes(times.read(4), sys.byteorder), 8))
