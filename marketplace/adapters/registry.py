"""The marketplaces. A new one is a package beside this module, and a line in MARKETS."""

from marketplace.adapters.base import Market
from marketplace.adapters.gameboost.market import GAMEBOOST
from marketplace.adapters.lzt.market import LZT_MARKET

MARKETS: dict[str, Market] = {market.slug: market for market in (GAMEBOOST, LZT_MARKET)}
