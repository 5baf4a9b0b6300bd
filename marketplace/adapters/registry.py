"""The marketplaces. A new one is a package beside this module, and a line in MARKETS."""

from marketplace.adapters.base import Connection, Gate, ListingAdapter, Market, OnCall, always_open
from marketplace.adapters.gameboost.market import GAMEBOOST
from marketplace.adapters.lzt.market import LZT_MARKET

MARKETS: dict[str, Market] = {market.slug: market for market in (GAMEBOOST, LZT_MARKET)}


def open_adapter(
    connection: Connection, on_call: OnCall, *, gate: Gate = always_open, default_image_url: str = ""
) -> ListingAdapter:
    """The adapter of a connection. The caller closes it."""
    market = MARKETS[connection.provider]
    return market.open(connection, on_call, gate=gate, default_image_url=default_image_url)
