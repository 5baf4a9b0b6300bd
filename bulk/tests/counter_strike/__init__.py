"""A game that the product does not know: all that a new one has to bring."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bulk.games.base import Game
from bulk.games.columns import CREDENTIAL_COLUMNS, PASTED, UploadField, columns_of, fields_beside
from bulk.games.form import PricedInDollars, choice, description, instructions, price, setting, title, whole_number
from bulk.games.lines import ParsedLine
from bulk.games.placeholders import placeholders_of

_FIELDS = fields_beside(__file__)
RANKS = ("Silver", "Gold", "Global")


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterStrikeSettings(PricedInDollars):
    title: str = setting(title, "Conta CS | {medalhas} medalhas")
    description: str = setting(description, "Conta de Counter-Strike com acesso completo.")
    price_usd: Decimal = setting(price, Decimal("20.00"), alias="price")  # noqa: RUF009  # a dataclass field
    medals: int = setting(whole_number(), 3)
    rank: str = setting(choice(RANKS), "Gold")
    delivery_instructions: str = setting(instructions, "Entre com o login e a senha recebidos.")


class CounterStrike(Game[CounterStrikeSettings]):
    slug = "counter-strike-2"
    title = "Counter-Strike 2"
    creation_path = "counter-strike-2/bulk-create"
    description_name = "counterStrike"
    summary = "Linhas no formato login:senha."
    format_error = "Formato inválido. Use: login:senha"
    placeholders = placeholders_of(_FIELDS)
    columns: tuple[UploadField, ...] = (
        *CREDENTIAL_COLUMNS,
        *PASTED,
        *columns_of(_FIELDS, rank={"options": RANKS}).values(),
    )
    defaults = CounterStrikeSettings()

    def account_data(self, line: ParsedLine, settings: CounterStrikeSettings) -> dict[str, Any]:
        return {"premier_rating_count": settings.medals}

    def keywords(self, settings: CounterStrikeSettings) -> Sequence[str]:
        return ("counter-strike", settings.rank)


GAME = CounterStrike()
