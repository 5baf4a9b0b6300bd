"""The marketplace's rules for sellers, looked for in a listing before sending. A finding warns, never refuses. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from bulk.games import GAMES
from bulk.games.columns import fields_beside
from bulk.games.providers import provider_of, webmails_in
from marketplace.adapters.base import Listing

WARRANTY_DAYS = 14
MAX_REMEMBERED = 2_048

_DECLARED = fields_beside(__file__)["policy"]
TEXT_PLACES: dict[str, str] = _DECLARED["places"]
OTHER_GAMES: dict[str, str] = _DECLARED["other_games"]  # ours are named by their titles

# Buyers are taken to find these by themselves; every other domain needs its log-in page in the instructions.
KNOWN_MAIL = re.compile(r"@(?:outlook|hotmail|live|msn|yahoo|ymail|gmail|googlemail)\.[a-z.]+$", re.IGNORECASE)

_PROMISES = re.compile(rf"\b(?:{'|'.join(_DECLARED['promises'])})\b", re.IGNORECASE)
_DAYS = r"[\s-]*(?:dias?|days?)"
_LONGER = r"\s*(?:meses|mês|months?|anos?|years?)"
_OF_WARRANTY = r"\s+(?:(?:corridos|completos|full|de|of)\s+){0,2}(?:garantia|warranty)"
_WARRANTY_OF = r"(?:garantia|warranty)(?:\s+(?:\w+\s+){0,2}?(?:de|of|por|for|até)(?:\s+até)?\s+|\s*[:=–—-]\s*)"
_WARRANTY = re.compile(rf"(\d{{1,4}}){_DAYS}{_OF_WARRANTY}|{_WARRANTY_OF}(\d{{1,4}}){_DAYS}", re.IGNORECASE)
_LONG_WARRANTY = re.compile(
    rf"\d{{1,3}}{_LONGER}{_OF_WARRANTY}|{_WARRANTY_OF}(?:\d{{1,3}}|um|one){_LONGER}", re.IGNORECASE
)
_LINK = re.compile(
    r"https?://|\bwww\.|\b(?:t|wa)\.me/"
    r"|(?<![@\w.-])[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|net|org|gg|io|ru|br|shop|store|site|online)\b",
    re.IGNORECASE,
)
# As the browser offers to split them (`passwordParts`): a word that parts, then an address or another `login:senha`.
_EMAIL_INSIDE = re.compile(r".+?[:;|,\s]+[^\s:;|,@]+@[^\s:;|,@]+\.[^\W\d_]{2,}(?:[:;|,\s]+\S.*)?")
_PAIR_INSIDE = re.compile(r"\S+?(?:[\s,;|]+|:)[^\s:,;|]+:[^\s:]+")
_GLUED_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\u2b50]\ufe0f?(?=\\w)")


@dataclass(frozen=True, slots=True)
class Finding:
    """`fine` is in euro and per offer; None where the marketplace forbids and documents no amount."""

    rule: str
    field: str
    message: str
    fine: Decimal | None = None


def lint(listing: Listing, *, standard_image: str = "") -> list[Finding]:
    """All against the seller's rules. `standard_image` is the one that goes without others; "" leaves images out."""
    found = [
        Finding(rule, field, message, fine)
        for rule, fine, fields, find in TEXT_RULES
        for field in fields
        for message in find(field, getattr(listing, field), listing.game)
    ]
    found += [Finding("webmail_link", *violation) for violation in _webmail_link(listing)]
    if _EMAIL_INSIDE.fullmatch(listing.password) or _PAIR_INSIDE.fullmatch(listing.password):
        text = "A senha parece ter um e-mail ou outra conta dentro. Separe antes de criar, se for o caso."
        found.append(Finding("password_parts", "password", text))
    if _GLUED_EMOJI.search(listing.title):
        text = "Deixe um espaço depois de cada emoji: colado à palavra, ele impede que o título seja encontrado."
        found.append(Finding("emoji_spacing", "title", text))
    if standard_image and set(listing.image_urls) <= {standard_image}:
        text = "Sem imagem: usaremos a padrão. O marketplace pede que a primeira imagem mostre a conta."
        found.append(Finding("image_missing", "image_urls", text))
    return found


def duplicate_listing(message: str) -> Finding:
    """The fine that a line would have cost, which is not sent because its login is listed already."""
    return Finding("duplicate_listing", "login", message, Decimal("1.00"))


def title_warnings(title: str) -> list[str]:
    return [*_promises("title", title), *_warranties("title", title)]


def description_warnings(description: str) -> list[str]:
    field = "description"
    return [*_promises(field, description), *_warranties(field, description), *_links_in(field, description)]


def _webmail_link(listing: Listing) -> Iterator[tuple[str, str]]:
    """(field, text). GameBoost wants the log-in page of an e-mail's provider in the instructions, but for the best-known."""
    if not listing.email_login or KNOWN_MAIL.search(listing.email_login):
        return
    field, linked = "delivery_instructions", webmails_in(listing.delivery_instructions)
    if "@" not in listing.email_login:
        text = "O e-mail da conta não é um endereço. Corrija-o, ou deixe os dois campos de e-mail em branco."
        yield "email_login", text
    elif not linked:
        yield field, "As instruções de entrega não têm o link do webmail do e-mail da conta."
    elif (owner := provider_of(listing.email_login)) and owner.slug not in linked:
        yield field, f"O e-mail da conta é {owner.title}, mas as instruções levam a outro webmail."


# Descriptions and instructions are the same for most lines of a run, so what was said of a text is kept for a while.


@lru_cache(MAX_REMEMBERED)
def _promises(field: str, text: str, _: str = "") -> tuple[str, ...]:
    words = dict.fromkeys(word.lower() for word in _PROMISES.findall(text))
    return tuple(f"O marketplace proíbe “{word}” {TEXT_PLACES[field]}." for word in words)


@lru_cache(MAX_REMEMBERED)
def _warranties(field: str, text: str, _: str = "") -> tuple[str, ...]:
    too_long = any(int(before or after) > WARRANTY_DAYS for before, after in _WARRANTY.findall(text))
    if not too_long and not _LONG_WARRANTY.search(text):
        return ()
    return (f"O marketplace aceita no máximo {WARRANTY_DAYS} dias de garantia, e há mais {TEXT_PLACES[field]}.",)


@lru_cache(MAX_REMEMBERED)
def _links_in(field: str, text: str, _: str = "") -> tuple[str, ...]:
    return (f"O marketplace não aceita links {TEXT_PLACES[field]}.",) if _LINK.search(text) else ()


@lru_cache(MAX_REMEMBERED)
def _other_games(field: str, text: str, game: str) -> tuple[str, ...]:
    """A listing that is found under the name of another game."""
    ours = {slug: r"\s?".join(map(re.escape, each.title.split())) for slug, each in GAMES.items()}
    named = [
        match[0]
        for slug, pattern in {**ours, **OTHER_GAMES}.items()
        if slug != game and (match := re.search(pattern, text, re.IGNORECASE))
    ]
    return tuple(f"“{name}” {TEXT_PLACES[field]} é de outro jogo." for name in named)


TEXT_RULES: tuple[tuple[str, Decimal | None, Iterable[str], Callable[[str, str, str], tuple[str, ...]]], ...] = (
    ("forbidden_words", Decimal("5.00"), TEXT_PLACES, _promises),
    ("warranty", Decimal("5.00"), TEXT_PLACES, _warranties),
    ("false_keywords", Decimal("5.00"), ("title", "dump"), _other_games),
    ("links", None, ("title", "description"), _links_in),
)
"""(name, fine, fields, what is said of a field with a text in a listing of a game)"""
