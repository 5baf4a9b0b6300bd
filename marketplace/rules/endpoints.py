"""Names of calls that a configuration enables."""

from typing import NamedTuple

from marketplace.enums import Endpoint, Service


class EndpointChoice(NamedTuple):
    """What a screen lets people enable, and what is enabled there before anyone chose."""

    options: tuple[Endpoint, ...]
    defaults: tuple[Endpoint, ...]


# 'Enabled endpoint options for the marketplace API: …. The first four are the default in the configuration form':
# creating accounts needs them.
_FORM_OPTIONS = (
    Endpoint.ACCOUNTS,
    Endpoint.TEMPLATE,
    Endpoint.ACCOUNT,
    Endpoint.BY_LOGIN,
    Endpoint.DELETE,
    Endpoint.STATUS,
    Endpoint.STATUSES,
    Endpoint.GAMES,
    Endpoint.GAME,
)
FORM_CHOICE = EndpointChoice(_FORM_OPTIONS, _FORM_OPTIONS[:4])
# 'In the API-management tab the options are …. For the account-market API the options are …'
MANAGEMENT_CHOICES = {
    Service.GAMEBOOST: EndpointChoice(
        (Endpoint.ACCOUNTS, Endpoint.GAMES, Endpoint.STATISTICS, Endpoint.PAYMENTS),
        (Endpoint.ACCOUNTS, Endpoint.GAMES),
    ),
    Service.LZTMARKET: EndpointChoice(
        (Endpoint.LISTINGS, Endpoint.CATEGORIES, Endpoint.ORDERS, Endpoint.MESSAGES),
        (Endpoint.LISTINGS, Endpoint.CATEGORIES),
    ),
}

GAMEBOOST_ENDPOINTS = (*_FORM_OPTIONS, Endpoint.ORDERS, Endpoint.STATISTICS, Endpoint.PAYMENTS)
LZT_ENDPOINTS = (*MANAGEMENT_CHOICES[Service.LZTMARKET].options, "profile")
ENDPOINTS = {Service.GAMEBOOST: GAMEBOOST_ENDPOINTS, Service.LZTMARKET: LZT_ENDPOINTS}
DEFAULT_ENDPOINTS = {
    Service.GAMEBOOST: FORM_CHOICE.defaults,
    Service.LZTMARKET: MANAGEMENT_CHOICES[Service.LZTMARKET].defaults,
}
# What each path of the LZT proxy is enabled by: the screens offer 'listings, categories, orders, messages' alone.
LZT_PROXY_ENDPOINTS = {"items": "listings", "search": "categories", "profile": "listings", "purchase": "orders"}
# 'The profile screen saves enabledEndpoints games/list, games/{id}, orders/create, orders/list', which mean these calls.
PROFILE_ENDPOINTS = {
    "games/list": "games",
    "games/{id}": "games/{id}",
    "orders/create": "orders",
    "orders/list": "orders",
}


def is_known_endpoint(service: str, name: str) -> bool:
    """Whether some screen offers this name for the service."""
    return name in ENDPOINTS[Service(service)] or name in PROFILE_ENDPOINTS


def is_enabled(endpoint: str, enabled: list[str]) -> bool:
    """Whether a call is among the enabled ones, under any of the screens' names for it."""
    return endpoint in enabled or any(PROFILE_ENDPOINTS.get(name) == endpoint for name in enabled)


def endpoints_unsaid(service: str, enabled: list[str] | None) -> list[str]:
    """What a save that names none enables: what was enabled (None: nobody chose yet), and what the profile saves.

    The profile is the screen that offers no choice; nothing that other screens enabled is taken away there.
    """
    kept = DEFAULT_ENDPOINTS[Service(service)] if enabled is None else enabled
    added = PROFILE_ENDPOINTS if service == Service.GAMEBOOST else ()
    return list(dict.fromkeys([*kept, *added]))
