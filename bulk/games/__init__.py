"""The games whose accounts are created in bulk; one module each, one registry."""

from typing import Any

from bulk.games.base import Game
from bulk.games.fortnite import Fortnite
from bulk.games.roblox import Roblox
from bulk.games.valorant import Valorant
from bulk.games.war_thunder import WarThunder

GAMES: dict[str, Game[Any]] = {game.slug: game for game in (Fortnite(), Valorant(), Roblox(), WarThunder())}
SLUGS = sorted(GAMES)
