"""Prices of listings."""

from decimal import ROUND_HALF_UP, Decimal

from core.money import CENT

DEFAULT_USD_EUR_RATE = Decimal("0.87")


def euros(price_usd: Decimal, usd_eur_rate: Decimal) -> Decimal:
    """A price typed in USD, in euro, rounded half up to the cent."""
    return (price_usd * usd_eur_rate).quantize(CENT, ROUND_HALF_UP)
