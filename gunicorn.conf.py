"""The web server: few threads a process, since more only lengthen the tail; a local fast folder for heartbeats."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "platform"))

chdir = str(ROOT)
wsgi_app = "config.wsgi:application"
bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 4
timeout = 60
graceful_timeout = 35
keepalive = 30
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
accesslog = None
errorlog = "-"
loglevel = "warning"
