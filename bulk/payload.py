"""From a pasted line to what is stored, and from what is stored to the listing that goes out."""

from dataclasses import asdict, replace
from decimal import Decimal
from typing import Any

from django.conf import settings

from bulk.games import GAMES, Game
from bulk.games.lines import ParsedLine
from bulk.games.placeholders import written
from bulk.games.settings import Form, FormSettings
from bulk.models import Row
from marketplace import queries as marketplace
from marketplace.adapters.base import Listing

CREDENTIALS = ("login", "password", "email_login", "email_password")
DEFAULT_IMAGE = "/static/marketplace/listing.png"


def credentials_of(line: ParsedLine) -> dict[str, str]:
    """The secret part of a line, which is stored encrypted and purged."""
    return {name: getattr(line, name) for name in CREDENTIALS}


def line_of(row: Row, game: Game[Any]) -> ParsedLine:
    """The line of a stored row, as it was read. Needs the row's credentials."""
    own = type(game.defaults).read_overrides({str(row.line): row.override})[row.line]
    return ParsedLine(line=row.line, own=own, details=row.details, **row.credentials)


def stored_listing(listing: Listing) -> dict[str, Any]:
    """What Row.listing keeps, encrypted; `listing_of` reads it back."""
    return asdict(listing) | {"price_eur": str(listing.price_eur)}


def listing_of(row: Row) -> Listing:
    """What goes out for a row: what was confirmed, whatever settings, texts or templates say by now. Rows of the first
    release kept none, so theirs is what their run and line say under the settings of this moment, not yet prepared."""
    kept = row.listing
    if kept is None:
        game = GAMES[row.run.game]
        chosen = game.defaults.updated(row.run.settings)
        return build_listing(game, line_of(row, game), chosen, row.run.usd_eur_rate, default_image_url())
    return Listing(
        **kept
        | {
            "price_eur": Decimal(kept["price_eur"]),
            "image_urls": tuple(kept["image_urls"]),
            "delivery_time": tuple(kept["delivery_time"]),
        }
    )


def build_listing(
    game: Game[Any], line: ParsedLine, chosen: FormSettings, usd_eur_rate: Decimal, image_url: str
) -> Listing:
    """A listing as it goes out: its texts filled in, its images where the marketplace can fetch them, which means that
    paths of our own media become public addresses."""
    listing = game.build_listing(line, chosen, usd_eur_rate=usd_eur_rate, default_image_url=image_url)
    listing = written(listing, game.placeholders, Form(chosen).of(line).rare_list)
    return replace(listing, image_urls=tuple(absolute(url) for url in listing.image_urls))


def default_image_url() -> str:
    """'an empty `image_urls` refused', so a listing without images gets this one."""
    return marketplace.global_settings().default_image_url or DEFAULT_IMAGE


def absolute(url: str) -> str:
    return f"{settings.PUBLIC_BASE_URL}{url}" if url.startswith("/") else url
