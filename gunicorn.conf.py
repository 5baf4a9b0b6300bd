"""The web server: few threads a process, since more only lengthen the tail; a local fast folder for heartbeats."""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "platform"))

from django.core.exceptions import ImproperlyConfigured  # noqa: E402 - the path comes first

try:
    from config import settings
except ImproperlyConfigured as error:
    sys.exit(f"Configuração inválida: {error}")

METRICS = settings.VAR_DIR / "metrics" / str(settings.PORT)
"""Where the processes of this server keep their request times for /metrics (core.metrics)."""
os.environ.update(PROMETHEUS_MULTIPROC_DIR=str(METRICS))
from prometheus_client import multiprocess  # noqa: E402 - it reads the folder's name when imported

HEARTBEATS = Path("/dev/shm")  # noqa: S108 - memory, where the heartbeat of a worker waits for no disk

chdir = str(ROOT)
wsgi_app = "config.wsgi:application"
bind = f"[{settings.HOST}]:{settings.PORT}" if ":" in settings.HOST else f"{settings.HOST}:{settings.PORT}"
worker_class = "gthread"
workers = settings.WEB_CONCURRENCY
threads = 4
timeout = 60
graceful_timeout = 35
keepalive = 30
forwarded_allow_ips = ""  # which proxies are believed is TRUSTED_PROXY_COUNT's to say, also on loopback
control_socket_disable = True
worker_tmp_dir = str(HEARTBEATS) if HEARTBEATS.is_dir() else None
accesslog = None
errorlog = "-"
loglevel = "warning"


def on_starting(server: object) -> None:
    shutil.rmtree(METRICS, ignore_errors=True)
    METRICS.mkdir(parents=True)


def post_worker_init(worker: object) -> None:
    from bulk.analysis.lexicon import prepare  # noqa: PLC0415 - importable once the application is loaded

    prepare()


def child_exit(server: object, worker: Any) -> None:
    multiprocess.mark_process_dead(worker.pid)
