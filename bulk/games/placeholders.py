"""Placeholders in the texts of a listing, and what an account puts there. Pure. A value that is not stated takes the
text around it along: '{skins} skin(s) | {vbucks} V-Bucks' without V-Bucks is '57 skins', and of one skin '1 skin'."""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from core.errors import Errors
from core.text import searchable, thousands
from marketplace.adapters.base import Listing

Values = Mapping[str, str]
"""{name of a placeholder: text}; a name that is missing or blank is not stated."""

_TOKEN = re.compile(r"\{([^{}\n]{1,40})\}")
# What parts a line into pieces that can go one by one.
_SEPARATOR = re.compile(r"(\s*[|•·]\s*|\s+[/+–—-]\s+|[,;]\s+|\s+(?:e|and|&)\s+)")
_GROUP = re.compile(r"(\s*)([(\[])([^()\[\]\n]*)([)\]])")
_BULLET = re.compile(r"\s*(?:[-*•·–—✓✔✅➤►]\s*)?")
_END = re.compile(r"[.!?;]$")
_KEPT = re.compile("\ue000([0-9]+)\ue001")
_GONE = "\ue004"  # where a pair of brackets said nothing
# 'skin(s)', 'flor(es)': the endings that go with a number, which are no brackets of their own.
_ENDING = re.compile(r"(?<=[^\W\d_])\((e?s)\)")
_MARKED = re.compile("\ue002(e?s)\ue003")
_COUNTED = re.compile("(?<![\\d.,])(\\d[\\d.]*)((?: +[^\\W\\d_]+(?:-[^\\W\\d_]+)*(?:\ue002e?s\ue003)?)+)")


@lru_cache(maxsize=1_000)
def placeholder_name(placeholder: str) -> str:
    """'{Nível}', '{nivel}' and '{itens raros}' as one spells them in the list: nivel, itens_raros."""
    return re.sub(r"[\s-]+", "_", searchable(placeholder))


def placeholders_in(text: str) -> list[str]:
    """The names of its placeholders, each once, in their order."""
    return list(dict.fromkeys(placeholder_name(match) for match in _TOKEN.findall(text)))


def unknown_text(text: str, allowed: Collection[str]) -> str:
    """The error of a text with unknown placeholders, which lists the known ones; "" for none."""
    unknown = [name for name in placeholders_in(text) if name not in allowed]
    if not unknown:
        return ""
    there_are = ", ".join(f"{{{name}}}" for name in allowed)
    return f"Campo desconhecido: {{{unknown[0]}}}. Use: {there_are}."


def render(text: str, values: Values) -> str:
    """The text with what is stated; lines that say nothing any more are gone. Braces of no placeholder stay."""
    if not _TOKEN.search(text):
        return text
    lines = [_fill_line(line, values) for line in _ENDING.sub("\ue002\\1\ue003", text).split("\n")]
    kept = _inflect("\n".join(line for line in lines if line is not None))
    return re.sub(r"\n{3,}", "\n\n", kept).strip() if None in lines else kept


def render_title(title: str, values: Values, rare: str, items: list[str], limit: int) -> str:
    """The title with as many of the items, in their order, as its limit has room for; `rare` is their placeholder."""
    if not _TOKEN.search(title):
        return title
    for count in range(len(items), -1, -1):
        text = render(title, {**values, rare: ", ".join(items[:count])})
        if len(text) <= limit:
            return text
    return text[:limit].rsplit(" ", 1)[0]


def select_owned(listed: Collection[str], names: Collection[str]) -> list[str]:
    """The items of a list that the account has, in the list's order, compared without regard to spelling."""
    has = {_fold_item(name) for name in names}
    return [item for item in listed if _fold_item(item) in has]


def _fill_line(line: str, values: Values) -> str | None:
    """The line with its placeholders filled in; None where nothing of it is left."""
    if not _TOKEN.search(line):
        return line
    kept: list[str] = []

    def group(match: re.Match[str]) -> str:
        inside = _fill_line(match[3], values)
        if inside is None:
            return match[1] + _GONE
        kept.append(f"{match[2]}{inside}{match[4]}")
        return f"{match[1]}\ue000{len(kept) - 1}\ue001"

    start = _BULLET.match(line)
    bullet = start[0] if start else ""
    body = _pieces(_GROUP.sub(group, line[len(bullet) :]), values)
    return None if body is None else bullet + _KEPT.sub(lambda match: kept[int(match[1])], body)


def _pieces(body: str, values: Values) -> str | None:
    """The pieces that are stated, each with the separator before it; a full stop that went with the last one stays."""
    parts = _SEPARATOR.split(body)
    pieces = [(before, _fill(piece, values)) for before, piece in zip(["", *parts[1::2]], parts[::2], strict=True)]
    stated = [(before, piece) for before, piece in pieces if piece is not None]
    if not stated or not any(piece.strip() for _, piece in stated):
        return None
    text = stated[0][1] + "".join(before + piece for before, piece in stated[1:])
    end = _END.search(parts[-1].rstrip())
    return text + end[0] if end and pieces[-1][1] is None and not _END.search(text) else text


def _inflect(text: str) -> str:
    """Words after a number with the ending it asks for; without a number before them they stay as they were written."""

    def inflect(match: re.Match[str]) -> str:
        return match[1] + _MARKED.sub("" if match[1] == "1" else r"\1", match[2])

    return _MARKED.sub(r"(\1)", _COUNTED.sub(inflect, text))


def _fill(piece: str, values: Values) -> str | None:
    """The piece filled in, or None where a value of it is not stated."""
    unsaid = _GONE in piece and not piece.strip(f" .!?;{_GONE}")
    if unsaid or any(name in values and not values[name] for name in placeholders_in(piece)):
        return None
    piece = re.sub(rf"^(?:\s*{_GONE})+\s*|\s*{_GONE}", "", piece)
    return _TOKEN.sub(lambda match: values.get(placeholder_name(match[1]), match[0]), piece)


def _fold_item(name: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", name.casefold()) if char.isalnum())


RARE = "itens_raros"
MAX_TITLE = 150
TEXTS = ("title", "description", "delivery_instructions")

Facts = Mapping[str, Any]  # what a listing states of its account, under the API's names


@dataclass(frozen=True, slots=True)
class Placeholder:
    """Its text comes of a `number` among the facts or of what `words` are stated there, or is its label where a `flag` is
    set; "" where nothing is stated."""

    name: str
    label: str
    example: str
    number: str = ""
    flag: str = ""
    words: Sequence[str] = ()

    def read(self, facts: Facts) -> str:
        """Thousands with a point, lists with commas. None, and zero, are nothing to tell a buyer."""
        if self.flag:
            return self.label if facts.get(self.flag) is True else ""
        if self.number:
            value = facts.get(self.number)
            value = len(value) if isinstance(value, list | tuple) else value
            return thousands(value) if type(value) is int and value > 0 else ""
        values = (facts.get(name) for name in self.words)
        lists = (value if isinstance(value, list | tuple) else [value] for value in values if value)
        return " ".join(", ".join(map(str, each)) for each in lists)


Placeholders = tuple[Placeholder, ...]  # those of a game, in the order in which they are offered


def fill_listing(listing: Listing, placeholders: Placeholders, rare_list: Sequence[str]) -> Listing:
    """The listing with its texts filled in by what it states itself, and by the items of the list that it has."""
    if not any("{" in getattr(listing, name) for name in TEXTS):
        return listing
    values = values_of(listing, placeholders)
    items = select_owned(rare_list, _items_of(listing)) if RARE in values else []
    return replace(listing, **_fill_texts({name: getattr(listing, name) for name in TEXTS}, values, items))


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
    return render(title, {each.name: "" for each in placeholders})


def text_problems(texts: Mapping[str, Any], placeholders: Placeholders) -> Errors:
    """{name: [text]} of the texts with a placeholder that is none of these."""
    allowed = [each.name for each in placeholders]
    found = {name: unknown_text(text, allowed) for name, text in texts.items() if name in TEXTS}
    return {name: [problem] for name, problem in found.items() if problem}


def placeholders_of(declared: Mapping[str, Any]) -> Placeholders:
    """Those of a `fields.toml`; see `columns.fields_beside`."""
    return tuple(Placeholder(name, **each) for name, each in declared["placeholders"].items())


def _items_of(listing: Listing) -> list[str]:
    """Everything that an account has by name: lists of its data, its game items, and its inventory as keywords."""
    stated = (*listing.account_data.values(), *listing.game_items.values())
    items = [str(name) for value in stated if isinstance(value, list | tuple) for name in value]
    return items + listing.dump.replace("\n", ",").split(",")


# Filled in from the list, not from the facts.
RARE_ITEMS = Placeholder(RARE, "Itens raros da lista que a conta tem", "IKONIK, Galaxy")


def render_example(texts: Mapping[str, str], placeholders: Placeholders, rare_list: Sequence[str]) -> dict[str, str]:
    """The texts as an account with the examples' values would have them; it has every item of the list."""
    return _fill_texts(texts, {each.name: each.example for each in placeholders}, list(rare_list))


def _fill_texts(texts: Mapping[str, str], values: Values, items: list[str]) -> dict[str, Any]:
    everything = {**values, RARE: ", ".join(items)}
    filled = {name: render(text, everything) for name, text in texts.items()}
    return filled | {"title": render_title(texts.get("title", ""), values, RARE, items, MAX_TITLE)}
