"""The game of a slug: one of ours, or one of the marketplace's others, made from its template."""

import json
import re
from functools import lru_cache
from typing import Any

from django.core.cache import cache
from django.db.models import Q

from bulk.games import GAMES
from bulk.games.base import Game
from bulk.games.template import TemplateGame
from bulk.models import FieldLabel, OtherGame
from core.errors import ensure
from marketplace.adapters.templates import Template, template_from
from marketplace.queries import newest_template

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
PINNED = "bulk:pinned-games"
PINNED_FOR_S = 5  # how long another process of the web shows a menu without a new pin


def game_of(slug: str, *, as_stored: bool = False) -> Game[Any]:
    """NotFound where it is neither ours nor opened by anybody. `as_stored` reads what a run kept."""
    if slug in GAMES:
        return GAMES[slug]
    title = title_of(slug)
    kept = newest_template(slug)
    labels = FieldLabel.objects.filter(Q(game="") | Q(game=slug)).order_by("game").values_list("name", "label")
    return _make_game(slug, title, json.dumps(kept[1]) if kept else "", tuple(labels), as_stored)


def is_game(slug: object) -> bool:
    return isinstance(slug, str) and (slug in GAMES or bool(_titles(slug)))


def title_of(slug: str) -> str:
    """The title of a game. Raises NotFound, as `game_of` does."""
    return GAMES[slug].title if slug in GAMES else ensure(_titles(slug) or None)


def creator_path(slug: str) -> str:
    return f"/{GAMES[slug].page}" if slug in GAMES else f"/criar/{slug}"


def _titles(slug: str) -> str:
    """Kept for a while: lists of runs ask it row by row, and no title changes."""
    if not SLUG.fullmatch(slug):
        return ""
    key = f"bulk:game-title:{slug}"
    title: str = cache.get(key, "")
    if not title and (title := OtherGame.objects.filter(slug=slug).values_list("title", flat=True).first() or ""):
        cache.set(key, title)
    return title


def all_titles() -> list[tuple[str, str]]:
    """[(slug, title)] of our games, then of the others that somebody has opened."""
    return [*((game.slug, game.title) for game in GAMES.values()), *OtherGame.objects.values_list("slug", "title")]


def pinned_games() -> list[tuple[str, str]]:
    """[(slug, title)] of the others that the sidebar has; every page asks."""
    pinned = OtherGame.objects.filter(pinned=True).values_list("slug", "title")
    return cache.get_or_set(PINNED, lambda: list(pinned), PINNED_FOR_S) or []


@lru_cache(100)
def _make_game(slug: str, title: str, content: str, labels: tuple[tuple[str, str], ...], as_stored: bool) -> Game[Any]:
    template = template_from(json.loads(content)) if content else Template(slug)
    return TemplateGame(slug, title, template, dict(labels), as_stored=as_stored)
