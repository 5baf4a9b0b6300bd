"""Where an earning comes from, told by the app that credited it.

The app that credited it subscribes to `source_wanted:<its source_kind>`.
"""

from dataclasses import dataclass, replace

from core.actor import Actor
from core.events import publish


@dataclass(frozen=True)
class Source:
    """A cause in words: what it is called, where it is seen, and (label, value) facts about it.

    `admin_url` is where admins see it, when that is another place.
    """

    label: str
    url: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    admin_url: str = ""


def describe(kind: str, source_id: int | None, *, to: Actor) -> Source | None:
    """The cause of an earning, with the `url` of whoever is told; None where no app describes the kind."""
    if source_id is None:
        return None
    source = next((source for source in publish(f"source_wanted:{kind}", source_id) if source), None)
    return replace(source, url=source.admin_url) if source and source.admin_url and to.is_admin else source
