"""The games whose accounts are created in bulk: a folder each, and a line each below."""

from importlib import import_module
from typing import Any

from bulk.games.base import Game

FOLDERS = ("fortnite", "valorant", "roblox", "war_thunder")
"""In the order in which people see them. `GAME` of each folder is the game; everything else derives from it."""

GAMES: dict[str, Game[Any]] = {
    game.slug: game for game in (import_module(f"bulk.games.{folder}").GAME for folder in FOLDERS)
}
SLUGS = sorted(GAMES)
