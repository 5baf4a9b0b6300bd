"""From the words of our forms to the words of GameBoost's templates, by the tables of `words.toml`. Pure."""

from dataclasses import replace
from typing import Any

from marketplace.adapters.base import Listing
from marketplace.adapters.gameboost.templates import WORDS
from marketplace.adapters.templates import Field, Template

FIELDS: dict[str, dict[str, str]] = WORDS["fields"]


def game_slug(game: str) -> str:
    return str(WORDS["games"].get(game.strip().lower(), game.strip().lower()))


def translate(listing: Listing, template: Template | None) -> tuple[Listing, tuple[str, ...]]:
    """The listing in the vendor's words, and notes of what changed; without a template only names are translated."""
    game = game_slug(listing.game)
    renamed = {FIELDS.get(game, {}).get(name, name): value for name, value in listing.account_data.items()}
    items = dict(listing.game_items)
    stated = {name: value for name, value in renamed.items() if not _is_blank(value)}
    if template is None:
        return replace(listing, game=game, account_data=stated), ()
    server = ""
    if template.servers:
        word = str(stated.pop("server", ""))
        word = (listing.server or word).strip()
        server = str(_as_spelled(WORDS["servers"].get(word.lower(), word), template.servers))
    for collection in template.item_collections:
        if collection in stated:
            items.setdefault(collection, stated.pop(collection))
    notes: list[str] = []
    data: dict[str, Any] = {}
    for name, value in stated.items():
        if name in template.fields:
            data[name] = _value(game, name, value, template.fields[name], notes)
        elif value is not False:  # which says what leaving a switch out says too, so it is nothing to tell about
            label = WORDS["labels"].get(name, name)
            notes.append(f"O campo {label} não existe no GameBoost para este jogo e não foi enviado.")
    unranked = {f"{which}_division" for which in ("current", "peak") if data.get(f"{which}_tier") == "Unranked"}
    data = {name: value for name, value in data.items() if name not in unranked and not _is_blank(value)}
    items = {name: value for name, value in items.items() if value and name in template.item_collections}
    translated = replace(listing, game=game, server=server, account_data=data, game_items=items)
    return translated, tuple(dict.fromkeys(notes))


def _value(game: str, name: str, value: Any, entry: Field, notes: list[str]) -> Any:
    if entry.kind == "integer":
        return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
    if entry.kind == "text":
        return str(value)
    if entry.kind == "choices":
        words = value if isinstance(value, list | tuple) else [value]
        chosen = (_word(game, name, word, entry, notes) for word in words if not _is_blank(word))
        return [word for word in dict.fromkeys(chosen) if word != ""]
    return _word(game, name, value, entry, notes) if entry.kind == "choice" else value


def _word(game: str, name: str, word: Any, entry: Field, notes: list[str]) -> Any:
    equivalent, nearest, others = (WORDS[kind].get(game, {}) for kind in ("equivalent", "nearest", "others"))
    spelled = _as_spelled(equivalent.get(name, {}).get(_fold(word), word), entry.values)
    if spelled in entry.values:
        return spelled
    closest = nearest.get(name, {}).get(_fold(word), others.get(name, word))
    label = WORDS["labels"].get(name, name)
    if closest == "":
        notes.append(f"{label}: '{word}' não é aceito pelo GameBoost e foi removido.")
    elif closest != word:
        notes.append(f"{label}: '{word}' não é aceito pelo GameBoost e foi enviado como '{closest}'.")
    return closest


def _as_spelled(word: Any, accepted: tuple[str | int, ...]) -> Any:
    """The accepted value that differs from `word` in case, blanks or type only; else `word`."""
    return next((value for value in accepted if _fold(value) == _fold(word)), word)


def _fold(word: Any) -> str:
    return " ".join(str(word).split()).casefold()


def _is_blank(value: Any) -> bool:
    """Not stated: null, empty text or an empty collection. Zero and False are statements."""
    return value is None or (isinstance(value, str | list | tuple | dict) and not value)
