"""Pure rules of the marketplace integration: no ORM, no clock, no settings."""

from marketplace.rules.addresses import (
    DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
    MIN_TIMEOUT_MS,
    canonical_origin,
    is_loopback,
)
from marketplace.rules.settings import (
    CREDENTIAL_DAYS,
    DEFAULT_CREDENTIAL_DAYS,
    DEFAULT_USD_EUR_RATE,
    PROFILE_ENDPOINTS,
    euros,
    is_enabled,
)
