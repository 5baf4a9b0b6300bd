"""Pure rules of the marketplace integration: addresses, names of endpoints, prices."""

import re
import unicodedata
from decimal import ROUND_HALF_UP, Decimal

from marketplace.enums import Service

VENDOR_HOSTS = frozenset({"api.gameboost.com", "prod-api.lzt.market", "api.lzt.market"})
DEFAULT_BASE_URLS = {
    Service.GAMEBOOST: "https://api.gameboost.com/v1",
    Service.LZTMARKET: "https://prod-api.lzt.market",
}

DEFAULT_TIMEOUT_MS = 5000
MIN_TIMEOUT_MS = 1000
# The longest that a vendor advises anyone to wait (LZT: 300 s).
MAX_TIMEOUT_MS = 300_000

# What the screens may use of a key's minute. The vendors allow 500 calls (GameBoost) and 300 reads (LZT); a run's
# pace takes at most 120 of them.
SCREEN_CALLS_PER_MINUTE = {Service.GAMEBOOST: 300, Service.LZTMARKET: 20}

CENT = Decimal("0.01")
DEFAULT_USD_EUR_RATE = Decimal("0.87")

# Document 2 §3 lists the names per screen; each screen's own list is taken, and means these calls.
GAMEBOOST_ENDPOINTS = (
    "accounts",
    "accounts/template/{gameSlug}",
    "accounts/{id}",
    "accounts/by-login/{login}",
    "accounts/{id}/delete",
    "accounts/{id}/status",
    "accounts/status/bulk",
    "games",
    "games/{id}",
    "orders",
    "statistics",
    "payments",
)
LZT_ENDPOINTS = ("listings", "categories", "orders", "messages", "profile")
ENDPOINTS = {Service.GAMEBOOST: GAMEBOOST_ENDPOINTS, Service.LZTMARKET: LZT_ENDPOINTS}
DEFAULT_ENDPOINTS = {Service.GAMEBOOST: GAMEBOOST_ENDPOINTS[:4], Service.LZTMARKET: ("listings", "categories")}
# The profile screen of document 2 §3 writes 'games/list, games/{id}, orders/create, orders/list' for either service.
PROFILE_ENDPOINTS = {
    "games/list": "games",
    "games/{id}": "games/{id}",
    "orders/create": "orders",
    "orders/list": "orders",
}


def is_known_endpoint(service: str, name: str) -> bool:
    """Whether some screen of the documents offers this name for the service."""
    return name in ENDPOINTS[Service(service)] or name in PROFILE_ENDPOINTS


def is_enabled(endpoint: str, enabled: list[str]) -> bool:
    """Whether a call is among the enabled ones, under any of the screens' names for it."""
    return endpoint in enabled or any(PROFILE_ENDPOINTS.get(name) == endpoint for name in enabled)


def euros(price_usd: Decimal, usd_eur_rate: Decimal) -> Decimal:
    """A price typed in USD, in euro, rounded half up to the cent (decisions §8)."""
    return (price_usd * usd_eur_rate).quantize(CENT, ROUND_HALF_UP)


def slug_of(title: str) -> str:
    """'lowercase, non-alphanumerics turned into dashes' (document 2 §7)."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
