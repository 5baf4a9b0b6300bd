"""Pictures that stand in for a label: '📧 joana@example.com', '👤 joana 🔒 abc#1', '🪙 1.250'."""

import re
from collections import Counter
from collections.abc import Mapping

from bulk.analysis.folding import words_of
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.shapes import ADDRESS, LOGIN, is_stated

_MEANT: Mapping[str, str] = {
    **dict.fromkeys("👤🪪", "login"),
    **dict.fromkeys("🔑🔒🔐🗝🔓", "password"),
    **dict.fromkeys("📧✉📩📨📬📮", "email_login"),
    "🎮": "nick",
}
_LABELS = {"login": "Login", "password": "Senha", "email_login": "E-mail", "nick": "Nick"}
_PICTURED = re.compile(
    rf"([{''.join(_MEANT)}])\ufe0f?[ \t]*(?:[:=»→➜-]+[ \t]+)?([^\s:=»→➜-]\S*)(?=[ \t\r]*$|[ \t]+[^\w\s])", re.MULTILINE
)
_COIN = re.compile(
    r"🪙[ \t]*(?=(?:\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d)?k|\d+)(?:[ \t\r]*$|[ \t]+[^\w\s]))", re.MULTILINE
)


def spelled_out(text: str, lexicon: Lexicon) -> str:
    """The text with words for these pictures, each before one chunk that fits it. A key means a password only where a
    person or a letter says whose it is; where nothing else is the log-in, the address is."""
    text = _COIN.sub(f"{lexicon.words.coin}: ", text) if lexicon.words.coin else text
    said = Counter(_MEANT[each[1]] for each in _PICTURED.finditer(text) if _fits(each, lexicon))
    labels = _LABELS if said["login"] else _LABELS | {"email_login": _LABELS["login"]}
    if not 0 < said["password"] <= said["login"] + said["email_login"]:
        labels = {"nick": _LABELS["nick"]}

    def worded(pictured: re.Match[str]) -> str:
        label = labels.get(_MEANT[pictured[1]])
        return f"{label}: {pictured[2]}" if label and _fits(pictured, lexicon) else pictured.group()

    return _PICTURED.sub(worded, text)


def _fits(pictured: re.Match[str], lexicon: Lexicon) -> bool:
    name, value = _MEANT[pictured[1]], pictured[2]
    if value[-1] in ":=" or not is_stated(value) or lexicon.label(value):
        return False
    if name == "email_login":
        return ADDRESS.fullmatch(value) is not None
    if name == "nick" and lexicon.longest(words_of(value)):
        return False
    return name == "password" or LOGIN.fullmatch(value) is not None
