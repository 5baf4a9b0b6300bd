"""What the sandbox remembers, in a SQLite file of its own: listings, and every call it was asked."""

import json
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any, Literal

FIRST_ID = 100_001

SCHEMA = Path(__file__).with_name("state.sql").read_text("utf-8")
# The log of calls is read by those who made them, so one of an earlier version is let go.
VERSION = 2


class State:
    """Thread-safe; every method is one step. Times are Unix seconds."""

    def __init__(self, path: str | Path) -> None:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.RLock()
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._database.row_factory = sqlite3.Row
        self._database.executescript("PRAGMA synchronous=OFF; PRAGMA journal_mode=WAL;")
        if self._database.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            self._database.executescript(f"DROP TABLE IF EXISTS call; PRAGMA user_version={VERSION};")
        self._database.executescript(SCHEMA)
        if not self._database.execute("SELECT 1 FROM sqlite_sequence WHERE name = 'listing'").fetchone():
            self._database.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('listing', ?)", (FIRST_ID - 1,))

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def reset(self) -> None:
        """Forget listings and calls; ids are never given twice, as with a real marketplace."""
        with self._lock:
            self._database.executescript("DELETE FROM listing; DELETE FROM call;")

    def add(
        self, market: str, seller: str, login: str, status: str, attributes: dict[str, Any], hidden_s: float = 0
    ) -> dict[str, Any]:
        """Create a listing; look-ups do not see it for `hidden_s`."""
        now = time.time()
        cursor = self._run(
            "INSERT INTO listing (market, seller, login, status, attributes, created_at, updated_at, visible_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (market, seller, login, status, json.dumps(attributes), now, now, now + hidden_s),
        )
        [row] = self._select(market, seller, "id = ?", cursor.lastrowid)
        return row

    def get(self, market: str, seller: str, listing_id: int) -> dict[str, Any] | None:
        return next(iter(self._select(market, seller, "id = ?", listing_id)), None)

    def by_login(self, market: str, seller: str, login: str, *, also_hidden: bool = False) -> list[dict[str, Any]]:
        """Listings of a login, oldest first."""
        seen_at = float("inf") if also_hidden else time.time()
        return self._select(market, seller, "login = ? AND visible_at <= ?", login, seen_at)

    def search(
        self, market: str, seller: str, *, words: str = "", statuses: tuple[str, ...] = (), games: tuple[str, ...] = ()
    ) -> list[dict[str, Any]]:
        """Listings by words in title or description as a person types them, or by an id; newest first."""
        folded, found = words.casefold(), []
        for row in reversed(self._select(market, seller, "visible_at <= ?", time.time())):
            attributes = row["attributes"]
            text = f"{attributes['title']}\n{attributes['description']}".casefold() if folded else ""
            fits = (not statuses or row["status"].casefold() in statuses) and (not games or attributes["game"] in games)
            if fits and (folded in text or folded == str(row["id"])):
                found.append(row)
        return found

    def has(self, market: str, login: str) -> bool:
        """Whether anybody has a listing of this login."""
        return bool(self._rows("SELECT 1 FROM listing WHERE market = ? AND login = ? LIMIT 1", (market, login)))

    def change(self, listing_id: int, **columns: Any) -> None:
        """Set columns of a listing; `attributes` are all that it has from now on."""
        changed = {"updated_at": time.time()} | columns
        if "attributes" in columns:
            changed["attributes"] = json.dumps(columns["attributes"])
        places = ", ".join(f"{name} = ?" for name in changed)
        self._run(f"UPDATE listing SET {places} WHERE id = ?", (*changed.values(), listing_id))  # noqa: S608 - ours

    def set_order(self, listing_id: int, order: dict[str, Any]) -> None:
        """What its order is, for dialects that tell orders."""
        self._run(
            "UPDATE listing SET attributes = json_set(attributes, '$.order', json(?)), updated_at = ? WHERE id = ?",
            (json.dumps(order), time.time(), listing_id),
        )

    def delete(self, listing_id: int) -> None:
        self._run("UPDATE listing SET deleted_at = ? WHERE id = ?", (time.time(), listing_id))

    def all_listings(self) -> list[dict[str, Any]]:
        """Every listing ever created, deleted ones too, oldest first; without their content."""
        selected = "SELECT id, market, seller, login, status, created_at, updated_at, deleted_at"
        return self._rows(f"{selected} FROM listing ORDER BY id", ())

    def log_call(self, **call: str | float) -> int:
        """Note a call at its arrival, by its columns; its end is noted by `finish_call`."""
        columns, places = ", ".join(["fault", *call]), ", ?" * len(call)
        cursor = self._run(f"INSERT INTO call ({columns}) VALUES (''{places})", tuple(call.values()))  # noqa: S608 - ours
        return cursor.lastrowid or 0

    def finish_call(self, call_id: int, *, status: int | None, fault: str, created: bool) -> None:
        """Note how a call ended; `status` None is a dropped connection."""
        ended = (status, fault, int(created), call_id)
        self._run("UPDATE call SET status = ?, fault = ?, created = ? WHERE id = ?", ended)

    def calls(self, *, after: int) -> list[dict[str, Any]]:
        return self._rows("SELECT * FROM call WHERE id > ? ORDER BY id", (after,))

    def calls_since(self, key_hash: str, since: float, kind: Literal["bucket", "resource"], value: str) -> list[float]:
        """Arrival times of a key's calls in a bucket, or to a resource, oldest first."""
        rows = self._rows(
            f"SELECT at FROM call WHERE key_hash = ? AND {kind} = ? AND at > ? ORDER BY at",  # noqa: S608 - constant
            (key_hash, value, since),
        )
        return [row["at"] for row in rows]

    def _select(self, market: str, seller: str, condition: str, *values: Any) -> list[dict[str, Any]]:
        """Listings of a key that are not deleted, oldest first."""
        key = "SELECT * FROM listing WHERE market = ? AND seller = ? AND deleted_at IS NULL"
        return self._rows(f"{key} AND {condition} ORDER BY id", (market, seller, *values))

    def _run(self, statement: str, values: tuple[Any, ...]) -> sqlite3.Cursor:
        with self._lock:
            return self._database.execute(statement, values)

    def _rows(self, statement: str, values: tuple[Any, ...]) -> list[dict[str, Any]]:
        with self._lock:
            rows = [dict(row) for row in self._database.execute(statement, values).fetchall()]
        for row in rows:
            if "attributes" in row:
                row["attributes"] = json.loads(row["attributes"])
        return rows
