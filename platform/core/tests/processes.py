"""Other processes on the database of a test, for what only they can show: a kill, and parallel writers."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 300
"""For a process to end that does end, however slow the machine is."""
_SET_UP = f"""
import sys
sys.path[:0] = [{str(ROOT / "platform")!r}, {str(ROOT)!r}]
import django
django.setup()
"""


def start(database: dict[str, Any], code: str) -> subprocess.Popen[str]:
    """Run `code` with Django set up on the database whose settings are given (fixture real_database)."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": url_of(database),
        "DATABASE_WAIT_S": "600",
        "LOG_LEVEL": "ERROR",
    }
    return subprocess.Popen(
        [sys.executable, "-c", _SET_UP + code],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    """Wait for a process that has to succeed, and return what it printed."""
    output, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, errors
    return output


def lose_connections(database: dict[str, Any]) -> None:
    """End every connection to a database of PostgreSQL, as a restart of its server does."""
    import psycopg  # noqa: PLC0415 - only where PostgreSQL is used

    others = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url_of(database), autocommit=True) as own:
        own.execute(others)


def url_of(database: dict[str, Any]) -> str:
    if database["ENGINE"] == "infra.db.sqlite3":
        return f"sqlite:///{database['NAME']}"
    person = f"{database['USER']}:{database['PASSWORD']}"
    return f"postgres://{person}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
