"""Placeholders in the texts of a listing, and what an account puts in their place. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bulk.content.rendering import owned, rendered, rendered_title, unknown_text
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


Placeholders = tuple[Placeholder, ...]
"""Those of a game, in the order in which they are offered."""


def written(listing: Listing, placeholders: Placeholders, rare_list: Sequence[str]) -> Listing:
    """The listing with its texts filled in by what it states itself, and by the items of the list that it has."""
    if not any("{" in getattr(listing, name) for name in TEXTS):
        return listing
    values = values_of(listing, placeholders)
    items = owned(rare_list, _items(listing)) if RARE in values else []
    everything = {**values, RARE: ", ".join(items)}
    return replace(
        listing,
        title=rendered_title(listing.title, values, RARE, items, MAX_TITLE),
        description=rendered(listing.description, everything),
        delivery_instructions=rendered(listing.delivery_instructions, everything),
    )


def values_of(listing: Listing, placeholders: Placeholders) -> dict[str, str]:
    """A text for every placeholder, "" for what the listing does not state."""
    facts = {
        "server": listing.server,
        **listing.account_data,
        **{name.replace("-", "_"): value for name, value in listing.game_items.items()},
    }
    return {each.name: each.read(facts) for each in placeholders}


def without_values(title: str, placeholders: Placeholders) -> str:
    """A title for a line that is no listing: what it says of any account."""
    return rendered(title, {each.name: "" for each in placeholders})


def text_problems(texts: Mapping[str, Any], placeholders: Placeholders) -> Errors:
    """{name: [text]} of the texts with a placeholder that is none of these."""
    allowed = [each.name for each in placeholders]
    found = {name: unknown_text(text, allowed) for name, text in texts.items() if name in TEXTS}
    return {name: [problem] for name, problem in found.items() if problem}


def number(name: str) -> Callable[[Facts], str]:
    """Thousands with a point. None, and zero, are nothing to tell a buyer."""

    def read(facts: Facts) -> str:
        value = facts.get(name)
        if isinstance(value, list | tuple):
            value = len(value)
        return f"{value:,}".replace(",", ".") if type(value) is int and value > 0 else ""

    return read


def words_in(name: str) -> Callable[[Facts], str]:
    def read(facts: Facts) -> str:
        value = facts.get(name)
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")

    return read


def _items(listing: Listing) -> list[str]:
    """Everything that an account has by name: lists of its data, its game items, and its inventory as keywords."""
    lists = [
        value
        for value in (*listing.account_data.values(), *listing.game_items.values())
        if isinstance(value, list | tuple)
    ]
    return [str(name) for value in lists for name in value] + listing.dump.replace("\n", ",").split(",")


RARE_ITEMS = Placeholder(RARE, "Itens raros da lista que a conta tem", "IKONIK, Galaxy", lambda facts: "")
"""Filled in from the list by `written`."""


def rendered_example(texts: Mapping[str, str], placeholders: Placeholders, rare_list: Sequence[str]) -> dict[str, str]:
    """The texts as an account with the examples' values would have them; it has every item of the list."""
    values = {each.name: each.example for each in placeholders}
    items = list(rare_list)
    filled = {name: rendered(text, {**values, RARE: ", ".join(items)}) for name, text in texts.items()}
    return filled | {"title": rendered_title(texts.get("title", ""), values, RARE, items, MAX_TITLE)}
