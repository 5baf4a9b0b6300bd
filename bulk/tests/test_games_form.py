"""The defaults, and the refusal of every setting that is not what its field says."""

import json
from decimal import Decimal
from typing import Any

import pytest

from bulk.errors import SettingsInvalid
from bulk.games import GAMES, policy
from bulk.games.description import describe_game
from bulk.games.lines import ParsedLine
from bulk.games.policy import description_warnings, title_warnings
from bulk.games.war_thunder import WarThunderSettings

ROBLOX = GAMES["roblox"]
WAR_THUNDER = GAMES["war-thunder"]
LONG_TEXTS = ("description", "deliveryInstructions")
NO_COST = {"cost": None, "costCurrency": "BRL", "supplier": ""}
TOO_LONG = "O marketplace aceita no máximo 14 dias de garantia, e há mais na descrição."
COUNT = "Informe um número inteiro de 0 a 999.999.999"


def test_roblox_defaults_are_the_documented_ones() -> None:
    """Roblox default 10 USD, 'tag Old Account, experience King Legacy, provider firstmail'."""
    defaults = ROBLOX.default_settings().as_json()

    assert {name: value for name, value in defaults.items() if name not in LONG_TEXTS} == {
        "title": "Conta Roblox - Robux e Itens",
        "priceUsd": "10.00",
        "emailDomain": "firstmail",
        "accountTags": ["Old Account"],
        "mainExperience": "King Legacy",
        "imageUrls": [],
        "rareList": [],
        **NO_COST,
    }


def test_war_thunder_defaults_are_the_documented_ones() -> None:
    """'account level 50, total vehicles 30, premium planes 5, tanks 3, helicopters 2, ships 1, golden eagles 500,
    silver lions 100000, nations United States/Germany/USSR'."""
    defaults = WAR_THUNDER.default_settings().as_json()

    assert {name: value for name, value in defaults.items() if name not in LONG_TEXTS} == {
        "title": "Conta War Thunder - Premium",
        "customTitles": False,
        "priceUsd": "15.00",
        "emailDomain": "firstmail",
        "accountLevel": 50,
        "totalVehicles": 30,
        "premiumPlanes": 5,
        "premiumTanks": 3,
        "premiumHelicopters": 2,
        "premiumShips": 1,
        "goldenEagles": 500,
        "silverLions": 100000,
        "researchPoints": 0,
        "nations": ["United States", "Germany", "USSR"],
        "imageUrls": [],
        "rareList": [],
        **NO_COST,
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_default_settings_read_back_from_json_are_equal(game: Any) -> None:
    defaults = game.default_settings()

    assert game.default_settings().with_changes(json.loads(json.dumps(defaults.as_json()))) == defaults


def test_texts_lose_what_nobody_sees_and_keep_their_emoji() -> None:
    """A zero-width or control character makes a listing that no search finds."""
    typed = {
        "title": "Conta\u200b Ro\u202eblox 👨\u200d👩\u200d👧",
        "description": "Conta\u00ad pronta\u2028para jogar ❤\ufe0f\u200d🔥",
        "rareList": ["IKO\u200bNIK"],
    }

    read = ROBLOX.default_settings().with_changes(typed).as_json()

    assert read["title"] == "Conta Roblox 👨\u200d👩\u200d👧"
    assert read["description"] == "Conta pronta\npara jogar ❤\ufe0f\u200d🔥"
    assert read["rareList"] == ["IKONIK"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_default_texts_break_no_rule_of_the_marketplace(game: Any) -> None:
    line = ParsedLine(line=1, login="conta01", password="Senha#1", email_login="c@firstmail.ltd", email_password="Mail#1")
    listing = game.build_listing(
        line, game.default_settings(), usd_eur_rate=Decimal("0.87"), default_image_url="https://example.com/p.jpg"
    )

    assert policy.lint(listing) == []


def test_default_settings_take_the_persons_own_texts_unless_blank() -> None:
    own = ROBLOX.default_settings(description=" Minha descrição ", delivery_instructions="  ")

    assert own.description == "Minha descrição"
    assert own.delivery_instructions == ROBLOX.default_settings().delivery_instructions


def test_updated_reads_every_field() -> None:
    read = WAR_THUNDER.default_settings().with_changes(
        {
            "title": "  Conta   nova ",
            "priceUsd": 12.5,
            "accountLevel": "7",
            "nations": ["Italy", "USSR", "Italy"],
            "customTitles": True,
            "imageUrls": ["https://cdn.example.com/a.jpg", "/media/b.jpg"],
            "description": "linha um\r\nlinha dois",
        }
    )

    assert read.title == "Conta nova"
    assert read.price_usd == Decimal("12.50")
    assert read.account_level == 7
    assert read.nations == ("Italy", "USSR")
    assert read.custom_titles is True
    assert read.image_urls == ("https://cdn.example.com/a.jpg", "/media/b.jpg")
    assert read.description == "linha um\nlinha dois"
    assert read.golden_eagles == 500


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("title", "ab", "Título deve ter pelo menos 3 caracteres"),
        ("title", "x" * 151, "Título deve ter no máximo 150 caracteres"),
        ("title", 5, "Informe um texto"),
        ("title", None, "Informe um texto"),
        ("description", "curta", "Descrição deve ter pelo menos 10 caracteres"),
        ("description", "x" * 10_001, "Descrição deve ter no máximo 10.000 caracteres"),
        ("priceUsd", "0", "Preço deve ser um valor positivo"),
        ("priceUsd", "-1", "Preço deve ser um valor positivo"),
        ("priceUsd", "", "Preço deve ser um valor positivo"),
        ("priceUsd", "1.005", "Informe um valor com no máximo duas casas decimais."),
        ("priceUsd", float("nan"), "Preço deve ser um valor positivo"),
        ("priceUsd", float("inf"), "Preço deve ser um valor positivo"),
        ("priceUsd", "1e3", "Preço deve ser um valor positivo"),
        ("priceUsd", True, "Preço deve ser um valor positivo"),
        ("priceUsd", "10000.01", "Preço deve ser no máximo 10.000"),
        ("goldenEagles", -1, COUNT),
        ("goldenEagles", 1.5, COUNT),
        ("goldenEagles", "5x", COUNT),
        ("goldenEagles", "９", COUNT),
        ("goldenEagles", True, COUNT),
        ("goldenEagles", None, COUNT),
        ("goldenEagles", 10**400, COUNT),
        ("goldenEagles", float("nan"), COUNT),
        ("accountLevel", 0, "Informe um número inteiro de 1 a 999.999.999"),
        ("nations", "USSR", "Informe uma lista de opções"),
        ("nations", [1], "Informe uma lista de opções"),
        ("nations", ["Brasil"], "Opção desconhecida: Brasil"),
        ("customTitles", "true", "Informe verdadeiro ou falso"),
        ("emailDomain", "gmail", "Selecione uma das opções"),
        ("emailDomain", [], "Selecione uma das opções"),
        ("imageUrls", ["/a"] * 11, "No máximo 10 imagens por conta"),
        ("imageUrls", ["javascript:alert(1)"], "Endereço de imagem inválido"),
        ("imageUrls", ["//example.com/a.jpg"], "Endereço de imagem inválido"),
        ("imageUrls", ["https://example.com]/a.jpg"], "Endereço de imagem inválido"),
        ("imageUrls", ["https://example.com\uff0fa.jpg/"], "Endereço de imagem inválido"),
        ("imageUrls", ["https://example.com/" + "a" * 2_000], "Endereço de imagem inválido"),
        ("imageUrls", {"0": "/a"}, "Informe uma lista de imagens"),
        ("surpresa", 1, "Campo desconhecido"),
    ],
)
def test_updated_refuses_a_wrong_value_and_names_its_field(name: str, value: Any, text: str) -> None:
    with pytest.raises(SettingsInvalid) as refused:
        WAR_THUNDER.default_settings().with_changes({name: value})

    assert refused.value.errors == {name: [text]}
    assert refused.value.status == 400


def test_updated_names_every_wrong_field_at_once() -> None:
    with pytest.raises(SettingsInvalid) as refused:
        ROBLOX.default_settings().with_changes({"title": "", "mainExperience": "Outra", "accountTags": ["Limited"]})

    assert list(refused.value.errors) == ["title", "mainExperience"]


@pytest.mark.parametrize("raw", [None, [], "x", 5])
def test_updated_refuses_what_is_no_object(raw: object) -> None:
    with pytest.raises(SettingsInvalid) as refused:
        ROBLOX.default_settings().with_changes(raw)
    assert refused.value.errors == {"settings": ["Informe um objeto"]}


def test_read_overrides_gives_typed_values_by_line() -> None:
    """War Thunder per-account overrides: accountLevel, price,, custom title, custom images."""
    overrides = WarThunderSettings.read_overrides(
        {"3": {"price": "9.90", "goldenEagles": 7, "title": "Só esta"}, "12": {"imageUrls": ["/a.jpg"]}, "13": {}}
    )

    assert overrides == {
        3: {"price_usd": Decimal("9.90"), "golden_eagles": 7, "title": "Só esta"},
        12: {"image_urls": ("/a.jpg",)},
        13: {},
    }


def test_read_overrides_names_line_and_field_of_every_error() -> None:
    with pytest.raises(SettingsInvalid) as refused:
        WarThunderSettings.read_overrides({"3": {"goldenEagles": -1}, "x": {}, "4": 5, "5": {"nations": ["USSR"]}})

    assert refused.value.errors == {
        "overrides.3.goldenEagles": [COUNT],
        "overrides.x": ["Informe o número da linha"],
        "overrides.4.settings": ["Informe um objeto"],
    }


def test_read_overrides_refuses_what_is_no_object() -> None:
    with pytest.raises(SettingsInvalid) as refused:
        WarThunderSettings.read_overrides([1])
    assert refused.value.errors == {"overrides": ["Informe um objeto"]}


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("Garantia de 14 dias", []),
        ("14-day warranty", []),
        ("Garantia de 45 dias", [TOO_LONG]),
        ("45-day warranty", [TOO_LONG]),
        (
            "Reembolso e garantia vitalícia",
            [
                "O marketplace proíbe “reembolso” na descrição.",
                "O marketplace proíbe “garantia vitalícia” na descrição.",
            ],
        ),
        ("Lifetime!", ["O marketplace proíbe “lifetime” na descrição."]),
        ("Veja https://example.com", ["O marketplace não aceita links na descrição."]),
    ],
)
def test_description_warnings_name_what_the_marketplace_fines(text: str, warnings: list[str]) -> None:
    assert description_warnings(text) == warnings


def test_title_warnings_leave_links_to_the_marketplace() -> None:
    assert title_warnings("Refund") == ["O marketplace proíbe “refund” no título."]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_description_gives_the_form_its_defaults_limits_and_lists(game: Any) -> None:
    props = json.loads(json.dumps(describe_game(game, game.default_settings())))

    assert props["defaults"] == game.default_settings().as_json()
    assert props["limits"] == {"maxLines": 5000, "maxBytes": 2097152, "maxImages": 10, "maxImageMb": 5}
    assert props["options"]["providers"] == [
        {
            "slug": "firstmail",
            "title": "FirstMail",
            "domain": "firstmail.ltd",
            "webmailUrl": "https://firstmail.ltd/webmail/login",
        },
        {"slug": "rambler", "title": "Rambler", "domain": "rambler.ru", "webmailUrl": "https://mail.rambler.ru"},
        {
            "slug": "notletters",
            "title": "NotLetters",
            "domain": "notletters.com",
            "webmailUrl": "https://notletters.com/email/login",
        },
        {
            "slug": "outlook",
            "title": "Outlook",
            "domain": "outlook.com",
            "webmailUrl": "https://outlook.live.com/mail",
        },
    ]


def test_forms_offer_the_documents_lists() -> None:
    assert offered(ROBLOX)["accountTags"] == [
        *("Old Account", "Has Robux", "Premium", "Rare Items", "High Level", "Limited"),
    ]
    assert offered(ROBLOX)["mainExperience"] == [
        *("King Legacy", "Blox Fruits", "Adopt Me", "Brookhaven"),
        *("Pet Simulator", "Royale High", "Murder Mystery", "Jailbreak"),
    ]
    assert offered(WAR_THUNDER)["nations"] == [
        *("United States", "Germany", "USSR", "Japan", "China", "Italy", "France", "Sweden", "Israel"),
    ]


def offered(game: Any) -> dict[str, list[Any]]:
    fields = describe_game(game, game.defaults)["fields"]
    return {field["name"]: [option["value"] for option in field["options"]] for field in fields}
