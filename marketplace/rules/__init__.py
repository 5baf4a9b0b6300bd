"""Pure rules of the marketplace integration: no ORM, no clock, no settings."""

from marketplace.rules.addresses import (
    DEFAULT_BASE_URLS,
    DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
    MIN_TIMEOUT_MS,
    VENDOR_HOSTS,
    canonical_origin,
    is_loopback,
    speaks_v2,
    with_v2,
)
from marketplace.rules.endpoints import (
    ENDPOINTS,
    FORM_CHOICE,
    GAMEBOOST_ENDPOINTS,
    LZT_ENDPOINTS,
    MANAGEMENT_CHOICES,
    EndpointChoice,
    endpoints_unsaid,
    is_enabled,
    is_known_endpoint,
)
from marketplace.rules.prices import DEFAULT_USD_EUR_RATE, euros
from marketplace.rules.retention import CREDENTIAL_DAYS, DEFAULT_CREDENTIAL_DAYS
