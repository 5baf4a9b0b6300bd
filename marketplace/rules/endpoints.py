"""Names of calls that a configuration enables."""

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
