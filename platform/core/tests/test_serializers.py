from decimal import Decimal
from typing import Any

import pytest
from django.http import QueryDict
from rest_framework import serializers

from accounts.models import User
from core.serializers import AmountField, Input, Output, PersonOutput, snake


class Row(Input):
    accountName = serializers.CharField()


class TaskInput(Input):
    title = serializers.CharField(required=False)
    currentQuantity = serializers.IntegerField(required=False)
    paymentPerAccount = AmountField(required=False)
    tags = serializers.ListField(child=serializers.CharField(), required=False)
    rows = Row(many=True, required=False)


class TaskOutput(Output):
    dual = ("currentQuantity", "createdAt")

    title = serializers.CharField()
    currentQuantity = serializers.IntegerField()
    amount = AmountField()


read = TaskInput.read


@pytest.mark.parametrize(
    ("name", "twin"),
    [("currentQuantity", "current_quantity"), ("title", "title"), ("lastActiveIp", "last_active_ip"), ("aB", "a_b")],
)
def test_snake(name: str, twin: str) -> None:
    assert snake(name) == twin


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        (serializers.CharField(), None, "Este campo não pode ser nulo."),
        (serializers.CharField(), "", "Este campo não pode ficar em branco."),
        (serializers.CharField(min_length=2), "a", "Certifique-se de que este campo tenha pelo menos 2 caracteres."),
        (serializers.IntegerField(min_value=1), 0, "Certifique-se de que este valor seja maior ou igual a 1."),
        (
            serializers.DecimalField(max_digits=3, decimal_places=1, min_value=1),
            0,
            "Certifique-se de que este valor seja maior ou igual a 1.",
        ),
    ],
)
def test_a_refusal_of_the_framework_is_good_portuguese(field: Any, value: Any, text: str) -> None:
    with pytest.raises(serializers.ValidationError) as refused:
        field.run_validation(value)

    assert refused.value.detail == [text]


@pytest.mark.parametrize(
    ("data", "valid"),
    [
        ({"currentQuantity": 3}, {"currentQuantity": 3}),
        ({"current_quantity": 3}, {"currentQuantity": 3}),
        ({"current_quantity": 3, "currentQuantity": 4}, {"currentQuantity": 4}),
        ({"currentQuantity": 4, "current_quantity": 3}, {"currentQuantity": 4}),
        (
            {"rows": [{"account_name": "a"}, {"accountName": "b"}]},
            {"rows": [{"accountName": "a"}, {"accountName": "b"}]},
        ),
        ({"title": "x", "unknown": 1}, {"title": "x"}),
    ],
)
def test_input_takes_either_spelling(data: Any, valid: dict[str, Any]) -> None:
    """Answers carry both and input takes either; one mechanism does it."""
    assert read(data) == valid


def test_input_does_not_change_what_it_was_given() -> None:
    data = {"current_quantity": 3}

    read(data)

    assert data == {"current_quantity": 3}


def test_input_keeps_every_value_of_a_repeated_query_parameter() -> None:
    assert read(QueryDict("tags=a&tags=b")) == {"tags": ["a", "b"]}


def test_input_names_errors_by_the_documented_spelling() -> None:
    serializer = TaskInput(data={"current_quantity": "abc"})

    assert not serializer.is_valid()
    assert list(serializer.errors) == ["currentQuantity"]


@pytest.mark.parametrize("data", [[], "texto", None, 1])
def test_input_that_is_no_object_is_refused(data: Any) -> None:
    assert not TaskInput(data=data).is_valid()


def test_output_answers_both_spellings_of_what_is_dual() -> None:
    instance = {"title": "x", "currentQuantity": 3, "amount": Decimal("12.5")}

    assert TaskOutput(instance).data == {"title": "x", "currentQuantity": 3, "amount": "12.50", "current_quantity": 3}


@pytest.mark.parametrize(("sent", "amount"), [("12.5", "12.50"), (12, "12.00"), (12.5, "12.50"), ("0.01", "0.01")])
def test_money_field_reads_plain_amounts(sent: object, amount: str) -> None:
    assert str(read({"paymentPerAccount": sent})["paymentPerAccount"]) == amount


@pytest.mark.parametrize("sent", ["0.001", "12.345", "-1.000", 0.1 + 0.2])
def test_money_field_says_that_there_are_too_many_places(sent: object) -> None:
    serializer = TaskInput(data={"paymentPerAccount": sent})

    assert not serializer.is_valid()
    assert serializer.errors == {"paymentPerAccount": ["Informe um valor com no máximo duas casas decimais."]}


@pytest.mark.parametrize("sent", ["1e3", True, "NaN", [], {}, "abc", "1" * 13, 1e400])
def test_money_field_refuses_everything_else(sent: object) -> None:
    serializer = TaskInput(data={"paymentPerAccount": sent})

    assert not serializer.is_valid()
    assert serializer.errors == {"paymentPerAccount": ["Informe um valor válido."]}


@pytest.mark.parametrize(
    ("value", "text"), [("12.5", "12.50"), ("0", "0.00"), ("-3", "-3.00"), ("1234567.89", "1234567.89")]
)
def test_money_field_writes_two_decimals(value: str, text: str) -> None:
    assert AmountField().to_representation(Decimal(value)) == text


def test_read_names_the_fields_that_are_not_as_asked() -> None:
    with pytest.raises(serializers.ValidationError) as refused:
        Row.read({})

    assert list(refused.value.detail) == ["accountName"]


def test_read_of_a_part_asks_for_nothing_that_is_left_out() -> None:
    assert Row.read({}, partial=True) == {}


def test_person_without_a_name_is_told_by_the_username() -> None:
    told = PersonOutput([User(id=7, username="ana.souza", full_name="Ana Souza"), User(id=8, username="eva")], many=True)
    assert told.data == [
        {"id": 7, "fullName": "Ana Souza", "username": "ana.souza"},
        {"id": 8, "fullName": "eva", "username": "eva"},
    ]
