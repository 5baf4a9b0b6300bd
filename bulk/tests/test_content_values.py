"""What an account puts in the place of each placeholder."""

from decimal import Decimal
from typing import Any

import pytest

from bulk.games import GAMES, placeholders
from bulk.games.placeholders import text_problems
from marketplace.adapters.base import Listing


def listing(game: str, **stated: Any) -> Listing:
    texts = {"title": "Conta", "description": "Conta pronta para jogar."}
    return Listing(game=game, price_eur=Decimal(10), login="a01", password="x", **(texts | stated))


def values_of(stated: Listing) -> dict[str, str]:
    return placeholders.values_of(stated, GAMES[stated.game].placeholders)


def written(stated: Listing, rare_list: list[str]) -> Listing:
    return placeholders.fill_listing(stated, GAMES[stated.game].placeholders, rare_list)


def without_values(title: str, game: str) -> str:
    return placeholders.without_values(title, GAMES[game].placeholders)


def test_every_game_has_placeholders_that_read_only_what_is_stated() -> None:
    for slug, game in GAMES.items():
        assert set(values_of(listing(slug)).values()) == {""}
        assert all(each.example for each in game.placeholders)


def test_fortnite_states_its_counts_and_not_its_zeros() -> None:
    values = values_of(listing("fortnite", account_data={"skins": 57, "vbucks": 1250, "emotes": 0, "platform": "PC"}))

    assert {name: text for name, text in values.items() if text} == {
        "skins": "57",
        "vbucks": "1.250",
        "plataforma": "PC",
    }


def test_valorant_states_ranks_and_how_many_items_there_are() -> None:
    values = values_of(
        listing(
            "valorant",
            server="Brazil",
            account_data={"current_tier": "Gold", "current_division": 2, "peak_tier": "Radiant"},
            game_items={"agents": ["Jett", "Sova"], "weapon-skins": ["Prime Vandal"]},
        )
    )

    assert {name: text for name, text in values.items() if text} == {
        "rank": "Gold 2",
        "pico": "Radiant",
        "servidor": "Brazil",
        "skins": "1",
        "agentes": "2",
    }


def test_listing_is_written_with_the_items_it_has() -> None:
    filled = written(
        listing(
            "fortnite",
            title="{skins} skins | {itens_raros}",
            description="Itens: {itens_raros}\nSprays: {sprays}",
            delivery_instructions="1. Entre",
            account_data={"skins": 57, "rare_items": ["galaxy"]},
            dump="Black Knight, Trooper",
        ),
        ["Black Knight", "IKONIK", "Galaxy"],
    )

    assert filled.title == "57 skins | Black Knight, Galaxy"
    assert filled.description == "Itens: Black Knight, Galaxy"
    assert filled.delivery_instructions == "1. Entre"


def test_title_of_no_listing_says_what_is_said_of_any() -> None:
    assert without_values("Conta Fortnite | {skins} skins", "fortnite") == "Conta Fortnite"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_texts_are_checked_against_the_placeholders_of_the_game(game: str) -> None:
    problems = text_problems({"title": "{ouro}", "description": "Conta", "price": "{x}"}, GAMES[game].placeholders)

    assert list(problems) == ["title"]
    assert problems["title"][0].startswith("Campo desconhecido: {ouro}. Use: {")


def test_own_texts_of_the_games_use_placeholders_that_there_are() -> None:
    for game in GAMES.values():
        texts = {name: getattr(game.defaults, name) for name in ("title", "description", "delivery_instructions")}
        assert text_problems(texts, game.placeholders) == {}
