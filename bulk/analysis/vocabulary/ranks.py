"""Valorant tiers in both languages, and their divisions."""

from collections.abc import Mapping

from bulk.analysis.vocabulary.words import word_set

TIERS: Mapping[str, str] = {
    "Unranked": """
        unranked, unrated, sem rank, sem elo, sem ranque, no rank, no ranking, not ranked, nao ranqueado, nao ranqueada,
        nao rankeado, nao rankeada, sem ranking, unrank, ranked ready, rank ready, ranqueada liberada, sem classificacao,
        nao classificado, sem patente, never ranked, nunca ranqueada, nunca jogou ranked, nunca jogou ranqueada, nunca jogou rankeada,
        nunca ranqueou, nunca rankeou, not placed, unplaced, not yet ranked, not ranked yet, nunca fez ranqueada, nunca fez ranked, never played ranked, never played competitive,
        nunca jogou competitivo, nunca jogou competitiva,
        sem elo definido, unranqued, sem tier, ranqueada disponivel""",
    "Iron": "iron, ferro",
    "Bronze": "bronze, bronce",
    "Silver": "silver, prata, plata, silv",
    "Gold": "gold, ouro, oro",
    "Platinum": "platinum, platina, plat, platinun, platino",
    "Diamond": "diamond, diamante, dima, diam, diamont",
    "Ascendant": "ascendant, ascendente, ascend, ascendent, ascedente, ascen",
    "Immortal": "immortal, imortal, immo, imo, imm, inmortal, immortals",
    "Radiant": "radiant, radiante",
}

# Too short or too common to mean a tier on their own: after a rank label, or with a division and nothing between.
SHORT_TIERS: Mapping[str, str] = {
    "dia": "Diamond",
    "asc": "Ascendant",
    "rad": "Radiant",
    "bron": "Bronze",
    "pla": "Platinum",
    "g": "Gold",
    "s": "Silver",
    "b": "Bronze",
    "p": "Platinum",
    "d": "Diamond",
    "a": "Ascendant",
    "i": "Iron",
}

AMOUNTS: Mapping[str, str] = {"rad": "radianite_points"}
"""Short tiers that are the label of an amount beside a number, since they have no divisions: 'rad 35'."""

DIVISIONS: Mapping[str, int] = {
    "1": 1,
    "2": 2,
    "3": 3,
    "i": 1,
    "ii": 2,
    "iii": 3,
    "l": 1,
    "ll": 2,
    "lll": 3,
    "one": 1,
    "two": 2,
    "dois": 2,
    "three": 3,
    "tres": 3,
}
NO_TIERS = word_set("pirata praia placa plano planta mortal diagrama radial outro ouros bronca ferros ferra ascende")
"""What is spelled as it is meant, however near to a tier."""
NO_DIVISION = frozenset({"Unranked", "Radiant"})
