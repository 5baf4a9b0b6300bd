"""The lines of a text with their tokens, each cut once."""

from collections.abc import Sequence

from bulk.analysis.credentials import labelled
from bulk.analysis.dialect import agreed
from bulk.analysis.fields import CREDENTIALS, Kind
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type, lex
from bulk.analysis.pairing import read_pairs
from bulk.analysis.reading import Line
from bulk.analysis.vocabulary.labels import ACCOUNT, OTHER

OF_EMAIL = {"login": "email_login", "password": "email_password"}
_OF_SENTENCE = {Type.WORD, Type.LABEL, Type.SEPARATOR}
_SIGNS = (Type.ASSIGN, Type.SEPARATOR, Type.OPEN, Type.CLOSE)


def _is_remark(tokens: Sequence[Token]) -> bool:
    types = [token.type for token in tokens[1:] if token.type is not Type.ASSIGN]
    return types[:1] == [Type.OPEN] and types[2:] == [Type.CLOSE] and types[1] in (Type.WORD, Type.LABEL)


class Page:
    """Lines, and what kind of line each one is."""

    def __init__(self, lines: Sequence[Line], lexicon: Lexicon) -> None:
        self.lines = lines
        self.lexicon = lexicon
        self._tokens: dict[int, list[Token]] = {}

    def tokens(self, index: int) -> list[Token]:
        if index not in self._tokens:
            self._cut(*self._block(index))
        return self._tokens[index]

    def _block(self, index: int) -> tuple[int, int]:
        """Where the lines around one that nothing parts begin and end."""
        first, end = index, index + 1
        while first and not self.lines[first].apart:
            first -= 1
        while self.has(end):
            end += 1
        return first, end

    def _cut(self, first: int, end: int) -> None:
        texts = [line.text for line in self.lines[first:end]]
        lines = agreed(texts, [lex(text, self.lexicon) for text in texts])
        self._tokens.update(enumerate(lines, start=first))

    def has(self, index: int) -> bool:
        """Whether there is such a line, in the same block as the one before."""
        return index < len(self.lines) and not self.lines[index].apart

    def lone_label(self, index: int) -> str:
        """The field that a line names and nothing else ('Skins:', '🔫 SKINS (3)' over a list), or ""."""
        if index >= len(self.lines):
            return ""
        everything = self.tokens(index)
        tokens = [token for token in everything if token.type not in _SIGNS]
        if self._ends_in_a_list(index):
            return tokens[-1].value
        if not tokens or tokens[0].type is not Type.LABEL or len(tokens) > 2:
            return ""
        name = tokens[0].value
        if len(tokens) == 1:
            return name
        if _is_remark(everything) and name in (ACCOUNT, OTHER) and tokens[1].value in CREDENTIALS:
            return tokens[1].value  # 'Account ID (login)'
        if _is_remark(everything):  # 'Senha (e-mail)'
            return OF_EMAIL.get(name, name) if tokens[1].value == "email_login" else name
        counted = tokens[1].type is Type.NUMBER and everything[1].type is not Type.ASSIGN
        over_a_list = index + 1 < len(self.lines) and self.lines[index + 1].bullet
        return name if counted and over_a_list and self.lexicon.kind_of(name) is Kind.NAMES else ""

    def _ends_in_a_list(self, index: int) -> bool:
        """'Conta com essas skins:' over a list, and no number before."""
        tokens = self.tokens(index)
        if len(tokens) < 2 or not self.has(index + 1) or not self.lines[index + 1].bullet:
            return False
        label, sign = tokens[-2:]
        named = label.type is Type.LABEL and self.lexicon.kind_of(label.value) is Kind.NAMES
        return named and sign.type is Type.ASSIGN and {token.type for token in tokens[:-2]} <= _OF_SENTENCE

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
