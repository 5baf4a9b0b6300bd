"""What the columns of a file are to a Valorant account."""

from bulk.games.columns import CREDENTIALS, DUMP, NOTE, QUEUED, RARE_LIST, Kind, Place, UploadField, data, words_for
from bulk.games.queued import shipped_template

SERVERS = tuple(map(str, shipped_template("valorant").servers))
SERVER_WORDS = {
    "Brazil": "brasil, br",
    "North America": "américa do norte, estados unidos, us",
    "Europe": "europa, eu",
    "Latin America": "américa latina, latam",
    "Asia Pacific": "ásia, asia, ap, ásia-pacífico",
    "Korea": "coreia, kr",
}
TIERS = {
    "Unranked": "Sem elo",
    "Iron": "Ferro",
    "Bronze": "Bronze",
    "Silver": "Prata",
    "Gold": "Ouro",
    "Platinum": "Platina",
    "Diamond": "Diamante",
    "Ascendant": "Ascendente",
    "Immortal": "Imortal",
    "Radiant": "Radiante",
}


def rank(name: str, label: str, names: str, example: str = "") -> UploadField:
    return UploadField(name, label, names, Kind.RANK, Place.DATA, example=example, words=words_for(TIERS, TIERS))


COLUMNS = (
    *CREDENTIALS,
    *QUEUED,
    UploadField(
        "server",
        "Servidor",
        "região, region, server, shard, srv",
        Kind.CHOICE,
        options=SERVERS,
        example="Brazil",
        words=words_for(SERVERS, SERVER_WORDS),
    ),
    data("level", "Nível", "level, lvl, nível da conta, account level", example="84"),
    rank(
        "current_tier:current_division",
        "Elo atual",
        "elo, current_tier, rank, ranque, tier, current rank, patente, rank atual",
        example="Gold 2",
    ),
    rank(
        "peak_tier:peak_division", "Elo máximo", "peak, peak_tier, peak rank, pico, maior elo, melhor elo, highest rank"
    ),
    data("valorant_points", "Valorant Points", "vp, valorant point, pontos valorant", example="425"),
    data("radianite_points", "Pontos de radianita", "radianita, rp, radianite, radianite point"),
    data("winrate", "Taxa de vitórias (%)", "taxa de vitória, taxa de vitórias, win rate, vitórias"),
    data("agents", "Agentes", "agent, agente, agent list", Kind.LIST, "Jett, Sova"),
    data("weapon_skins", "Skins de armas", "skins, weapon skin, skin, skins de arma", Kind.LIST, "Prime Vandal"),
    data("buddies", "Chaveiros", "buddy, gun buddies, chaveiro, amuletos", Kind.LIST),
    data("cards", "Cartões", "card, player cards, cartão", Kind.LIST),
    data("sprays", "Sprays", "spray, grafites", Kind.LIST),
    data("titles", "Títulos de jogador", "player titles, títulos", Kind.LIST),
    RARE_LIST,
    NOTE,
    DUMP,
)
