"""What a marketplace is to the rest of the product: one `Market` for each package beside this module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from marketplace.adapters.base import Connection, Gate, Listing, ListingAdapter, OnCall, Prepared
from marketplace.enums import Endpoint
from marketplace.rules.governor import KeyLimits
from marketplace.rules.settings import PROFILE_ENDPOINTS


class EndpointChoice(NamedTuple):
    """What a screen lets people enable, and what is enabled there before anyone chose."""

    options: tuple[Endpoint, ...]
    defaults: tuple[Endpoint, ...]


class Opener(Protocol):
    """Makes the adapter of a connection."""

    def __call__(
        self, connection: Connection, on_call: OnCall, *, gate: Gate, default_image_url: str
    ) -> ListingAdapter: ...


Preparer = Callable[[Listing], Prepared]
"""Translates and checks a listing without a connection. Idempotent: a confirmed listing is checked again as it is."""


@dataclass(frozen=True)
class Market:
    """A marketplace. `slug` is stored, and stands in the paths of the API; `title` is what people read.

    `unsupported` names our games that it cannot list, each with the sentence that people read; a game in neither
    `games` nor there is refused with a general one. `sync_endpoints` have to be enabled for its listings to be watched,
    and `profile_endpoints` are what the profile screen saves under other names.
    """

    slug: str
    title: str
    hosts: frozenset[str]
    sandbox_path: str
    games: frozenset[str]
    limits: KeyLimits
    endpoints: tuple[str, ...]
    choice: EndpointChoice
    default_endpoints: tuple[str, ...]
    sync_endpoints: tuple[str, ...]
    open: Opener
    prepare: Preparer
    profile_endpoints: tuple[str, ...] = ()
    unsupported: Mapping[str, str] = field(default_factory=dict)

    def knows_endpoint(self, name: str) -> bool:
        """Whether some screen offers this name of a call."""
        return name in self.endpoints or name in PROFILE_ENDPOINTS

    def endpoints_after(self, enabled: list[str] | None) -> list[str]:
        """What a save that names no endpoint enables: what was enabled (None: nobody chose yet), and what the profile,
        which offers no choice, saves."""
        return list(dict.fromkeys([*(self.default_endpoints if enabled is None else enabled), *self.profile_endpoints]))

    def refusal_of(self, game: str, title: str) -> str:
        """Why accounts of a game, which people know by this title, cannot be listed here; '' where they can."""
        if game in self.games:
            return ""
        return self.unsupported.get(game, f"O {self.title} não aceita contas de {title}.")
