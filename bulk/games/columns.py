"""What a column of a file may be to a game, and the names people give it in Portuguese and English. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

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
    """Where a value stands in the request: in the account, or in its account_data."""

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


def folded(name: str) -> str:
    """'E-mail login', 'email_login' and 'emailLogin (obrigatório)' are one name: letters and digits alone, and a
    colon, since `login:senha` names two fields in one cell."""
    plain = unicodedata.normalize("NFKD", _BRACKETED.sub("", name) or name)
    return "".join(char for char in plain.casefold() if char.isalnum() or char == ":").strip(":")


def words_for(options: Iterable[str], others: Mapping[str, str]) -> dict[str, str]:
    """{folded word: option}; `others` are further words of an option, parted by commas."""
    found: dict[str, str] = {}
    for option in options:
        for word in (option, *others.get(option, "").split(",")):
            found.setdefault(folded(word), option)
    found.pop("", None)
    return found


def chosen(
    name: str, label: str, names: str, options: Iterable[str], others: Mapping[str, str], **more: Any
) -> UploadField:
    """A column of one of the options, or of several; see `words_for`."""
    described = {"kind": ColumnKind.CHOICE, "options": tuple(options), "words": words_for(options, others)}
    return UploadField(name, label, names, **described | more)


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
    ColumnKind.SECRET,
    required=True,
    example="Exemplo#123",
)
_PAIR = UploadField(
    "login:password",
    "Login e senha juntos",
    "login:senha, login_password, usuário:senha, user:pass, username:password, credenciais, credentials, combo, acesso",
    ColumnKind.PAIR,
    example="jogador_exemplo01:Exemplo#123",
)
_EMAIL_PAIR = UploadField(
    "emailLogin:emailPassword",
    "E-mail e senha juntos",
    "email:senha, email:password, email:pass, credenciais do email, email credentials, email data",
    ColumnKind.PAIR,
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
    ColumnKind.SECRET,
    example="MailExemplo#9",
)
_PROVIDER = chosen(
    "emailDomain",
    "Provedor de e-mail",
    "provedor, email provider, provider, domínio, domínio do email, domain, webmail, email domain",
    PROVIDERS,
    {slug: each.domain for slug, each in PROVIDERS.items()},
    example="firstmail",
    labels={slug: each.title for slug, each in PROVIDERS.items()},
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
    ColumnKind.LIST,
    example="https://cdn.example.com/conta01.jpg",
)
_EURO = UploadField(
    "price", "Preço (€)", "valor, price eur, preço eur, euro, eur, preço em euro", ColumnKind.AMOUNT, example="14,99"
)
RARE_LIST = UploadField(
    "rareList",
    "Lista de itens raros",
    "lista de raros, rare list, rare item list",
    ColumnKind.LIST,
    example="IKONIK, Galaxy",
)
"""Of which the placeholder {itens_raros} of the account's texts names those that it has."""

NOTE = UploadField("note", "Nota interna", "nota, notas, observação, observações, obs, notes, comentário, comment")
DUMP = UploadField("dump", "Palavras-chave", "tags de busca, keywords, dump, palavras chave, busca")
_TWO_FACTORS = UploadField(
    "has2fa",
    "Tem 2FA",
    "2fa, tem 2fa, has 2fa, two factor, 2fa methods, dois fatores, autenticação de dois fatores",
    ColumnKind.SWITCH,
    example="não",
)


def data(
    name: str, label: str, names: str, kind: ColumnKind = ColumnKind.COUNT, example: str = "", minimum: int | None = 0
) -> UploadField:
    """A column of account_data; a count is in the form as well, unless `minimum` is None."""
    least = minimum if kind is ColumnKind.COUNT else None
    return UploadField(name, label, names, kind, Place.DATA, example=example, minimum=least)


def rank_data(name: str, label: str, names: str, tiers: Mapping[str, str], **described: Any) -> UploadField:
    words = words_for(tiers, tiers)
    return UploadField(name, label, names, ColumnKind.RANK, Place.DATA, words=words, labels=tiers, **described)


def counted(name: str, label: str, names: str, example: str = "") -> UploadField:
    """A whole number that is a field of the form."""
    return UploadField(name, label, names, ColumnKind.COUNT, example=example)


CREDENTIAL_COLUMNS = (_LOGIN, _PASSWORD, _PAIR, _EMAIL, _EMAIL_PASSWORD, _EMAIL_PAIR)
IN_EUROS = (_PROVIDER, _EURO, _TITLE, _DESCRIPTION, _INSTRUCTIONS, _IMAGES)
QUEUED = (*IN_EUROS, _TWO_FACTORS)
_DOLLARS = UploadField(
    "priceUsd",
    "Preço (US$)",
    "preço, price, valor, price usd, usd, dólar, preço em dólar",
    ColumnKind.AMOUNT,
    example="10,00",
)
PASTED = (_DOLLARS, _PROVIDER, _TITLE, _DESCRIPTION, _INSTRUCTIONS, _IMAGES)
