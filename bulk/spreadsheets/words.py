"""Words of Portuguese and English for the values that the games and the marketplace know by one name. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")

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
PLATFORMS = {
    "PC": "computador, windows, epic, pc/mac",
    "PlayStation": "ps, ps4, ps5, psn, playstation 4, playstation 5",
    "Xbox": "xbl, xbox one, xbox series, xbox live",
    "Switch": "nintendo, nintendo switch",
    "Android": "celular android, mobile android",
    "iOS": "iphone, ipad, apple",
}
SERVERS = {
    "Brazil": "brasil, br",
    "North America": "américa do norte, estados unidos, us",
    "Europe": "europa, eu",
    "Latin America": "américa latina, latam",
    "Asia Pacific": "ásia, asia, ap, ásia-pacífico",
    "Korea": "coreia, kr",
}


def folded(name: str) -> str:
    """'E-mail login', 'email_login' and 'emailLogin (obrigatório)' are one name: letters and digits alone.

    A colon inside stays, since `login:senha` names two fields in one cell.
    """
    plain = unicodedata.normalize("NFKD", _BRACKETED.sub("", name) or name)
    return "".join(char for char in plain.casefold() if char.isalnum() or char == ":").strip(":")


def words_for(options: Iterable[str], others: Mapping[str, str]) -> dict[str, str]:
    """{folded word: option}; `others` are further words of an option, parted by commas."""
    found: dict[str, str] = {}
    for option in options:
        for word in (option, *others.get(option, "").split(",")):
            found.setdefault(folded(word), option)
    found.pop("", None)
    return found
