"""The placeholders of each game, and what an account puts in their place. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bulk.content.rendering import Values, owned, rendered, rendered_title, unknown_text
from core.errors import Errors
from marketplace.adapters.base import Listing

RARE = "itens_raros"
MAX_TITLE = 150
TEXTS = ("title", "description", "delivery_instructions")

Facts = Mapping[str, Any]
"""What a listing states of its account, under the API's names."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """`read` finds its text among the facts, "" where they do not state it."""

    name: str
    label: str
    example: str
    read: Callable[[Facts], str]


def written(listing: Listing, rare_list: Sequence[str]) -> Listing:
    """The listing with its texts filled in by what it states itself, and by the items of the list that it has."""
    if not any("{" in getattr(listing, name) for name in TEXTS):
        return listing
    values = values_of(listing)
    items = owned(rare_list, _items(listing)) if RARE in values else []
    everything = {**values, RARE: ", ".join(items)}
    return replace(
        listing,
        title=rendered_title(listing.title, values, RARE, items, MAX_TITLE),
        description=rendered(listing.description, everything),
        delivery_instructions=rendered(listing.delivery_instructions, everything),
    )


def values_of(listing: Listing) -> dict[str, str]:
    """A text for every placeholder of the listing's game, "" for what is not stated."""
    facts = {"server": listing.server, **listing.account_data, **_collections(listing)}
    return {each.name: each.read(facts) for each in PLACEHOLDERS[listing.game]}


def without_values(title: str, game: str) -> str:
    """A title for a line that is no listing: what it says of any account."""
    return rendered(title, {each.name: "" for each in PLACEHOLDERS[game]})


def examples(game: str) -> dict[str, str]:
    return {each.name: each.example for each in PLACEHOLDERS[game]}


def text_problems(texts: Mapping[str, Any], game: str) -> Errors:
    """{name: [text]} of the texts whose placeholders the game does not have."""
    allowed = [each.name for each in PLACEHOLDERS[game]]
    found = {name: unknown_text(text, allowed) for name, text in texts.items() if name in TEXTS}
    return {name: [problem] for name, problem in found.items() if problem}


def _number(name: str) -> Callable[[Facts], str]:
    """Thousands with a point. None, and zero, are nothing to tell a buyer."""

    def read(facts: Facts) -> str:
        value = facts.get(name)
        if isinstance(value, list | tuple):
            value = len(value)
        return f"{value:,}".replace(",", ".") if type(value) is int and value > 0 else ""

    return read


def _words(name: str) -> Callable[[Facts], str]:
    def read(facts: Facts) -> str:
        value = facts.get(name)
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")

    return read


def _rank(tier: str, division: str) -> Callable[[Facts], str]:
    return lambda facts: " ".join(str(facts[name]) for name in (tier, division) if facts.get(name))


def _rare(facts: Facts) -> str:
    """Filled in from the list by `written`."""
    return ""


def _items(listing: Listing) -> list[str]:
    """Everything that an account has by name: lists of its data, its game items, and its inventory as keywords."""
    lists = [value for value in (*listing.account_data.values(), *listing.game_items.values()) if _is_list(value)]
    return [str(name) for value in lists for name in value] + listing.dump.replace("\n", ",").split(",")


def _collections(listing: Listing) -> dict[str, Any]:
    return {name.replace("-", "_"): value for name, value in listing.game_items.items()}


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


_RARE = Placeholder(RARE, "Itens raros da lista que a conta tem", "IKONIK, Galaxy", _rare)

PLACEHOLDERS: dict[str, tuple[Placeholder, ...]] = {
    "fortnite": (
        Placeholder("skins", "Skins", "57", _number("skins")),
        Placeholder("picaretas", "Picaretas", "40", _number("pickaxes")),
        Placeholder("emotes", "Gestos", "35", _number("emotes")),
        Placeholder("mochilas", "Mochilas", "52", _number("backblings")),
        Placeholder("envelopamentos", "Envelopamentos", "18", _number("wraps")),
        Placeholder("asas_delta", "Asas-delta", "22", _number("gliders")),
        Placeholder("sprays", "Sprays", "60", _number("sprays")),
        Placeholder("telas", "Telas de carregamento", "30", _number("loading_screens")),
        Placeholder("vbucks", "V-Bucks", "1.250", _number("vbucks")),
        Placeholder("nivel", "Nível da conta", "210", _number("account_level")),
        Placeholder("plataforma", "Plataforma", "PC", _words("platform")),
        _RARE,
    ),
    "valorant": (
        Placeholder("nivel", "Nível", "84", _number("level")),
        Placeholder("rank", "Elo atual", "Gold 2", _rank("current_tier", "current_division")),
        Placeholder("pico", "Elo máximo", "Diamond 1", _rank("peak_tier", "peak_division")),
        Placeholder("servidor", "Servidor", "Brazil", _words("server")),
        Placeholder("vp", "Valorant Points", "425", _number("valorant_points")),
        Placeholder("radianita", "Pontos de radianita", "60", _number("radianite_points")),
        Placeholder("skins", "Quantidade de skins de armas", "31", _number("weapon_skins")),
        Placeholder("agentes", "Quantidade de agentes", "22", _number("agents")),
        Placeholder("chaveiros", "Quantidade de chaveiros", "14", _number("buddies")),
        Placeholder("plataforma", "Plataformas", "PC", _words("platforms")),
        _RARE,
    ),
    "roblox": (
        Placeholder("robux", "Robux", "350", _number("robux_count")),
        Placeholder("experiencia", "Experiência principal", "Blox Fruits", _words("main_experience")),
        Placeholder("experiencias", "Outras experiências", "Adopt Me, Jailbreak", _words("other_experiences")),
        Placeholder("tags", "Tags da conta", "Old Account, Premium", _words("account_tags")),
        _RARE,
    ),
    "war-thunder": (
        Placeholder("nivel", "Nível da conta", "100", _number("account_level")),
        Placeholder("nacoes", "Nações", "USSR, Germany", _words("nations")),
        Placeholder("veiculos", "Total de veículos", "412", _number("total_vehicles_count")),
        Placeholder("avioes_premium", "Aviões premium", "5", _number("premium_planes_count")),
        Placeholder("tanques_premium", "Tanques premium", "3", _number("premium_tanks_count")),
        Placeholder("helicopteros_premium", "Helicópteros premium", "2", _number("premium_helicopters_count")),
        Placeholder("navios_premium", "Navios premium", "1", _number("premium_ships_count")),
        Placeholder("golden_eagles", "Golden Eagles", "4.500", _number("golden_eagles_count")),
        Placeholder("silver_lions", "Silver Lions", "12.400.000", _number("silver_lions_count")),
        Placeholder("pesquisa", "Pontos de pesquisa", "830.000", _number("convertable_research_points_count")),
    ),
}
"""In the order in which they are offered."""


def rendered_example(texts: Mapping[str, str], game: str, rare_list: Sequence[str]) -> dict[str, str]:
    """The texts as an account with the examples' values would have them; it has every item of the list."""
    values: Values = examples(game)
    items = list(rare_list)
    filled = {name: rendered(text, {**values, RARE: ", ".join(items)}) for name, text in texts.items()}
    return filled | {"title": rendered_title(texts.get("title", ""), values, RARE, items, MAX_TITLE)}
