from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import FieldError, ValidationError
from django.db import connection, models, transaction
from django.db.models import F, Sum, Value
from django.test.utils import isolate_apps

from core.money import ZERO, MoneyField, format_brl, parse_amount, quantize


@pytest.fixture
def amounts(db: Any) -> Any:
    """A table with one column of money."""
    with isolate_apps("core"):

        class Amount(models.Model):
            id = models.IntegerField(primary_key=True)
            amount = MoneyField(null=True)

            class Meta:
                app_label = "core"
                db_table = "probe_amount"

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE probe_amount (id integer PRIMARY KEY, amount bigint NULL)")
    return Amount.objects


def stored(sql: str = "SELECT amount FROM probe_amount ORDER BY id") -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return [row[0] for row in cursor.fetchall()]


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("12.50", "12.50"),
        ("12.5", "12.50"),
        ("12", "12.00"),
        (12, "12.00"),
        (0, "0.00"),
        ("0.01", "0.01"),
        (0.1, "0.10"),
        (12.5, "12.50"),
        (" 7 ", "7.00"),
        ("-3.10", "-3.10"),
        ("-0", "0.00"),
        ("0012.50", "12.50"),
        (Decimal("99.99"), "99.99"),
        ("999999999999.99", "999999999999.99"),
    ],
)
def test_parse_amount_reads_plain_decimals(written: object, amount: str) -> None:
    parsed = parse_amount(written)

    assert str(parsed) == amount


@pytest.mark.parametrize(
    "written",
    [
        None,
        True,
        False,
        "",
        " ",
        "abc",
        "1e3",
        "1E+2",
        1e16,
        1e400,
        float("nan"),
        float("-inf"),
        "NaN",
        "Infinity",
        "sNaN",
        Decimal("NaN"),
        Decimal("1E+2"),
        "0.001",
        "12.345",
        0.1 + 0.2,
        "12,50",
        "1.234,56",
        "R$ 5",
        "+5",
        ".5",
        "5.",
        "--5",
        "5 0",
        "1_000",
        "١٢",
        "5\n5",
        "1000000000000",
        [],
        {},
        b"5",
    ],
)
def test_parse_amount_refuses_everything_else(written: object) -> None:
    assert parse_amount(written) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0", "R$ 0,00"),
        ("0.01", "R$ 0,01"),
        ("1234.5", "R$ 1.234,50"),
        ("1234567.89", "R$ 1.234.567,89"),
        ("-12.30", "-R$ 12,30"),
    ],
)
def test_format_brl_writes_as_people_do(value: str, text: str) -> None:
    """Currency is R$ with 2 decimals."""
    assert format_brl(Decimal(value)) == text


@pytest.mark.parametrize(
    ("value", "rounded"),
    [("1.005", "1.00"), ("1.015", "1.02"), ("1.0051", "1.01"), ("-1.005", "-1.00"), ("2", "2.00")],
)
def test_quantize_rounds_half_to_even(value: str, rounded: str) -> None:
    assert str(quantize(Decimal(value))) == rounded


def test_money_field_round_trips_every_sampled_cent(amounts: Any) -> None:
    cents = [*range(1, 1_000), *range(1_000, 999_999_999, 499_979), 999_999_999]
    model = amounts.model
    amounts.bulk_create(model(id=number, amount=Decimal(number).scaleb(-2)) for number in cents)

    read = dict(amounts.values_list("id", "amount"))

    assert stored() == cents
    assert {number: str(amount) for number, amount in read.items()} == {
        number: f"{number // 100}.{number % 100:02}" for number in cents
    }


def test_money_field_sum_is_exact(amounts: Any) -> None:
    values = [Decimal("0.10"), Decimal("0.20"), Decimal("9999999.99"), Decimal("-0.30")]
    for number, value in enumerate(values):
        amounts.create(id=number, amount=value)

    total = amounts.aggregate(total=Sum("amount"))["total"]

    assert str(total) == "9999999.99"
    assert isinstance(total, Decimal)


def test_money_field_sum_of_nothing_is_none(amounts: Any) -> None:
    assert amounts.aggregate(total=Sum("amount"))["total"] is None


def test_money_field_is_compared_and_added_in_the_database(amounts: Any) -> None:
    amounts.create(id=1, amount=Decimal("10.00"))

    changed = amounts.filter(amount__gte=Decimal("9.99"), amount__lt=Decimal("10.01")).update(
        amount=F("amount") + Value(Decimal("1.50"), MoneyField())
    )

    assert changed == 1
    assert str(amounts.get().amount) == "11.50"


def test_money_fields_add_up_in_the_database(amounts: Any) -> None:
    amounts.create(id=1, amount=Decimal("10.10"))

    doubled = amounts.annotate(more=F("amount") + F("amount"), less=F("amount") - F("amount")).get()

    assert (str(doubled.more), str(doubled.less)) == ("20.20", "0.00")
    assert amounts.filter(amount=F("amount") + F("amount")).count() == 0


@pytest.mark.parametrize("change", [F("amount") + Decimal("1.50"), F("amount") + 1, F("amount") * 2, Value(5), F("id")])
def test_money_field_refuses_an_expression_that_would_be_taken_for_cents(amounts: Any, change: Any) -> None:
    amounts.create(id=1, amount=Decimal("10.00"))

    with pytest.raises(FieldError), transaction.atomic():
        amounts.update(amount=change)

    assert stored() == [1000]


def test_money_field_takes_bulk_update(amounts: Any) -> None:
    row = amounts.create(id=1, amount=Decimal("10.00"))
    row.amount = Decimal("12.34")

    amounts.bulk_update([row], ["amount"])

    assert stored() == [1234]


@pytest.mark.parametrize("value", [Decimal("0.001"), Decimal("NaN"), Decimal("1.234567")])
def test_money_field_stores_no_part_of_a_cent(amounts: Any, value: Decimal) -> None:
    with pytest.raises(ValueError, match="not a whole number of cents"), transaction.atomic():
        amounts.create(id=1, amount=value)

    assert stored() == []


@pytest.mark.parametrize("value", ["0.001", "1e3", "abc", 0.1 + 0.2, True])
def test_money_field_reads_text_strictly(amounts: Any, value: object) -> None:
    with pytest.raises(ValidationError), transaction.atomic():
        amounts.create(id=1, amount=value)

    assert stored() == []


def test_money_field_keeps_null(amounts: Any) -> None:
    amounts.create(id=1, amount=None)

    assert amounts.get().amount is None


def test_money_field_of_a_form_takes_decimals_up_to_its_digits() -> None:
    field = MoneyField("valor").formfield()

    assert field.clean("12.50") == Decimal("12.50")
    for wrong in ("12.505", "1234567890123.00"):
        with pytest.raises(ValidationError):
            field.clean(wrong)


def test_zero_has_two_places() -> None:
    assert str(ZERO) == "0.00"
