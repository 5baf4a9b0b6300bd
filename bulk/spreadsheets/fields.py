"""What a column of a file may be to a game, and the names people give it in Portuguese and English."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from bulk.games.providers import PROVIDERS
from bulk.games.roblox import EXPERIENCES, TAGS
from bulk.games.war_thunder import NATIONS


class Kind(StrEnum):
    """How the browser reads the texts of a column (features/upload/values.ts)."""

    TEXT = "text"
    SECRET = "secret"  # noqa: S105  # a kind
    PAIR = "pair"
    """Two fields in one cell, the first colon between them: `login:senha`."""
    COUNT = "count"
    AMOUNT = "amount"
    SWITCH = "switch"
    LIST = "list"
    CHOICE = "choice"
    CHOICES = "choices"


class Place(StrEnum):
    """Where a value stands in the request: in the account, in its account_data, or in the line's overrides."""

    ACCOUNT = "account"
    DATA = "data"
    OVERRIDE = "override"


@dataclass(frozen=True, slots=True)
class UploadField:
    """`name` is the one of the request; of a pair, the two names with a colon between them."""

    name: str
    label: str
    names: str
    """What columns of this kind are called, parted by commas; `label` and `name` count as well."""
    kind: Kind = Kind.TEXT
    place: Place = Place.ACCOUNT
    required: bool = False
    options: tuple[str, ...] = ()
    example: str = ""


_LOGIN = UploadField(
    "login",
    "Login",
    "usuário, user, username, nome de usuário, conta, account, usr, user name, login name, account login",
    required=True,
    example="jogador_exemplo01",
)
_PASSWORD = UploadField(
    "password",
    "Senha",
    "pass, pwd, senha da conta, account password, senha do login",
    Kind.SECRET,
    required=True,
    example="Exemplo#123",
)
_PAIR = UploadField(
    "login:password",
    "Login e senha juntos",
    "login:senha, login_password, usuário:senha, user:pass, username:password, credenciais, credentials, combo, acesso",
    Kind.PAIR,
    example="jogador_exemplo01:Exemplo#123",
)
_EMAIL_PAIR = UploadField(
    "emailLogin:emailPassword",
    "E-mail e senha juntos",
    "email:senha, email:password, email:pass, credenciais do email, email credentials, email data",
    Kind.PAIR,
    example="conta01@example.com:MailExemplo#9",
)
_EMAIL = UploadField(
    "emailLogin",
    "E-mail",
    "e-mail, mail, correio, email address, endereço de email, login do email, email da conta, email user, login email",
    example="conta01@example.com",
)
_EMAIL_PASSWORD = UploadField(
    "emailPassword",
    "Senha do e-mail",
    "senha email, senha e-mail, senha mail, mail password, email pass, mail pass, password email, senha do mail",
    Kind.SECRET,
    example="MailExemplo#9",
)
_PROVIDER = UploadField(
    "emailDomain",
    "Provedor de e-mail",
    "provedor, email provider, provider, domínio, domínio do email, domain, webmail, email domain",
    Kind.CHOICE,
    options=tuple(PROVIDERS),
    example="firstmail",
)
_TITLE = UploadField("title", "Título", "titulo do anúncio, listing title, offer title, anúncio", example="Conta 01")
_DESCRIPTION = UploadField("description", "Descrição", "desc, texto, descrição do anúncio, listing description")
_INSTRUCTIONS = UploadField(
    "deliveryInstructions",
    "Instruções de entrega",
    "instruções, entrega, delivery, instructions, delivery instruction",
)
_IMAGES = UploadField(
    "imageUrls",
    "Imagens",
    "imagem, image, images, fotos, foto, image url, urls das imagens, screenshots, prints, gallery, galeria",
    Kind.LIST,
    example="https://cdn.example.com/conta01.jpg",
)
_EURO = UploadField(
    "price", "Preço (€)", "valor, price eur, preço eur, euro, eur, preço em euro", Kind.AMOUNT, example="14,99"
)
_NOTE = UploadField("note", "Nota interna", "nota, notas, observação, observações, obs, notes, comentário, comment")
_DUMP = UploadField("dump", "Palavras-chave", "tags de busca, keywords, dump, palavras chave, busca")
_TWO_FACTORS = UploadField(
    "has2fa",
    "Tem 2FA",
    "2fa, tem 2fa, has 2fa, two factor, 2fa methods, dois fatores, autenticação de dois fatores",
    Kind.SWITCH,
    example="não",
)


def _data(name: str, label: str, names: str, kind: Kind = Kind.COUNT, example: str = "") -> UploadField:
    return UploadField(name, label, names, kind, Place.DATA, example=example)


def _override(
    name: str, label: str, names: str, kind: Kind = Kind.COUNT, options: tuple[str, ...] = (), example: str = ""
) -> UploadField:
    return UploadField(name, label, names, kind, Place.OVERRIDE, options=options, example=example)


def _overriding(field: UploadField) -> UploadField:
    return UploadField(
        field.name,
        field.label,
        field.names,
        field.kind,
        Place.OVERRIDE,
        options=field.options,
        example=field.example,
    )


_CREDENTIALS = (_LOGIN, _PASSWORD, _PAIR, _EMAIL, _EMAIL_PASSWORD, _EMAIL_PAIR)
_QUEUED = (_PROVIDER, _EURO, _TITLE, _DESCRIPTION, _INSTRUCTIONS, _IMAGES, _TWO_FACTORS)
_DOLLARS = _override(
    "priceUsd",
    "Preço (US$)",
    "preço, price, valor, price usd, usd, dólar, preço em dólar",
    Kind.AMOUNT,
    example="10,00",
)
_PASTED = (
    _DOLLARS,
    *map(_overriding, (_PROVIDER, _TITLE, _DESCRIPTION, _INSTRUCTIONS, _IMAGES)),
)

FIELDS: dict[str, tuple[UploadField, ...]] = {
    "fortnite": (
        *_CREDENTIALS,
        *_QUEUED,
        UploadField("platform", "Plataforma", "plataformas, platforms, console, dispositivo", example="PC"),
        _data(
            "skins", "Skins", "outfits, trajes, quantidade de skins, skin count, skins count, total skins", example="57"
        ),
        _data("pickaxes", "Picaretas", "pickaxe, picareta, pickaxe count, ferramentas"),
        _data("emotes", "Emotes", "dances, danças, gestos, emote, emote count"),
        _data("backblings", "Mochilas", "backpacks, back blings, backbling, mochila, acessórios para as costas"),
        _data("wraps", "Envelopamentos", "wrap, envelopamento, wrap count"),
        _data("gliders", "Asas-deltas", "glider, asa delta, planadores, planador, glider count"),
        _data("sprays", "Sprays", "spray, grafites, spray count"),
        _data("loading_screens", "Telas de carregamento", "loading screen, telas, loadings"),
        _data("vbucks", "V-Bucks", "vb, v bucks, vbuck, saldo, pavos", example="1.250"),
        _data("account_level", "Nível da conta", "nível, level, account level, lvl", example="210"),
        _data(
            "rare_items",
            "Itens raros",
            "raros, rare items, exclusivos, exclusive skins, exclusives",
            Kind.LIST,
            "IKONIK",
        ),
        _NOTE,
        _DUMP,
    ),
    "valorant": (
        *_CREDENTIALS,
        *_QUEUED,
        UploadField("server", "Servidor", "região, region, server, shard, srv", example="Brazil"),
        _data("level", "Nível", "level, lvl, nível da conta, account level", example="84"),
        _data(
            "current_tier",
            "Elo atual",
            "elo, rank, ranque, tier, current rank, patente, rank atual",
            Kind.TEXT,
            "Gold 2",
        ),
        _data("peak_tier", "Elo máximo", "peak, peak rank, pico, maior elo, melhor elo, highest rank", Kind.TEXT),
        _data("valorant_points", "Valorant Points", "vp, valorant point, pontos valorant", example="425"),
        _data("radianite_points", "Radianita", "rp, radianite, radianite point, pontos de radianita"),
        _data("winrate", "Taxa de vitória", "win rate, vitórias, winrate"),
        _data("agents", "Agentes", "agent, agente, agent list", Kind.LIST, "Jett, Sova"),
        _data("weapon_skins", "Skins de armas", "skins, weapon skin, skin, skins de arma", Kind.LIST, "Prime Vandal"),
        _data("buddies", "Chaveiros", "buddy, gun buddies, chaveiro, amuletos", Kind.LIST),
        _data("cards", "Cards", "card, player cards, cartões, cartão", Kind.LIST),
        _data("sprays", "Sprays", "spray, grafites", Kind.LIST),
        _data("titles", "Títulos de jogador", "player titles, títulos", Kind.LIST),
        _NOTE,
        _DUMP,
    ),
    "roblox": (
        *_CREDENTIALS,
        UploadField(
            "robux", "Robux", "robux count, saldo, robux balance, quantidade de robux", Kind.COUNT, example="350"
        ),
        UploadField(
            "otherExperiences",
            "Outras experiências",
            "experiências, experiences, jogos, other experiences, games, outros jogos",
            Kind.LIST,
            example="Blox Fruits, Adopt Me",
        ),
        *_PASTED,
        _override(
            "mainExperience", "Experiência principal", "main experience, jogo principal", Kind.CHOICE, EXPERIENCES
        ),
        _override("accountTags", "Tags da conta", "tags, etiquetas, account tags, tag", Kind.CHOICES, TAGS),
    ),
    "war-thunder": (
        *_CREDENTIALS,
        *_PASTED,
        _override("accountLevel", "Nível da conta", "nível, level, account level, lvl", example="100"),
        _override("nations", "Nações", "nação, nation, nations, países", Kind.CHOICES, NATIONS, "USSR, Germany"),
        _override(
            "totalVehicles", "Total de veículos", "veículos, vehicles, total vehicles, vehicle count", example="412"
        ),
        _override("premiumPlanes", "Aviões premium", "premium plane, aviões, premium aircraft, planes"),
        _override("premiumTanks", "Tanques premium", "premium tank, tanques, tanks"),
        _override("premiumHelicopters", "Helicópteros premium", "premium helicopter, helicópteros, helis, helicopters"),
        _override("premiumShips", "Navios premium", "premium ship, navios, ships"),
        _override("goldenEagles", "Golden Eagles", "ge, águias douradas, golden eagle, eagles", example="4.500"),
        _override("silverLions", "Silver Lions", "sl, leões de prata, silver lion, lions", example="12.4M"),
        _override("researchPoints", "Pontos de pesquisa", "rp, research points, convertible rp, pesquisa"),
    ),
}
"""In the order in which they are offered and written into the templates."""


_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def folded(name: str) -> str:
    """'E-mail login', 'email_login' and 'emailLogin (obrigatório)' are one name: letters and digits alone.

    A colon inside stays, since `login:senha` names two fields in one cell.
    """
    plain = unicodedata.normalize("NFKD", _BRACKETED.sub("", name) or name)
    return "".join(char for char in plain.casefold() if char.isalnum() or char == ":").strip(":")


@cache
def field_names(game: str) -> dict[str, UploadField]:
    """{folded name of a column: its field}; the first field that claims a name has it."""
    names: dict[str, UploadField] = {}
    for field in FIELDS[game]:
        for name in _names_of(field):
            names.setdefault(folded(name), field)
    return names


def _names_of(field: UploadField) -> Iterator[str]:
    yield from (field.name, field.label)
    yield from field.names.split(",")
