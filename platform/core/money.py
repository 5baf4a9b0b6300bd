"""Money is an exact decimal with two places: integer cents in the database, a string in JSON, never a float."""

import re
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

from django.core.validators import DecimalValidator
from django.db import models
from django.forms import DecimalField, Field

CENT = Decimal("0.01")
ZERO = Decimal("0.00")
MAX_DIGITS = 14
_PLAIN = re.compile(r"-?\d{1,12}(\.\d{1,2})?")


def quantize(value: Decimal) -> Decimal:
    """To the cent, half to even (bonuses and conversions are rounded once, here)."""
    return value.quantize(CENT, rounding=ROUND_HALF_EVEN)


def parse_amount(value: object) -> Decimal | None:
    """An amount as people and JSON write it ("12.5", 12, "0.01"); None for anything else.

    Exponents, NaN, infinity, more than two places, booleans and binary floats that are not whole cents are refused.
    """
    if isinstance(value, bool) or value is None:
        return None
    written = str(value).strip()
    return Decimal(written).quantize(CENT) if _PLAIN.fullmatch(written) else None


def format_brl(value: Decimal) -> str:
    """R$ with two decimals as pt-BR writes it: Decimal("1234.5") -> 'R$ 1.234,50'."""
    grouped = f"{abs(value):,.2f}".translate(str.maketrans(",.", ".,"))
    return f"{'-' if value < 0 else ''}R$ {grouped}"


class MoneyField(models.BigIntegerField[Any, Any]):
    """Decimal in Python, integer cents in the column, so that SUM is exact on every database."""

    description = "Amount of money in cents"

    def from_db_value(self, value: int | Decimal | None, expression: Any, connection: Any) -> Decimal | None:
        return None if value is None else (Decimal(int(value)) / 100).quantize(CENT)

    def to_python(self, value: Any) -> Decimal | None:
        if value is None or isinstance(value, Decimal):
            return value
        return Decimal(str(value)).quantize(CENT)

    def get_prep_value(self, value: Any) -> int | None:
        if value is None:
            return None
        amount = self.to_python(value)
        assert amount is not None
        cents = amount * 100
        if cents != cents.to_integral_value():
            raise ValueError(f"{amount} is not a whole number of cents")
        return int(cents)

    @property
    def validators(self) -> list[Any]:  # type: ignore[override]  # the integer range validators compare cents
        return [DecimalValidator(MAX_DIGITS, 2)]

    def formfield(self, **kwargs: Any) -> Field:  # type: ignore[override]  # a decimal is typed, cents are kept
        return DecimalField(max_digits=MAX_DIGITS, decimal_places=2, required=not self.blank, label=self.verbose_name)

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.value_from_object(obj))
