from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.utils.translation import gettext_lazy

from core.renderers import JSONRenderer


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"amount": Decimal("12.50")}, '{"amount":"12.50"}'),
        ([Decimal("0.10")], '["0.10"]'),
        ({"at": datetime(2026, 11, 21, 8, 30, 0, 125, UTC)}, '{"at":"2026-11-21T08:30:00.000125Z"}'),
        ({"on": date(2026, 11, 21)}, '{"on":"2026-11-21"}'),
        ({"título": gettext_lazy("Ação")}, '{"título":"Ação"}'),
    ],
)
def test_answers_are_exact(value: object, text: str) -> None:
    """'Money is an exact decimal, shown in JSON as a string with two decimals ("12.50"), never a float'."""
    assert JSONRenderer().render(value).decode() == text


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_have_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        JSONRenderer().render({"value": value})
