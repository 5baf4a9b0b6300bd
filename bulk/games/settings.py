"""What the form of a game sends along with the accounts, as typed values; an override is the same for one account.

A field is declared once, with its default and its reader; the JSON name is the field's in camelCase, its own, or its
alias. An account that came already parted may state any field of the form for itself: that is its override.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from functools import cache
from typing import Any, Generic, Self, TypeVar

from bulk.errors import SettingsInvalid
from bulk.games.fields import (
    Invalid,
    Reader,
    choice,
    description,
    image_urls,
    instructions,
    is_blank,
    names,
    price,
    title,
)
from bulk.games.lines import ParsedLine
from bulk.games.providers import DEFAULT_PROVIDER, PROVIDERS
from core.errors import Errors
from core.money import quantize
from core.serializers import camel, snake

Override = Mapping[str, Any]


def setting(reader: Reader, default: Any, *, alias: str = "", keeps_blank: bool = False) -> Any:
    """A field of a form. An account that leaves it blank takes the form's own value, unless `keeps_blank`."""
    metadata = {"reader": reader, "alias": alias, "keeps_blank": keeps_blank}
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
    """Of these the placeholder {itens_raros} names those that an account has (bulk/content)."""

    @abstractmethod
    def price_in_euros(self, usd_eur_rate: Decimal) -> Decimal:
        """What a listing costs; `usd_eur_rate` is euros for a dollar. Zero for a form that states no price."""

    def updated(self, raw: object) -> Self:
        """With the fields that `raw` (parsed JSON) names replaced, or SettingsInvalid with every wrong one."""
        read, errors = self._read(raw)
        if errors:
            raise SettingsInvalid(errors=errors)
        return replace(self, **read)

    def as_json(self) -> dict[str, Any]:
        """Under the JSON names; `updated` reads it back to an equal value."""
        return as_json({each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def read_overrides(cls, raw: object) -> dict[int, Override]:
        """{"12": {"goldenEagles": 5}} to {12: {"golden_eagles": 5}}: what `ParsedLine.own` holds."""
        if not isinstance(raw, Mapping):
            raise SettingsInvalid(errors={"overrides": ["Informe um objeto"]})
        overrides: dict[int, Override] = {}
        errors: Errors = {}
        for line, values in raw.items():
            if not (isinstance(line, str) and line.isascii() and line.isdigit() and len(line) < 7):
                errors[f"overrides.{line}"] = ["Informe o número da linha"]
                continue
            overrides[int(line)], wrong = cls._read(values)
            errors |= {f"overrides.{line}.{name}": texts for name, texts in wrong.items()}
        if errors:
            raise SettingsInvalid(errors=errors)
        return overrides

    @classmethod
    def read_account(cls, raw: Mapping[str, Any]) -> tuple[Override, Errors]:
        """What an account states for itself of the form's fields, and the texts of what is wrong.

        A blank field is not stated; a name that is no field is somebody else's, and left alone.
        """
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
            return {}, {"settings": ["Informe um objeto"]}
        known = _fields_by_name(cls)
        read: dict[str, Any] = {}
        errors: Errors = {}
        for name, value in raw.items():
            if name not in known:
                errors[str(name)[:60]] = ["Campo desconhecido"]
                continue
            try:
                read[known[name].name] = known[name].metadata["reader"](value)
            except Invalid as problem:
                parts = {f"{name}.{part}": [text] for part, text in problem.parts.items()}
                errors |= parts or {name: [str(problem)]}
        return read, errors


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedInDollars(FormSettings):
    """'Roblox default 10 USD, War Thunder default 15 USD'; what goes out is in euro."""

    price_usd: Decimal = setting(price, Decimal("10.00"), alias="price")  # noqa: RUF009  # a dataclass field

    def price_in_euros(self, usd_eur_rate: Decimal) -> Decimal:
        return quantize(self.price_usd * usd_eur_rate)


S = TypeVar("S", bound=FormSettings)


@dataclass(frozen=True)
class Form(Generic[S]):
    """The form as it was sent: what holds for every account, and what for single lines."""

    settings: S
    overrides: Mapping[int, Override] = field(default_factory=dict)

    def of(self, line: ParsedLine) -> S:
        """The form as it holds for one line, whose own values win."""
        return replace(self.settings, **line.own) if line.own else self.settings


def as_json(values: Mapping[str, Any]) -> dict[str, Any]:
    """Typed values of fields under their JSON names."""
    return {
        camel(name): str(value) if isinstance(value, Decimal) else list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
    }


@cache
def _fields_by_name(cls: type[FormSettings]) -> dict[str, Any]:
    """Each field under all its spellings."""
    spellings: dict[str, Any] = {}
    for each in fields(cls):
        alias = each.metadata["alias"]
        spellings |= dict.fromkeys(filter(None, (each.name, camel(each.name), alias, snake(alias))), each)
    return spellings
