"""The form of a game, sent along with the accounts: its fields, each declared once, and their readers, which give the
clean value of what JSON brought in, or the Portuguese text of what is wrong. The JSON name is the field's in camelCase,
its own, or its alias. An account that came already parted may state any field for itself: that is its override."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from functools import cache, lru_cache, partial
from math import isfinite
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from bulk.enums import Currency
from bulk.errors import SettingsInvalid
from bulk.games import errors as said
from bulk.games.lines import ParsedLine
from bulk.games.providers import DEFAULT_PROVIDER, PROVIDERS, SPELLINGS
from core.errors import TOO_MANY_PLACES, Errors
from core.money import CENT, has_too_many_places, parse_amount, quantize
from core.serializers import camel, snake
from core.text import thousands, without_unseen

MAX_INTEGER = 999_999_999
MAX_VALUES = 1_000
MAX_VALUE_CHARACTERS = 120
MAX_DATA_FIELDS = 60
SHOWN_VALUES = 8
MAX_PRICE = Decimal("10000.00")
MAX_IMAGES = 10
MAX_URL_CHARACTERS = 2_000

_BREAK = re.compile("\r\n|[\r\u2028\u2029]")
_IMAGE_URL = re.compile(r"(?:https?://[^\s/]+/|/(?!/))[^\s\x00-\x1f]*")


class Invalid(ValueError):
    """Raised for a wrong value, with a text for the person who typed it; `parts` are the texts of its parts, by name."""

    def __init__(self, text: str, parts: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.parts = parts or {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Gives the clean value of what JSON brought in, or raises Invalid; and says what it takes, for who draws the form.
    `lengths` are the least and most characters, `most` how many a list may have, `error` the text for less than the least."""

    read: Callable[[Any], Any]
    kind: str
    label: str = ""
    minimum: Decimal | int | None = None
    maximum: Decimal | int | None = None
    step: Decimal | int | None = None
    lengths: tuple[int, int | None] = (0, None)
    most: int | None = None
    options: tuple[str | int, ...] = ()
    error: str = ""

    def __call__(self, value: Any) -> Any:
        return self.read(value)


def reads(kind: str, **described: Any) -> Callable[[Callable[[Any], Any]], Reader]:
    return lambda read: Reader(read=read, kind=kind, **described)


def words(name: str, maximum: int, minimum: int = 0, *, kind: str = "text") -> Reader:
    """A single line of text; of any number of lines where it is a `longtext`."""
    too_short = said.TOO_FEW_CHARACTERS.format(name, minimum) if minimum else ""

    @reads(kind, label=name, lengths=(minimum, maximum), error=too_short)
    def read(value: Any) -> str:
        text = _parse_text(value).strip() if kind == "longtext" else " ".join(_parse_text(value).split())
        if len(text) < minimum:
            raise Invalid(too_short)
        if len(text) > maximum:
            raise Invalid(said.TOO_MANY_CHARACTERS.format(name, thousands(maximum)))
        return text

    return read


paragraphs = partial(words, kind="longtext")
title = words("Título", 150, minimum=3)
description = paragraphs("Descrição", 10_000, minimum=10)
instructions = paragraphs("Instruções", 5_000)

OVER_ZERO = "Preço deve ser maior que 0"


def money(least: Decimal, refusal: str, *, optional: bool = False) -> Reader:
    """An amount with at most two places. None is one that is not stated, where it is `optional`."""

    @reads("money", minimum=least, maximum=MAX_PRICE, step=CENT, error=refusal)
    def read(value: Any) -> Decimal | None:
        if optional and value is None:
            return None
        amount = parse_amount(value)
        if amount is None or amount < least:
            raise Invalid(TOO_MANY_PLACES if has_too_many_places(value) else refusal)
        if amount > MAX_PRICE:
            raise Invalid(said.TOO_HIGH.format("Preço", "10.000"))
        return amount

    return read


price = money(CENT, "Preço deve ser um valor positivo")
euros = money(Decimal(1), OVER_ZERO, optional=True)


@reads("number", label="Custo", minimum=0, maximum=MAX_PRICE, error=said.COST_BOUNDS)
def cost(value: Any) -> Decimal | None:
    """What an account was bought for, with at most two decimals; None where that is not stated."""
    if is_blank(value):
        return None
    amount = parse_amount(str(value).replace(",", ".") if isinstance(value, str) else value)
    if amount is None or not 0 <= amount <= MAX_PRICE:
        raise Invalid(TOO_MANY_PLACES if has_too_many_places(value) else said.COST_BOUNDS)
    return amount


def count(label: str, minimum: int = 0, maximum: int = MAX_INTEGER, *, refusal: str = "") -> Reader:
    """A whole number, as JSON writes it or in digits; a fraction, NaN, infinity or a boolean is refused.
    `refusal` is the one text for all that is refused."""
    too_small = refusal or said.TOO_LOW.format(label, minimum)

    @reads("count", label=label, minimum=minimum, maximum=maximum, step=1, error=too_small)
    def read(value: Any) -> int:
        digits = isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,12}", value.strip())
        number = int(value) if digits else value
        if not isinstance(number, int) or isinstance(number, bool):
            raise Invalid(refusal or said.NOT_WHOLE.format(label))
        if number < minimum:
            raise Invalid(too_small)
        if number > maximum:
            raise Invalid(refusal or said.TOO_HIGH.format(label, thousands(maximum)))
        return number

    return read


def whole_number(minimum: int = 0) -> Reader:
    return count("", minimum, refusal=f"Informe um número inteiro de {minimum} a 999.999.999")


def decimal_number(label: str, minimum: Decimal, maximum: Decimal | None, *, refusal: str = "") -> Reader:
    refusal = refusal or f"{label} deve ser um número de {minimum}" + ("" if maximum is None else f" até {maximum}")

    @reads("number", label=label, minimum=minimum, maximum=maximum, error=refusal)
    def read(value: Any) -> int | float:
        written = str(value).replace("%", "").replace(",", ".").strip()
        if isinstance(value, bool) or not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,6})?", written):
            raise Invalid(refusal)
        amount = Decimal(written)
        if amount < minimum or (maximum is not None and amount > maximum):
            raise Invalid(refusal)
        return int(amount) if amount == int(amount) else float(amount)

    return read


percentage = decimal_number("Taxa de vitórias", Decimal(0), Decimal(100), refusal="Informe um percentual de 0 a 100")


@reads("list", most=MAX_VALUES)
def names(value: Any) -> tuple[str, ...]:
    """Names as they are written, each once: a list, or one text with commas."""
    listed = value.split(",") if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or len(listed) > MAX_VALUES:
        raise Invalid(said.NOT_NAMES)
    read = [" ".join(_parse_text(each).split()) for each in listed]
    if any(len(each) > MAX_VALUE_CHARACTERS for each in read):
        raise Invalid(said.TOO_MANY_CHARACTERS.format("Cada nome", MAX_VALUE_CHARACTERS))
    return tuple(dict.fromkeys(filter(None, read)))


def account_data(readers: Mapping[str, Reader]) -> Reader:
    """What is known of an account. The marketplace may know more fields: plain values pass as they are."""

    @reads("data")
    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping) or len(value) > MAX_DATA_FIELDS:
            raise Invalid(said.NOT_DATA)
        data: dict[str, Any] = {}
        wrong: dict[str, str] = {}
        for spelled, stated in value.items():
            name = data_name(spelled)
            if is_blank(stated):
                continue
            try:
                read_value = readers.get(name, plain)(stated)
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
    return snake(spelled[:MAX_VALUE_CHARACTERS]).replace("-", "_")


def is_blank(value: Any) -> bool:
    """Null, no text, an empty collection: what a form sends of a field that nobody filled."""
    return value is None or (isinstance(value, str) and not value.strip()) or value in ([], (), {})


@reads("switch")
def switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Invalid(said.NOT_SWITCH)
    return value


def choice(options: Collection[str]) -> Reader:
    @reads("choice", options=tuple(options))
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in options:
            raise Invalid(said.NO_OPTION)
        return value

    return read


def choices(options: Collection[str]) -> Reader:
    @reads("choices", options=tuple(options))
    def read(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise Invalid(said.NOT_OPTIONS)
        unknown = [item for item in value if item not in options]
        if unknown:
            raise Invalid(said.UNKNOWN_OPTION.format(unknown[0][:60]))
        return tuple(dict.fromkeys(value))

    return read


def one_of(values: Sequence[str | int]) -> Reader:
    """One of a marketplace's own words, however it is written."""
    known = {_fold_word(value): value for value in values}
    examples = ", ".join(map(str, values[:SHOWN_VALUES])) + ("…" if len(values) > SHOWN_VALUES else "")

    @reads("choice", options=tuple(values))
    def read(value: Any) -> str | int:
        if isinstance(value, bool) or _fold_word(value) not in known:
            raise Invalid(said.ACCEPTED.format(examples))
        return known[_fold_word(value)]

    return read


def some_of(values: Sequence[str | int]) -> Reader:
    """Some of a marketplace's own words: a list, or one text with commas."""
    one = one_of(values)

    @reads("choices", options=tuple(values))
    def read(value: Any) -> tuple[str | int, ...]:
        return tuple(dict.fromkeys(one(each) for each in names(value)))

    return read


def _fold_word(value: Any) -> str:
    return " ".join(str(value).split()).casefold()


@reads("images", most=MAX_IMAGES)
def image_urls(value: Any) -> tuple[str, ...]:
    """Web addresses or paths of our own media, ten at most (product: creators.limits)."""
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise Invalid(said.NOT_IMAGES)
    if len(value) > MAX_IMAGES:
        raise Invalid(said.TOO_MANY_IMAGES)
    with suppress(ValueError):  # "https://a]/" is no address at all
        if all(len(url) <= MAX_URL_CHARACTERS and _IMAGE_URL.fullmatch(url) and urlsplit(url) for url in value):
            return tuple(dict.fromkeys(value))
    raise Invalid(said.BAD_IMAGE)


def provider(required: str) -> Reader:
    """An e-mail provider, which must be named: '' is refused with the game's own text."""

    @reads("choice", options=tuple(PROVIDERS), error=required)
    def read(value: Any) -> str:
        if is_blank(value):
            raise Invalid(required)
        return SPELLINGS[choice(SPELLINGS)(value.strip().lower() if isinstance(value, str) else value)]

    return read


@reads("list", most=MAX_VALUES)
def plain(value: Any) -> Any:
    """A text, a number, yes or no, or a list of them, as they are."""

    def is_plain(each: Any) -> bool:
        if isinstance(each, str):
            return len(each) <= MAX_VALUE_CHARACTERS and each == without_unseen(each, multiline=True)
        return isfinite(each) if isinstance(each, float) else isinstance(each, int) and abs(each) <= MAX_INTEGER

    listed = value if isinstance(value, list | tuple) else [value]
    if len(listed) > MAX_VALUES or not all(map(is_plain, listed)):
        raise Invalid(said.BAD_VALUE)
    return value


def _parse_text(value: Any) -> str:
    if not isinstance(value, str):
        raise Invalid(said.NOT_TEXT)
    return without_unseen(_BREAK.sub("\n", value), multiline=True)


Override = Mapping[str, Any]
Overrides = Mapping[int, Override]
"""What holds for single lines, by their numbers."""


def setting(reader: Reader, default: Any, *, alias: str = "", keeps_blank: bool = False, label: str = "") -> Any:
    """A field of a form. An account that leaves it blank takes the form's own value, unless `keeps_blank`. `label` is
    that of a field which no column of a file has."""
    metadata = {"reader": reader, "alias": alias, "keeps_blank": keeps_blank, "label": label or reader.label}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSettings(ABC):
    """The part that the games share; a game's own class gives its defaults and adds its fields."""

    title: str = setting(title, "")
    description: str = setting(description, "")
    email_domain: str = setting(choice(PROVIDERS), DEFAULT_PROVIDER)
    delivery_instructions: str = setting(instructions, "")
    image_urls: tuple[str, ...] = setting(image_urls, ())
    rare_list: tuple[str, ...] = setting(names, ())
    """Of these the placeholder {itens_raros} names those that an account has."""
    cost: Decimal | None = setting(cost, None)  # noqa: RUF009  # a dataclass field
    cost_currency: str = setting(choice(Currency.values), Currency.BRL.value)
    supplier: str = setting(words("Fornecedor", 80), "")

    @abstractmethod
    def price_in_euros(self, usd_eur_rate: Decimal) -> Decimal:
        """What a listing costs; `usd_eur_rate` is euros for a dollar. Zero for a form that states no price."""

    def with_changes(self, raw: object) -> Self:
        """With the fields that `raw` (parsed JSON) names replaced, or SettingsInvalid with every wrong one."""
        read, errors = self._read(raw)
        if errors:
            raise SettingsInvalid(errors=errors)
        return replace(self, **read)

    def of(self, line: ParsedLine) -> Self:
        """The form as it holds for one line, whose own values win: of account_data one by one."""
        own = dict(line.own)
        if data := getattr(self, "account_data", {}):
            own["account_data"] = {**data, **own.get("account_data", {})}
        return replace(self, **own) if own else self

    def as_json(self) -> dict[str, Any]:
        """Under the JSON names; `with_changes` reads it back to an equal value."""
        return as_json({each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def read_overrides(cls, raw: object) -> Overrides:
        """{"12": {"goldenEagles": 5}} to {12: {"golden_eagles": 5}}: what `ParsedLine.own` holds."""
        if not isinstance(raw, Mapping):
            raise SettingsInvalid(errors={"overrides": [said.NOT_OBJECT]})
        overrides: dict[int, Override] = {}
        errors: Errors = {}
        for line, values in raw.items():
            if not (isinstance(line, str) and line.isascii() and line.isdigit() and len(line) < 8):
                errors[f"overrides.{line}"] = [said.NOT_A_LINE]
                continue
            overrides[int(line)], wrong = cls._read(values)
            errors |= {f"overrides.{line}.{name}": texts for name, texts in wrong.items()}
        if errors:
            raise SettingsInvalid(errors=errors)
        return overrides

    @classmethod
    def read_account(cls, raw: Mapping[str, Any]) -> tuple[Override, Errors]:
        """The account's own values for fields of the form, and the errors in them. A blank field is
        not stated; a name that is no field is left alone."""
        known = _fields_by_name(cls)
        stated = {
            name: value
            for name, value in raw.items()
            if name in known and value is not None and (known[name].metadata["keeps_blank"] or not is_blank(value))
        }
        return cls._read(stated)

    @classmethod
    def _read(cls, raw: object) -> tuple[dict[str, Any], Errors]:
        if not isinstance(raw, Mapping):
            return {}, {"settings": [said.NOT_OBJECT]}
        known = _fields_by_name(cls)
        read: dict[str, Any] = {}
        errors: Errors = {}
        for name, value in raw.items():
            if name not in known:
                errors[str(name)[:60]] = [said.UNKNOWN_FIELD]
                continue
            try:
                read[known[name].name] = known[name].metadata["reader"](value)
            except Invalid as problem:
                errors |= {f"{name}.{part}": [text] for part, text in problem.parts.items()} or {name: [str(problem)]}
        return read, errors


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedInDollars(FormSettings):
    """The form of a game whose prices are typed in dollars; what goes out is in euro (product: market.prices)."""

    price_usd: Decimal = setting(price, Decimal("10.00"), alias="price")  # noqa: RUF009  # a dataclass field

    def price_in_euros(self, usd_eur_rate: Decimal) -> Decimal:
        return quantize(self.price_usd * usd_eur_rate)


S = TypeVar("S", bound=FormSettings)


def as_json(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        camel(name): str(value) if isinstance(value, Decimal) else list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
    }


@cache
def _fields_by_name(cls: type[FormSettings]) -> dict[str, Any]:
    spellings: dict[str, Any] = {}
    for each in fields(cls):
        alias = each.metadata["alias"]
        spellings |= dict.fromkeys(filter(None, (each.name, camel(each.name), alias, snake(alias))), each)
    return spellings
