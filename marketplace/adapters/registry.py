"""Which dialect speaks for a connection."""

from marketplace.adapters.base import Adapter, Connection, Listing, ListingAdapter, OnCall, Prepared
from marketplace.adapters.gameboost import v1
from marketplace.adapters.gameboost.v1 import GameBoostV1
from marketplace.adapters.lzt.market import LztMarket
from marketplace.enums import Service


def open_adapter(connection: Connection, on_call: OnCall) -> Adapter:
    """The adapter of any connection. The caller closes it."""
    if connection.provider == Service.LZTMARKET:
        return LztMarket(connection, on_call)
    return open_listing_adapter(connection, on_call)


def open_listing_adapter(connection: Connection, on_call: OnCall, *, default_image_url: str = "") -> ListingAdapter:
    """The adapter of a connection on which accounts are listed. The caller closes it."""
    return GameBoostV1(connection, on_call, default_image_url=default_image_url)


def prepare(listing: Listing, *, default_image_url: str = "") -> Prepared:
    """Translate and check a listing without a connection, as the adapter would before sending."""
    return v1.prepare(listing, default_image_url=default_image_url)
