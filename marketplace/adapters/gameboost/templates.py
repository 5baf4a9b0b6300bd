"""What GameBoost accepts per game: templates, the bundled ones, and the check of a listing against one. The JSON files
hold the vendor's own vocabularies, in one form for both dialects; a newer template that the marketplace told is kept in
the same form. A game without any is not checked: the marketplace's answer is then the only judge."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from marketplace.adapters.base import Errors, Listing
from marketplace.adapters.reading import within

FOLDER = Path(__file__).parent / "templates"
WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
KIND_WORDS: dict[str, str] = WORDS["kinds"]
BUNDLED_GAMES = ("fortnite", "valorant", "roblox", "war-thunder")
"""The games whose templates are shipped, kept fresh and reported on."""
MIN_PRICE_EUR = Decimal("0.99")
SHOWN_VALUES = 8
_IMAGE_URL = re.compile(r"https?://[^\s/]+/\S+", re.IGNORECASE)
_IMGUR = re.compile(r"https?://([a-z0-9-]+\.)*imgur\.com/", re.IGNORECASE)
_GAME = re.compile(r"[a-z0-9][a-z0-9-]*")
# A login that the look-up by login could not ask for could never be verified after a timeout.
_UNASKABLE_LOGINS = frozenset({".", ".."})


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


@cache
def bundled(game: str) -> Template | None:
    """The bundled template of a game slug."""
    path = FOLDER / f"{game}.json"
    if not _GAME.fullmatch(game) or not path.is_file():
        return None
    return template_from(json.loads(path.read_text(encoding="utf-8")))


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


def check(listing: Listing, template: Template | None) -> Errors:
    """What GameBoost would refuse in a translated listing: {field: [Portuguese texts]}, empty when nothing."""
    errors: Errors = {name: [text] for name, text in WORDS["required"].items() if not getattr(listing, name).strip()}
    if listing.login in _UNASKABLE_LOGINS:
        errors["login"] = ["Login inválido"]
    if listing.price_eur < MIN_PRICE_EUR:
        errors["price"] = ["O preço mínimo no GameBoost é € 0,99."]
    if listing.level_up_method not in ("by_hand", "by_bot"):
        errors["level_up_method"] = ["O método de evolução deve ser by_hand ou by_bot."]
    if not listing.image_urls:
        errors["image_urls"] = ["Adicione ao menos uma imagem: o GameBoost não aceita anúncios sem imagem."]
    elif invalid := [url for url in listing.image_urls if not _IMAGE_URL.fullmatch(url)]:
        errors["image_urls"] = [f"Endereço de imagem inválido: {url[:200]}" for url in invalid]
    elif refused := [url for url in listing.image_urls if _IMGUR.match(url)]:
        errors["image_urls"] = [f"O GameBoost não aceita imagens do Imgur: {url[:200]}" for url in refused]
    if template is None:
        return errors
    if template.servers and not listing.server:
        errors["server"] = ["Servidor é obrigatório para este jogo."]
    elif template.servers and listing.server not in template.servers:
        errors["server"] = [_not_accepted(listing.server, template.servers)]
    problems = {name: _problem(listing.account_data.get(name), entry) for name, entry in template.fields.items()}
    return errors | {f"account_data.{name}": [text] for name, text in problems.items() if text}


def _problem(value: Any, entry: Field) -> str:
    if value is None:
        return "Campo obrigatório para este jogo." if entry.required else ""
    if entry.kind in ("integer", "number"):
        is_number = isinstance(value, int if entry.kind == "integer" else int | float) and not isinstance(value, bool)
        if not is_number or value < entry.minimum:
            return f"Deve ser um {KIND_WORDS[entry.kind]} maior ou igual a {entry.minimum}."
        return "" if entry.maximum is None or value <= entry.maximum else f"Deve ser no máximo {entry.maximum}."
    if entry.kind == "text":
        return "" if isinstance(value, str) and value else "Deve ser um texto."
    if entry.kind == "flag":
        return "" if isinstance(value, bool) else "Deve ser verdadeiro ou falso."
    if not entry.values:
        return ""
    values = value if entry.kind == "choices" and isinstance(value, list) else [value]
    refused = [item for item in values if isinstance(item, bool) or item not in entry.values]
    return _not_accepted(refused[0], entry.values) if refused else ""


def _not_accepted(value: object, accepted: tuple[str | int, ...]) -> str:
    shown = ", ".join(map(str, accepted[:SHOWN_VALUES]))
    more = "…" if len(accepted) > SHOWN_VALUES else "."
    return f"'{value}' não é aceito pelo GameBoost. Valores aceitos: {shown}{more}"


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
        return _ruled(name, entry, known)
    required = entry.get("required") is True
    if entry.get("type") == "array":
        return name, Field("choices", _values(within(entry, "items")), required)
    if values := _values(entry):
        return name, Field("choice", values, required)
    kind = TYPES.get(str(entry.get("type")), "any")
    minimum, maximum = (_bound(entry.get(each)) if kind in ("integer", "number") else None for each in ("min", "max"))
    return name, Field(kind, (), required, minimum or 0, maximum)


def _bound(stated: Any) -> int | None:
    return int(stated) if isinstance(stated, int | float) and not isinstance(stated, bool) else None


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
    return own, Field("text", (), required)


def _values(entry: dict[str, Any]) -> tuple[str | int, ...]:
    values = entry.get("values")
    listed = values if isinstance(values, list) else []
    return tuple(value for value in listed if isinstance(value, str | int) and not isinstance(value, bool))


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
    if before.minimum != after.minimum:
        yield Change(name, "minimum", f"O mínimo do campo {name} passou de {before.minimum} a {after.minimum}.")
    if before.maximum != after.maximum:
        bounds = ["nenhum" if each is None else str(each) for each in (before.maximum, after.maximum)]
        yield Change(name, "maximum", f"O máximo do campo {name} passou de {bounds[0]} a {bounds[1]}.")
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
