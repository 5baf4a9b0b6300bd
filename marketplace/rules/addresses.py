"""Where the marketplaces are, and how long to wait for them."""

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
