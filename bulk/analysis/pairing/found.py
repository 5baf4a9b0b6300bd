"""What the reading of a line finds, and how sure it is."""

import re
from dataclasses import dataclass

from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type
from bulk.analysis.values import Value
from bulk.analysis.vocabulary.words import ADJECTIVES, ARTICLES, FILLERS, GAMES, NEUTRAL, WITH, WITHOUT

MAX_CONTEXT = 80
_PICTURE = re.compile(r"[^\w\s!-~–—‘’“”«»´]")
CORRECTED, ASSIGNED, ADJACENT, WEAK = 4, 3, 2, 1
"""It sets right what was said before; a sign stands between label and value; they stand beside each other; the one may not
belong to the other."""
MIN_OF_CATALOGUE = 3

_KNOWN_WORDS = FILLERS | WITH | WITHOUT | NEUTRAL | ADJECTIVES | ARTICLES | GAMES


@dataclass(frozen=True, slots=True)
class Found:
    """A value of a field, and the piece of the line it was read from."""

    name: str
    value: Value
    start: int
    end: int
    strength: int


@dataclass(frozen=True, slots=True)
class Ground:
    """The line that tokens are of, and the words of its game."""

    text: str
    lexicon: Lexicon

    def before(self, position: int) -> str:
        """What stands before, up to the last comma, bar or picture."""
        before = self.text[max(0, position - MAX_CONTEXT) : position].rpartition(",")[2].rpartition("|")[2]
        return _PICTURE.split(before)[-1]

    def after(self, position: int) -> str:
        """What stands behind, up to the next picture."""
        return _PICTURE.split(self.text[position : position + MAX_CONTEXT], maxsplit=1)[0]


def is_unknown(token: Token) -> bool:
    """Whether a word may change what the label or number beside it means: 'Creative level', 'Mascotes 12'."""
    return token.type is Type.WORD and token.folded not in _KNOWN_WORDS
