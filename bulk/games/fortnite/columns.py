"""What the columns of a file are to a Fortnite account."""

from bulk.games.columns import CREDENTIALS, DUMP, NOTE, QUEUED, RARE_LIST, Kind, UploadField, data, words_for
from bulk.games.queued import shipped_template

PLATFORMS = tuple(map(str, shipped_template("fortnite").fields["platform"].values))
PLATFORM_WORDS = {
    "PC": "computador, windows, epic, pc/mac",
    "PlayStation": "ps, ps4, ps5, psn, playstation 4, playstation 5",
    "Xbox": "xbl, xbox one, xbox series, xbox live",
    "Switch": "nintendo, nintendo switch",
    "Android": "celular android, mobile android",
    "iOS": "iphone, ipad, apple",
}

COLUMNS = (
    *CREDENTIALS,
    *QUEUED,
    UploadField(
        "platform",
        "Plataforma",
        "plataformas, platforms, console, dispositivo",
        Kind.CHOICE,
        options=PLATFORMS,
        example="PC",
        words=words_for(PLATFORMS, PLATFORM_WORDS),
    ),
    data("skins", "Skins", "outfits, trajes, quantidade de skins, skin count, skins count, total skins", example="57"),
    data("pickaxes", "Picaretas", "pickaxe, picareta, pickaxe count, ferramentas"),
    data("emotes", "Gestos", "dances, danças, emote, emote count"),
    data("backblings", "Mochilas", "backpacks, back blings, backbling, mochila, acessórios para as costas"),
    data("wraps", "Envelopamentos", "wrap, envelopamento, wrap count"),
    data("gliders", "Asas-delta", "glider, asas deltas, planadores, planador, glider count"),
    data("sprays", "Sprays", "spray, grafites, spray count"),
    data("loading_screens", "Telas de carregamento", "loading screen, telas, loadings"),
    data("vbucks", "V-Bucks", "vb, v bucks, vbuck, saldo, pavos", example="1.250"),
    data("account_level", "Nível da conta", "nível, level, account level, lvl", example="210"),
    data(
        "rare_items", "Itens raros", "raros, rare items, exclusivos, exclusive skins, exclusives", Kind.LIST, "IKONIK"
    ),
    RARE_LIST,
    NOTE,
    DUMP,
)
