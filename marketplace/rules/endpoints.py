"""Names of calls that a configuration enables (document 2 §3)."""

from marketplace.enums import Service

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
# What each path of the LZT proxy is enabled by: the screens offer 'listings, categories, orders, messages' alone.
LZT_PROXY_ENDPOINTS = {"items": "listings", "search": "categories", "profile": "listings", "purchase": "orders"}
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
