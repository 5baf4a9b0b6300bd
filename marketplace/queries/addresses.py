"""Which addresses of marketplaces may be saved and tried."""

from urllib.parse import urlsplit

from django.conf import settings

from infra.outbound import Destinations
from marketplace.adapters.registry import vendor_hosts
from marketplace.rules import canonical_origin, is_loopback


def leads_to_sandbox(market: str) -> bool:
    return market.endswith((":sandbox", ":ensaio"))


def can_fetch(market: str, address: str) -> bool:
    """Whether a marketplace can reach an address: one of this machine only the sandbox can."""
    return not is_loopback(address) or leads_to_sandbox(market)


def moved_to(origin: str, address: str) -> str:
    """An address of this machine at the port where it is served now; as it is where nothing is served."""
    return f"{origin}{urlsplit(address).path}" if origin and is_loopback(address) else address


def may_be_called(base_url: str) -> bool:
    """Whether an address is a vendor's or one that the operator allows; the gate that protects is the one at the socket."""
    try:
        canonical_origin(base_url)
    except ValueError:
        return False
    return Destinations(vendor_hosts(), settings.OUTBOUND_ALLOWED_HOSTS).permits_url(base_url)
