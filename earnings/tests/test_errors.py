"""The texts of refusals."""

from core.money import MAX_AMOUNT, format_brl
from earnings.errors import BALANCE_TOO_HIGH, TRANSFER_TOO_HIGH


def test_texts_of_the_limit_name_the_constant() -> None:
    whole = format_brl(MAX_AMOUNT).removesuffix(",00")

    assert (whole, BALANCE_TOO_HIGH) == ("R$ 10.000", f"O valor máximo é {whole}")
    assert f"O valor máximo para transferência é {whole}" == TRANSFER_TOO_HIGH
