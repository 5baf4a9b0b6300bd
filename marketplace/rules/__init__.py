"""Pure rules of the marketplace integration: no ORM, no clock, no settings."""

from marketplace.rules.addresses import (
    DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
    MIN_TIMEOUT_MS,
    canonical_origin,
    is_loopback,
)
from marketplace.rules.endpoints import PROFILE_ENDPOINTS, is_enabled
from marketplace.rules.prices import DEFAULT_USD_EUR_RATE, euros
from marketplace.rules.retention import CREDENTIAL_DAYS, DEFAULT_CREDENTIAL_DAYS
