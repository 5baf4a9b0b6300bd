"""Classify a piece of text by its form: a log-in, a password, a placeholder of one, or something known."""

import re

from bulk.analysis.folding import cache_for_reading, words_of
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import MAILBOX, TOP
from bulk.analysis.vocabulary import pattern

ADDRESS = re.compile(rf"{MAILBOX}(?:[\w-]{{1,63}}\.){{1,5}}{TOP}", re.IGNORECASE)
ENDS = re.compile(r"[|;,:/\s]")  # 'abc#1|lvl': what is behind one of these may be the next label
LOGIN = re.compile(r"[^\s:;|,=\"<>()\[\]{}]{2,80}")

_NOTHING, _LATER = pattern("no_value"), pattern("later")
_MASKED = re.compile(r"\*{3,}|[•●∗]{2,}|…$")
_NO_STATEMENT = re.compile(r"""[#$@!?&*^~"'`<>{}\[\]\\|;]|(?<!\d),|,(?!\d)""")
"""Signs that nobody puts between a label and its number without a blank: 'Top#4' and 'Emote,3' are no 'Level:4'."""


@cache_for_reading
def is_stated(value: str) -> bool:
    """Whether a value is one, and no 'a combinar', '******' or 'sent after purchase'."""
    return not (_MASKED.search(value) or _NOTHING.match(value) or (" " in value and _LATER.search(value)))


@cache_for_reading
def is_strong(value: str) -> bool:
    """Whether letters, digits and signs are mixed as nobody writes words."""
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    signs = not value.isalnum()
    cased = value != value.lower() and value != value.upper() and not value.istitle()
    return len(value) >= 4 and (letters + digits + signs >= 2 or cased)


@cache_for_reading
def is_known(field: str, lexicon: Lexicon) -> bool:
    """Whether text without a label is known not to be a secret: a region, a rank, a level, a number."""
    words = words_of(field)
    if not words or field.isdigit():
        return bool(words)
    if not any(map(str.isspace, field)) and _NO_STATEMENT.search(field):
        return False
    entry = lexicon.longest(words)
    if entry is None:
        return words[0].isdigit() and lexicon.longest(words[1:]) is not None
    count, found = entry
    if found.role == "label":
        return count < len(words) and words[count].isdigit()
    if found.weak and not (found.role == "server" and field.isupper()):
        return found.role == "tier" and len(words) == count + 1 and words[count].isdigit()
    return count == len(words) or (found.role == "tier" and len(words) == count + 1)


@cache_for_reading
def shape(value: str) -> str:
    """'Ul0#' for capitals, small letters, digits and signs in it; 'addr' for an e-mail address, '_' for blanks."""
    if ADDRESS.fullmatch(value):
        return "addr"
    kinds = set(value[:80].translate(_KINDS) if value.isascii() else map(_kind, value[:80]))
    if kinds == {"U", "l"} and not value.istitle():
        return "Ul0"  # 'joanaV' and 'JoanaSol' are as deliberate as 'joana7'
    return "".join([kind for kind in "Ul0#_" if kind in kinds])


def _kind(character: str) -> str:
    if character.isalpha():
        return "U" if character.isupper() else "l"
    return "0" if character.isdigit() else "_" if character.isspace() else "#"


_KINDS = {place: _kind(chr(place)) for place in range(128)}


def length(value: str) -> str:
    count = len(value)
    return str(count) if count < 5 else ("5-7", "8-15", "16-30", "long")[(count > 7) + (count > 15) + (count > 30)]


@cache_for_reading
def kind_of_text(text: str, lexicon: Lexicon) -> str:
    """'' for nothing, 'known' for what says something of an account, 'n' for a number, else the shape and the number of words."""
    text = text.strip()
    if not text:
        return ""
    if text.isdigit():
        return "n"
    if is_known(text, lexicon):
        return "known"
    words = len(text.split())
    return f"{shape(text) if words == 1 else 'words'}{min(words, 4)}"
