"""War Thunder: `login:senha` or `login:senha:email:senhadoemail`, one account a line."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bulk.games.base import INSTRUCTIONS, PASTED_DESCRIPTION, Game
from bulk.games.columns import CREDENTIAL_COLUMNS, PASTED, ColumnKind, chosen, counted
from bulk.games.form import (
    PricedInDollars,
    choices,
    description,
    instructions,
    price,
    setting,
    switch,
    title,
    whole_number,
)
from bulk.games.lines import ParsedLine
from bulk.games.placeholders import Placeholder, number, words_in

NATIONS = {
    "United States": "eua, usa, us, estados unidos, américa",
    "Germany": "alemanha, ger, deutschland",
    "USSR": "urss, rússia, russia, união soviética, soviet union",
    "Japan": "japão, jp",
    "China": "cn",
    "Italy": "itália",
    "France": "frança",
    "Sweden": "suécia",
    "Israel": "isr",
}
"""{nation as the marketplace knows it: what people call it as well}"""

_COLUMNS = (
    *CREDENTIAL_COLUMNS,
    *PASTED,
    counted("accountLevel", "Nível da conta", "nível, level, account level, lvl", "100"),
    chosen(
        "nations",
        "Nações",
        "nação, nation, nations, países",
        NATIONS,
        NATIONS,
        kind=ColumnKind.CHOICES,
        example="USSR, Germany",
    ),
    counted("totalVehicles", "Total de veículos", "veículos, vehicles, total vehicles, vehicle count", "412"),
    counted("premiumPlanes", "Aviões premium", "premium plane, aviões, premium aircraft, planes"),
    counted("premiumTanks", "Tanques premium", "premium tank, tanques, tanks"),
    counted("premiumHelicopters", "Helicópteros premium", "premium helicopter, helicópteros, helis, helicopters"),
    counted("premiumShips", "Navios premium", "premium ship, navios, ships"),
    counted("goldenEagles", "Golden Eagles", "ge, águias douradas, golden eagle, eagles", "4.500"),
    counted("silverLions", "Silver Lions", "sl, leões de prata, silver lion, lions", "12.4M"),
    counted("researchPoints", "Pontos de pesquisa", "rp, research points, convertible rp, pesquisa"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarThunderSettings(PricedInDollars):
    title: str = setting(title, "Conta War Thunder - Premium")
    custom_titles: bool = setting(switch, False, label="Títulos personalizados")
    """The titles switch: a line without a title of its own is then named after its login."""
    description: str = setting(description, PASTED_DESCRIPTION.format(game="War Thunder"))
    price_usd: Decimal = setting(price, Decimal("15.00"), alias="price")  # noqa: RUF009  # a dataclass field
    account_level: int = setting(whole_number(minimum=1), 50)
    total_vehicles: int = setting(whole_number(), 30)
    premium_planes: int = setting(whole_number(), 5)
    premium_tanks: int = setting(whole_number(), 3)
    premium_helicopters: int = setting(whole_number(), 2)
    premium_ships: int = setting(whole_number(), 1)
    golden_eagles: int = setting(whole_number(), 500)
    silver_lions: int = setting(whole_number(), 100_000)
    research_points: int = setting(whole_number(), 0)
    nations: tuple[str, ...] = setting(choices(NATIONS), ("United States", "Germany", "USSR"))
    delivery_instructions: str = setting(instructions, INSTRUCTIONS.format(site="warthunder.com"))


class WarThunder(Game[WarThunderSettings]):
    slug = "war-thunder"
    title = "War Thunder"
    creation_path = "war-thunder/bulk-create"
    description_name = "warthander"
    old_page_paths = ("warthunder-bulk",)
    summary = "Linhas no formato login:senha ou login:senha:email:senhadoemail."
    placeholders = (
        Placeholder("nivel", "Nível da conta", "100", number("account_level")),
        Placeholder("nacoes", "Nações", "USSR, Germany", words_in("nations")),
        Placeholder("veiculos", "Total de veículos", "412", number("total_vehicles_count")),
        Placeholder("avioes_premium", "Aviões premium", "5", number("premium_planes_count")),
        Placeholder("tanques_premium", "Tanques premium", "3", number("premium_tanks_count")),
        Placeholder("helicopteros_premium", "Helicópteros premium", "2", number("premium_helicopters_count")),
        Placeholder("navios_premium", "Navios premium", "1", number("premium_ships_count")),
        Placeholder("golden_eagles", "Golden Eagles", "4.500", number("golden_eagles_count")),
        Placeholder("silver_lions", "Silver Lions", "12.400.000", number("silver_lions_count")),
        Placeholder("pesquisa", "Pontos de pesquisa", "830.000", number("convertable_research_points_count")),
    )
    tabs = {"Configurações": (), "Imagens": ("imageUrls",)}
    columns = _COLUMNS
    defaults = WarThunderSettings()

    def listing_title(self, line: ParsedLine, settings: WarThunderSettings) -> str:
        if settings.custom_titles and "title" not in line.own:
            return f"Conta War Thunder - {line.login}"
        return super().listing_title(line, settings)

    def account_data(self, line: ParsedLine, settings: WarThunderSettings) -> dict[str, Any]:
        """`gjn_balance_count` is documented as null, which the marketplace's template refuses, so it stays out."""
        return {
            "account_level": settings.account_level,
            "nations": list(settings.nations),
            "total_vehicles_count": settings.total_vehicles,
            "premium_planes_count": settings.premium_planes,
            "premium_tanks_count": settings.premium_tanks,
            "premium_helicopters_count": settings.premium_helicopters,
            "premium_ships_count": settings.premium_ships,
            "silver_lions_count": settings.silver_lions,
            "golden_eagles_count": settings.golden_eagles,
            "convertable_research_points_count": settings.research_points,
        }

    def keywords(self, settings: WarThunderSettings) -> tuple[str, ...]:
        return ("war thunder", *settings.nations)

    def screen_options(self) -> dict[str, list[str]]:
        return {"nations": list(NATIONS)}


GAME = WarThunder()
