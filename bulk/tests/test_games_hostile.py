"""Whatever comes as an account is read or refused with a text: nothing raises, nothing unreadable is stored."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from bulk.games import GAMES, policy
from bulk.games.form import as_json
from bulk.planning import credentials_of
from marketplace.adapters.base import Listing
from marketplace.adapters.gameboost import dialect

NAMES = [
    "login",
    "password",
    "email_login",
    "emailPassword",
    "title",
    "description",
    "price",
    "priceUsd",
    "email_domain",
    "email_provider",
    "image_urls",
    "gallery",
    "platform",
    "server",
    "has_2fa",
    "account_data",
    "accountData",
    "game_items",
    "skins",
    "account_level",
    "agents",
    "goldenEagles",
    "nations",
    "robux",
    "otherExperiences",
    "dump",
    "note",
    "slug",
    "rareList",
]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=True, allow_infinity=True)
    | st.text(max_size=30)
    | st.sampled_from(["", "0", "1", "24.99", "-1", "Jett, Sova", "{skins}", "{nada}", "https://cdn.example.com/a.jpg"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
PLAUSIBLE = st.fixed_dictionaries(
    {
        "login": st.text(min_size=3, max_size=12),
        "password": st.text(min_size=3, max_size=12),
        "priceEur": st.just("9.99"),
    },
    optional=dict.fromkeys(NAMES[2:], VALUES),
)
ACCOUNTS = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=8) | PLAUSIBLE | VALUES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(accounts=st.lists(ACCOUNTS, min_size=1, max_size=5))
@examples(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_any_account_is_read_or_refused(game: Any, accounts: list[Any]) -> None:
    for line in game.read_accounts(accounts):
        if not line.valid:
            assert line.error
            continue
        stored = json.loads(json.dumps(as_json(line.own), allow_nan=False))
        [own] = type(game.defaults).read_overrides({str(line.line): stored}).values()
        assert own == line.own, "what is stored is read back as it was"
        json.dumps({**line.details, **credentials_of(line)})
        listing = game.build_listing(
            line, game.defaults, usd_eur_rate=Decimal("0.87"), default_image_url="https://example.com/a.jpg"
        )
        assert isinstance(listing, Listing)
        assert all(finding.message for finding in policy.lint(listing))
        assert all(texts for texts in dialect.prepare_listing(listing).errors.values())
