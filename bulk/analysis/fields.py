"""What can be read of an account, game by game, under the API's names, and in which form: `vocabulary.toml` of its folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from bulk.analysis.vocabulary import load

MAX_COUNT = 999_999_999
MAX_NAMES = 1_000
MAX_NAME_CHARACTERS = 120

CREDENTIALS = ("login", "password", "email_login", "email_password")


class Kind(StrEnum):
    """The form of a value."""

    SECRET = "secret"  # noqa: S105  # the name of a form
    COUNT = "count"
    PERCENT = "percent"
    RANK = "rank"
    SERVER = "server"
    PLATFORM = "platform"
    FLAG = "flag"
    NAMES = "names"
    SEASONS = "seasons"


@dataclass(frozen=True, slots=True)
class Field:
    """`title` is what people read; a rank called `current` fills `current_tier` and `current_division`. `group` says of a
    count that it is a level or a balance, `many` that the field is a list."""

    name: str
    kind: Kind
    title: str
    group: str = ""
    many: bool = False


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game's fields and how people write them; `tiers` go from the lowest to the highest, each with so many
    `divisions`, of which the last is the best unless the first is, `items` are names
    of lists that need no label, `item_kinds` words that such names begin or end with."""

    title: str
    fields: Mapping[str, Field]
    labels: Mapping[str, str]
    has_servers: bool
    tiers: Mapping[str, str] = field(default_factory=dict)
    short_tiers: Mapping[str, str] = field(default_factory=dict)
    platforms: Mapping[str, str] = field(default_factory=dict)
    divisions: int = 3
    best_is_first: bool = False
    items: Mapping[str, str] = field(default_factory=dict)
    item_kinds: Mapping[str, str] = field(default_factory=dict)


def game_words(path: Path) -> GameWords:
    """The vocabulary of a game, from its file."""
    content = load(path)
    secrets = {"login": "Login", "password": "Senha", "email_login": "E-mail", "email_password": "Senha do e-mail"}
    fields = {name: Field(name, Kind.SECRET, title) for name, title in secrets.items()}
    for name, given in content["fields"].items():
        fields[name] = Field(name, **given | {"kind": Kind(given["kind"])})
    more = ("tiers", "short_tiers", "platforms", "divisions", "best_is_first", "items", "item_kinds")
    stated = {key: content[key] for key in more if key in content}
    return GameWords(content["title"], fields, content["labels"], content.get("servers", False), **stated)


_FOLDERS = Path(__file__).parents[1] / "games"
GAME_WORDS: dict[str, GameWords] = {at.parent.name: game_words(at) for at in sorted(_FOLDERS.glob("*/vocabulary.toml"))}
FIELDS: Mapping[str, Mapping[str, Field]] = {name: game.fields for name, game in GAME_WORDS.items()}
GAME_TITLES: Mapping[str, str] = {name: game.title for name, game in GAME_WORDS.items()}
