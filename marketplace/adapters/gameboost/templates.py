"""GameBoost's bundled templates by game, and the check of a listing against one. The JSON files
hold the vendor's own vocabularies, in one form for both dialects; a newer template that the marketplace told is kept in
the same form. A game without any is not checked: the marketplace's answer is then the only judge."""

import json
import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

from marketplace.adapters.base import Errors, Listing
from marketplace.adapters.reading import within
from marketplace.adapters.templates import KIND_WORDS, Field, Template, template_from

FOLDER = Path(__file__).parent / "templates"
WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
REFUSED: dict[str, str] = WORDS["refused"]
_GAMES = ("fortnite", "valorant", "roblox", "war-thunder")
BUNDLED = {game: template_from(json.loads((FOLDER / f"{game}.json").read_text("utf-8"))) for game in _GAMES}
"""The templates that are shipped, kept fresh and reported on."""
MIN_PRICE_EUR = Decimal("0.99")
SHOWN_VALUES = 8
_IMAGE_URL = re.compile(r"https?://[^\s/]+/\S+", re.IGNORECASE)
_IMGUR = re.compile(r"https?://([a-z0-9-]+\.)*imgur\.com/", re.IGNORECASE)
# A login that the look-up by login could not ask for could never be verified after a timeout.
_UNASKABLE_LOGINS = frozenset({".", ".."})


def check(listing: Listing, template: Template | None) -> Errors:
    """The errors that GameBoost would find in a translated listing: {field: [Portuguese texts]}, empty when nothing."""
    errors: Errors = {name: [text] for name, text in WORDS["required"].items() if not getattr(listing, name).strip()}
    if listing.login in _UNASKABLE_LOGINS:
        errors["login"] = [REFUSED["login"]]
    if listing.price_eur < MIN_PRICE_EUR:
        errors["price"] = [REFUSED["price"]]
    if listing.level_up_method not in ("by_hand", "by_bot"):
        errors["level_up_method"] = [REFUSED["level_up_method"]]
    if not listing.image_urls:
        errors["image_urls"] = [REFUSED["no_image"]]
    elif invalid := [url for url in listing.image_urls if not _IMAGE_URL.fullmatch(url)]:
        errors["image_urls"] = [REFUSED["image"].format(url[:200]) for url in invalid]
    elif refused := [url for url in listing.image_urls if _IMGUR.match(url)]:
        errors["image_urls"] = [REFUSED["imgur"].format(url[:200]) for url in refused]
    if template is None:
        return errors
    if template.servers and not listing.server:
        errors["server"] = [REFUSED["no_server"]]
    elif template.servers and listing.server not in template.servers:
        errors["server"] = [_not_accepted(listing.server, template.servers)]
    problems = {name: _problem(listing.account_data.get(name), entry) for name, entry in template.fields.items()}
    return errors | {f"account_data.{name}": [text] for name, text in problems.items() if text}


def _problem(value: Any, entry: Field) -> str:
    if value is None:
        return REFUSED["no_field"] if entry.required else ""
    if entry.kind in ("integer", "number"):
        is_number = isinstance(value, int if entry.kind == "integer" else int | float) and not isinstance(value, bool)
        if not is_number or value < entry.minimum:
            return REFUSED["least"].format(KIND_WORDS[entry.kind], entry.minimum)
        return "" if entry.maximum is None or value <= entry.maximum else REFUSED["most"].format(entry.maximum)
    if entry.kind == "text":
        return "" if isinstance(value, str) and value else REFUSED["text"]
    if entry.kind == "flag":
        return "" if isinstance(value, bool) else REFUSED["flag"]
    if not entry.values:
        return ""
    values = value if entry.kind == "choices" and isinstance(value, list) else [value]
    refused = [item for item in values if isinstance(item, bool) or item not in entry.values]
    return _not_accepted(refused[0], entry.values) if refused else ""


def _not_accepted(value: object, accepted: tuple[str | int, ...]) -> str:
    shown = ", ".join(map(str, accepted[:SHOWN_VALUES]))
    return REFUSED["value"].format(value, shown, "…" if len(accepted) > SHOWN_VALUES else ".")


TYPES = {"boolean": "flag", "integer": "integer", "number": "number", "string": "text"}


def read_template(game: str, data: Any, known: Template | None, *, fieldless: bool = False) -> Template | None:
    """The template that an answer describes; None where it has no fields, unless a `fieldless` one will do."""
    body = _body(data)
    entries = body.get("account_data")
    if fieldless and not entries and isinstance(body.get("details"), dict):
        return Template(game)
    if not isinstance(entries, dict) or not entries:
        return None
    fields = dict(_field(name, entry, known) for name, entry in entries.items() if isinstance(entry, dict))
    server = fields.pop("server", None)
    if server is None and within(body, "server"):
        server = _field("server", body["server"], None)[1]
    items = body.get("game_items")
    collections = tuple(items) if isinstance(items, dict | list) else known.item_collections if known else ()
    return Template(game, tuple(map(str, server.values)) if server else (), fields, collections)


def _body(data: Any) -> dict[str, Any]:
    inner = within(data, "template") or within(data, "data")
    return _body(inner) if inner else data if isinstance(data, dict) else {}


def _field(name: str, entry: dict[str, Any], known: Template | None) -> tuple[str, Field]:
    if "condition" in entry:
        return _read_rule(name, entry, known)
    required = entry.get("required") is True
    if entry.get("type") == "array":
        return name, Field("choices", _values(within(entry, "items")), required)
    if values := _values(entry):
        return name, Field("choice", values, required)
    kind = TYPES.get(str(entry.get("type")), "any")
    stated: Any = map(entry.get, ("min", "max")) if kind in ("integer", "number") else (None, None)
    minimum, maximum = (int(each) if type(each) in (int, float) else None for each in stated)  # true is no number
    return name, Field(kind, (), required, minimum or 0, maximum)


def _read_rule(name: str, entry: dict[str, Any], known: Template | None) -> tuple[str, Field]:
    own = name.removesuffix(".*")
    before = known.fields.get(own) if known else None
    required = before.required if before else False
    condition, values = str(entry["condition"]), _values(entry)
    if own != name or (values and before is not None and before.kind == "choices"):
        return own, Field("choices", values, required)
    if values:
        return own, Field("choice", values, required)
    if condition == "boolean":
        return own, Field("flag", (), required)
    if condition.startswith("min:"):
        least = condition.removeprefix("min:")
        return own, Field("integer", (), required, int(least) if least.isascii() and least.isdigit() else 0)
    return own, Field("text", (), required)


def _values(entry: dict[str, Any]) -> tuple[str | int, ...]:
    values = entry.get("values")
    listed = values if isinstance(values, list) else []
    return tuple(value for value in listed if isinstance(value, str | int) and not isinstance(value, bool))
