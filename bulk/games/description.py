"""A game as a screen needs it: its form, its lines and its words, from the declarations that the server reads by."""

from collections.abc import Iterator
from dataclasses import asdict, fields
from decimal import Decimal
from typing import Any

from bulk.games.base import LIMITS, MIN_CREDENTIAL, Game, QueuedGame
from bulk.games.columns import RARE_LIST, ColumnKind, Place, UploadField
from bulk.games.form import FormSettings, Reader, as_json
from bulk.games.providers import PROVIDERS
from core.serializers import camel
from marketplace.adapters.registry import MARKETS

FIELD_ROLES = {"customTitles": "titles", "slug": "slug", "rareList": "rareList"}
"""What fields are for that any screen knows, where no column of the game's files says it."""

Described = dict[str, Any]
"""One field of an account: {name, label, kind, place, scope, ...} and what of UNSTATED it states. `place` is where its value
stands in a request; `scope` is 'form' where it may hold for all accounts, else 'account'. Bounds of money are texts."""

UNSTATED: Described = {
    **dict.fromkeys(("role", "placeholder", "hint", "error"), ""),
    **dict.fromkeys(("min", "max", "step", "maxLength", "maxItems", "default")),
    **{"required": False, "minLength": 0, "options": []},
}


def describe_game(game: Game[Any], settings: FormSettings) -> dict[str, Any]:
    """The game for its screen; `settings` is the form as it opens."""
    return {
        "slug": game.slug,
        "title": game.title,
        "page": f"/{game.page}",
        "endpoint": f"/api/{game.creation_path}",
        "analyse": f"/api/{game.slug}/analyze" if game.analysis_failed else None,
        "queued": game.queued,
        "answersWithMessage": game.answers_with_message,
        "lines": {
            "rule": game.line_rule,
            "counts": list(game.line_counts),
            "order": ["login", "password", "emailLogin", "emailPassword"],
            "error": game.format_error,
            "format": f"Uma conta por linha: {game.line_format}",
            "example": game.line_example,
            "notes": {name: list(labels) for name, labels in game.note_labels.items()},
            "ignoredNotes": list(game.ignored_labels),
        },
        "words": {"nothing": game.no_accounts, "noKey": game.key_missing, "analysisFailed": game.analysis_failed}
        | dict(game.words),
        "tabs": [{"name": name, "fields": list(names)} for name, names in game.tabs.items()],
        "shown": list(game.shown),
        "currency": "EUR" if isinstance(game, QueuedGame) else "USD",
        "template": None,
        "fields": [each | {"missing": _required_text(game, each)} for each in fields_of(game, settings)],
        "defaults": settings.as_json(),
        "limits": LIMITS,
        "options": {"providers": [as_json(asdict(each)) for each in PROVIDERS.values()]},
        "markets": [
            {"service": each.slug, "title": each.title, "refusal": each.refusal_of(game.slug, game.title)}
            for each in MARKETS.values()
        ],
    }


def _required_text(game: Game[Any], field: Described) -> str:
    """The text for a required field that is not there; "" for that of `error`."""
    if not isinstance(game, QueuedGame):
        return {"login": "Falta o login.", "password": "Falta a senha."}.get(field["role"], "")
    texts = dict.fromkeys(("login", "password"), game.required)
    return str((texts | {"price": game.price_required, "provider": field["error"]}).get(field["role"], ""))


def fields_of(game: Game[Any], settings: FormSettings) -> Iterator[Described]:
    """Every field once: in the order of the columns of a file, then those of the form that no column has."""
    opened = settings.as_json()
    form = {camel(each.name): each.metadata for each in fields(settings) if each.name != "account_data"}
    for column in game.columns:
        if column.kind is ColumnKind.PAIR:
            continue
        if column.kind is ColumnKind.RANK:
            yield from _rank_fields(column)
        elif column.name in form:
            reader = form.pop(column.name)["reader"]
            required = reader.kind == "choice" or column.name in game.needed
            yield _field(column, reader, scope="form", required=required, default=opened[column.name])
        else:
            required = column.required or column.name in game.needed
            scope = "form" if game.shares_data and column.place is Place.DATA else "account"
            least = (MIN_CREDENTIAL if game.queued else 1) if column.name in ("login", "password") else 0
            yield _field(column, game.data.get(column.name), scope=scope, required=required, least=least)
    for name, metadata in form.items():
        if label := RARE_LIST.label if name == RARE_LIST.name else metadata["label"]:
            yield _field(UploadField(name, label, ""), metadata["reader"], scope="form", default=opened[name])


def _field(column: UploadField, reader: Reader | None, *, least: int = 0, **extra: Any) -> Described:
    """`extra` are its `scope`, `required` and `default`; `least` is its fewest characters, where its reader has no say."""
    reader = reader or Reader(read=str, kind="money" if column.kind is ColumnKind.AMOUNT else column.kind.value)
    kind, options = reader.kind, reader.options or column.options
    if kind == "text" and column.options:  # the form takes other words than those offered, too
        kind = "choice"
        default: Any = extra.get("default")
        options = options if default in (None, "", *options) else (default, *options)
    shown: Any = (lambda bound: None if bound is None else str(bound)) if kind == "money" else _json_number
    role = column.role or FIELD_ROLES.get(column.name, "")
    least = least or reader.lengths[0]
    return {**UNSTATED, **extra} | {
        "name": column.name,
        "label": column.form_label or column.label,
        "kind": kind,
        "place": column.place.value,
        "role": role if column.place is Place.ACCOUNT else "",
        "required": extra.get("required") or kind == "money" or least > 0,
        "min": shown(reader.minimum),
        "max": shown(reader.maximum),
        "step": shown(reader.step),
        "minLength": least,
        "maxLength": reader.lengths[1],
        "maxItems": reader.most,
        "options": [{"value": value, "label": column.labels.get(str(value), str(value))} for value in options],
        "placeholder": column.example,
        "error": reader.error,
    }


def _rank_fields(column: UploadField) -> Iterator[Described]:
    tier, division = column.name.split(":")
    base = UNSTATED | {"kind": "choice", "place": column.place.value, "scope": "account"}
    tiers = [{"value": value, "label": label} for value, label in column.labels.items()]
    divisions = [{"value": value, "label": str(value)} for value in column.divisions]
    yield {"name": tier, "label": column.label} | base | {"options": tiers}
    yield {"name": division, "label": f"Divisão do {column.label.lower()}"} | base | {"options": divisions}


def _json_number(bound: Decimal | int | None) -> int | float | None:
    return float(bound) if isinstance(bound, Decimal) and bound % 1 else None if bound is None else int(bound)
