"""Money is an exact decimal with two places: integer cents in the database, a string in JSON, never a float."""

import re
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import FieldError, ValidationError
from django.core.validators import DecimalValidator
from django.db import models
from django.db.models.expressions import BaseExpression, Combinable, register_combinable_fields

from core.errors import INVALID_AMOUNT

CENT = Decimal("0.01")
ZERO = Decimal("0.00")
MAX_DIGITS = 14
# The most that is transferred, added or paid per account at once; texts that name it are made of it.
MAX_AMOUNT = Decimal("10000.00")
_PLAIN = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,2})?")


def quantize(value: Decimal) -> Decimal:
    """To the cent, half to even (bonuses and conversions are rounded once, here)."""
    return value.quantize(CENT, rounding=ROUND_HALF_EVEN)


def parse_amount(value: object) -> Decimal | None:
    """An amount as people and JSON write it ("12.5", 12, "0.01"); None for anything else: exponents, NaN, infinity,
    more than two places, booleans and binary floats that are not whole cents."""
    written = str(value).strip()
    return Decimal(written).quantize(CENT) + ZERO if _PLAIN.fullmatch(written) else None  # ZERO makes 0.00 of "-0"


def has_too_many_places(value: object) -> bool:
    """Whether an amount that `parse_amount` refuses is one but for its third decimal place."""
    return re.fullmatch(r"\s*-?[0-9]{1,12}\.[0-9]{3,}\s*", str(value)) is not None


def format_brl(value: Decimal) -> str:
    """R$ with two decimals as pt-BR writes it: Decimal("1234.5") -> 'R$ 1.234,50'."""
    grouped = f"{abs(value):,.2f}".translate(str.maketrans(",.", ".,"))
    return f"{'-' if value < 0 else ''}R$ {grouped}"


def format_eur(value: Decimal) -> str:
    """The same in euro: Decimal("1234.5") -> '€ 1.234,50'."""
    return format_brl(value).replace("R$", "€")


def format_percent(value: Decimal) -> str:
    """Decimal("7.50") -> '7,5%'."""
    return f"{value.normalize():f}%".replace(".", ",")


_Set = TypeVar("_Set", contravariant=True)
_Get = TypeVar("_Get", covariant=True)


class MoneyField(models.Field[_Set, _Get]):
    """Decimal in Python, integer cents in the column, so that SUM is exact on every database. Amounts add up in
    expressions; a plain number would be taken for cents, so it is refused: F("total") + Value(amount, MoneyField())."""

    default_validators = [DecimalValidator(MAX_DIGITS, 2)]

    _pyi_private_set_type: Decimal | Combinable  # these three are what django-stubs ask a field of its own types for
    _pyi_private_get_type: Decimal
    _pyi_lookup_exact_type: Decimal | Combinable

    def get_internal_type(self) -> str:
        return "BigIntegerField"

    def from_db_value(self, value: int | Decimal | None, expression: Any, connection: Any) -> Decimal | None:
        return None if value is None else Decimal(int(value)).scaleb(-2)

    def to_python(self, value: Any) -> Decimal | None:
        if value is None or isinstance(value, Decimal):
            return value
        amount = parse_amount(value)
        if amount is None:
            raise ValidationError(INVALID_AMOUNT, code="invalid")
        return amount

    def get_prep_value(self, value: Any) -> int | None:
        amount = self.to_python(value)
        if amount is None:
            return None
        cents = amount * 100
        if cents != cents.to_integral_value():
            raise ValueError(f"{amount} is not a whole number of cents")
        return int(cents)

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if isinstance(value, BaseExpression) and not isinstance(value.output_field, MoneyField):
            raise FieldError(f"{self.name} takes amounts: use Value(amount, MoneyField())")
        return super().get_db_prep_save(value, connection)

    def formfield(self, **kwargs: Any) -> Any:
        typed: dict[str, Any] = {"form_class": forms.DecimalField, "max_digits": MAX_DIGITS, "decimal_places": 2}
        return super().formfield(**typed | kwargs)


for _connector in (Combinable.ADD, Combinable.SUB):
    register_combinable_fields(MoneyField, _connector, MoneyField, MoneyField)
