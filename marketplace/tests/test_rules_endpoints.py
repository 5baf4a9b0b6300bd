from decimal import Decimal

import pytest

from marketplace.adapters.reading import slug_of
from marketplace.adapters.registry import MARKETS
from marketplace.rules.integration import euros, is_enabled


@pytest.mark.parametrize(
    ("usd", "rate", "eur"),
    [
        ("10.00", "0.87", "8.70"),
        ("15.00", "0.87", "13.05"),
        ("0.01", "0.5", "0.01"),
        ("14.99", "0.8735", "13.09"),
        ("1.00", "1", "1.00"),
    ],
)
def test_dollars_become_euros_rounded_half_up_to_the_cent(usd: str, rate: str, eur: str) -> None:
    assert euros(Decimal(usd), Decimal(rate)) == Decimal(eur)


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Conta War Thunder - Premium", "conta-war-thunder-premium"),
        ("  Ação! 100% ", "acao-100"),
        ("🎮", ""),
    ],
)
def test_slug_is_lowercase_with_dashes(title: str, slug: str) -> None:
    assert slug_of(title) == slug


@pytest.mark.parametrize(
    ("service", "names"),
    [
        (
            "gameboost",
            [
                "accounts",
                "accounts/template/{gameSlug}",
                "accounts/{id}",
                "accounts/by-login/{login}",
                "accounts/{id}/delete",
                "accounts/{id}/status",
                "accounts/status/bulk",
                "games",
                "games/{id}",
            ],
        ),
        ("gameboost", ["accounts", "games", "statistics", "payments"]),
        ("lztmarket", ["listings", "categories", "orders", "messages"]),
        ("gameboost", ["games/list", "games/{id}", "orders/create", "orders/list"]),
        ("lztmarket", ["games/list", "games/{id}", "orders/create", "orders/list"]),
    ],
)
def test_endpoint_names_of_every_screen_are_known(service: str, names: list[str]) -> None:
    """Each screen has its list; 'The names of all the screens' lists are accepted.'"""
    assert all(MARKETS[service].knows_endpoint(name) for name in names)


@pytest.mark.parametrize(
    ("endpoint", "enabled", "allowed"),
    [
        ("accounts", ["accounts"], True),
        ("accounts/{id}", ["accounts"], False),
        ("games", ["games/list"], True),
        ("orders", ["orders/create"], True),
        ("orders", ["games/list"], False),
        ("accounts", [], False),
    ],
)
def test_call_is_allowed_under_any_screens_name_for_it(endpoint: str, enabled: list[str], allowed: bool) -> None:
    assert is_enabled(endpoint, enabled) is allowed
