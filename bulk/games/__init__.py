"""The games whose accounts are created in bulk by pasting lines; one module each, one registry."""

from typing import Any

from bulk.games.base import Game
from bulk.games.roblox import Roblox
from bulk.games.war_thunder import WarThunder

GAMES: dict[str, Game[Any]] = {game.slug: game for game in (Roblox(), WarThunder())}
