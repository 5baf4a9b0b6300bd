"""What the columns of a file are to a War Thunder account."""

from bulk.games.columns import CREDENTIALS, PASTED, Kind, UploadField, count, words_for

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

COLUMNS = (
    *CREDENTIALS,
    *PASTED,
    count("accountLevel", "Nível da conta", "nível, level, account level, lvl", "100"),
    UploadField(
        "nations",
        "Nações",
        "nação, nation, nations, países",
        Kind.CHOICES,
        options=tuple(NATIONS),
        words=words_for(NATIONS, NATIONS),
        example="USSR, Germany",
    ),
    count("totalVehicles", "Total de veículos", "veículos, vehicles, total vehicles, vehicle count", "412"),
    count("premiumPlanes", "Aviões premium", "premium plane, aviões, premium aircraft, planes"),
    count("premiumTanks", "Tanques premium", "premium tank, tanques, tanks"),
    count("premiumHelicopters", "Helicópteros premium", "premium helicopter, helicópteros, helis, helicopters"),
    count("premiumShips", "Navios premium", "premium ship, navios, ships"),
    count("goldenEagles", "Golden Eagles", "ge, águias douradas, golden eagle, eagles", "4.500"),
    count("silverLions", "Silver Lions", "sl, leões de prata, silver lion, lions", "12.4M"),
    count("researchPoints", "Pontos de pesquisa", "rp, research points, convertible rp, pesquisa"),
)
