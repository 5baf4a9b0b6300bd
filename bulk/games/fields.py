"""Readers of one setting each: what JSON brought in, the clean value out, or the Portuguese text of what is wrong."""

import re
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from functools import lru_cache
from math import isfinite
from typing import Any

from bulk.games.providers import SPELLINGS
from core.money import CENT, TOO_MANY_PLACES, has_too_many_places, parse_amount
from core.serializers import snake
from core.text import without_unseen

MAX_COUNT = 999_999_999
MAX_NAMES = 1_000
MAX_NAME_CHARACTERS = 120
MAX_DATA_FIELDS = 60
MAX_PRICE = Decimal("10000.00")
MAX_IMAGES = 10
MAX_URL_CHARACTERS = 2_000

_BREAK = re.compile("\r\n|[\r\u2028\u2029]")
_IMAGE_URL = re.compile(r"(?:https?://[^\s/]+/|/(?!/))[^\s\x00-\x1f]*")


class Invalid(ValueError):
    """Its text is for the person who filled the field. `parts` are the texts of a value's own parts, by name."""

    def __init__(self, text: str, parts: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.parts = parts or {}


Reader = Callable[[Any], Any]


def title(value: Any) -> str:
    return _sized(" ".join(_text(value).split()), "Título", 3, 150)


def description(value: Any) -> str:
    return long_description(value, minimum=10)


def long_description(value: Any, *, minimum: int) -> str:
    return _sized(_text(value).strip(), "Descrição", minimum, 10_000)


def instructions(value: Any) -> str:
    return _sized(_text(value).strip(), "Instruções", 0, 5_000)


def words(name: str, maximum: int) -> Reader:
    """A single line of text that may be empty."""

    def read(value: Any) -> str:
        return _sized(" ".join(_text(value).split()), name, 0, maximum)

    return read


def price(value: Any) -> Decimal:
    """An amount with at most two places. 'price positive ('Preço deve ser um valor positivo')'."""
    return _amount(value, CENT, "Preço deve ser um valor positivo")


def euros(value: Any) -> Decimal | None:
    """'price at least 1 ('Preço deve ser maior que 0')'. None is a price that is not stated."""
    return None if value is None else _amount(value, Decimal(1), "Preço deve ser maior que 0")


def _amount(value: Any, least: Decimal, otherwise: str) -> Decimal:
    amount = parse_amount(value)
    if amount is None or amount < least:
        raise Invalid(TOO_MANY_PLACES if has_too_many_places(value) else otherwise)
    if amount > MAX_PRICE:
        raise Invalid("Preço deve ser no máximo 10.000")
    return amount


def whole(minimum: int = 0) -> Reader:
    """A whole number, as JSON writes it or in digits; a fraction, NaN, infinity or a boolean is refused."""

    def read(value: Any) -> int:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{1,12}", value.strip()):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= MAX_COUNT:
            raise Invalid(f"Informe um número inteiro de {minimum} a 999.999.999")
        return value

    return read


def count(label: str, minimum: int = 0) -> Reader:
    """'each count at least 0 with its own message, account_level at least 1'."""

    def read(value: Any) -> int:
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,12}", value.strip()):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise Invalid(f"{label} deve ser um número inteiro")
        if value < minimum:
            raise Invalid(f"{label} deve ser pelo menos {minimum}")
        if value > MAX_COUNT:
            raise Invalid(f"{label} deve ser no máximo 999.999.999")
        return value

    return read


def names(value: Any) -> tuple[str, ...]:
    """Names as they are written, each once: a list, or one text with commas."""
    listed = value.split(",") if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or len(listed) > MAX_NAMES:
        raise Invalid("Informe uma lista de nomes")
    read = [" ".join(_text(each).split()) for each in listed]
    if any(len(each) > MAX_NAME_CHARACTERS for each in read):
        raise Invalid(f"Cada nome deve ter no máximo {MAX_NAME_CHARACTERS} caracteres")
    return tuple(dict.fromkeys(filter(None, read)))


def account_data(readers: Mapping[str, Reader]) -> Reader:
    """What is known of an account, under the API's names; blank is not stated.

    A name without a reader passes as it is when it is plain, for the marketplace's template to judge: it may know more
    fields than are documented.
    """

    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping) or len(value) > MAX_DATA_FIELDS:
            raise Invalid("Informe os dados da conta como um objeto")
        data: dict[str, Any] = {}
        wrong: dict[str, str] = {}
        for spelled, stated in value.items():
            name = data_name(spelled)
            if is_blank(stated):
                continue
            try:
                read_value = readers.get(name, _plain)(stated)
                data[name] = list(read_value) if isinstance(read_value, tuple) else read_value
            except Invalid as problem:
                wrong[name] = str(problem)
        if wrong:
            raise Invalid(next(iter(wrong.values())), wrong)
        return data

    return read


@lru_cache(1_024)
def data_name(spelled: str) -> str:
    """accountLevel, account_level and account-level are one name. Thousands of accounts spell the same ones."""
    return snake(spelled[:MAX_NAME_CHARACTERS]).replace("-", "_")


def is_blank(value: Any) -> bool:
    """Null, no text, an empty collection: what a form sends of a field that nobody filled."""
    return value is None or (isinstance(value, str) and not value.strip()) or value in ([], (), {})


def switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Invalid("Informe verdadeiro ou falso")
    return value


def choice(options: Collection[str]) -> Reader:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in options:
            raise Invalid("Selecione uma das opções")
        return value

    return read


def choices(options: Collection[str]) -> Reader:
    """Some of the options, each once, in the order given."""

    def read(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise Invalid("Informe uma lista de opções")
        unknown = [item for item in value if item not in options]
        if unknown:
            raise Invalid(f"Opção desconhecida: {unknown[0][:60]}")
        return tuple(dict.fromkeys(value))

    return read


def image_urls(value: Any) -> tuple[str, ...]:
    """Web addresses or paths of our own media. 'Images per account: at most 10'."""
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise Invalid("Informe uma lista de imagens")
    if len(value) > MAX_IMAGES:
        raise Invalid("No máximo 10 imagens por conta")
    if not all(len(url) <= MAX_URL_CHARACTERS and _IMAGE_URL.fullmatch(url) for url in value):
        raise Invalid("Endereço de imagem inválido")
    return tuple(dict.fromkeys(value))


def provider(required: str) -> Reader:
    """An e-mail provider, which must be named: '' is refused with the game's own text."""

    def read(value: Any) -> str:
        if is_blank(value):
            raise Invalid(required)
        return SPELLINGS[choice(SPELLINGS)(value.strip().lower() if isinstance(value, str) else value)]

    return read


def _plain(value: Any) -> Any:
    listed = value if isinstance(value, list | tuple) else [value]
    if len(listed) > MAX_NAMES or not all(map(_is_plain, listed)):
        raise Invalid("Valor inválido")
    return value


def _is_plain(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_NAME_CHARACTERS and value == without_unseen(value, multiline=True)
    return isfinite(value) if isinstance(value, float) else isinstance(value, int) and abs(value) <= MAX_COUNT


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Invalid("Informe um texto")
    return without_unseen(_BREAK.sub("\n", value), multiline=True)


def _sized(text: str, name: str, minimum: int, maximum: int) -> str:
    if len(text) < minimum:
        raise Invalid(f"{name} deve ter pelo menos {minimum} caracteres")
    if len(text) > maximum:
        raise Invalid(f"{name} deve ter no máximo {maximum:,} caracteres".replace(",", "."))
    return text
