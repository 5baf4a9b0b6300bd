"""GameBoost's own descriptions of a game's fields, read into a Template.

Two forms are in use. The newer one types each field: {type, required, min?, values?, items? {values}}. The older one
(v1, and v2 in 2025) has validation rules: {condition: boolean | string | min:<n>, values?}, where `platforms.*` means
the members of `platforms`. It tells less, so what it leaves open stays as it was known.
"""

from __future__ import annotations

from typing import Any

from marketplace.adapters.gameboost.templates import Field, Template

TYPES = {"boolean": "flag", "integer": "integer", "string": "text"}


def read_template(game: str, data: Any, known: Template | None) -> Template | None:
    """The template that an answer describes; None when it describes no field, which no game does."""
    body = _body(data)
    entries = body.get("account_data")
    if not isinstance(entries, dict) or not entries:
        return None
    fields = dict(_field(name, entry, known) for name, entry in entries.items() if isinstance(entry, dict))
    server = fields.pop("server", None)
    if server is None and isinstance(body.get("server"), dict):
        server = _field("server", body["server"], None)[1]
    items = body.get("game_items")
    collections = tuple(items) if isinstance(items, dict | list) else known.item_collections if known else ()
    return Template(game, tuple(map(str, server.values)) if server else (), fields, collections)


def _body(data: Any) -> dict[str, Any]:
    for name in ("template", "data"):
        if isinstance(data, dict) and isinstance(data.get(name), dict):
            return _body(data[name])
    return data if isinstance(data, dict) else {}


def _field(name: str, entry: dict[str, Any], known: Template | None) -> tuple[str, Field]:
    if "condition" in entry:
        return _ruled(name, entry, known)
    return name, _typed(entry)


def _typed(entry: dict[str, Any]) -> Field:
    required = entry.get("required") is True
    if entry.get("type") == "array":
        members = entry.get("items")
        return Field("choices", _values(members if isinstance(members, dict) else {}), required)
    if values := _values(entry):
        return Field("choice", values, required)
    kind = TYPES.get(str(entry.get("type")), "any")
    minimum = entry.get("min")
    return Field(kind, (), required, minimum if kind == "integer" and isinstance(minimum, int) else 0)


def _ruled(name: str, entry: dict[str, Any], known: Template | None) -> tuple[str, Field]:
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
    return own, before if before is not None and before.kind == "text" else Field("text", (), required)


def _values(entry: dict[str, Any]) -> tuple[str | int, ...]:
    values = entry.get("values")
    listed = values if isinstance(values, list) else []
    return tuple(value for value in listed if isinstance(value, str | int) and not isinstance(value, bool))
