"""The words that every game shares, read from `data`: entries are data, what they do is code."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("data")
ACCOUNT, COMBO, MAIL_COMBO, OTHER = "ACCOUNT", "COMBO", "MAIL_COMBO", "OTHER"
"""What a label means that is no field of ours: a log-in where a password goes with it; log-in and password in one value;
an address and a password that may be its own; a value that describes something we do not sell by."""


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


_WORDS, _LABELS = load(DATA / "words.toml"), load(DATA / "labels.toml")
PHRASES: Mapping[str, str] = load(DATA / "phrases.toml")
PATTERNS: Mapping[str, str] = load(DATA / "patterns.toml")


def phrase(name: str) -> re.Pattern[str]:
    """The compiled pattern of this name in `phrases.toml`, over folded text."""
    return re.compile(PHRASES[name], re.VERBOSE)


def pattern(name: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """The wording of this name, without regard to case; folded text has none, and without that flag it is searched faster."""
    return re.compile("".join(map(str.lstrip, PATTERNS[name].split("\n"))), flags)


LABELS: Mapping[str, str] = _LABELS["labels"]
SERVERS: Mapping[str, str] = _LABELS["servers"]
SERVER_CODES: Mapping[str, str] = _LABELS["server_codes"]
PLATFORMS: Mapping[str, str] = _LABELS["platforms"]


def _words(name: str) -> frozenset[str]:
    return frozenset(_WORDS[name].split())


def _meanings(name: str) -> dict[str, str]:
    """{word: what it means} of a table that is written the other way round."""
    return {word: meaning for meaning, words in _WORDS[name].items() for word in words.split()}


def _numbers(names: Iterable[str]) -> dict[str, int]:
    return {word: int(number) for name in names for word, number in _meanings(name).items()}


YES, NO, WITH, WITHOUT = (_words(name) for name in ("yes", "no", "with", "without"))
FILLERS = _words("fillers")
"""What may stand between a label and its number: 'picaretas acho que 24'."""
ADJECTIVES = _words("adjectives")
"""What may stand between a number and its label: '57 lindas skins'."""
BEFORE_NAMES = _words("before_names")
"""What may stand before the first name of a list without a label: 'tem', 'incl.'."""
NEUTRAL = _words("neutral")
"""What says nothing of a place or a rank beside it: 'conta BR'."""
STATES, UNSAID = WITH | WITHOUT | YES | NO, FILLERS | ADJECTIVES
JOINERS, CORRECTING, SPOKEN, ADVERSATIVES = map(_words, ("joiners", "correcting", "spoken", "adversatives"))
SPEAKERS, BUYERS, SOLD = _words("speakers"), _words("buyers"), _words("sold")
NO_SLIPS, EVERYDAY = _words("no_slips"), _words("everyday")
"""What is spelled as it is meant, however near to the word of a label; codes of places that are words too."""
MAIL_WORDS, LINKS, LABEL_ADJECTIVES = (_words(name) for name in ("mail", "links", "label_adjectives"))
HEADS = {name: {*map(str.strip, _WORDS["phrases"][f"head_{name}"].split(","))} for name in ("secret", "mail", "user")}
BESIDE: Mapping[str, str] = _WORDS["beside"]
"""{letter: those beside it on the keyboard}."""
OF_HTML, HTML_BREAKS = _words("of_html"), _words("breaks")
INITIALS, CURRENCIES = _meanings("initials"), _meanings("currencies")
ONES, SCALES, FACTORS, ORDINALS = (_numbers([name]) for name in ("ones", "scales", "factors", "ordinals"))
SMALL_NUMBERS = _numbers(["units", "tens", "hundreds"])
DIVISIONS = _numbers(["divisions"])
PARTING: Mapping[str, Mapping[str, Sequence[str]]] = {how: _WORDS[how] for how in ("spaced", "glued")}
GATHERED = {frozenset(names.split()): told for told, each in _WORDS["gathered"].items() for names in each}
UNDIVIDED, DIVISION_WORDS = _words("undivided"), _words("division")


def entries(held: Any) -> int:
    """The number of words and spellings in a table of the data."""
    if isinstance(held, Mapping):
        return sum(map(entries, held.values()))
    return len(held.split("," if "," in held else None)) if isinstance(held, str) else 1


SHARED = entries(_WORDS) + entries(_LABELS)
"""How many entries all games share."""
