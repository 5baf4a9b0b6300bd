"""A game that is no folder here: its form, columns and placeholders made from what the marketplace says of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, make_dataclass
from decimal import Decimal
from typing import Any

from bulk.games import GAMES, form
from bulk.games.base import INSTRUCTIONS, PASTED_DESCRIPTION, QueuedGame, QueuedSettings
from bulk.games.columns import (
    CREDENTIAL_COLUMNS,
    DUMP,
    IN_EUROS,
    NOTE,
    RARE_LIST,
    ColumnKind,
    Place,
    UploadField,
    words_for,
)
from bulk.games.form import Reader, data_name, setting
from bulk.games.lines import ParsedLine
from bulk.games.placeholders import RARE_ITEMS, Placeholder, number, words_in
from core.errors import Errors
from marketplace.adapters.gameboost.templates import Field, Template

SERVER = "server"
_KINDS = {
    "integer": ColumnKind.COUNT,
    "flag": ColumnKind.SWITCH,
    "choice": ColumnKind.CHOICE,
    "choices": ColumnKind.CHOICES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateSettings(QueuedSettings):
    """What every game has; the class of one game adds its own account_data."""


class TemplateGame(QueuedGame[TemplateSettings]):
    """`labels` are what an admin calls fields; one `as_stored` takes any value, as its fields may be others by now. A template without fields, or none, gives the form that all games have.

    Fields stand in account_data under the template's own names, where the marketplace's refusals name them too.
    """

    queued = False
    shares_data = True
    summary = "Campos do modelo do marketplace."
    required = "Informe o login e a senha."
    price_required = form.OVER_ZERO

    def __init__(
        self, slug: str, title: str, template: Template | None, labels: Mapping[str, str], *, as_stored: bool = False
    ) -> None:
        self.slug, self.title = slug, title
        self.creation_path = f"bulk/games/{slug}/create"
        self._template = template
        entries = _entries(template)
        self._names = {data_name(name): name for name in entries}
        labelled = {data_name(name): labels.get(name) or label_of(name) for name in entries}
        self.data = {data_name(name): reader_of(labelled[data_name(name)], entry) for name, entry in entries.items()}
        own = tuple(_column(data_name(name), labelled[data_name(name)], entry) for name, entry in entries.items())
        self.columns = (*CREDENTIAL_COLUMNS, *IN_EUROS, *own, RARE_LIST, NOTE, DUMP)
        self.placeholders = (
            *(_placeholder(name, data_name(name), labelled[data_name(name)], entry) for name, entry in entries.items()),
            RARE_ITEMS,
        )
        account_data = ("account_data", dict[str, Any], setting(form.account_data({} if as_stored else self.data), {}))
        settings = make_dataclass(
            "TemplateSettings", [account_data], bases=(TemplateSettings,), frozen=True, slots=True, kw_only=True
        )
        self.defaults = settings(
            title=f"Conta {title}",
            description=PASTED_DESCRIPTION.format(game=title),
            delivery_instructions=INSTRUCTIONS.format(site=title),
        )

    @property
    def page(self) -> str:
        return f"criar/{self.slug}"

    @property
    def template(self) -> Template | None:
        return self._template

    def arranged(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """As it came: a template may call a field of its own as the form calls one."""
        return raw

    def problems(self, line: ParsedLine, settings: TemplateSettings) -> Errors:
        """'the 4-field form needing all four non-empty' holds here as well."""
        return super().problems(line, settings) | self.email_problems(line)

    def account_data(self, line: ParsedLine, settings: TemplateSettings) -> dict[str, Any]:
        data: Mapping[str, Any] = getattr(settings, "account_data", {})
        return {self._names.get(name, name): value for name, value in data.items()}

    def keywords(self, settings: TemplateSettings) -> Sequence[str]:
        return (self.title.lower(),)


def label_of(name: str) -> str:
    """What our own games call a field of this name, else the name in words: 'town_hall_level' is 'Town hall level'."""
    return _known_labels().get(data_name(name)) or data_name(name).replace("_", " ").strip().capitalize()


def _known_labels() -> dict[str, str]:
    known = {SERVER: "Servidor", "level": "Nível"}
    return known | {
        each.name: each.label for game in GAMES.values() for each in game.columns if each.place is Place.DATA
    }


def _entries(template: Template | None) -> dict[str, Field]:
    """What an account may state, the server first and the collections of items last, as any other field."""
    if template is None:
        return {}
    servers = {SERVER: Field("choice", template.servers, required=True)} if template.servers else {}
    collections = {name: Field("choices") for name in template.item_collections}
    return {**servers, **template.fields, **collections}


def reader_of(label: str, entry: Field) -> Reader:
    if entry.values:
        return form.one_of(entry.values) if entry.kind == "choice" else form.some_of(entry.values)
    match entry.kind:
        case "integer":
            return form.count(label, entry.minimum, form.MAX_COUNT if entry.maximum is None else entry.maximum)
        case "number":
            most = None if entry.maximum is None else Decimal(entry.maximum)
            return form.decimal_number(label, Decimal(entry.minimum), most)
        case "flag":
            return form.switch
        case "choices":
            return form.names
        case "text":
            return form.words(label, form.MAX_NAME_CHARACTERS)
    return form.plain


def _column(name: str, label: str, entry: Field) -> UploadField:
    kind = _KINDS.get(entry.kind, ColumnKind.TEXT)
    if kind is ColumnKind.CHOICES and not entry.values:
        kind = ColumnKind.LIST
    options = tuple(map(str, entry.values))
    return UploadField(name, label, name, kind, Place.DATA, options=options, words=words_for(options, {}))


def _placeholder(name: str, spelled: str, label: str, entry: Field) -> Placeholder:
    read: Callable[[Mapping[str, Any]], str] = number(name) if entry.kind == "integer" else words_in(name)
    if entry.kind == "flag":
        read = lambda facts: label if facts.get(name) is True else ""  # noqa: E731  # as short as the others
    example = str(entry.values[0]) if entry.values else "10" if entry.kind in ("integer", "number") else label
    return Placeholder(spelled, label, example, read)
