"""Which addresses of marketplaces may be saved and tried."""

from django.conf import settings

from infra.outbound import Destinations
from marketplace.rules import VENDOR_HOSTS, canonical_origin, is_loopback


def can_fetch(market: str, address: str) -> bool:
    """Whether a marketplace can reach an address: one of this machine only the sandbox can."""
    return not is_loopback(address) or market.endswith((":sandbox", ":ensaio"))


def may_be_called(base_url: str) -> bool:
    """Whether an address is a vendor's or one that the operator allows; the gate that protects is the one at the socket."""
    try:
        canonical_origin(base_url)
    except ValueError:
        return False
    return Destinations(VENDOR_HOSTS, settings.OUTBOUND_ALLOWED_HOSTS).permits_url(base_url)
