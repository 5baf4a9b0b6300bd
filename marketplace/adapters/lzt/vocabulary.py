"""LZT Market's words: categories, states of a lot, and what a listing of ours becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
