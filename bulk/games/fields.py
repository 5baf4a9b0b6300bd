"""Readers of one setting each: what JSON brought in, the clean value out, or the Portuguese text of what is wrong."""

import re
from collections.abc import Callable, Collection
from decimal import Decimal
from typing import Any

from core.money import parse_amount

MAX_COUNT = 999_999_999
MAX_PRICE = Decimal("10000.00")
MAX_IMAGES = 10
MAX_URL_CHARACTERS = 2_000

# Emoji are joined by zero-width characters, so running text keeps those and loses only what no database takes.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_IMAGE_URL = re.compile(r"(?:https?://[^\s/]+/|/(?!/))[^\s\x00-\x1f]*")


class Invalid(ValueError):
    """Its text is for the person who filled the field."""


Reader = Callable[[Any], Any]


def title(value: Any) -> str:
    """Document 2 §5: 'title min 3 ('Título deve ter pelo menos 3 caracteres')'."""
    return _sized(" ".join(_text(value).split()), "Título", 3, 150)


def description(value: Any) -> str:
    """Document 2 §5: 'description min 10 ('Descrição deve ter pelo menos 10 caracteres')'."""
    return _sized(_text(value).strip(), "Descrição", 10, 10_000)


def instructions(value: Any) -> str:
    return _sized(_text(value).strip(), "Instruções", 0, 5_000)


def price(value: Any) -> Decimal:
    """An amount with at most two places. Document 2 §5: 'price positive ('Preço deve ser um valor positivo')'."""
    amount = parse_amount(value)
    if amount is None or amount <= 0:
        raise Invalid("Preço deve ser um valor positivo")
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
    """Web addresses or paths of our own media. Document 2 §9: 'Images per account: at most 10'."""
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise Invalid("Informe uma lista de imagens")
    if len(value) > MAX_IMAGES:
        raise Invalid("No máximo 10 imagens por conta")
    if not all(len(url) <= MAX_URL_CHARACTERS and _IMAGE_URL.fullmatch(url) for url in value):
        raise Invalid("Endereço de imagem inválido")
    return tuple(dict.fromkeys(value))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Invalid("Informe um texto")
    return _CONTROL.sub("", value.replace("\r\n", "\n").replace("\r", "\n"))


def _sized(text: str, name: str, minimum: int, maximum: int) -> str:
    if len(text) < minimum:
        raise Invalid(f"{name} deve ter pelo menos {minimum} caracteres")
    if len(text) > maximum:
        raise Invalid(f"{name} deve ter no máximo {maximum:,} caracteres".replace(",", "."))
    return text
