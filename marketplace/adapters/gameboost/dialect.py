"""What GameBoost's two versions share: translating a listing, checking it against its game's template, proving the key."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from marketplace.adapters.base import (
    Connection,
    Done,
    Gate,
    Listing,
    ListingAdapter,
    ListQuery,
    OnCall,
    Outcome,
    Prepared,
    always_open,
)
from marketplace.adapters.client import Client, Reply
from marketplace.adapters.gameboost import templates
from marketplace.adapters.gameboost.templates import Template
from marketplace.adapters.gameboost.translation import game_slug, translate

TemplateOf = Callable[[str], Template | None]
"""The template in force of a game's slug; None for a game that is not checked."""


class GameBoost(ListingAdapter):
    """See `ListingAdapter` for the contract of each call; the endpoint names are those of the settings screen."""

    version_gone = ""
    """What a 410 means to people."""

    def __init__(
        self,
        connection: Connection,
        on_call: OnCall,
        *,
        gate: Gate = always_open,
        default_image_url: str = "",
        template_of: TemplateOf = templates.bundled,
    ) -> None:
        super().__init__(connection)
        self._client = Client(connection, on_call, gate, version_gone=self.version_gone)
        self._default_image_url = default_image_url
        self._template_of = template_of

    @abstractmethod
    def buckets(self, method: str) -> tuple[str, ...]:
        """What a call of this method is counted in."""

    def prepare(self, listing: Listing) -> Prepared:
        return prepare(listing, default_image_url=self._default_image_url, template_of=self._template_of)

    def test(self) -> Outcome:
        """A page of one listing; Done.data is {"accounts": how many there are, None when the vendor does not say}."""
        outcome = self.list_accounts(ListQuery(per_page=1))
        if not isinstance(outcome, Done):
            return outcome
        meta = outcome.data.get("meta") if isinstance(outcome.data, dict) else None
        total = meta.get("total") if isinstance(meta, dict) else None
        return replace(outcome, data={"accounts": total})

    def close(self) -> None:
        self._client.close()

    def _call(self, method: str, path: str, *, endpoint: str, **call: Any) -> Reply:
        return self._client.call(method, path, endpoint=endpoint, buckets=self.buckets(method), **call)


def prepare(listing: Listing, *, default_image_url: str = "", template_of: TemplateOf = templates.bundled) -> Prepared:
    """Translate and check a listing for GameBoost. Needs no connection, so a preview can ask it too."""
    if not listing.image_urls and default_image_url:
        listing = replace(listing, image_urls=(default_image_url,))
    template = template_of(game_slug(listing.game))
    translated, notes = translate(listing, template)
    return Prepared(translated, templates.check(translated, template), notes)
