"""The price and the texts of one marketplace."""

from decimal import Decimal

import pytest

from bulk.games.terms import Terms


@pytest.mark.parametrize(
    ("terms", "stated", "price"),
    [
        ({}, "9.99", "9.99"),
        ({"factor": "1.2"}, "10.00", "12.00"),
        ({"fee_percent": "20"}, "8.00", "10.00"),
        ({"factor": "1.1", "fee_percent": "12"}, "10.00", "12.50"),
        ({"ending": "0.90"}, "9.90", "9.90"),
        ({"ending": "0.90"}, "9.91", "10.90"),
        ({"ending": "0.99"}, "0.50", "0.99"),
        ({"ending": "1.00"}, "10.00", "10.00"),
        ({"ending": "1.00"}, "10.01", "11.00"),
        ({"floor_eur": "15"}, "10.00", "15.00"),
        ({"floor_eur": "15", "ending": "0.99"}, "15.00", "15.99"),
        ({"factor": "0.01"}, "0.30", "0.00"),
    ],
)
def test_price_follows_factor_fee_ending_and_floor(terms: dict[str, str], stated: str, price: str) -> None:
    read = {name: value if name == "ending" else Decimal(value) for name, value in terms.items()}
    assert str(Terms(**read).price_eur(Decimal(stated))) == price  # type: ignore[arg-type]  # as the table has them


@pytest.mark.parametrize("fee", ["1", "7.5", "12", "33", "90"])
def test_after_the_fee_as_much_is_left_to_the_cent(fee: str) -> None:
    price = Terms(fee_percent=Decimal(fee)).price_eur(Decimal("19.90"))
    assert abs(price * (1 - Decimal(fee) / 100) - Decimal("19.90")) <= Decimal("0.005")


def test_a_text_is_the_own_one_else_the_standard_of_the_language() -> None:
    english = Terms(language="en", title="Own {nivel}").texts("Valorant")

    assert english["title"] == "Own {nivel}"
    assert english["description"].startswith("Valorant account, ready to play.")
    assert Terms(language="pt", description="  ").texts("Valorant") == Terms().texts("Valorant") == {}
