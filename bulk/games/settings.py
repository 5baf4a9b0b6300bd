"""What the form of a game sends along with the lines, as typed values; an override is the same for one line.

A field is declared once, with its default and its reader; the JSON name is the field's in camelCase, or its alias.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from typing import Any, Self

from bulk.games.fields import Invalid, Reader, choice, description, image_urls, instructions, price, title
from bulk.games.providers import DEFAULT_PROVIDER, PROVIDERS
from core.errors import ActionError, Errors

Override = Mapping[str, Any]
NO_OVERRIDE: Override = {}


class SettingsInvalid(ActionError):
    """`errors` maps the JSON name of each wrong field, or `overrides.{line}.{name}`, to its texts."""

    code = "settings_invalid"


def setting(reader: Reader, default: Any, *, alias: str = "") -> Any:
    return field(default=default, metadata={"reader": reader, "alias": alias})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The part that the games share (document 2 §2.7, §9); a game's own class gives its defaults and adds its fields."""

    title: str = setting(title, "")
    description: str = setting(description, "")
    price_usd: Decimal = setting(price, Decimal("10.00"), alias="price")  # noqa: RUF009  # a dataclass field
    email_domain: str = setting(choice(PROVIDERS), DEFAULT_PROVIDER)
    delivery_instructions: str = setting(instructions, "")
    image_urls: tuple[str, ...] = setting(image_urls, ())

    def updated(self, raw: object) -> Self:
        """With the fields that `raw` (parsed JSON) names replaced, or SettingsInvalid with every wrong one."""
        read, errors = self._read(raw)
        if errors:
            raise SettingsInvalid(errors=errors)
        return replace(self, **read)

    def as_json(self) -> dict[str, Any]:
        """Under the JSON names; `updated` reads it back to an equal value."""
        return {_camel(each.name): _as_json(getattr(self, each.name)) for each in fields(self)}

    @classmethod
    def read_overrides(cls, raw: object) -> dict[int, Override]:
        """{"12": {"goldenEagles": 5}} to {12: {"golden_eagles": 5}}; `build_listing` takes the inner mappings."""
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
    def _read(cls, raw: object) -> tuple[dict[str, Any], Errors]:
        if not isinstance(raw, Mapping):
            return {}, {"settings": ["Informe um objeto"]}
        known = {name: each for each in fields(cls) for name in (_camel(each.name), each.metadata["alias"]) if name}
        read: dict[str, Any] = {}
        errors: Errors = {}
        for name, value in raw.items():
            if name not in known:
                errors[str(name)[:60]] = ["Campo desconhecido"]
                continue
            try:
                read[known[name].name] = known[name].metadata["reader"](value)
            except Invalid as problem:
                errors[name] = [str(problem)]
        return read, errors


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(map(str.capitalize, tail))


def _as_json(value: Any) -> Any:
    if isinstance(value, Decimal):
        return str(value)
    return list(value) if isinstance(value, tuple) else value
