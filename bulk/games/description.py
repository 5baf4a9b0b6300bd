"""A game as a screen needs it: its form, its lines and its words, from the declarations that the server reads by."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from decimal import Decimal
from typing import Any

from bulk.games.base import MIN_CREDENTIAL, Game, QueuedGame
from bulk.games.columns import RARE_LIST, ColumnKind, Place, UploadField
from bulk.games.form import FormSettings, Reader, as_json
from core.serializers import camel
from marketplace.adapters.gameboost.translation import FIELDS

ROLES = {
    "login": "login",
    "password": "password",
    "emailLogin": "emailLogin",
    "emailPassword": "emailPassword",
    "title": "title",
    "description": "description",
    "price": "price",
    "priceUsd": "price",
    "emailDomain": "provider",
    "deliveryInstructions": "instructions",
    "imageUrls": "images",
    "note": "note",
    "dump": "keywords",
    "rareList": "rareList",
    "server": "place",
    "platform": "place",
    "customTitles": "titles",
    "slug": "slug",
}
"""What the fields that any screen knows are for; every other one is the game's own."""

LABELS = {
    "emailDomain": "Domínio de email",
    "price": "Preço (EUR)",
    "priceUsd": "Preço (USD)",
    "has2fa": "Verificação em duas etapas",
}
"""What a form calls those that a column of a file has another name for."""

KINDS = {
    ColumnKind.AMOUNT: "money",
    ColumnKind.COUNT: "count",
    ColumnKind.SWITCH: "switch",
    ColumnKind.LIST: "list",
    ColumnKind.CHOICE: "choice",
    ColumnKind.CHOICES: "choices",
    ColumnKind.SECRET: "secret",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDescription:
    """One field of an account. `place` is where its value stands in a request; `scope` is 'form' for one that may hold
    for every account and 'account' for one that only an account has. Bounds of money are texts."""

    name: str
    label: str
    kind: str
    place: str
    scope: str
    role: str = ""
    required: bool = False
    min: int | float | str | None = None
    max: int | float | str | None = None
    step: int | float | str | None = None
    min_length: int = 0
    max_length: int | None = None
    max_items: int | None = None
    options: list[dict[str, Any]] = field(default_factory=list)
    default: Any = None
    placeholder: str = ""
    hint: str = ""
    error: str = ""


def described(game: Game[Any], settings: FormSettings) -> dict[str, Any]:
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
        "fields": [as_json(asdict(each)) | {"missing": _missing(game, each)} for each in fields_of(game, settings)],
        **game.screen_props(settings),
    }


def _missing(game: Game[Any], field: FieldDescription) -> str:
    """The text for a required field that is not there; "" for that of `error`."""
    if not isinstance(game, QueuedGame):
        return {"login": "Falta o login.", "password": "Falta a senha."}.get(field.role, "")
    texts = {"login": game.required, "password": game.required, "price": game.price_required, "provider": field.error}
    return texts.get(field.role, "")


def fields_of(game: Game[Any], settings: FormSettings) -> Iterator[FieldDescription]:
    """Every field once: in the order of the columns of a file, then those of the form that no column has."""
    opened = settings.as_json()
    form = {camel(each.name): each.metadata for each in fields(settings) if each.name != "account_data"}
    template = game.template
    names = FIELDS.get(game.slug, {})
    needed = {name for name, entry in template.fields.items() if entry.required} if template else set()
    if template and template.servers:
        needed.add("server")
    for column in game.columns:
        if column.kind is ColumnKind.PAIR:
            continue
        if column.kind is ColumnKind.RANK:
            yield from _rank(column)
        elif column.name in form:
            reader = form.pop(column.name)["reader"]
            required = reader.kind == "choice" or column.name in needed
            yield _field(column, reader, scope="form", required=required, default=opened[column.name])
        else:
            required = column.required or names.get(column.name, column.name) in needed
            scope = "form" if game.shares_data and column.place is Place.DATA else "account"
            yield _field(column, game.data.get(column.name), scope=scope, required=required, queued=game.queued)
    for name, metadata in form.items():
        if label := RARE_LIST.label if name == RARE_LIST.name else metadata["label"]:
            yield _field(UploadField(name, label, ""), metadata["reader"], scope="form", default=opened[name])


def _field(
    column: UploadField,
    reader: Reader | None,
    *,
    scope: str,
    required: bool = False,
    default: Any = None,
    queued: bool = False,
) -> FieldDescription:
    kind = reader.kind if reader else KINDS.get(column.kind, "text")
    options = reader.options if reader and reader.options else column.options
    if reader is not None and kind == "text" and column.options:  # the form takes other words than those offered, too
        kind, options = (
            "choice",
            column.options if default in (None, "", *column.options) else (default, *column.options),
        )
    shown: Any = (lambda bound: None if bound is None else str(bound)) if kind == "money" else _number
    least, most = reader.lengths if reader else (0, None)
    is_credential = column.name in ("login", "password")
    if is_credential:
        least = MIN_CREDENTIAL if queued else 1
    return FieldDescription(
        name=column.name,
        label=LABELS.get(column.name, column.label),
        kind=kind,
        place=column.place.value,
        scope=scope,
        role=ROLES.get(column.name, "") if column.place is Place.ACCOUNT else "",
        required=required or kind == "money" or least > 0,
        min=shown(reader.minimum) if reader else None,
        max=shown(reader.maximum) if reader else None,
        step=shown(reader.step) if reader else None,
        min_length=least,
        max_length=most,
        max_items=reader.most if reader else None,
        options=[{"value": value, "label": column.labels.get(str(value), str(value))} for value in options],
        default=default,
        placeholder=column.example,
        error=reader.error if reader else "",
    )


def _rank(column: UploadField) -> Iterator[FieldDescription]:
    """A tier and its division, which stand in one cell of a file."""
    tier, division = column.name.split(":")
    tiers = [{"value": value, "label": label} for value, label in column.labels.items()]
    divisions = [{"value": value, "label": str(value)} for value in column.divisions]
    for name, label, options in (
        (tier, column.label, tiers),
        (division, f"Divisão do {column.label.lower()}", divisions),
    ):
        yield FieldDescription(
            name=name, label=label, kind="choice", place=column.place.value, scope="account", options=options
        )


def _number(bound: Decimal | int | None) -> int | float | None:
    return float(bound) if isinstance(bound, Decimal) and bound % 1 else None if bound is None else int(bound)
