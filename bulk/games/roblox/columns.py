"""What the columns of a file are to a Roblox account."""

from bulk.games.columns import CREDENTIALS, PASTED, RARE_LIST, Kind, UploadField, count, words_for

TAGS = ("Old Account", "Has Robux", "Premium", "Rare Items", "High Level", "Limited")
EXPERIENCES = (
    "King Legacy",
    "Blox Fruits",
    "Adopt Me",
    "Brookhaven",
    "Pet Simulator",
    "Royale High",
    "Murder Mystery",
    "Jailbreak",
)

COLUMNS = (
    *CREDENTIALS,
    count("robux", "Robux", "robux count, saldo, robux balance, quantidade de robux", "350"),
    UploadField(
        "otherExperiences",
        "Outras experiências",
        "experiências, experiences, jogos, other experiences, games, outros jogos",
        Kind.LIST,
        example="Blox Fruits, Adopt Me",
    ),
    *PASTED,
    UploadField(
        "mainExperience",
        "Experiência principal",
        "main experience, jogo principal",
        Kind.CHOICE,
        options=EXPERIENCES,
        words=words_for(EXPERIENCES, {}),
    ),
    UploadField(
        "accountTags",
        "Tags da conta",
        "tags, etiquetas, account tags, tag",
        Kind.CHOICES,
        options=TAGS,
        words=words_for(TAGS, {}),
    ),
    RARE_LIST,
)
