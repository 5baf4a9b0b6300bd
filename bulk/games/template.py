"""A game that is no folder here: its form, columns and placeholders made from what the marketplace says of it."""

from collections.abc import Mapping, Sequence
from dataclasses import make_dataclass
from decimal import Decimal
from typing import Any

from bulk.games import GAMES, columns, form
from bulk.games.base import INSTRUCTIONS, PASTED_DESCRIPTION, Game, QueuedGame, QueuedSettings
from bulk.games.columns import ColumnKind, Place, UploadField
from bulk.games.form import Reader, data_name, setting
from bulk.games.lines import ParsedLine
from bulk.games.placeholders import RARE_ITEMS, Placeholder
from core.errors import Errors
from marketplace.adapters.templates import SERVER, Field, Template

_KINDS = {
    "integer": ColumnKind.COUNT,
    "flag": ColumnKind.SWITCH,
    "choice": ColumnKind.CHOICE,
    "choices": ColumnKind.CHOICES,
}


class TemplateGame(QueuedGame[QueuedSettings]):
    """`labels` are what an admin calls fields; one `as_stored` takes any value, as its fields may be others by now. A
    template without fields gives the form that all games have. Fields stand in account_data under the template's
    own names, where the marketplace's refusals name them too."""

    queued = False
    shares_data = True
    tabs = {  # the fields that all games have, and the game's own
        "Anúncio": (
            *("title", "description", "price", "cost", "costCurrency", "supplier"),
            *("emailDomain", "deliveryInstructions", "imageUrls", "has2fa"),
        ),
        "Dados do jogo": (),
    }
    summary = "Campos do modelo do marketplace."
    required = "Informe o login e a senha."
    price_required = form.OVER_ZERO

    def __init__(
        self, slug: str, title: str, template: Template, labels: Mapping[str, str], *, as_stored: bool = False
    ) -> None:
        self.slug, self.title, self.page = slug, title, f"criar/{slug}"
        self.needed = set(template.required)
        self.creation_path = f"bulk/games/{slug}/create"
        self._names = {data_name(name): name for name in template.entries}
        own = [
            (data_name(name), labels.get(data_name(name)) or labels.get(name) or label_of(name), name, entry)
            for name, entry in template.entries.items()
        ]
        self.data = {name: reader_of(label, entry) for name, label, _, entry in own}
        described = tuple(_column(name, label, entry) for name, label, _, entry in own)
        common = (*columns.CREDENTIAL_COLUMNS, *columns.IN_EUROS)
        self.columns = (*common, *described, columns.RARE_LIST, columns.NOTE, columns.DUMP)
        self.placeholders = (*(_placeholder(*each) for each in own), RARE_ITEMS)
        data = ("account_data", dict[str, Any], setting(form.account_data({} if as_stored else self.data), {}))
        settings = make_dataclass("Settings", [data], bases=(QueuedSettings,), frozen=True, slots=True, kw_only=True)
        self.defaults = settings(
            title=f"Conta {title}",
            description=PASTED_DESCRIPTION.format(game=title),
            delivery_instructions=INSTRUCTIONS.format(site=title),
        )

    def arrange(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Leave account_data as it is: a template's field may have the name of one of the form."""
        return raw

    def problems(self, line: ParsedLine, settings: QueuedSettings) -> Errors:
        """An e-mail without its password is refused here as well."""
        return super().problems(line, settings) | Game.problems(self, line, settings)

    def account_data(self, line: ParsedLine, settings: QueuedSettings) -> dict[str, Any]:
        return {self._names.get(name, name): value for name, value in getattr(settings, "account_data", {}).items()}

    def keywords(self, settings: QueuedSettings) -> Sequence[str]:
        return (self.title.lower(),)


def label_of(name: str) -> str:
    """The label of a field: that of our own games, else its name in words ('town_hall_level' is 'Town hall level')."""
    ours = {each.name: each.label for game in GAMES.values() for each in game.columns if each.place is Place.DATA}
    plain = data_name(name)
    return {SERVER: "Servidor", **ours}.get(plain) or plain.replace("_", " ").strip().capitalize()


def reader_of(label: str, entry: Field) -> Reader:
    if entry.values:
        return form.one_of(entry.values) if entry.kind == "choice" else form.some_of(entry.values)
    match entry.kind:
        case "integer":
            return form.count(label, entry.minimum, form.MAX_INTEGER if entry.maximum is None else entry.maximum)
        case "number":
            most = None if entry.maximum is None else Decimal(entry.maximum)
            return form.decimal_number(label, Decimal(entry.minimum), most)
        case "flag":
            return form.switch
        case "choices":
            return form.names
        case "text":
            return form.words(label, form.MAX_VALUE_CHARACTERS)
    return form.plain


def _column(name: str, label: str, entry: Field) -> UploadField:
    kind = _KINDS.get(entry.kind, ColumnKind.TEXT)
    if kind is ColumnKind.CHOICES and not entry.values:
        kind = ColumnKind.LIST
    options = tuple(map(str, entry.values))
    return UploadField(name, label, name, kind, Place.DATA, options=options, words=columns.words_for(options, {}))


def _placeholder(spelled: str, label: str, name: str, entry: Field) -> Placeholder:
    example = str(entry.values[0]) if entry.values else "10" if entry.kind in ("integer", "number") else label
    read: dict[str, Any] = {"integer": {"number": name}, "flag": {"flag": name}}.get(entry.kind, {"words": [name]})
    return Placeholder(spelled, label, example, **read)
