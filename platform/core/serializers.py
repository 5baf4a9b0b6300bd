"""Serializers of the API: camelCase names, money as strings, and both spellings of a name by one mechanism."""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from types import NoneType
from typing import Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

from django.db import models
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.dates import FIRST_DAY, LAST_DAY
from core.errors import INVALID_AMOUNT, TOO_MANY_PLACES, required_text
from core.money import MoneyField, has_too_many_places, parse_amount
from core.text import INVISIBLE, has_unseen

MAX_ID = 2**63 - 1  # what a column of ids holds
_HUMP = re.compile(r"(?<!^)(?=[A-Z])")
# What the framework says misspelt, or otherwise than it means.
_RESAID = {
    "null": "Este campo não pode ser nulo.",
    "blank": "Este campo não pode ficar em branco.",
    "min_length": "Certifique-se de que este campo tenha pelo menos {min_length} caracteres.",
    "min_value": "Certifique-se de que este valor seja maior ou igual a {min_value}.",
}
for _kind in (serializers.Field, serializers.CharField, serializers.IntegerField, serializers.DecimalField):
    _kind.default_error_messages |= {name: _RESAID[name] for name in _RESAID.keys() & _kind.default_error_messages}


def snake(name: str) -> str:
    """currentQuantity -> current_quantity."""
    return _HUMP.sub("_", name).lower()


def camel(name: str) -> str:
    """delivery_instructions -> deliveryInstructions."""
    head, *tail = name.split("_")
    return head + "".join(map(str.capitalize, tail))


def required_texts(label: str) -> dict[str, Any]:
    """Error messages of a field that may not be left empty, the same for any label."""
    return blank_text(required_text(label))


def blank_text(text: str) -> dict[str, Any]:
    """Error messages of a field that may not be left empty, in words of its own."""
    return dict.fromkeys(("required", "null", "blank"), text)


def texts(text: str, *also: str) -> dict[str, Any]:
    """One text for a field that is empty or unreadable, and for the other errors that `also` names."""
    return blank_text(text) | dict.fromkeys(("invalid", *also), text)


class Input(serializers.Serializer[Any]):
    """What comes in. Every field is taken in either spelling; the one in camelCase wins."""

    @classmethod
    def read(cls, data: Any, **options: Any) -> dict[str, Any]:
        """The values in `data`, by the names that actions take; ValidationError names the fields that are wrong."""
        given = cls(data=data, **options)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def to_internal_value(self, data: Any) -> Any:
        twins = {snake(name): name for name, _ in self.fields.items() if snake(name) != name}
        if isinstance(data, dict) and not twins.keys().isdisjoint(data):
            respelled = {twins[key]: value for key, value in data.items() if key in twins}
            data = respelled | {key: value for key, value in data.items() if key not in twins}
        return super().to_internal_value(data)


class PlainField(serializers.CharField):
    """Text for others to read: what nobody can see in it is refused. Line breaks are taken where `multiline`."""

    default_error_messages = {"unseen": INVISIBLE}

    def __init__(self, *, multiline: bool = False, **options: Any) -> None:
        self.multiline = multiline
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if has_unseen(text, multiline=self.multiline):
            self.fail("unseen")
        return text


class ReasonInput(Input):
    """Why something is done that its person may ask about."""

    reason = PlainField(max_length=200, error_messages=required_texts("Motivo"))


class SortField(serializers.ChoiceField):
    """`?sort=` of a list: one of the words; a minus in front reverses it."""

    def __init__(self, words: Iterable[str], **options: Any) -> None:
        super().__init__([sign + word for sign in ("", "-") for word in words], **{"required": False} | options)


INVALID_DATE = "Data inválida"
OUT_OF_RANGE = f"Informe uma data entre {FIRST_DAY:%d/%m/%Y} e {LAST_DAY:%d/%m/%Y}"


class DayField(serializers.DateField):
    default_error_messages = {"invalid": INVALID_DATE, "datetime": INVALID_DATE, "range": OUT_OF_RANGE}

    def to_internal_value(self, value: Any) -> date:
        day: date = super().to_internal_value(value)
        if not FIRST_DAY <= day <= LAST_DAY:
            self.fail("range")
        return day


class MomentField(serializers.DateTimeField):
    default_error_messages = dict.fromkeys(("invalid", "date", "make_aware"), INVALID_DATE)
    default_error_messages |= dict.fromkeys(("range", "overflow"), OUT_OF_RANGE)

    def to_internal_value(self, value: Any) -> datetime:
        moment: datetime = super().to_internal_value(value)
        if not FIRST_DAY <= moment.date() <= LAST_DAY:
            self.fail("range")
        return moment


class Output(serializers.Serializer[Any]):
    """What goes out: the fields declared, those `shown` as they are, and those of `dual` in both spellings."""

    dual: ClassVar[tuple[str, ...]] = ()
    shown: ClassVar[Mapping[str, serializers.Field[Any, Any, Any, Any]]] = {}
    """See `fields_of`."""

    def __init_subclass__(cls) -> None:
        cls._declared_fields = {**cls.shown, **cls._declared_fields}

    @classmethod
    def json_of(cls, rows: Sequence[Any], **options: Any) -> list[Any]:
        """The JSON of rows; `options` are the serializer's (`context`)."""
        return list(cls(rows, many=True, **options).data)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        answer: dict[str, Any] = super().to_representation(instance)
        return answer | {snake(name): answer[name] for name in self.dual if name in answer}


class PersonOutput(Output):
    """Somebody, where an answer speaks of something else."""

    id = serializers.IntegerField()
    fullName = serializers.CharField(source="display_name")
    username = serializers.CharField()


@extend_schema_field({"type": "string", "format": "decimal", "example": "12.50"})
class AmountField(serializers.Field[Decimal, Any, str, Any]):
    """An exact amount: any plain decimal in, "12.50" out. More than two places or an exponent is refused."""

    default_error_messages = {"invalid": INVALID_AMOUNT, "places": TOO_MANY_PLACES}

    def to_internal_value(self, data: Any) -> Decimal:
        amount = parse_amount(data)
        if amount is None:
            self.fail("places" if has_too_many_places(data) else "invalid")
        return amount

    def to_representation(self, value: Decimal) -> str:
        return f"{value:.2f}"


S = TypeVar("S", Input, Output)


def serializer(name: str, base: type[S], /, **fields: serializers.Field[Any, Any, Any, Any]) -> type[S]:
    """One of few fields, for an app's table of them. Its module, which names it in the API's document, is the caller's."""
    return type(name, (base,), fields | {"__module__": sys._getframe(1).f_globals["__name__"]})


# A serializer's field, with the types that it answers and the columns that it shows.
_KINDS: tuple[tuple[type[serializers.Field[Any, Any, Any, Any]], *tuple[type, ...]], ...] = (
    (serializers.CharField, str, models.CharField, models.TextField),
    (serializers.BooleanField, bool, models.BooleanField),
    (serializers.IntegerField, int, models.IntegerField, models.ForeignKey),
    (serializers.FloatField, float, models.FloatField),
    (AmountField, Decimal, models.DecimalField, MoneyField),
    (serializers.DateTimeField, datetime, models.DateTimeField),
    (serializers.DateField, date, models.DateField),
)
_FIELDS = {kind: field for field, *kinds in _KINDS for kind in kinds}


def fields_of(shown: Any, names: str = "", *, within: str = "") -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """{name: field} of what an Output answers as it is, whose type is said elsewhere: `shown` is the model or annotated
    class with these names in snake_case, or the type of all of them. `names` are the API's, separated by blanks,
    `name=column` where that differs; without any, all that the class annotates. `within` is the path to the object."""
    fields = {}
    for asked in names.split() or map(camel, get_type_hints(shown)):
        name, _, column = asked.partition("=")
        column = column or snake(name)
        path = f"{within}.{column}" if within else column
        fields[name] = _field(_type_of(shown, column), **({} if path == name else {"source": path}))
    return fields


def _type_of(shown: Any, name: str) -> Any:
    if not isinstance(shown, type) or shown in _FIELDS:
        return shown
    attribute = getattr(shown, name, None)
    if isinstance(attribute, property):
        return get_type_hints(attribute.fget)["return"]
    if not issubclass(shown, models.Model):
        return get_type_hints(shown)[name]
    column = shown._meta.get_field(name)
    return type(column) | None if column.null else type(column)


def _field(kind: Any, **options: Any) -> serializers.Field[Any, Any, Any, Any]:
    """The serializer field of a type: of _FIELDS or derived from one, optional, or a list."""
    parts = get_args(kind)
    if NoneType in parts:
        return _field(parts[0], allow_null=True, **options)
    if get_origin(kind) in (list, tuple):
        return serializers.ListField(child=_field(parts[0]), **options)
    return next(_FIELDS[each] for each in kind.__mro__ if each in _FIELDS)(**options)
