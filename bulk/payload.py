"""From a pasted line to what is stored, and from what is stored to the listing that goes out."""

from collections.abc import Mapping
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

from django.conf import settings

from bulk.games import GAMES, Game
from bulk.games.lines import ParsedLine
from bulk.games.settings import Settings
from bulk.models import Row
from marketplace import queries as marketplace
from marketplace.adapters.base import Listing

CREDENTIALS = ("login", "password", "email_login", "email_password")
DETAILS = tuple(
    field.name for field in fields(ParsedLine) if field.name not in (*CREDENTIALS, "line", "error", "duplicate_of")
)
DEFAULT_IMAGE = "/static/marketplace/listing.png"


def credentials_of(line: ParsedLine) -> dict[str, str]:
    """The secret part of a line, which is stored encrypted and purged."""
    return {name: getattr(line, name) for name in CREDENTIALS}


def details_of(line: ParsedLine) -> dict[str, Any]:
    """The rest of what the line states, as JSON."""
    return {name: getattr(line, name) for name in DETAILS}


def line_of(row: Row) -> ParsedLine:
    """The pasted line of a stored row, as it was read. Needs the row's credentials."""
    details: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in row.details.items()
    }
    return ParsedLine(line=row.line, **row.credentials, **details)


def listing_of(row: Row) -> Listing:
    """What the row's run and line say, as it goes out."""
    game = GAMES[row.run.game]
    chosen = game.defaults.updated(row.run.settings)
    override = type(chosen).read_overrides({str(row.line): row.override})[row.line]
    return build_listing(game, line_of(row), chosen, override, row.run.usd_eur_rate, default_image_url())


def build_listing(
    game: Game[Any],
    line: ParsedLine,
    chosen: Settings,
    override: Mapping[str, Any],
    usd_eur_rate: Decimal,
    image_url: str,
) -> Listing:
    """A listing whose images the marketplace can fetch: paths of our own media become public addresses."""
    listing = game.build_listing(line, chosen, override, usd_eur_rate=usd_eur_rate, default_image_url=image_url)
    return replace(listing, image_urls=tuple(_absolute(url) for url in listing.image_urls))


def default_image_url() -> str:
    """Decisions §8: 'an empty `image_urls` refused', so a listing without images gets this one."""
    return marketplace.global_settings().default_image_url or DEFAULT_IMAGE


def _absolute(url: str) -> str:
    return f"{settings.PUBLIC_BASE_URL}{url}" if url.startswith("/") else url
