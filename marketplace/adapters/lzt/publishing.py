"""From a listing of ours to the bodies of LZT Market's publishing calls."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from marketplace.adapters.base import Errors, Listing, Prepared
from marketplace.adapters.lzt.vocabulary import (
    CATEGORIES,
    CURRENCY,
    NEEDS_COOKIES,
    NO_COOKIES,
    OUR_ORIGIN,
    WITHOUT_CATEGORY,
)

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
