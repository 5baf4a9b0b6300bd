"""How long a backup of a full installation takes, and putting it back into an empty one, checks included.

On the server of DATABASE_URL when that is PostgreSQL, on SQLite files otherwise.
"""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure
from bench.reads import SIZE, fill
from bench.storm import fresh_database
from e2e.installation import Installation


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        first, second = (Path(name) / each for each in ("first", "second"))
        first.mkdir()
        second.mkdir()
        archive = str(Path(name) / "copy.tar.gz")
        with fresh_database(first) as full:
            installation = Installation(first, DATABASE_URL=full)
            fill(installation)
            took = _seconds(installation, "backup", archive)
        with fresh_database(second) as empty:
            installation = Installation(second, DATABASE_URL=empty)
            restored = _seconds(installation, "restore", archive)
            verified = _seconds(installation, "verify_ledger")
    held = ", ".join(f"{count:,} {kind}" for kind, count in SIZE.items())
    yield Figure(f"backup of {held}", took, 60, "s")
    yield Figure("restore into an empty database", restored, 60, "s")
    yield Figure("verify_ledger afterwards", verified, 60, "s")


def _seconds(installation: Installation, *command: str) -> float:
    started = time.monotonic()
    installation.manage(*command)
    return time.monotonic() - started
