"""LZT Market's words for ours: categories, states of a lot, and the bodies of its publishing calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from marketplace.adapters.base import Errors, Listing, Prepared
from marketplace.enums import RemoteStatus


@dataclass(frozen=True)
class Category:
    """A category by its id (for writing) and its path (for searching)."""

    category_id: int
    path: str


# 'No War Thunder on LZT today': the category 27 of 2023 is gone from the vendor's document.
CATEGORIES: Mapping[str, Category] = {
    "fortnite": Category(9, "fortnite"),
    "valorant": Category(13, "riot"),
    "roblox": Category(31, "roblox"),
}
GAMES_BY_CATEGORY = {each.category_id: game for game, each in CATEGORIES.items()}
WITHOUT_CATEGORY = {"war-thunder": "O LZT Market não tem categoria para War Thunder."}
# 'Fortnite and Epic also require extra.cookies': a session of the account, which is neither asked for nor stored here.
NEEDS_COOKIES = frozenset({"fortnite"})
NO_COOKIES = "O LZT Market exige os cookies de sessão da conta para este jogo, que não são guardados aqui."

STATUSES = {
    "active": RemoteStatus.LISTED,
    "awaiting": RemoteStatus.PENDING,
    "pre_active": RemoteStatus.PENDING,
    "pre_upload": RemoteStatus.PENDING,
    "paid": RemoteStatus.SOLD,
    "closed": RemoteStatus.DRAFT,
    "closed_inactive": RemoteStatus.DRAFT,
    "deleted": RemoteStatus.ARCHIVED,
    "pending_deletion": RemoteStatus.ARCHIVED,
}
# Where a login may be among one's own lots: the list shows one state at a time.
OWN_STATES = ("active", "awaiting", "paid", "closed")

# 'Account is yours. You created it yourself.': what the company lists, it has made.
OUR_ORIGIN = "personal"
CURRENCY = "eur"


REQUIRED = {
    "title": "Título é obrigatório",
    "login": "Login é obrigatório",
    "password": "Senha é obrigatória",
    "email_login": "O LZT Market exige o e-mail da conta.",
    "email_password": "O LZT Market exige a senha do e-mail da conta.",
}
LOWEST_PRICE = Decimal(1)
TOO_CHEAP = "O LZT Market aceita preços a partir de € 1,00."
NOT_SENT = "O LZT Market lê os dados da conta por si mesmo: imagens e dados do jogo não são enviados."


def prepare(listing: Listing) -> Prepared:
    """Check a listing against what LZT Market asks for. Needs no connection."""
    game = listing.game.strip().lower()
    errors: Errors = {}
    if game not in CATEGORIES:
        errors["game"] = [WITHOUT_CATEGORY.get(game, "O LZT Market não tem categoria para este jogo.")]
    elif game in NEEDS_COOKIES:
        errors["game"] = [NO_COOKIES]
    errors |= {name: [text] for name, text in REQUIRED.items() if not getattr(listing, name).strip()}
    if listing.price_eur < LOWEST_PRICE:
        errors["price"] = [TOO_CHEAP]
    notes = (NOT_SENT,) if listing.image_urls or listing.account_data else ()
    return Prepared(replace(listing, game=game), errors, notes)


def add_body(listing: Listing) -> dict[str, Any]:
    """The body of /item/add for a prepared listing: 'Required `price, category_id, currency, item_origin`'."""
    optional = {"description": listing.description, "information": listing.delivery_instructions}
    return {
        "title": listing.title,
        "price": float(listing.price_eur),
        "category_id": CATEGORIES[listing.game].category_id,
        "currency": CURRENCY,
        "item_origin": OUR_ORIGIN,
        **_email(listing),
        **{name: value for name, value in optional.items() if value},
    }


def check_body(listing: Listing) -> dict[str, Any]:
    """The body of /{id}/goods/check. Two fields, since a colon in either would make 'login:password' ambiguous."""
    return {"login": listing.login, "password": listing.password, **_email(listing)}


def _email(listing: Listing) -> dict[str, Any]:
    """What the vendor demands with every account whose origin is `personal`, as all of ours are."""
    return {"has_email_login_data": True, "email_login_data": f"{listing.email_login}:{listing.email_password}"}
