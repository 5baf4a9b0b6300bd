"""What can be read of an account, game by game, under the API's names, and in which form."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

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
    """`title` is what people read; a rank called `current` fills `current_tier` and `current_division`."""

    name: str
    kind: Kind
    title: str


def _fields(*rows: tuple[str, Kind, str]) -> dict[str, Field]:
    return {name: Field(name, kind, title) for name, kind, title in rows}


_SECRETS = _fields(
    ("login", Kind.SECRET, "Login"),
    ("password", Kind.SECRET, "Senha"),
    ("email_login", Kind.SECRET, "E-mail"),
    ("email_password", Kind.SECRET, "Senha do e-mail"),
)

FORTNITE_FIELDS = _SECRETS | _fields(
    ("account_level", Kind.COUNT, "Nível da conta"),
    ("skins", Kind.COUNT, "Skins"),
    ("pickaxes", Kind.COUNT, "Picaretas"),
    ("emotes", Kind.COUNT, "Gestos"),
    ("backblings", Kind.COUNT, "Mochilas"),
    ("wraps", Kind.COUNT, "Envelopamentos"),
    ("gliders", Kind.COUNT, "Asas-delta"),
    ("sprays", Kind.COUNT, "Sprays"),
    ("loading_screens", Kind.COUNT, "Telas de carregamento"),
    ("vbucks", Kind.COUNT, "V-Bucks"),
    ("platform", Kind.PLATFORM, "Plataforma"),
    ("has_2fa", Kind.FLAG, "Verificação em duas etapas"),
    ("battlepass", Kind.FLAG, "Passe de batalha"),
    ("rare_items", Kind.NAMES, "Itens raros"),
    ("seasons_played", Kind.SEASONS, "Temporadas jogadas"),
)

VALORANT_FIELDS = _SECRETS | _fields(
    ("level", Kind.COUNT, "Nível"),
    ("current", Kind.RANK, "Elo"),
    ("peak", Kind.RANK, "Elo máximo"),
    ("server", Kind.SERVER, "Região"),
    ("platforms", Kind.PLATFORM, "Plataforma"),
    ("valorant_points", Kind.COUNT, "Valorant Points"),
    ("radianite_points", Kind.COUNT, "Pontos de radianita"),
    ("winrate", Kind.PERCENT, "Taxa de vitórias"),
    ("agents", Kind.NAMES, "Agentes"),
    ("weapon_skins", Kind.NAMES, "Skins de armas"),
    ("buddies", Kind.NAMES, "Chaveiros"),
    ("cards", Kind.NAMES, "Cartões"),
    ("sprays", Kind.NAMES, "Sprays"),
    ("titles", Kind.NAMES, "Títulos"),
)

FIELDS: Mapping[str, Mapping[str, Field]] = {"fortnite": FORTNITE_FIELDS, "valorant": VALORANT_FIELDS}
GAME_TITLES: Mapping[str, str] = {"fortnite": "Fortnite", "valorant": "Valorant"}
