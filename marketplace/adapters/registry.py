"""The marketplaces. A new one is a package beside this module, and a line in MARKETS."""

from marketplace.adapters.base import Market
from marketplace.adapters.gameboost.market import GAMEBOOST
from marketplace.adapters.lzt.market import LZT_MARKET
from marketplace.adapters.templates import Template

MARKETS: dict[str, Market] = {market.slug: market for market in (GAMEBOOST, LZT_MARKET)}


def shipped_templates() -> dict[str, Template]:
    """By game, of the markets in their order."""
    return {game: each for market in reversed(MARKETS.values()) for game, each in market.templates.items()}
