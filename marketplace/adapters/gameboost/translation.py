"""From the words of our forms to the words of GameBoost's templates. Pure: tables and functions over them.

Two kinds of table. `EQUIVALENT`: another spelling of the same thing, translated in silence (`skins` is `outfits_count`,
`NA` is North America). `NEAREST`: the API's word has no counterpart, so it becomes the closest accepted value, or is
left out (None), which a note tells.

| Roblox word of the API | sent as |
|---|---|
| tag Has Robux | Robux Account |
| tags Premium, Rare Items, High Level, Limited | left out |
| experience Murder Mystery | Murder Mystery 2 |
| experience Pet Simulator | Pet Simulator X |
| experiences Brookhaven, Royale High, any unknown one | Others |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from marketplace.adapters.base import Listing
from marketplace.adapters.gameboost.templates import Field, Template

Table = Mapping[str, Any]

GAME_SLUGS: Table = {
    "lol": "league-of-legends",
    "cs2": "counter-strike-2",
    "wow": "world-of-warcraft",
    "warthunder": "war-thunder",
    "war_thunder": "war-thunder",
}

FIELDS: Mapping[str, Mapping[str, str]] = {
    "fortnite": {
        "skins": "outfits_count",
        "pickaxes": "pickaxes_count",
        "emotes": "emotes_count",
        "backblings": "backblings_count",
        "wraps": "wraps_count",
        "gliders": "gliders_count",
        "sprays": "sprays_count",
        "loading_screens": "loadings_count",
        "vbucks": "v_bucks_count",
    },
    "valorant": {"weapon_skins": "weapon-skins"},
}

SERVERS: Table = {
    "na": "North America",
    "us": "United States",
    "eu": "Europe",
    "latam": "Latin America",
    "la": "Latin America",
    "br": "Brazil",
    "ap": "Asia Pacific",
    "kr": "Korea",
    "tr": "Turkey",
}

_TIERS: Table = {"ranked ready": "Unranked", "no rank": "Unranked", "unrated": "Unranked", "n/a": "Unranked"}
_PLATFORMS: Table = {"playstation": "PSN", "ps5": "PSN", "xbox": "XBOX"}
_NATIONS: Table = {
    "usa": "United States",
    "us": "United States",
    "uk": "United Kingdom",
    "great britain": "United Kingdom",
    "britain": "United Kingdom",
    "soviet union": "USSR",
}
_EXPERIENCES: Table = {
    "murder mystery": "Murder Mystery 2",
    "pet simulator": "Pet Simulator X",
    "brookhaven": "Others",
    "royale high": "Others",
}

EQUIVALENT: Mapping[tuple[str, str], Table] = {
    ("valorant", "current_tier"): _TIERS,
    ("valorant", "peak_tier"): _TIERS,
    ("valorant", "platforms"): _PLATFORMS,
    ("war-thunder", "nations"): _NATIONS,
}
NEAREST: Mapping[tuple[str, str], Table] = {
    ("roblox", "account_tags"): {
        "has robux": "Robux Account",
        "premium": None,
        "rare items": None,
        "high level": None,
        "limited": None,
    },
    ("roblox", "main_experience"): _EXPERIENCES,
    ("roblox", "other_experiences"): _EXPERIENCES,
}
# What an unknown word becomes where the template has a value for the rest; elsewhere it stays, and is refused.
OTHERS: Mapping[tuple[str, str], str] = {
    ("roblox", "main_experience"): "Others",
    ("roblox", "other_experiences"): "Others",
}

LABELS: Table = {
    "account_tags": "Tags",
    "main_experience": "Experiência principal",
    "other_experiences": "Outras experiências",
    "battlepass": "Passe de batalha",
    "rare_items": "Itens raros",
    "seasons_played": "Temporadas jogadas",
    "winrate": "Taxa de vitórias",
}


def game_slug(game: str) -> str:
    return str(GAME_SLUGS.get(game.strip().lower(), game.strip().lower()))


def translate(listing: Listing, template: Template | None) -> tuple[Listing, tuple[str, ...]]:
    """The listing in the vendor's words, and Portuguese notes of what changed on the way.

    Without a template only the names of game and fields are translated.
    """
    game = game_slug(listing.game)
    renamed = {FIELDS.get(game, {}).get(name, name): value for name, value in listing.account_data.items()}
    items = dict(listing.game_items)
    stated = {name: value for name, value in renamed.items() if not _is_blank(value)}
    server = listing.server
    if template is None:
        return replace(listing, game=game, account_data=stated), ()
    if template.servers:
        word = str(stated.pop("server", ""))
        word = (server or word).strip()
        server = str(_as_spelled(SERVERS.get(word.lower(), word), template.servers))
    for collection in template.item_collections:
        if collection in stated:
            items.setdefault(collection, stated.pop(collection))
    notes: list[str] = []
    data: dict[str, Any] = {}
    for name, value in stated.items():
        if name in template.fields:
            data[name] = _value(game, name, value, template.fields[name], notes)
        elif value is not False:  # which says what leaving a switch out says too, so it is nothing to tell about
            notes.append(f"O campo {LABELS.get(name, name)} não existe no GameBoost para este jogo e não foi enviado.")
    unranked = {f"{which}_division" for which in ("current", "peak") if data.get(f"{which}_tier") == "Unranked"}
    translated = replace(
        listing,
        game=game,
        server=server if template.servers else "",
        account_data={name: value for name, value in data.items() if name not in unranked and not _is_blank(value)},
        game_items={name: value for name, value in items.items() if value and name in template.item_collections},
    )
    return translated, tuple(dict.fromkeys(notes))


def _value(game: str, name: str, value: Any, entry: Field, notes: list[str]) -> Any:
    if entry.kind == "integer":
        return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
    if entry.kind == "text":
        return str(value)
    if entry.kind == "choices":
        words = value if isinstance(value, list | tuple) else [value]
        chosen = (_word(game, name, word, entry, notes) for word in words if not _is_blank(word))
        return [word for word in dict.fromkeys(chosen) if word is not None]
    if entry.kind == "choice":
        return _word(game, name, value, entry, notes)
    return value


def _word(game: str, name: str, word: Any, entry: Field, notes: list[str]) -> Any:
    spelled = _as_spelled(EQUIVALENT.get((game, name), {}).get(_folded(word), word), entry.values)
    if spelled in entry.values:
        return spelled
    nearest = NEAREST.get((game, name), {}).get(_folded(word), OTHERS.get((game, name), word))
    label = LABELS.get(name, name)
    if nearest is None:
        notes.append(f"{label}: '{word}' não é aceito pelo GameBoost e foi removido.")
    elif nearest != word:
        notes.append(f"{label}: '{word}' não é aceito pelo GameBoost e foi enviado como '{nearest}'.")
    return nearest


def _as_spelled(word: Any, accepted: tuple[str | int, ...]) -> Any:
    """The accepted value that differs from `word` in case, blanks or type only; else `word`."""
    return next((value for value in accepted if _folded(value) == _folded(word)), word)


def _folded(word: Any) -> str:
    return " ".join(str(word).split()).casefold()


def _is_blank(value: Any) -> bool:
    """Not stated: null, empty text or an empty collection. Zero and False are statements."""
    return value is None or (isinstance(value, str | list | tuple | dict) and not value)
