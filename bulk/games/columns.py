"""The columns that a file of accounts may have, by game, with their names in Portuguese and English. Pure."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from bulk.enums import Currency
from bulk.games.providers import PROVIDERS

_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


class ColumnKind(StrEnum):
    """How the browser reads the texts of a column (screens/upload/values.ts)."""

    TEXT = "text"
    SECRET = "secret"  # noqa: S105  # a kind
    PAIR = "pair"  # two fields in one cell, the first colon between them: `login:senha`
    COUNT = "count"
    AMOUNT = "amount"
    SWITCH = "switch"
    LIST = "list"
    CHOICE = "choice"
    CHOICES = "choices"
    RANK = "rank"  # a tier and perhaps its division: 'Ouro 2'


class Place(StrEnum):
    """Where a value goes in the request: into the account, or into its account_data."""

    ACCOUNT = "account"
    DATA = "data"


@dataclass(frozen=True, slots=True)
class UploadField:
    """`name` is the one of the request; of a pair and a rank, the two names with a colon between them. `words` has what
    people call a value, folded, and its name in the request; any other text goes as it is."""

    name: str
    label: str
    names: str  # what columns of this kind are called, parted by commas; `label` and `name` count as well
    kind: ColumnKind = ColumnKind.TEXT
    place: Place = Place.ACCOUNT
    required: bool = False
    options: tuple[str, ...] = ()
    example: str = ""
    minimum: int | None = None  # the least value of a count that the game's form has as well
    words: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)  # what people read for an option, or for a tier of a rank
    divisions: tuple[str | int, ...] = ()  # of a rank
    form_label: str = ""  # what a form calls it, where that is something else
    role: str = ""  # what it is for, of those that any screen knows; every other one is the game's own


def fold_name(name: str) -> str:
    """'E-mail login', 'email_login' and 'emailLogin (obrigatório)' are one name: letters and digits alone, and a
    colon, since `login:senha` names two fields in one cell."""
    plain = unicodedata.normalize("NFKD", _BRACKETED.sub("", name) or name)
    return "".join(char for char in plain.casefold() if char.isalnum() or char == ":").strip(":")


def words_for(options: Iterable[str], others: Mapping[str, str]) -> dict[str, str]:
    """{folded word: option}; `others` are further words of an option, parted by commas."""
    found: dict[str, str] = {}
    for option in options:
        for word in (option, *others.get(option, "").split(",")):
            found.setdefault(fold_name(word) or word.strip(), option)  # '€' has neither letters nor digits
    found.pop("", None)
    return found


def fields_beside(module: str) -> dict[str, Any]:
    """The `fields.toml` beside a module: {columns, words, placeholders}, of a game also `game` and what only it has."""
    return tomllib.loads(Path(module).with_name("fields.toml").read_text("utf-8"))


def columns_of(declared: Mapping[str, Any], **stated: dict[str, Any]) -> dict[str, UploadField]:
    """{name: column} of a `fields.toml`. `stated` is what is known elsewhere: {column: {options, labels, divisions}}. A
    choice has the `options` stated or told by the file, else those that the file gives other words for."""
    columns = {}
    for name, entry in declared["columns"].items():
        known = {part: declared.get(part, {}).get(name, {}) for part in ("words", "labels")} | stated.get(name, {})
        options, labels = known.get("options", entry.get("options", known["words"])), known["labels"]
        kind, place = ColumnKind(entry.get("kind", "text")), Place(entry.get("place", "account"))
        read = {"kind": kind, "place": place, "options": tuple(options)}
        words = words_for(options or labels, known["words"] or labels)
        columns[name] = UploadField(name, **entry | known | read | {"words": words})
    return columns


_DECLARED = fields_beside(__file__)
HOW: dict[str, str] = _DECLARED["how"]
_SHARED = columns_of(
    _DECLARED,
    costCurrency={"options": Currency.values},
    emailDomain={
        "options": PROVIDERS,
        "words": {slug: each.domain for slug, each in PROVIDERS.items()},
        "labels": {slug: each.title for slug, each in PROVIDERS.items()},
    },
)


def shared(*names: str) -> tuple[UploadField, ...]:
    return tuple(_SHARED[name] for name in names)


CREDENTIAL_COLUMNS = shared(
    "login", "password", "login:password", "emailLogin", "emailPassword", "emailLogin:emailPassword"
)
_TEXTS = shared("title", "description", "deliveryInstructions", "imageUrls")
COST = shared("cost", "costCurrency", "supplier")
IN_EUROS = (*shared("emailDomain", "price"), *COST, *_TEXTS)
QUEUED = (*IN_EUROS, *shared("has2fa"))
PASTED = (*shared("priceUsd", "emailDomain"), *COST, *_TEXTS)
RARE_LIST, NOTE, DUMP = shared("rareList", "note", "dump")
"""Of the rare list the placeholder {itens_raros} of the account's texts names those that it has."""
