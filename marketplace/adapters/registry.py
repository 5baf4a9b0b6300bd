"""Which dialect speaks for a connection."""

from marketplace.adapters.base import Connection, Gate, Listing, ListingAdapter, OnCall, Prepared, always_open
from marketplace.adapters.gameboost import dialect
from marketplace.adapters.gameboost.dialect import GameBoost
from marketplace.adapters.gameboost.v1 import GameBoostV1
from marketplace.adapters.gameboost.v2 import GameBoostV2
from marketplace.adapters.lzt.market import LztMarket
from marketplace.enums import Service
from marketplace.queries.templates import template_in_force
from marketplace.rules import speaks_v2


def open_adapter(
    connection: Connection, on_call: OnCall, *, gate: Gate = always_open, default_image_url: str = ""
) -> ListingAdapter:
    """The adapter of a connection. The caller closes it."""
    if connection.provider == Service.LZTMARKET:
        return LztMarket(connection, on_call, gate=gate)
    version = gameboost_version(connection.base_url)
    return version(connection, on_call, gate=gate, default_image_url=default_image_url, template_of=template_in_force)


def gameboost_version(base_url: str) -> type[GameBoost]:
    """The dialect that an address speaks."""
    return GameBoostV2 if speaks_v2(base_url) else GameBoostV1


def prepare(listing: Listing, *, default_image_url: str = "") -> Prepared:
    """Translate and check a listing without a connection, as the adapter would before sending."""
    return dialect.prepare(listing, default_image_url=default_image_url, template_of=template_in_force)
