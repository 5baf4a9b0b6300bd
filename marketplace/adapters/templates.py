"""A marketplace's template of a game in one form for all marketplaces, and the difference of two of them."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

KIND_WORDS: dict[str, str] = tomllib.loads(Path(__file__).with_name("kinds.toml").read_text("utf-8"))
SERVER = "server"


@dataclass(frozen=True)
class Field:
    """One entry of account_data. `kind`: integer, number, text, flag, choice (one of `values`), choices (a list of them,
    or of anything where there are no values) or any."""

    kind: str
    values: tuple[str | int, ...] = ()
    required: bool = False
    minimum: int = 0
    maximum: int | None = None


@dataclass(frozen=True)
class Template:
    """A game: its servers (empty: it has none, and `server` is left out) and the entries of account_data."""

    game: str
    servers: tuple[str, ...] = ()
    fields: Mapping[str, Field] = field(default_factory=dict)
    item_collections: tuple[str, ...] = ()

    @property
    def entries(self) -> dict[str, Field]:
        """All fields of an account, the server first and the collections of items last."""
        servers = {SERVER: Field("choice", self.servers, required=True)} if self.servers else {}
        return {**servers, **self.fields, **dict.fromkeys(self.item_collections, Field("choices"))}

    @property
    def required(self) -> list[str]:
        return [name for name, entry in self.entries.items() if entry.required]


def template_from(content: Mapping[str, Any]) -> Template:
    """From the form in which templates are kept: {game, servers?, account_data: {field: {kind, …}}, game_items?}."""
    entries = content["account_data"].items()
    fields = {name: Field(**{**entry, "values": tuple(entry.get("values", ()))}) for name, entry in entries}
    return Template(content["game"], tuple(content.get("servers", ())), fields, tuple(content.get("game_items", ())))


def content_of(template: Template) -> dict[str, Any]:
    """The form in which a template is kept; `template_from` reads it back."""
    fields = {name: asdict(entry) | {"values": list(entry.values)} for name, entry in template.fields.items()}
    servers, items = list(template.servers), list(template.item_collections)
    return {"game": template.game, "servers": servers, "account_data": fields, "game_items": items}


@dataclass(frozen=True)
class Change:
    """One difference: the field, what kind of change, and the sentence that people read."""

    field: str
    change: str
    text: str


def changes(before: Template, after: Template) -> list[Change]:
    """Every difference that a listing can meet, in the order of the fields."""
    found = list(_of_values("server", ("servidores novos", "servidores removidos"), before.servers, after.servers))
    for name in sorted(before.fields.keys() | after.fields.keys()):
        found += _between(name, before.fields.get(name), after.fields.get(name))
    collections = ("coleções novas", "coleções removidas")
    return [*found, *_of_values("game_items", collections, before.item_collections, after.item_collections)]


def _between(name: str, before: Field | None, after: Field | None) -> Iterator[Change]:
    if after is None:
        yield Change(name, "removed", f"O campo {name} deixou de existir.")
        return
    if before is None:
        needed = ", obrigatório" if after.required else ""
        yield Change(name, "added", f"Novo campo {name} ({KIND_WORDS[after.kind]}{needed}).")
        return
    if before.kind != after.kind:
        yield Change(name, "kind", f"O campo {name} passou de {KIND_WORDS[before.kind]} a {KIND_WORDS[after.kind]}.")
    if before.required != after.required:
        now = "obrigatório" if after.required else "opcional"
        yield Change(name, "required", f"O campo {name} passou a ser {now}.")
    for bound, word in (("minimum", "mínimo"), ("maximum", "máximo")):
        was, now = ("nenhum" if (it := getattr(each, bound)) is None else str(it) for each in (before, after))
        if was != now:
            yield Change(name, bound, f"O {word} do campo {name} passou de {was} a {now}.")
    yield from _of_values(name, ("valores novos", "valores removidos"), before.values, after.values)


def _of_values(
    name: str, words: tuple[str, str], before: tuple[str | int, ...], after: tuple[str | int, ...]
) -> Iterator[Change]:
    """`words` are how people call what came and what went."""
    came, went = [each for each in after if each not in before], [each for each in before if each not in after]
    if went:
        yield Change(name, "values_removed", f"{name}: {words[1]}: {', '.join(map(str, went))}.")
    if came:
        yield Change(name, "values_added", f"{name}: {words[0]}: {', '.join(map(str, came))}.")
