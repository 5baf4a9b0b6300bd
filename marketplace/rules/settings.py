"""What may be set: endpoints, the exchange rate, how long credentials are kept."""

from decimal import ROUND_HALF_UP, Decimal

from core.money import CENT

# What each path of the LZT proxy is enabled by: the screens offer 'listings, categories, orders, messages' alone.
LZT_PROXY_ENDPOINTS = {"items": "listings", "search": "categories", "profile": "listings", "purchase": "orders"}
# 'The profile screen saves enabledEndpoints games/list, games/{id}, orders/create, orders/list', which mean these calls.
PROFILE_ENDPOINTS = {
    "games/list": "games",
    "games/{id}": "games/{id}",
    "orders/create": "orders",
    "orders/list": "orders",
}


def is_enabled(endpoint: str, enabled: list[str]) -> bool:
    """Whether a call is among the enabled ones, under any of the screens' names for it."""
    return endpoint in enabled or any(PROFILE_ENDPOINTS.get(name) == endpoint for name in enabled)


DEFAULT_USD_EUR_RATE = Decimal("0.87")


def euros(price_usd: Decimal, usd_eur_rate: Decimal) -> Decimal:
    """A price typed in USD, in euro, rounded half up to the cent."""
    return (price_usd * usd_eur_rate).quantize(CENT, ROUND_HALF_UP)


DEFAULT_CREDENTIAL_DAYS = 45
CREDENTIAL_DAYS = (1, 365)
"""'purged 45 days after the run (setting)'; the least and the most that may be set."""
