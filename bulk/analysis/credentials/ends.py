"""Where the value of a credential ends. A password may hold any character, so it is what can be recognised behind it."""

from collections.abc import Sequence

from bulk.analysis.credentials.shape import MAX_CHARACTERS
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexing import Token, Type
from bulk.analysis.vocabulary.ranks import DIVISIONS

MAX_VALUE_CHARACTERS = 2 * MAX_CHARACTERS
"""Beyond these no value is looked for, so that a hostile line costs no more than an honest one."""
MAX_REMARK = 7
_SIGNS = (Type.SEPARATOR, Type.ASSIGN, Type.OPEN, Type.CLOSE, Type.MARK)
_TELLING = (Type.LABEL, Type.PERCENT, Type.TIER, Type.SERVER, Type.PLATFORM, Type.MARK, Type.SKIPPED)


class Ends:
    """One line: where something recognisable begins in it, and which of its separators stand before such things."""

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._recognised = _recognised(tokens)
        parting = (index for index in range(len(tokens)) if self._parts(index))
        self._last_parting = {self._spelled(index): index for index in parting}

    def of(self, name: str, first: int, start: int) -> int:
        """The end of the value of `name` that begins at `start`, its tokens at `first`: before a separator that
        something recognisable follows, or the end of the line."""
        if name in ("password", "email_password") and self._is_all_one_value(first, start):
            return len(self._text)
        for index in range(first, len(self._tokens)):
            position = self._tokens[index].start
            if position - start > MAX_VALUE_CHARACTERS:
                break
            if position > start and self._ends(index, first, start):
                return position
        return len(self._text)

    def _ends(self, index: int, first: int, start: int) -> bool:
        text, token = self._text, self._tokens[index]
        spaced = text[token.start - 1].isspace()
        if token.type in (Type.LABEL, Type.OPEN):
            return spaced and self._recognised[index]
        if token.type is Type.ASSIGN:
            return token.folded.strip() not in (":", "=") and self._recognised[index + 1]
        if token.type is not Type.SEPARATOR or token.end >= len(text):
            return False
        spelled, followed = self._spelled(index), text[token.end].isspace()
        if not spaced and spelled == ";" and self._is_before_a_bar(index):
            return False
        if (spaced and followed and (token.value in "|•·" or spelled == "//")) or "\t" in spelled:
            return True
        if not (spaced or followed) and self._is_set_apart(start) and not self._is_set_apart(self._sign_end(index)):
            return False
        return (followed and self._last_parting.get(spelled, -1) >= first) or self._recognised[index + 1]

    def _parts(self, index: int) -> bool:
        return self._tokens[index].type is Type.SEPARATOR and self._recognised[index + 1]

    def _spelled(self, index: int) -> str:
        return self._text[self._tokens[index].start : self._tokens[index].end]

    def _is_before_a_bar(self, index: int) -> bool:
        """'Senha: abc; | Skins: 3': where bars part, what is glued to the value is of it."""
        return any(token.value == "|" for token in self._tokens[index + 1 : index + 2])

    def _is_set_apart(self, position: int) -> bool:
        """Whether a blank stands before a value: who writes 'Senha: a;b:9' would write the next label 'b: 9'."""
        around = self._text[max(0, position - 1) : position + 1]
        return position > 0 and around.strip() != around

    def _sign_end(self, index: int) -> int:
        """The end of the sign that gives the label behind a separator its value, or 0."""
        following = self._tokens[index + 1 : index + 3]
        assigned = len(following) == 2 and following[1].type is Type.ASSIGN
        return following[1].end if assigned else 0

    def _is_all_one_value(self, first: int, start: int) -> bool:
        """'Senha: 1 mar | abc' on a line of its own: one chunk behind the only bar, and nothing recognised around it."""
        value = self._text[start:]
        before, bar, behind = value.partition(" | ")
        if len(value) > MAX_CHARACTERS or not bar or len(behind.split()) != 1:
            return False
        if any(token.type not in (Type.WORD, Type.LABEL, *_SIGNS) for token in self._tokens[:first]):
            return False
        if any(self._recognised[index] for index in range(first, len(self._tokens))):
            return False
        told = [token.type for token in self._tokens[first:] if token.start >= start + len(before)]
        return not any(kind in _TELLING for kind in told)


def _recognised(tokens: Sequence[Token]) -> list[bool]:
    """Whether a label with its value, a number with its label, or a rank with its division begins at each token, signs
    before it aside; one more entry for the end."""
    known = [False] * (len(tokens) + 1)
    for index in range(len(tokens) - 1, -1, -1):
        token = tokens[index]
        is_sign = token.type in (Type.SEPARATOR, Type.MARK, Type.OPEN) and not token.tight
        is_told = index + 1 < len(tokens) and (_says(tokens, index) or _is_remarked(tokens, index))
        known[index] = known[index + 1] if is_sign else is_told
    return known


def _is_remarked(tokens: Sequence[Token], index: int) -> bool:
    """Whether a label, a remark in brackets and a sign stand here: 'Senha (e-mail): '."""
    types = [token.type for token in tokens[index : index + MAX_REMARK]]
    if types[:2] != [Type.LABEL, Type.OPEN] or Type.CLOSE not in types:
        return False
    return types[types.index(Type.CLOSE) + 1 :][:1] == [Type.ASSIGN]


def _says(tokens: Sequence[Token], index: int) -> bool:
    token, following = tokens[index : index + 2]
    if token.type is Type.LABEL:
        signed = following.type is Type.SEPARATOR and following.value in '-\t"'
        return signed or following.type in (Type.ASSIGN, Type.NUMBER, Type.TIER)
    if token.type is Type.NUMBER:
        has_own = index + 2 < len(tokens) and _gives(tokens[index + 2])
        return following.type is Type.LABEL and following.value not in CREDENTIALS and not has_own
    return token.type is Type.TIER and not token.weak and following.folded in DIVISIONS


def _gives(sign: Token) -> bool:
    """Whether a sign is glued to the label before it, whose value follows: 'senha=abc;1 skins=40' has no '1 skins'."""
    return sign.type is Type.ASSIGN and not sign.folded[:1].isspace()
