"""Pure rules of the marketplace integration: no ORM, no clock, no settings."""

from marketplace.rules.addresses import (
    DEFAULT_BASE_URLS,
    DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
    MIN_TIMEOUT_MS,
    VENDOR_HOSTS,
)
from marketplace.rules.endpoints import (
    DEFAULT_ENDPOINTS,
    ENDPOINTS,
    GAMEBOOST_ENDPOINTS,
    LZT_ENDPOINTS,
    is_enabled,
    is_known_endpoint,
)
from marketplace.rules.prices import DEFAULT_USD_EUR_RATE, euros
from marketplace.rules.retention import CREDENTIAL_DAYS, DEFAULT_CREDENTIAL_DAYS

__all__ = [
    "CREDENTIAL_DAYS",
    "DEFAULT_BASE_URLS",
    "DEFAULT_CREDENTIAL_DAYS",
    "DEFAULT_ENDPOINTS",
    "DEFAULT_TIMEOUT_MS",
    "DEFAULT_USD_EUR_RATE",
    "ENDPOINTS",
    "GAMEBOOST_ENDPOINTS",
    "LZT_ENDPOINTS",
    "MAX_TIMEOUT_MS",
    "MIN_TIMEOUT_MS",
    "VENDOR_HOSTS",
    "euros",
    "is_enabled",
    "is_known_endpoint",
]
