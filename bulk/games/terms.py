"""A marketplace's own terms of a run: its price and texts. Pure: no ORM, no clock."""

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from bulk.games.columns import fields_beside
from bulk.games.placeholders import TEXTS
from core.money import quantize

STANDARD: dict[str, dict[str, str]] = fields_beside(__file__)["languages"]
"""Texts in other languages than that of the forms."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A price times `factor`, raised so that as much is left after `fee_percent`, rounded up to the `ending`,
    `floor_eur` at least. A blank text is the standard one of the `language`, else what the form and the account say."""

    factor: Decimal = Decimal(1)
    fee_percent: Decimal = Decimal(0)
    ending: str = ""
    floor_eur: Decimal = Decimal(0)
    language: str = ""
    title: str = ""
    description: str = ""
    delivery_instructions: str = ""

    def price_eur(self, stated: Decimal) -> Decimal:
        price = quantize(stated * self.factor / (1 - self.fee_percent / 100))
        if self.ending:
            cents = Decimal(self.ending) % 1
            price = (price - cents).to_integral_value(ROUND_CEILING) + cents
        return quantize(max(price, self.floor_eur))

    def texts(self, game: str) -> dict[str, str]:
        """Those that hold here whatever the form or an account says; `game` is its title."""
        standard = STANDARD.get(self.language, {})
        stated = {name: getattr(self, name).strip() or standard.get(name, "").format(game=game) for name in TEXTS}
        return {name: text for name, text in stated.items() if text}
