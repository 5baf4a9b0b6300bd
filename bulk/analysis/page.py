"""The lines of a text with their tokens, each cut once."""

from collections.abc import Sequence

from bulk.analysis.credentials import labelled
from bulk.analysis.fields import Kind
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type, lex
from bulk.analysis.pairing import read_pairs
from bulk.analysis.reading import Line

_SIGNS = (Type.ASSIGN, Type.SEPARATOR, Type.OPEN, Type.CLOSE)


class Page:
    """Lines, and what kind of line each one is."""

    def __init__(self, lines: Sequence[Line], lexicon: Lexicon) -> None:
        self.lines = lines
        self.lexicon = lexicon
        self._tokens: dict[int, list[Token]] = {}

    def tokens(self, index: int) -> list[Token]:
        if index not in self._tokens:
            self._tokens[index] = lex(self.lines[index].text, self.lexicon)
        return self._tokens[index]

    def has(self, index: int) -> bool:
        """Whether there is such a line, in the same block as the one before."""
        return index < len(self.lines) and not self.lines[index].apart

    def lone_label(self, index: int) -> str:
        """The field that a line names and nothing else ('Skins:', '🔫 SKINS (3)' over a list), or ""."""
        if index >= len(self.lines):
            return ""
        everything = self.tokens(index)
        tokens = [token for token in everything if token.type not in _SIGNS]
        if not tokens or tokens[0].type is not Type.LABEL or len(tokens) > 2:
            return ""
        name = tokens[0].value
        if len(tokens) == 1:
            return name
        counted = tokens[1].type is Type.NUMBER and everything[1].type is not Type.ASSIGN
        over_a_list = index + 1 < len(self.lines) and self.lines[index + 1].bullet
        return name if counted and over_a_list and self.lexicon.kind_of(name) is Kind.NAMES else ""

    def speaks_for_itself(self, index: int) -> bool:
        """Whether a line brings a label and a value of its own."""
        line = self.lines[index]
        if len(line.cells) > 1 and self.lexicon.label(line.cells[0]):
            return True
        tokens = self.tokens(index)
        if not tokens or Type.LABEL not in (tokens[0].type, tokens[-1].type):
            return False
        opens_list = (
            len(tokens) > 1 and self.lexicon.kind_of(tokens[0].value) is Kind.NAMES and tokens[1].type is Type.ASSIGN
        )
        return (
            opens_list
            or bool(labelled(line.text, tokens, self.lexicon))
            or bool(read_pairs(line.text, tokens, self.lexicon)[0])
        )
