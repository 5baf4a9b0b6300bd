"""War Thunder: `login:senha` or `login:senha:email:senhadoemail`, one account a line."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bulk.games import form
from bulk.games.base import INSTRUCTIONS, PASTED_DESCRIPTION, Game
from bulk.games.columns import CREDENTIAL_COLUMNS, PASTED, columns_of, fields_beside
from bulk.games.form import setting
from bulk.games.lines import ParsedLine

_FIELDS = fields_beside(__file__)
_OWN = columns_of(_FIELDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarThunderSettings(form.PricedInDollars):
    title: str = setting(form.title, "Conta War Thunder - Premium")
    custom_titles: bool = setting(form.switch, False, label="Títulos personalizados")
    """The titles switch: a line without a title of its own is then named after its login."""
    description: str = setting(form.description, PASTED_DESCRIPTION.format(game="War Thunder"))
    price_usd: Decimal = setting(form.price, Decimal("15.00"), alias="price")  # noqa: RUF009  # a dataclass field
    account_level: int = setting(form.whole_number(minimum=1), 50)
    total_vehicles: int = setting(form.whole_number(), 30)
    premium_planes: int = setting(form.whole_number(), 5)
    premium_tanks: int = setting(form.whole_number(), 3)
    premium_helicopters: int = setting(form.whole_number(), 2)
    premium_ships: int = setting(form.whole_number(), 1)
    golden_eagles: int = setting(form.whole_number(), 500)
    silver_lions: int = setting(form.whole_number(), 100_000)
    research_points: int = setting(form.whole_number(), 0, alias="convertable_research_points")
    nations: tuple[str, ...] = setting(form.choices(_OWN["nations"].options), ("United States", "Germany", "USSR"))
    delivery_instructions: str = setting(form.instructions, INSTRUCTIONS.format(site="warthunder.com"))


class WarThunder(Game[WarThunderSettings], declared=_FIELDS):
    columns = (*CREDENTIAL_COLUMNS, *PASTED, *_OWN.values())
    defaults = WarThunderSettings()

    def listing_title(self, line: ParsedLine, settings: WarThunderSettings) -> str:
        if settings.custom_titles and "title" not in line.own:
            return f"Conta War Thunder - {line.login}"
        return super().listing_title(line, settings)

    def account_data(self, line: ParsedLine, settings: WarThunderSettings) -> dict[str, Any]:
        """`gjn_balance_count` would be null, which the marketplace's template refuses, so it stays out."""
        counted = (
            *("total_vehicles", "premium_planes", "premium_tanks", "premium_helicopters", "premium_ships"),
            *("silver_lions", "golden_eagles"),
        )
        return {
            "account_level": settings.account_level,
            "nations": list(settings.nations),
            **{f"{name}_count": getattr(settings, name) for name in counted},
            "convertable_research_points_count": settings.research_points,
        }

    def keywords(self, settings: WarThunderSettings) -> tuple[str, ...]:
        return ("war thunder", *settings.nations)


GAME = WarThunder()
