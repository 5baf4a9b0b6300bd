"""What a column of a file may be to a game, and the names people give it in Portuguese and English."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from bulk.games.parted import shipped_template
from bulk.games.providers import PROVIDERS
from bulk.games.roblox import EXPERIENCES, TAGS
from bulk.games.valorant import TIERS
from bulk.games.war_thunder import NATIONS
from bulk.spreadsheets import words
from bulk.spreadsheets.words import folded, words_for


class Kind(StrEnum):
    """How the browser reads the texts of a column (screens/upload/values.ts)."""

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
    RANK = "rank"
    """A tier and perhaps its division: 'Ouro 2'."""


class Place(StrEnum):
    """Where a value stands in the request: in the account, or in its account_data."""

    ACCOUNT = "account"
    DATA = "data"


@dataclass(frozen=True, slots=True)
class UploadField:
    """`name` is the one of the request; of a pair and a rank, the two names with a colon between them.

    `words` has what people call a value, folded, and its name in the request; any other text goes as it is.
    """

    name: str
    label: str
    names: str
    """What columns of this kind are called, parted by commas; `label` and `name` count as well."""
    kind: Kind = Kind.TEXT
    place: Place = Place.ACCOUNT
    required: bool = False
    options: tuple[str, ...] = ()
    example: str = ""
    words: Mapping[str, str] = field(default_factory=dict)


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
    words=words_for(PROVIDERS, {slug: each.domain for slug, each in PROVIDERS.items()}),
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
_RARE_LIST = UploadField(
    "rareList",
    "Lista de itens raros",
    "lista de raros, rare list, rare item list",
    Kind.LIST,
    example="IKONIK, Galaxy",
)
"""Of which the placeholder {itens_raros} of the account's texts names those that it has."""

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


_CREDENTIALS = (_LOGIN, _PASSWORD, _PAIR, _EMAIL, _EMAIL_PASSWORD, _EMAIL_PAIR)
_QUEUED = (_PROVIDER, _EURO, _TITLE, _DESCRIPTION, _INSTRUCTIONS, _IMAGES, _TWO_FACTORS)
_DOLLARS = UploadField(
    "priceUsd",
    "Preço (US$)",
    "preço, price, valor, price usd, usd, dólar, preço em dólar",
    Kind.AMOUNT,
    example="10,00",
)
_PASTED = (_DOLLARS, _PROVIDER, _TITLE, _DESCRIPTION, _INSTRUCTIONS, _IMAGES)

_platforms = tuple(map(str, shipped_template("fortnite").fields["platform"].values))
_servers = tuple(map(str, shipped_template("valorant").servers))
_tiers = words_for(TIERS, TIERS)

FIELDS: dict[str, tuple[UploadField, ...]] = {
    "fortnite": (
        *_CREDENTIALS,
        *_QUEUED,
        UploadField(
            "platform",
            "Plataforma",
            "plataformas, platforms, console, dispositivo",
            Kind.CHOICE,
            options=_platforms,
            example="PC",
            words=words_for(_platforms, words.PLATFORMS),
        ),
        _data(
            "skins", "Skins", "outfits, trajes, quantidade de skins, skin count, skins count, total skins", example="57"
        ),
        _data("pickaxes", "Picaretas", "pickaxe, picareta, pickaxe count, ferramentas"),
        _data("emotes", "Gestos", "dances, danças, emote, emote count"),
        _data("backblings", "Mochilas", "backpacks, back blings, backbling, mochila, acessórios para as costas"),
        _data("wraps", "Envelopamentos", "wrap, envelopamento, wrap count"),
        _data("gliders", "Asas-delta", "glider, asas deltas, planadores, planador, glider count"),
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
        _RARE_LIST,
        _NOTE,
        _DUMP,
    ),
    "valorant": (
        *_CREDENTIALS,
        *_QUEUED,
        UploadField(
            "server",
            "Servidor",
            "região, region, server, shard, srv",
            Kind.CHOICE,
            options=_servers,
            example="Brazil",
            words=words_for(_servers, words.SERVERS),
        ),
        _data("level", "Nível", "level, lvl, nível da conta, account level", example="84"),
        UploadField(
            "current_tier:current_division",
            "Elo atual",
            "elo, current_tier, rank, ranque, tier, current rank, patente, rank atual",
            Kind.RANK,
            Place.DATA,
            example="Gold 2",
            words=_tiers,
        ),
        UploadField(
            "peak_tier:peak_division",
            "Elo máximo",
            "peak, peak_tier, peak rank, pico, maior elo, melhor elo, highest rank",
            Kind.RANK,
            Place.DATA,
            words=_tiers,
        ),
        _data("valorant_points", "Valorant Points", "vp, valorant point, pontos valorant", example="425"),
        _data("radianite_points", "Pontos de radianita", "radianita, rp, radianite, radianite point"),
        _data("winrate", "Taxa de vitórias (%)", "taxa de vitória, taxa de vitórias, win rate, vitórias"),
        _data("agents", "Agentes", "agent, agente, agent list", Kind.LIST, "Jett, Sova"),
        _data("weapon_skins", "Skins de armas", "skins, weapon skin, skin, skins de arma", Kind.LIST, "Prime Vandal"),
        _data("buddies", "Chaveiros", "buddy, gun buddies, chaveiro, amuletos", Kind.LIST),
        _data("cards", "Cartões", "card, player cards, cartão", Kind.LIST),
        _data("sprays", "Sprays", "spray, grafites", Kind.LIST),
        _data("titles", "Títulos de jogador", "player titles, títulos", Kind.LIST),
        _RARE_LIST,
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
        UploadField(
            "mainExperience",
            "Experiência principal",
            "main experience, jogo principal",
            Kind.CHOICE,
            options=EXPERIENCES,
            words=words_for(EXPERIENCES, {}),
        ),
        UploadField(
            "accountTags",
            "Tags da conta",
            "tags, etiquetas, account tags, tag",
            Kind.CHOICES,
            options=TAGS,
            words=words_for(TAGS, {}),
        ),
        _RARE_LIST,
    ),
    "war-thunder": (
        *_CREDENTIALS,
        *_PASTED,
        UploadField("accountLevel", "Nível da conta", "nível, level, account level, lvl", Kind.COUNT, example="100"),
        UploadField(
            "nations",
            "Nações",
            "nação, nation, nations, países",
            Kind.CHOICES,
            options=NATIONS,
            words=words_for(NATIONS, words.NATIONS),
            example="USSR, Germany",
        ),
        UploadField(
            "totalVehicles",
            "Total de veículos",
            "veículos, vehicles, total vehicles, vehicle count",
            Kind.COUNT,
            example="412",
        ),
        UploadField("premiumPlanes", "Aviões premium", "premium plane, aviões, premium aircraft, planes", Kind.COUNT),
        UploadField("premiumTanks", "Tanques premium", "premium tank, tanques, tanks", Kind.COUNT),
        UploadField(
            "premiumHelicopters",
            "Helicópteros premium",
            "premium helicopter, helicópteros, helis, helicopters",
            Kind.COUNT,
        ),
        UploadField("premiumShips", "Navios premium", "premium ship, navios, ships", Kind.COUNT),
        UploadField(
            "goldenEagles", "Golden Eagles", "ge, águias douradas, golden eagle, eagles", Kind.COUNT, example="4.500"
        ),
        UploadField(
            "silverLions", "Silver Lions", "sl, leões de prata, silver lion, lions", Kind.COUNT, example="12.4M"
        ),
        UploadField(
            "researchPoints", "Pontos de pesquisa", "rp, research points, convertible rp, pesquisa", Kind.COUNT
        ),
    ),
}
"""In the order in which they are offered and written into the templates."""


@cache
def field_names(game: str) -> dict[str, UploadField]:
    """{folded name of a column: its field}; the first field that claims a name has it."""
    names: dict[str, UploadField] = {}
    for each in FIELDS[game]:
        for name in _names_of(each):
            names.setdefault(folded(name), each)
    return names


def _names_of(each: UploadField) -> Iterator[str]:
    yield from (each.name, each.label)
    yield from each.names.split(",")
