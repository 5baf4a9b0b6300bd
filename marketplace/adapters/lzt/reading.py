"""LZT Market's words for ours, the bodies of its publishing calls, and reading its answers. The wire is not clean: empty
maps come as lists, prices as numbers of either kind, messages with HTML inside, and business refusals as 403."""

import re
import tomllib
from dataclasses import replace
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from marketplace.adapters import base
from marketplace.adapters.client import MAX_TEXT, Reply
from marketplace.adapters.reading import AMOUNT, moment_of, within, without_names
from marketplace.enums import RemoteStatus
from marketplace.errors import BAD_ORIGIN, NO_ORIGIN

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
CATEGORIES: dict[str, int] = _WORDS["categories"]
REFUSED_ORIGINS: dict[str, str] = _WORDS["refused_origins"]
PATHS: dict[str, str] = _WORDS["paths"]
WITHOUT_CATEGORY: dict[str, str] = _WORDS["without_category"]
ITEM_STATES = {state: RemoteStatus(status) for state, status in _WORDS["item_states"].items()}
PROFILE_FIELDS: list[str] = _WORDS["profile"]["fields"]
GAMES_BY_CATEGORY = {str(number): game for game, number in CATEGORIES.items()}
# LZT Market documents `extra.cookies` as required for Fortnite and Epic: a session, which is never asked for or stored.
NO_COOKIES = "O LZT Market exige os cookies de sessão da conta para este jogo, que não são guardados aqui."
UNSUPPORTED = WITHOUT_CATEGORY | {"fortnite": NO_COOKIES}
# Where a login may be among one's own lots: the list shows one state at a time.
OWN_STATES = ("active", "awaiting", "paid", "closed")

OUR_ORIGIN = "personal"  # documented for accounts that the seller made: what the company lists, it has made
CURRENCY = "eur"
LOWEST_PRICE_EUR = Decimal(1)
TOO_CHEAP = "O LZT Market aceita preços a partir de € 1,00."
WHOLE_PRICES = "O LZT Market só muda preços para euros inteiros."
NOT_SENT = "O LZT Market lê os dados da conta por si mesmo: imagens e dados do jogo não são enviados."


def check_listing(listing: base.Listing, _: base.Connection | None = None) -> base.Prepared:
    """Check a listing against what LZT Market asks for, whatever the key."""
    game = listing.game.strip().lower()
    errors: base.Errors = {}
    if game in UNSUPPORTED or game not in CATEGORIES:
        errors["game"] = [UNSUPPORTED.get(game, "O LZT Market não tem categoria para este jogo.")]
    errors |= {name: [text] for name, text in _WORDS["required"].items() if not getattr(listing, name).strip()}
    if listing.price_eur < LOWEST_PRICE_EUR:
        errors["price"] = [TOO_CHEAP]
    notes = (NOT_SENT,) if listing.image_urls or listing.account_data else ()
    return base.Prepared(replace(listing, game=game), errors, notes)


def add_body(listing: base.Listing) -> dict[str, Any]:
    """The body of /item/add for a prepared listing; price, category, currency and origin are required."""
    optional = {"description": listing.description, "information": listing.delivery_instructions}
    return {
        "title_en" if listing.language == "en" else "title": listing.title,  # the other one is translated by the vendor
        "price": float(listing.price_eur),
        "category_id": CATEGORIES[listing.game],
        "currency": CURRENCY,
        "item_origin": OUR_ORIGIN,
        **_email(listing),
        **{name: value for name, value in optional.items() if value},
    }


def check_body(listing: base.Listing) -> dict[str, Any]:
    """The body of /{id}/goods/check. Two fields, since a colon in either would make 'login:password' ambiguous."""
    return {"login": listing.login, "password": listing.password, **_email(listing)}


def _email(listing: base.Listing) -> dict[str, Any]:
    """The e-mail fields, which the vendor requires for every account of origin `personal`, as all of ours are."""
    return {"has_email_login_data": True, "email_login_data": f"{listing.email_login}:{listing.email_password}"}


REPEAT = "retry_request"
ASKED_TO_REPEAT = "O LZT Market pediu para repetir o pedido várias vezes. Tente novamente em instantes."
# What opens an account, or is for the buyer alone. The vendor adds fields as games come, so their names are judged.
CREDENTIAL_NAME = re.compile(r"(?i)login|password|cookie|secret|token|mafile|temp_email|information|copy_?format_?data")
ITEM_ID = re.compile(r"[0-9]{1,19}")


class _Text(HTMLParser):
    """Collects the text between tags, character references resolved."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def text_of(html: str) -> str:
    """The words of a message, without its tags. What only becomes a tag by resolving references goes too."""
    for _ in range(2):
        reader = _Text()
        reader.feed(html)
        reader.close()
        html = "".join(reader.parts)
    return " ".join(html.replace("<", " ").replace(">", " ").split())[:MAX_TEXT]


def error_texts(data: Any) -> list[str]:
    """'{"errors": ["text", ...]}'; one documented call writes `error`."""
    if not isinstance(data, dict):
        return []
    raw = data.get("errors") or data.get("error") or []
    listed = list(raw.values()) if isinstance(raw, dict) else raw if isinstance(raw, list) else [raw]
    return [str(each) for each in listed]


def asks_to_repeat(reply: Reply) -> bool:
    """Whether LZT Market asks for the same call again: it does by an entry of `errors`, documented under 400 and 403."""
    return reply.status in (400, 403) and REPEAT in error_texts(reply.data)


def failure_of(reply: Reply) -> base.Failure:
    """The outcome of a reply that is no readable success. 403 is a refusal here, as of a lot that is sold."""
    failure = reply.failure()
    if asks_to_repeat(reply):
        return base.Refused(reply.status or 400, ASKED_TO_REPEAT, request_id=reply.request_id)
    message = text_of(" ".join(error_texts(reply.data)))
    match failure:
        case base.Unauthorized(status=403):
            return base.Refused(403, message or failure.message, request_id=failure.request_id)
        case base.Unauthorized() | base.Refused() if message:
            return replace(failure, message=message)
        case base.Unknown() if message:
            return replace(failure, reason=message)
    return failure


def items_in(reply: Reply) -> list[Any] | None:
    """The items of a list answer, None where there are none; an empty map comes as a list and vice versa."""
    items = reply.field("items")
    if isinstance(items, dict):
        return list(items.values())
    return items if isinstance(items, list) else None


def item_id_of(item: Any) -> str:
    raw = item.get("item_id") if isinstance(item, dict) else None
    is_text = isinstance(raw, str) or (isinstance(raw, int) and not isinstance(raw, bool) and raw > 0)
    return str(raw) if is_text and ITEM_ID.fullmatch(str(raw)) else ""


def asking_price(item: dict[str, Any]) -> tuple[Decimal | None, str]:
    """The price as it is asked for, and its currency in lower case."""
    raw = item.get("price")
    is_number = isinstance(raw, int | float) and not isinstance(raw, bool)
    text = str(raw) if is_number or isinstance(raw, str) else ""
    return Decimal(text) if AMOUNT.fullmatch(text) else None, str(item.get("price_currency") or "").lower()


def game_of_lot(item: Any) -> str:
    """Our game's slug of a lot's category, '' for any other."""
    return GAMES_BY_CATEGORY.get(str(item.get("category_id")), "")


def read_listing(item: Any) -> base.RemoteListing | None:
    """A lot as one of our listings; None when there is no id in it."""
    remote_id = item_id_of(item)
    if not remote_id:
        return None
    price, currency = asking_price(item)
    state = str(item.get("item_state") or "")
    return base.RemoteListing(
        remote_id=remote_id,
        title=str(item.get("title") or item.get("title_en") or ""),
        game=game_of_lot(item),
        status=ITEM_STATES.get(state, state),
        price_eur=price if currency == "eur" else None,
        login=str(within(item, "loginData").get("login") or ""),
        created_at=moment_of(item.get("published_date")),
    )


def origin_refusal(origin: Any) -> str:
    """Why a lot of this origin is not bought, or ''. What does not state its origin cannot be vouched for."""
    if not isinstance(origin, str) or not origin:
        return NO_ORIGIN
    kind = REFUSED_ORIGINS.get(origin.lower())
    return BAD_ORIGIN.format(kind=kind) if kind else ""


def shown_lot(item: dict[str, Any]) -> dict[str, Any]:
    """The vendor's own fields without credentials, and `purchase_refusal`: why it is not bought here, or ''."""
    return {**without_credentials(item), "purchase_refusal": origin_refusal(item.get("item_origin"))}


def without_credentials(value: Any) -> Any:
    """The vendor's JSON without what opens an account."""
    return without_names(value, CREDENTIAL_NAME.search)
