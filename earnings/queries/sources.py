"""Where an earning comes from, told by the app that credited it.

Apps above this one mark a function of their queries as the describer of their `source_kind`, so that imports keep
their direction.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.actor import Actor


@dataclass(frozen=True)
class Source:
    """A cause in words: what it is called, where it is seen, and (label, value) facts about it.

    `admin_url` is where admins see it, when that is another place.
    """

    label: str
    url: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    admin_url: str = ""


Describer = Callable[[int], Source | None]
_describers: dict[str, Describer] = {}


def describes_source(kind: str) -> Callable[[Describer], Describer]:
    """Decorate the function that tells a source of this kind by its id, None if it is gone."""

    def register(describer: Describer) -> Describer:
        assert kind not in _describers, f"two describers of {kind}"
        _describers[kind] = describer
        return describer

    return register


def describe(kind: str, source_id: int | None, *, to: Actor) -> Source | None:
    """The cause of an earning, with the `url` of whoever is told; None for one without a describer."""
    if kind not in _describers or source_id is None:
        return None
    source = _describers[kind](source_id)
    return replace(source, url=source.admin_url) if source and source.admin_url and to.is_admin else source
