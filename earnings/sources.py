"""Where an earning comes from, told by the app that credited it.

Apps above this one register a describer for their `source_kind` in their AppConfig, so that imports keep their
direction.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from django.utils.module_loading import import_string


@dataclass(frozen=True)
class Source:
    """A cause in words: what it is called, where it is seen, and (label, value) facts about it."""

    label: str
    url: str = ""
    facts: tuple[tuple[str, str], ...] = ()


Describer = Callable[[int], Source | None]
_describers: dict[str, str] = {}


def register(kind: str, describer: str) -> None:
    """Name the function (dotted path) that describes a source of this kind by its id."""
    _describers[kind] = describer


def describe(kind: str, source_id: int | None) -> Source | None:
    """The cause of an earning; None for a kind nobody registered or a cause that is gone."""
    if kind not in _describers or source_id is None:
        return None
    return cast(Describer, import_string(_describers[kind]))(source_id)
