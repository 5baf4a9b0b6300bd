"""The queue as its owner finds it: what was created since has left, what failed says why."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bulk.enums import RowState
from bulk.models import QueueDraft, Row, TextDraft

Place = tuple[int, int]
"""Run and line."""


@dataclass(frozen=True, slots=True)
class Queue:
    """A person's queue of one game; `version` 0 is that of a queue nobody has written yet."""

    game: str
    version: int
    entries: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Text:
    """A person's lines of one game; `overrides` is what lines have of their own, by login."""

    game: str
    version: int = 0
    text: str = ""
    overrides: dict[str, Any] = field(default_factory=dict)
    updated_at: datetime | None = None


def queue_of(owner_id: int, game: str) -> Queue:
    """'Accounts created successfully are removed from the queue …; failed ones stay.'

    Each entry that was sent has the `state`, `error` and `errors` of its row. One whose row is somebody else's was never
    sent, and what was created for practice ('Ensaio') still waits to be created.
    """
    draft = QueueDraft.objects.filter(owner=owner_id, game=game).first()
    if draft is None:
        return Queue(game, version=0, entries=[])
    rows = _rows_of(owner_id, draft.entries)
    told = [entry | _outcome(rows.get(place_of(entry))) for entry in draft.entries]
    return Queue(game, draft.version, [entry for entry in told if entry["state"] != RowState.CREATED])


def text_of(owner_id: int, game: str) -> Text:
    """A person's text of one game; one that nobody has written yet is empty, at version 0."""
    draft = TextDraft.objects.filter(owner=owner_id, game=game).first()
    if draft is None:
        return Text(game)
    return Text(game, draft.version, draft.text, draft.overrides, draft.updated_at)


def place_of(entry: dict[str, Any]) -> Place | None:
    sent = entry.get("sent")
    return (sent["runId"], sent["line"]) if sent else None


def _rows_of(owner_id: int, entries: Iterable[dict[str, Any]]) -> dict[Place | None, Row]:
    runs = {place[0] for place in map(place_of, entries) if place}
    if not runs:
        return {}
    rows = Row.objects.filter(run__in=runs, run__owner=owner_id).exclude(state=RowState.CREATED, run__training=True)
    return {(row.run_id, row.line): row for row in rows.only("run_id", "line", "state", "error", "errors")}


def _outcome(row: Row | None) -> dict[str, Any]:
    if row is None:
        return {"sent": None, "state": None, "error": "", "errors": {}}
    return {"state": row.state, "error": row.error, "errors": row.errors}
