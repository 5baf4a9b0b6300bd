"""The adapter translates the names and values of our forms (skins → outfits_count, NA → North America) and
checks them against the game's template before anything is sent."""

from decimal import Decimal
from typing import Any

import pytest

from marketplace.adapters.base import Connection
from marketplace.adapters.gameboost import templates
from marketplace.adapters.gameboost.dialect import prepare_listing
from marketplace.adapters.gameboost.translation import translate
from marketplace.adapters.gameboost.versions import GameBoostV1
from marketplace.tests.conftest import IMAGE, war_thunder
from marketplace.tests.sandbox_fixture import always_open


def translated(game: str, data: dict[str, Any], **changes: Any) -> Any:
    return translate(war_thunder(game=game, account_data=data, **changes), templates.BUNDLED.get(game))


def test_fortnite_form_names_become_template_names() -> None:
    form = {
        "platform": "PC",
        "skins": 1,
        "pickaxes": 2,
        "emotes": 3,
        "backblings": 4,
        "wraps": 5,
        "gliders": 6,
        "sprays": 7,
        "loading_screens": 8,
        "vbucks": 9,
        "account_level": 10,
        "battlepass": False,
    }
    listing, notes = translated("fortnite", form)
    assert listing.account_data == {
        "platform": "PC",
        "outfits_count": 1,
        "pickaxes_count": 2,
        "emotes_count": 3,
        "backblings_count": 4,
        "wraps_count": 5,
        "gliders_count": 6,
        "sprays_count": 7,
        "loadings_count": 8,
        "v_bucks_count": 9,
        "account_level": 10,
    }
    assert notes == ()


def test_fortnite_entries_that_the_template_lacks_are_left_out_and_told() -> None:
    listing, notes = translated("fortnite", {"skins": 1, "rare_items": "IKONIK", "seasons_played": 4})
    assert listing.account_data == {"outfits_count": 1}
    assert notes == (
        "O campo Itens raros não existe no GameBoost para este jogo e não foi enviado.",
        "O campo Temporadas jogadas não existe no GameBoost para este jogo e não foi enviado.",
    )


def test_valorant_data_becomes_server_items_and_template_values() -> None:
    listing, notes = translated(
        "valorant",
        {
            "level": 84,
            "current_tier": "gold",
            "current_division": "2",
            "peak_tier": "Unrated",
            "peak_division": 1,
            "platforms": ["PC", "PlayStation"],
            "valorant_points": "425",
            "server": "NA",
            "agents": ["Sova"],
            "weapon_skins": ["Prime Vandal"],
            "buddies": [],
        },
    )
    assert listing.server == "North America"
    assert listing.account_data == {
        "level": "84",
        "current_tier": "Gold",
        "current_division": 2,
        "peak_tier": "Unranked",
        "platforms": ["PC", "PSN"],
        "valorant_points": 425,
    }
    assert listing.game_items == {"agents": ["Sova"], "weapon-skins": ["Prime Vandal"]}
    assert notes == ()


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        ("NA", "North America"),
        ("eu", "Europe"),
        ("LATAM", "Latin America"),
        ("BR", "Brazil"),
        ("AP", "Asia Pacific"),
        ("KR", "Korea"),
        ("TR", "Turkey"),
        ("brazil", "Brazil"),
        ("TW/HK/MO", "TW/HK/MO"),
    ],
)
def test_valorant_server_is_sent_as_the_template_names_it(form: str, sent: str) -> None:
    listing, _ = translated("valorant", {"level": 1}, server=form)
    assert listing.server == sent
    template = templates.BUNDLED["valorant"]
    assert template is not None
    assert sent in template.servers


@pytest.mark.parametrize(
    ("tag", "sent", "note"),
    [
        ("Old Account", ["Old Account"], ()),
        (
            "Has Robux",
            ["Robux Account"],
            ("Tags: 'Has Robux' não é aceito pelo GameBoost e foi enviado como 'Robux Account'.",),
        ),
        ("Premium", None, ("Tags: 'Premium' não é aceito pelo GameBoost e foi removido.",)),
        ("Rare Items", None, ("Tags: 'Rare Items' não é aceito pelo GameBoost e foi removido.",)),
        ("High Level", None, ("Tags: 'High Level' não é aceito pelo GameBoost e foi removido.",)),
        ("Limited", None, ("Tags: 'Limited' não é aceito pelo GameBoost e foi removido.",)),
    ],
)
def test_roblox_tag_of_the_documents_is_sent_as_the_nearest_or_left_out(
    tag: str, sent: list[str] | None, note: tuple[str, ...]
) -> None:
    listing, notes = translated("roblox", {"account_tags": [tag]})
    assert listing.account_data.get("account_tags") == sent
    assert notes == note


@pytest.mark.parametrize(
    ("experience", "sent"),
    [
        ("King Legacy", "King Legacy"),
        ("Blox Fruits", "Blox Fruits"),
        ("Adopt Me", "Adopt Me"),
        ("Jailbreak", "Jailbreak"),
        ("Brookhaven", "Others"),
        ("Royale High", "Others"),
        ("Pet Simulator", "Pet Simulator X"),
        ("Murder Mystery", "Murder Mystery 2"),
        ("Um jogo novo", "Others"),
    ],
)
def test_roblox_experience_of_the_documents_is_sent_as_the_nearest(experience: str, sent: str) -> None:
    listing, notes = translated("roblox", {"main_experience": experience, "other_experiences": [experience]})
    assert listing.account_data == {"main_experience": sent, "other_experiences": [sent]}
    labels = () if experience == sent else ("Experiência principal", "Outras experiências")
    assert notes == tuple(
        f"{label}: '{experience}' não é aceito pelo GameBoost e foi enviado como '{sent}'." for label in labels
    )


def test_several_unknown_experiences_become_others_once() -> None:
    listing, _ = translated("roblox", {"other_experiences": ["A", "B", "Jailbreak"]})
    assert listing.account_data == {"other_experiences": ["Others", "Jailbreak"]}


def test_war_thunder_null_is_left_out_and_zero_is_sent() -> None:
    listing, notes = translated(
        "war-thunder", {"gjn_balance_count": None, "golden_eagles_count": 0, "nations": ["USA", "uk", "USSR"]}
    )
    assert listing.account_data == {
        "golden_eagles_count": 0,
        "nations": ["United States", "United Kingdom", "USSR"],
    }
    assert notes == ()


def test_server_is_left_out_of_a_game_without_servers() -> None:
    prepared = prepare_listing(war_thunder(server="Europe"))
    assert "server" not in GameBoostV1.body(prepared.listing)


@pytest.mark.parametrize(
    ("form", "slug"),
    [("lol", "league-of-legends"), ("cs2", "counter-strike-2"), ("wow", "world-of-warcraft"), ("Valorant", "valorant")],
)
def test_game_of_the_new_account_form_is_sent_by_its_slug(form: str, slug: str) -> None:
    listing, _ = translate(war_thunder(game=form, account_data={"rank": "Gold"}), None)
    assert (listing.game, listing.account_data) == (slug, {"rank": "Gold"})


def test_create_body_is_the_documented_payload() -> None:
    listing = prepare_listing(
        war_thunder(
            email_login="piloto@example.com",
            email_password="Exemplo#456",
            slug="conta-war-thunder-premium",
            dump="war thunder, premium",
            delivery_instructions="Webmail: https://firstmail.ltd",
            note="lote 7",
        )
    ).listing
    assert GameBoostV1.body(listing) == {
        "game": "war-thunder",
        "title": "Conta War Thunder - Premium",
        "slug": "conta-war-thunder-premium",
        "price": 14.99,
        "ign": "piloto",
        "login": "piloto",
        "password": "Exemplo#123",
        "email_login": "piloto@example.com",
        "email_password": "Exemplo#456",
        "has_2fa": False,
        "is_manual": False,
        "level_up_method": "by_hand",
        "delivery_time": {"duration": 0, "unit": "minutes"},
        "description": "Conta com acesso completo.",
        "dump": "war thunder, premium",
        "delivery_instructions": "Webmail: https://firstmail.ltd",
        "note": "lote 7",
        "image_urls": [IMAGE],
        "account_data": {"account_level": 50, "nations": ["USSR"]},
    }


def test_listing_without_images_is_refused_with_a_sentence() -> None:
    prepared = prepare_listing(war_thunder(image_urls=()))
    assert prepared.errors == {
        "image_urls": ["Adicione ao menos uma imagem: o GameBoost não aceita anúncios sem imagem."]
    }


def test_listing_without_images_takes_the_default_image() -> None:
    connection = Connection("gameboost", "https://api.gameboost.com/v1", "chave")
    adapter = GameBoostV1(connection, list[Any]().append, always_open)
    adapter.default_image_url = IMAGE
    prepared = adapter.prepare(war_thunder(image_urls=()))
    adapter.close()
    assert (prepared.errors, prepared.listing.image_urls) == ({}, (IMAGE,))


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"title": " "}, {"title": ["Título é obrigatório"]}),
        ({"description": ""}, {"description": ["Descrição é obrigatória"]}),
        ({"login": ""}, {"login": ["Login é obrigatório"]}),
        ({"login": ".."}, {"login": ["Login inválido"]}),
        ({"password": ""}, {"password": ["Senha é obrigatória"]}),
        ({"price_eur": Decimal("0.98")}, {"price": ["O preço mínimo no GameBoost é € 0,99."]}),
        ({"price_eur": Decimal("0.99")}, {}),
        ({"image_urls": ("foto.jpg",)}, {"image_urls": ["Endereço de imagem inválido: foto.jpg"]}),
        (
            {"level_up_method": "by_magic"},
            {"level_up_method": ["O método de evolução deve ser by_hand ou by_bot."]},
        ),
        (
            {"account_data": {"account_level": -1}},
            {"account_data.account_level": ["Deve ser um número inteiro maior ou igual a 0."]},
        ),
        (
            {"account_data": {"account_level": "cem"}},
            {"account_data.account_level": ["Deve ser um número inteiro maior ou igual a 0."]},
        ),
        (
            {"account_data": {"nations": ["USSR", "Brasil"]}},
            {
                "account_data.nations": [
                    "'Brasil' não é aceito pelo GameBoost. Valores aceitos: United States, Germany, USSR, "
                    "United Kingdom, Japan, China, Italy, France…"
                ]
            },
        ),
        (
            {"game": "valorant", "account_data": {}},
            {
                "server": ["Servidor é obrigatório para este jogo."],
                "account_data.level": ["Campo obrigatório para este jogo."],
            },
        ),
        (
            {"game": "valorant", "server": "Marte", "account_data": {"level": 1, "current_division": 4}},
            {
                "server": [
                    "'Marte' não é aceito pelo GameBoost. Valores aceitos: North America, United States, Europe, "
                    "Europe West, Europe Nordic & East, Brazil, Latin America North, Latin America South…"
                ],
                "account_data.current_division": ["'4' não é aceito pelo GameBoost. Valores aceitos: 1, 2, 3."],
            },
        ),
    ],
)
def test_check_says_in_portuguese_what_would_be_refused(changes: dict[str, Any], errors: dict[str, list[str]]) -> None:
    assert prepare_listing(war_thunder(**changes)).errors == errors


@pytest.mark.parametrize("name", ["../fortnite", "", "fortnite.json", "Fortnite"])
def test_template_of_an_unknown_name_is_none(name: str) -> None:
    assert templates.BUNDLED.get(name) is None
