"""one valid line made a listing."""

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bulk.games import GAMES
from bulk.games.lines import ParsedLine
from bulk.games.providers import with_webmail
from core.money import quantize
from marketplace.adapters.base import Listing

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
ROBLOX = GAMES["roblox"]
WAR_THUNDER = GAMES["war-thunder"]
LINE = ParsedLine(
    line=3, login="conta03", password="Exemplo#123", email_login="c@example.com", email_password="MailExemplo#9"
)


def build(game: Any, line: ParsedLine = LINE, override: dict[str, Any] | None = None, **settings: Any) -> Listing:
    listing: Listing = game.build_listing(
        replace(line, own=override or {}),
        game.default_settings().with_changes(settings),
        usd_eur_rate=Decimal("0.87"),
        default_image_url="https://example.com/padrao.jpg",
    )
    return listing


def test_roblox_listing_carries_the_documented_payload() -> None:
    settings = ROBLOX.default_settings()

    assert build(ROBLOX) == Listing(
        game="roblox",
        title="Conta Roblox - Robux e Itens",
        description=settings.description,
        price_eur=Decimal("8.70"),
        login="conta03",
        password="Exemplo#123",
        email_login="c@example.com",
        email_password="MailExemplo#9",
        has_2fa=False,
        server="",
        level_up_method="by_hand",
        ign="conta03",
        dump="roblox, King Legacy, Old Account",
        delivery_instructions=settings.delivery_instructions,
        is_manual=False,
        delivery_time=(0, "minutes"),
        image_urls=("https://example.com/padrao.jpg",),
        account_data={"main_experience": "King Legacy", "other_experiences": [], "account_tags": ["Old Account"]},
    )


def test_roblox_listing_states_the_robux_only_when_the_line_does() -> None:
    [line] = ROBLOX.parse("conta04:s | Robux: 0 | Experiences: Blox Fruits")

    data = build(ROBLOX, line, accountTags=["Has Robux", "Limited"], mainExperience="Jailbreak").account_data

    assert data == {
        "main_experience": "Jailbreak",
        "other_experiences": ["Blox Fruits"],
        "account_tags": ["Has Robux", "Limited"],
        "robux_count": 0,
    }


def test_war_thunder_listing_carries_the_documented_account_data() -> None:
    """What the template refuses stays out."""
    listing = build(WAR_THUNDER)

    assert (listing.title, listing.price_eur) == ("Conta War Thunder - Premium", Decimal("13.05"))
    assert listing.account_data == {
        "account_level": 50,
        "nations": ["United States", "Germany", "USSR"],
        "total_vehicles_count": 30,
        "premium_planes_count": 5,
        "premium_tanks_count": 3,
        "premium_helicopters_count": 2,
        "premium_ships_count": 1,
        "silver_lions_count": 100000,
        "golden_eagles_count": 500,
        "convertable_research_points_count": 0,
    }


def test_war_thunder_override_changes_this_line_and_leaves_the_rest() -> None:
    settings = WAR_THUNDER.default_settings()
    override = settings.read_overrides(
        {"3": {"goldenEagles": 9, "price": "20.00", "nations": ["Italy"], "imageUrls": ["/media/a.jpg"]}}
    )[3]

    listing = build(WAR_THUNDER, override=dict(override))

    assert (listing.account_data["golden_eagles_count"], listing.account_data["account_level"]) == (9, 50)
    assert (listing.account_data["nations"], listing.dump) == (["Italy"], "war thunder, Italy")
    assert (listing.price_eur, listing.image_urls) == (Decimal("17.40"), ("/media/a.jpg",))
    assert settings == WAR_THUNDER.default_settings()


def test_the_documented_account_data_of_a_roblox_account_is_what_is_listed() -> None:
    data = {"main_experience": "Blox Fruits", "account_tags": ["Premium"], "robux_count": 5, "other_experiences": ["X"]}

    [line] = ROBLOX.read_accounts([{"login": "conta05", "password": "s", "account_data": data}])

    assert build(ROBLOX, line, dict(line.own)).account_data == data


def test_the_documented_account_data_of_a_war_thunder_account_is_what_is_listed() -> None:
    data = dict.fromkeys(build(WAR_THUNDER).account_data, 1) | {"nations": ["Italy"]}
    stated = {"login": "conta05", "password": "s", "account_data": data | {"gjn_balance_count": None}}

    lines = WAR_THUNDER.read_accounts([stated, stated | {"login": "conta06", "accountLevel": 7}])

    assert [build(WAR_THUNDER, line, dict(line.own)).account_data for line in lines] == [
        data,
        data | {"account_level": 7},
    ]


def test_a_value_of_account_data_that_cannot_be_listed_is_told() -> None:
    data = {"nations": ["Atlantis"]}

    [line] = WAR_THUNDER.read_accounts([{"login": "conta05", "password": "s", "account_data": data}])

    assert line.errors == {"nations": ["Opção desconhecida: Atlantis"]}


@pytest.mark.parametrize(
    ("custom_titles", "override", "title"),
    [
        (False, {}, "Conta War Thunder - Premium"),
        (True, {}, "Conta War Thunder - conta03"),
        (True, {"title": "Só esta"}, "Só esta"),
        (False, {"title": "Só esta"}, "Só esta"),
    ],
)
def test_war_thunder_line_title(custom_titles: bool, override: dict[str, Any], title: str) -> None:
    """A line of War Thunder gets the title 'Conta War Thunder - {login}'."""
    assert build(WAR_THUNDER, override=override, customTitles=custom_titles).title == title


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_listing_names_the_webmail_of_the_chosen_provider(game: Any) -> None:
    """A webmail login URL that is inserted into the delivery instructions."""
    instructions = build(game, emailDomain="notletters").delivery_instructions

    assert "https://notletters.com/email/login" in instructions
    assert "firstmail" not in instructions


def test_listing_without_image_takes_the_default_one_and_keeps_the_order_of_others() -> None:
    assert build(ROBLOX).image_urls == ("https://example.com/padrao.jpg",)
    assert build(ROBLOX, imageUrls=["/media/b.jpg", "/media/a.jpg"]).image_urls == ("/media/b.jpg", "/media/a.jpg")


@pytest.mark.parametrize(
    "case", json.loads((GOLDEN / "instructions.json").read_text("utf-8")), ids=lambda case: case["name"]
)
def test_with_webmail_gives_the_golden_text(case: dict[str, str]) -> None:
    assert with_webmail(case["text"], case["provider"]) == case["result"]


@pytest.mark.parametrize("case", json.loads((GOLDEN / "prices.json").read_text("utf-8")), ids=lambda case: case["usd"])
def test_price_in_euro_is_the_golden_one(case: dict[str, str]) -> None:
    assert quantize(Decimal(case["usd"]) * Decimal(case["rate"])) == Decimal(case["eur"])
