"""One place has one name, however its address is typed; which endpoints are enabled."""

from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv6Address
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from bulk.planning import login_indexes
from marketplace.adapters.base import Connection
from marketplace.adapters.reading import slug_of
from marketplace.adapters.registry import MARKETS
from marketplace.queries import Effective, may_be_called
from marketplace.rules.integration import canonical_origin

DEFAULTS = {"http": 80, "https": 443}
LABELS = st.sampled_from(["api", "gameboost", "xn--bcher-kva", "b-1", "example"])
NAMES = st.lists(LABELS, min_size=1, max_size=3).map(".".join)
HOSTS = st.one_of(NAMES, st.ip_addresses(v=4), st.ip_addresses(v=6).filter(lambda each: not each.ipv4_mapped))
PLACES = st.tuples(st.sampled_from(sorted(DEFAULTS)), HOSTS, st.integers(1, 65535) | st.sampled_from([80, 443]))
PATHS = st.sampled_from(["", "/", "/v1", "/v2", "/v1/accounts?page=2"])


@st.composite
def spelled(draw: Any, place: tuple[str, Any, int]) -> str:
    """One way to type a place."""
    scheme, host, port = place
    match host:
        case IPv4Address():
            last = int(host) & 0xFFFFFF
            forms = [str(host), f"{int(host)}", f"{int(host):#x}", f"{int(host) >> 24}.{last}", f"[::ffff:{host}]"]
        case IPv6Address():
            forms = [f"[{host.compressed}]", f"[{host.exploded}]", f"[{host.compressed.upper()}]"]
        case _:
            unicode = host.replace("xn--bcher-kva", "bücher")
            wide = unicode.replace("a", "\uff41").replace(".", "\u3002")
            forms = [host, f"{host}.", host.upper(), unicode, unicode.upper(), unicode.replace("ü", "u\u0308"), wide]
    ports = [f":{port}", f":0{port}", *(["", ":"] if port == DEFAULTS[scheme] else [])]
    schemes = [scheme, scheme.upper()]
    pick = [draw(st.sampled_from(choices)) for choices in (schemes, forms, ports)]
    return f"{pick[0]}://{pick[1]}{pick[2]}{draw(PATHS)}"


def identity(address: str) -> tuple[str, str, list[str]]:
    connection = Connection("gameboost", address, "chave")
    return connection.market, connection.lane_key, login_indexes([connection.market], "roblox", "joao")


@pytest.mark.django_db
@given(data=st.data(), place=PLACES)
@examples(max_examples=300, deadline=None, derandomize=True)
def test_two_spellings_of_a_place_are_one_market_lane_and_login(data: Any, place: tuple[str, Any, int]) -> None:
    assert identity(data.draw(spelled(place))) == identity(data.draw(spelled(place)))


@pytest.mark.django_db
@given(data=st.data(), places=st.tuples(PLACES, PLACES).filter(lambda two: two[0] != two[1]))
@examples(max_examples=300, deadline=None, derandomize=True)
def test_two_places_share_neither_market_nor_lane_nor_login(data: Any, places: tuple[Any, Any]) -> None:
    one, other = (identity(data.draw(spelled(place))) for place in places)

    assert not {one[0], one[1], *one[2]} & {other[0], other[1], *other[2]}


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://api.gameboost.com/v1", "https://api.gameboost.com"),
        ("HTTPS://API.GameBoost.com.:0443/v2", "https://api.gameboost.com"),
        ("http://api.gameboost.com:443", "http://api.gameboost.com:443"),
        ("http://127.1:8001/v1", "http://127.0.0.1:8001"),
        ("http://0177.0.0.0x1", "http://127.0.0.1"),
        ("http://[0:0:0:0:0:0:0:1]:8001", "http://[::1]:8001"),
        ("https://Bücher.example", "https://xn--bcher-kva.example"),
        ("https://faß.example", "https://xn--fa-hia.example"),
        ("http://my_host:8001", "http://my_host:8001"),
    ],
)
def test_canonical_origin_is_the_one_spelling(address: str, origin: str) -> None:
    assert canonical_origin(address) == origin


@pytest.mark.parametrize(
    "address",
    [
        "",
        "api.gameboost.com",
        "ftp://api.gameboost.com",
        "https://",
        "https://pessoa@api.gameboost.com",
        "https://api.gameboost.com@",
        "https://api..gameboost.com",
        "https://api%2egameboost.com",
        "https://api.gameboost.com:99999",
        "https://256.1.1.1",
        "https://xn--a",
        "https://[::1",
        "https://api.gameboost.com\\@evil.example",
    ],
)
def test_what_names_no_marketplace_is_refused(address: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of the standard library and of idna too
        canonical_origin(address)
    assert not may_be_called(address)


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
    """The names of every screen's list are accepted."""
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
    connection = Connection("gameboost", "https://api.gameboost.com/v1", "chave")
    effective = Effective(1, connection, enabled, datetime.now(UTC), key_owner_id=1)

    assert effective.allows(endpoint) is allowed
