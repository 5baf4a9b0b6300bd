"""Regions and platforms as people write them, and what the marketplace's templates call them."""

from collections.abc import Mapping

# Said of a region beyond doubt, wherever it stands on its own.
SERVERS: Mapping[str, str] = {
    "North America": "virginia, texas, illinois, california, oregon, north america, north american, america do norte, namerica, us east, us west, na server, estados unidos e canada",
    "United States": "united states, estados unidos, usa, eua",
    "Europe": "frankfurt, london, londres, paris, madrid, warsaw, varsovia, stockholm, estocolmo, europe, europa, europeu, europeia, european, european union, uniao europeia",
    "Europe West": "europe west, eu west, euw, europa ocidental, europa oeste, west europe, western europe",
    "Europe Nordic & East": "europe nordic east, eune, europe nordic and east, eu nordic east, europa nordica e leste",
    "Brazil": "brazil, brasil, br, bra, brasileiro, brasileira, br1, brazilian, sao paulo, brasil br",
    "Latin America": "santiago, latam, latin america, america latina, latino america, latinoamerica",
    "Latin America North": "lan, latin america north, latam north, latam norte, america latina norte, la north, la norte",
    "Latin America South": "las, latin america south, latam south, latam sul, america latina sul, la south, latam sur",
    "South America": "south america, america do sul, sudamerica",
    "Oceania": "oceania, oce, australia, sydney",
    "Middle East": "middle east, oriente medio, mena, bahrain",
    "Korea": "seoul, korea, coreia, coreia do sul, south korea, kr, republic of korea",
    "Japan": "japan, japao, jp, tokyo",
    "China": "china, cn",
    "Russia": "russia, ru",
    "Turkey": "turkey, turquia, tr, turkiye, istanbul",
    "Vietnam": "vietnam, vietna, vn",
    "Philippines": "philippines, filipinas, ph",
    "Singapore": "singapore, singapura, cingapura, sg",
    "Thailand": "thailand, tailandia, th",
    "Taiwan": "taiwan, tw",
    "Indonesia": "indonesia, idn",
    "Malaysia": "malaysia, malasia",
    "India": "india, mumbai",
    "Mexico": "mexico, mx",
    "Pakistan": "pakistan, paquistao",
    "Bangladesh": "bangladesh",
    "Africa": "africa",
    "Asia": "asia",
    "Asia Pacific": "asia pacific, apac, asia pacifico, pacifico asiatico, asia and pacific, asia e pacifico",
    "South East Asia": "south east asia, southeast asia, sudeste asiatico",
    "Public Beta Environment": "public beta environment, pbe",
    "Garena SEA": "garena sea, garena",
    "Global": "global",
}

# Codes that are everyday words as well: they count after a label, or written in capitals on their own.
SERVER_CODES: Mapping[str, str] = {
    "na": "North America",
    "us": "United States",
    "eu": "Europe",
    "la": "Latin America",
    "sa": "South America",
    "ap": "Asia Pacific",
    "me": "Middle East",
    "sea": "South East Asia",
    "in": "India",
    "id": "Indonesia",
    "my": "Malaysia",
    "as": "Asia",
    "mx": "Mexico",
    "oc": "Oceania",
}

PLATFORMS: Mapping[str, str] = {
    "PC": "pc, computador, computer, desktop, windows, notebook, laptop, steam deck, epic launcher",
    "PlayStation": """
        playstation, play station, ps, ps4, ps5, psn, playstation 4, playstation 5, play 4, play 5, play4, play5,
        sony, playstation 4 pro, ps4 pro, ps5 slim, ps4 slim, ps3, ps vita""",
    "Xbox": """
        xbox, xbox one, xbox series, xbox series s, xbox series x, xbox one s, xbox one x, xbox 360, xbl, series s,
        series x, xbox live, xbox x, xbox s""",
    "Android": "android, samsung, celular android, xiaomi, google play",
    "iOS": "ios, iphone, ipad, apple, app store, iphone ipad",
    "Switch": "switch, nintendo, nintendo switch, nsw, nintendo switch oled",
}

VALORANT_PLATFORMS: Mapping[str, str] = {"PC": "PC", "PlayStation": "PSN", "Xbox": "XBOX"}
