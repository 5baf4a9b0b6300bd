"""A pasted text as a model may see it: what describes the account stays, what could open it does not leave.

'With an LLM configured it is asked too, with credentials removed from what it sees'. What the local
analysis found is taken out wherever it stands. As it may have missed something, every other piece of text has to show
that it is harmless: a word in ordinary letters, a number, or something the analysis knows. Where a line announces a
credential only the last of these counts.
"""

import re
from collections.abc import Iterable

from bulk.analysis import Analysis
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.folding import words_of
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Type, lex
from bulk.analysis.reading import Line, read
from bulk.analysis.vocabulary.labels import ACCOUNT, COMBO, MAIL_COMBO

PLACEHOLDER = "[…]"
MAX_WORD_CHARACTERS = 20
_ANNOUNCING = (*CREDENTIALS, ACCOUNT, COMBO, MAIL_COMBO)
_NUMBER = re.compile(r"[+~]?\d{1,3}(?:[.,']?\d{3}){0,2}(?:[.,]\d{1,2})?(?:k|kk|m|mi|%)?\+?", re.IGNORECASE)
_PARTING = re.compile(r"[\s|;,/()\[\]{}\"'`*~<>!?…•·–—→»-]+")


def redacted(text: str, analysis: Analysis, lexicon: Lexicon) -> list[Line]:
    """The lines of a text without its credentials, their numbers kept."""
    secrets = _pattern(value for account in analysis.accounts for value in account.credentials.values())
    lines: list[Line] = []
    announced = False
    for line in read(text).lines:
        tokens = lex(line.text, lexicon)
        announces = any(token.type is Type.LABEL and token.value in _ANNOUNCING for token in tokens)
        # A label on a line of its own announces what is on the next.
        sensitive = announces or announced
        announced = announces and len(tokens) <= 2
        shown = secrets.sub(PLACEHOLDER, line.text) if secrets else line.text
        chunks = [_shown(chunk, lexicon, sensitive) for chunk in shown.split()]
        lines.append(Line(line.number, " ".join(chunks)))
    return lines


def _pattern(secrets: Iterable[str]) -> re.Pattern[str] | None:
    longest_first = sorted(set(filter(None, secrets)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE) if longest_first else None


def _shown(chunk: str, lexicon: Lexicon, sensitive: bool) -> str:
    label, sign, rest = re.match(r"([^:=]*)([:=]*)(.*)", chunk, re.DOTALL).groups()  # type: ignore[union-attr]  # matches anything
    if sign and rest and not _is_known(label, lexicon):
        return PLACEHOLDER
    pieces = [piece for piece in _PARTING.split(f"{label} {rest}") if piece]
    harmless = all(_is_known(piece, lexicon) or (not sensitive and _is_ordinary(piece)) for piece in pieces)
    return chunk if harmless else PLACEHOLDER


def _is_ordinary(piece: str) -> bool:
    """Whether letters alone are cased as words are."""
    piece = piece.rstrip(".")
    cased = piece.islower() or piece.isupper() or piece.istitle()
    return not piece or (piece.isalpha() and cased and len(piece) <= MAX_WORD_CHARACTERS)


def _is_known(piece: str, lexicon: Lexicon) -> bool:
    """Whether a piece is a number, or made of words of the game and numbers: '84', 'lvl84', 'V-Bucks'."""
    if _NUMBER.fullmatch(piece) or not piece:
        return True
    words = words_of(piece)
    while words:
        found = lexicon.longest(words)
        used = found[0] if found else int(words[0].isdigit() and len(words[0]) <= 6)
        if not used:
            return False
        words = words[used:]
    return all(character.isalnum() or character in ".-_" for character in piece)
