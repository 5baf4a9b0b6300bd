"""What the sandbox's GameBoost accepts per game. The vocabularies are the vendor's recorded ones; judging by them is
written here a second time, apart from the adapter, so that a mistake of the adapter is refused and not shared."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

FOLDERS = (Path(__file__).parents[1] / "adapters" / "gameboost" / "templates", Path(__file__).parent / "templates")
"""Of the games that we know, and of some that we do not."""
RECORDED: dict[str, Any] = json.loads(Path(__file__).with_name("gameboost.json").read_text("utf-8"))
"""What of the vendor's answers is always the same: its games, the `details` that every game takes beside its own fields,
and the rest of an account, an order, a dispute and a payment."""
OFFERED_GAMES: dict[str, str] = RECORDED["games"]
UNIT_SECONDS = {"minutes": 60, "hours": 3600, "days": 86_400}
NEED_LEVEL_UP_METHOD = frozenset({"league-of-legends", "valorant"})

FieldErrors = dict[str, list[str]]

_changed: dict[str, dict[str, Any]] = {}


def template(game: str) -> dict[str, Any]:
    """Servers, account_data entries and item collections of a known game; empty for one that takes anything."""
    return _changed.get(game) or _recording(game)


def change(game: str, changes: dict[str, Any]) -> None:
    """Let a game's template differ in some of {"servers", "account_data": {field: entry or null}, "game_items"}."""
    content = template(game)
    entries = content["account_data"] | changes.get("account_data", {})
    kept = {name: entry for name, entry in entries.items() if entry is not None}
    _changed[game] = content | changes | {"account_data": kept}


def restore() -> None:
    _changed.clear()


@cache
def _recording(game: str) -> dict[str, Any]:
    paths = [folder / f"{game}.json" for folder in FOLDERS if game in OFFERED_GAMES]
    return next((json.loads(path.read_text(encoding="utf-8")) for path in paths if path.is_file()), {})


def describe_v1(game: str) -> dict[str, Any]:
    """The template as v1 writes it: {account_data: {field: {condition, values?}}}; the members of a list are `field.*`."""
    content = template(game)
    entries = content.get("account_data", {}).items()
    fields = {f"{name}.*" if entry["kind"] == "choices" else name: _condition(entry) for name, entry in entries}
    servers = content.get("servers")
    return {"account_data": fields} | ({"server": {"condition": "string", "values": servers}} if servers else {})


def judge(body: dict[str, Any]) -> FieldErrors:
    """Field errors of a create body, in the vendor's English."""
    texts = ("game", "title", "login", "password", "description")
    errors = _judge_either({"image_urls": None} | body, texts, "The {} field is required.")
    for name in ("price", "has_2fa", "account_data"):
        if name not in body:
            errors[name] = [f"The {name} field is required."]
    for name in ("has_2fa", "is_manual"):
        if name in body and not isinstance(body[name], bool):
            errors[name] = [f"The {name} field must be true or false."]
    if body.get("is_manual") is True and body.get("delivery_time") is None:
        errors["delivery_time"] = ["The delivery_time field is required when is_manual is true."]
    if "game" in errors:
        return errors
    game, content = body["game"], template(body["game"])
    method = body.get("level_up_method")
    if method is None and game in NEED_LEVEL_UP_METHOD:
        errors["level_up_method"] = ["The level_up_method field is required."]
    elif method is not None and method not in ("by_hand", "by_bot"):
        errors["level_up_method"] = ["The selected level_up_method is invalid."]
    if not content:
        return errors
    servers = content.get("servers", [])
    if "server" in body and not servers:
        errors["server"] = ["The server field is prohibited for this game."]
    elif servers and not body.get("server"):
        errors["server"] = ["The server field is required."]
    elif servers and body["server"] not in servers:
        errors["server"] = ["The selected server is invalid."]
    return errors | _judge_data(body.get("account_data"), content["account_data"])


def describe_v2(game: str) -> dict[str, Any]:
    """The template as v2 writes it, less its `details`: {game, account_data: {field: {type, required, …}}, game_items?}."""
    content = template(game)
    answer: dict[str, Any] = {"game": game, "details": RECORDED["details"]}
    if entries := _entries_v2(content):
        answer["account_data"] = {name: _describe_type(entry) for name, entry in entries.items()}
    if content.get("game_items"):
        answer["game_items"] = {name: [] for name in content["game_items"]}
    return answer


def judge_v2(body: dict[str, Any]) -> FieldErrors:
    """Field errors of a body of POST /account-offers/create; by hand it may come without credentials."""
    errors = _judge_either(body, ("title", "description"), "The '{}' field is required")
    given = body.get("credentials", [""] if body.get("is_manual") is True else None)
    if not (isinstance(given, list) and given and all(isinstance(each, str) and len(each) <= 500 for each in given)):
        errors["credentials"] = ["The credentials must be an array of strings of at most 500 characters."]
    if any("imgur.com" in str(url) for url in body.get("image_urls") or ()):
        errors["image_urls"] = ["Imgur links are not supported."]
    content = {} if "game" in errors else template(body["game"])
    return errors | _judge_data(body.get("account_data", {}), _entries_v2(content)) if content else errors


def _entries_v2(content: dict[str, Any]) -> dict[str, Any]:
    """The entries of account_data, with the server among them."""
    servers = content.get("servers")
    server = {"server": {"kind": "choice", "values": servers, "required": True}} if servers else {}
    return {**server, **content.get("account_data", {})}


def _judge_either(body: dict[str, Any], texts: tuple[str, ...], required: str) -> FieldErrors:
    """The errors that both versions find: missing texts, an invalid game, price, image or time."""
    absent = [name for name in texts if not isinstance(body.get(name), str) or not body[name].strip()]
    errors = {name: [required.format(name)] for name in absent}
    if "game" not in errors and body.get("game") not in OFFERED_GAMES:
        errors["game"] = ["The selected game is invalid."]
    price = body.get("price", 1)
    if isinstance(price, bool) or not isinstance(price, int | float):
        errors["price"] = ["The price must be a number."]
    elif price < 0.99:
        errors["price"] = ["The minimum price is 0.99 €."]
    images = body.get("image_urls", ["https://example.com/"])
    is_url = re.compile(r"https?://.*\..*")
    if not (isinstance(images, list) and images and all(isinstance(url, str) and is_url.match(url) for url in images)):
        errors["image_urls"] = ["The image_urls must be an array of image URLs."]
    time = body.get("delivery_time")
    is_time = isinstance(time, dict) and isinstance(time.get("duration"), int) and time.get("unit") in UNIT_SECONDS
    if time is not None and not is_time:
        errors["delivery_time"] = ["The delivery_time is invalid."]
    return errors


def _judge_data(data: Any, entries: dict[str, Any]) -> FieldErrors:
    if not isinstance(data, dict):
        return {"account_data": ["The account_data must be an object."]}
    texts = dict.fromkeys(data.keys() - entries.keys(), "field is not allowed.")
    for name, entry in entries.items():
        missing = "field is required." if entry.get("required") else ""
        texts[name] = _fault(data[name], entry) if name in data else missing
    return {f"account_data.{name}": [f"The account_data.{name} {text}"] for name, text in texts.items() if text}


def _fault(value: Any, entry: dict[str, Any]) -> str:
    kind, values = entry["kind"], entry.get("values", [])
    whole = isinstance(value, int) and not isinstance(value, bool)
    if kind == "integer":
        return "" if whole and value >= entry.get("minimum", 0) else "must be an integer of at least 0."
    if kind == "number":
        number = isinstance(value, int | float) and not isinstance(value, bool)
        within = number and entry.get("minimum", value) <= value <= entry.get("maximum", value)
        return "" if within else "must be a number within its bounds."
    if kind == "text":
        return "" if isinstance(value, str) and value else "must be a string."
    if kind == "flag":
        return "" if isinstance(value, bool) else "must be true or false."
    if kind == "choices":
        if not isinstance(value, list):
            return "must be an array."
        return "" if all(item in values for item in value) else "has an invalid value."
    return "" if value in values and not isinstance(value, bool) else "is invalid."


def _condition(entry: dict[str, Any]) -> dict[str, Any]:
    if entry["kind"] == "integer":
        return {"condition": f"min:{entry.get('minimum', 0)}"}
    if entry["kind"] == "flag":
        return {"condition": "boolean"}
    return {"condition": "string", **({"values": entry["values"]} if "values" in entry else {})}


def _describe_type(entry: dict[str, Any]) -> dict[str, Any]:
    kind, required = entry["kind"], {"required": bool(entry.get("required"))}
    values = {"values": entry["values"]} if "values" in entry else {}
    if kind == "choices":
        return {"type": "array", **required, "items": {"type": "string", "required": True, **values}}
    if kind == "integer":
        return {"type": kind, **required, "min": entry.get("minimum", 0)}
    if kind == "number":
        return {"type": kind, **required, **({"max": entry["maximum"]} if "maximum" in entry else {})}
    whole = bool(values) and all(isinstance(value, int) for value in entry["values"])
    return {"type": "boolean" if kind == "flag" else "integer" if whole else "string", **required, **values}
