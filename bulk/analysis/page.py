"""The lines of a text with their tokens, each cut once, and what kind of line each one is."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice

from bulk.analysis import context
from bulk.analysis.dialect import agreed
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type, lex
from bulk.analysis.reading import Line
from bulk.analysis.scopes import clauses, correction_in, is_priced, plain, silent
from bulk.analysis.vocabulary import BUYERS, DIVISIONS, TURNS

_SIGNS = (Type.ASSIGN, Type.SEPARATOR, Type.OPEN, Type.CLOSE)


def _start(token: Token) -> int:
    return token.start


class Page:
    def __init__(self, lines: Sequence[Line], lexicon: Lexicon) -> None:
        self.lines = lines
        self.lexicon = lexicon
        self._tokens: dict[int, list[Token]] = {}
        self._known: dict[int, list[bool]] = {}
        self._context: dict[int, list[str]] = {}
        self._line_context: dict[int, list[str]] = {}
        self._strays: dict[int, dict[int, list[str]]] = {}
        self._sections: dict[int, tuple[str, list[str]]] = {}
        self._parting: dict[int, frozenset[str]] = {}
        self._labelled: tuple[Sequence[Token] | None, int] = (None, 0)
        self._priced: int | None = None

    def tokens(self, index: int) -> list[Token]:
        if index not in self._tokens:
            first, end = index, index + 1
            while first and not self.lines[first].apart:
                first -= 1
            while self.has(end):
                end += 1
            texts = [line.text for line in self.lines[first:end]]
            self._tokens.update(enumerate(agreed(texts, [lex(text, self.lexicon) for text in texts]), start=first))
        return self._tokens[index]

    def has(self, index: int) -> bool:
        """Whether there is such a line, in the same block as the one before."""
        return index < len(self.lines) and not self.lines[index].apart

    def lone_label(self, index: int) -> Token | None:
        """The label that a line is and nothing else, signs aside."""
        if not 0 <= index < len(self.lines):
            return None
        tokens = [token for token in self.tokens(index) if token.type not in _SIGNS]
        return tokens[0] if len(tokens) == 1 and tokens[0].type is Type.LABEL else None

    def is_one_word(self, index: int) -> bool:
        """Whether a line is one chunk, and no label."""
        text = self.lines[index].text
        return " " not in text and len(text) < 80 and not self.lone_label(index)

    def recognised(self, index: int) -> list[bool]:
        if index not in self._known:
            self._known[index] = _recognised(self.tokens(index))
        return self._known[index]

    def recognised_at(self, index: int, position: int) -> str:
        """'R' where something that is known begins at this place or behind the sign there, 'L' a label of a credential."""
        tokens = self.tokens(index)
        at = bisect_left(tokens, position, key=_start)
        at += at < len(tokens) and tokens[at].type in _SIGNS
        if at >= len(tokens):
            return ""
        if tokens[at].type is Type.LABEL:
            return "L" if tokens[at].value in CREDENTIALS else "R" if self.recognised(index)[at] else "l"
        return "R" if self.recognised(index)[at] else tokens[at].type[:2]

    def recognised_within(self, index: int, start: int, end: int) -> str:
        """Whether something that is known begins inside of these places."""
        tokens, known, text = self.tokens(index), self.recognised(index), self.lines[index].text
        first, last = (bisect_left(tokens, place, key=_start) for place in (start + 1, end))
        inside = [at for at in range(first, last) if tokens[at].type not in _SIGNS]
        if any(known[at] and text[tokens[at].start - 1].isspace() for at in inside):
            return "R"
        if any(known[at] for at in inside):
            return "r"
        return "l" if any(tokens[at].type is Type.LABEL for at in inside) else ""

    def is_parting(self, index: int, sign: str) -> bool:
        """Whether this sign stands before something that is known anywhere on the line."""
        if index not in self._parting:
            tokens, known = self.tokens(index), self.recognised(index)
            parting = (token.value for at, token in enumerate(tokens) if token.type is Type.SEPARATOR and known[at + 1])
            self._parting[index] = frozenset(parting)
        return sign in self._parting[index]

    def first_label(self, index: int, tokens: Sequence[Token]) -> int:
        """The place of the first label among tokens of a line, their number where there is none."""
        if self._labelled[0] is not tokens:
            at = next((at for at, token in enumerate(tokens) if token.type is Type.LABEL), len(tokens))
            self._labelled = (tokens, at)
        return self._labelled[1]

    def corrected_from(self, index: int) -> int:
        """Where on a line begins what sets right something said before; its length where nothing does."""
        for clause in clauses(self.tokens(index)):
            at = correction_in(clause)
            if at is not None:
                return clause[at].start if at < len(clause) else clause[-1].end
        return len(self.lines[index].text)

    def stands_first(self, index: int) -> str:
        """What the block of a line has first that stands alone on its line: 'L' a label, 'V' something else."""
        first = index
        while first and not self.lines[first].apart and index - first < 40:
            first -= 1
        for at in range(first, min(len(self.lines), first + 12)):
            if self.lone_label(at):
                return f"L{(index - at) % 2}"
            if at + 1 < len(self.lines) and len(self.tokens(at)) <= 2 and self.lone_label(at + 1):
                return f"V{(index - at) % 2}"
        return ""

    def asked(self, index: int) -> Token | None:
        """The last label of the line before, where that is a question."""
        if index == 0 or not self.lines[index - 1].text.rstrip().endswith("?"):
            return None
        labels = [token for token in self.tokens(index - 1) if token.type is Type.LABEL]
        return labels[-1] if labels else None

    def section(self, index: int) -> tuple[str, list[str]]:
        if index not in self._sections:
            self._sections[index] = self._section(index)
        return self._sections[index]

    def _section(self, index: int) -> tuple[str, list[str]]:
        """('mail', 'account', 'other' or '', its words) of the nearest line above, in the block or at its head, that heads this one."""
        for above in range(index - 1, max(-1, index - 8), -1):
            tokens = self.tokens(above)
            words = [token for token in tokens if token.type in (Type.WORD, Type.LABEL)]
            signed = any(token.type is Type.ASSIGN for token in tokens[:-1])
            if self.lines[above].heading or (
                words
                and len(tokens) <= 7
                and not signed
                and not any(token.type in (Type.NUMBER, Type.SKIPPED) for token in tokens)
            ):
                values = {token.value for token in tokens if token.type is Type.LABEL}
                kind = (
                    "mail"
                    if "email_login" in values
                    else "account"
                    if values & {"ACCOUNT", "COMBO", "login"}
                    else "other"
                )
                return kind, [token.folded for token in words[:5]]
            if self.lines[above].apart and self.lines[above + 1].apart:
                break
        return "", []

    def turns(self, index: int, position: int) -> list[str]:
        """What the words before and behind a place, and those of its heading, say of whose and of when it is."""
        tokens = self.tokens(index)
        at = bisect_left(tokens, position, key=_start)
        before = {word for token in tokens[max(0, at - 7) : at] for word in token.folded.split()}
        behind = {word for token in tokens[at + 1 : at + 7] for word in token.folded.split()}
        heading = set(self.section(index)[1])
        near = (("b", before), ("a", behind), ("h", heading))
        return [
            f"{place}:{name}" for name, known in TURNS.items() for place, words in near if not known.isdisjoint(words)
        ]

    def context(self, index: int) -> list[str]:
        """Features of a whole line: what it and its heading are about."""
        if index not in self._context:
            line = self.lines[index]
            plain = " ".join(token.folded for token in self.tokens(index))
            found = [f"X|{stray.reach.name}" for stray in context.strays(plain, self.lexicon.game)][:3]
            if context.is_service(plain):
                found.append("X|service")
            if context.is_of_buyer(line.text):
                found.append("X|buyer")
            topic = self.topics[index]
            if topic:
                found.append(f"X|{topic}")
            if line.heading:
                found.append("X|heading")
            self._context[index] = found
        return self._context[index]

    @property
    def topics(self) -> list[str]:
        """What the heading above each line says that it is about, if not an account."""
        if not hasattr(self, "_topics"):
            self._topics, topic = [], ""
            for index, line in enumerate(self.lines):
                said = context.topic_of(line.text)
                if said or (line.apart and not self.lines[index - 1].heading):
                    topic = said.value if said else ""
                self._topics.append(topic)
        return self._topics

    def strays(self, index: int, position: int) -> list[str]:
        """How the sentence around this place turns to something else than the account: the reach of each turn."""
        if index not in self._strays:
            found: dict[int, list[str]] = {}
            for clause in clauses(self.tokens(index)):
                reaches = {each.reach.name for each in islice(context.strays(plain(clause), self.lexicon.game), 4)}
                gone = silent(clause, self.lexicon.game) if reaches else set()
                for place, token in enumerate(clause if reaches else ()):
                    found[token.start] = [*sorted(reaches), *(["silent"] if place in gone else [])]
            self._strays[index] = found
        if position not in self._strays[index] and self._strays[index]:
            tokens = self.tokens(index)
            at = bisect_left(tokens, position + 1, key=_start) - 1
            position = tokens[at].start if at >= 0 else position
        return self._strays[index].get(position, [])

    def sentence_end(self, index: int, position: int) -> str:
        """'?' where the sentence around this place is a question."""
        text = self.lines[index].text
        if "?" not in text:
            return "."
        last = position + 300
        end = text.find("?", position, last)
        stop = min((at for at in (text.find(sign, position, last) for sign in (". ", "! ")) if at >= 0), default=last)
        return ".?" if end < 0 or end > stop else "?"

    def line_context(self, index: int) -> list[str]:
        """Features of the line that a value stands on."""
        if index not in self._line_context:
            line, tokens = self.lines[index], self.tokens(index)
            plain = " ".join(token.folded for token in tokens)
            found = []
            if context.is_service(plain):
                found.append("0|service")
            if context.is_of_buyer(line.text):
                found.append("0|buyer")
            if self._priced is None:
                self._priced = sum(is_priced(self.tokens(each)) for each in range(len(self.lines)))
            if self._priced >= 3:
                found.append(f"0|prices|{is_priced(tokens)}")
            if line.speaker:
                found.append(f"0|by={line.speaker if line.speaker in BUYERS else 'other'}")
            if self.topics[index]:
                found.append(f"0|topic={self.topics[index]}|{line.bullet}")
            if line.heading:
                found.append(f"0|heading|{'+' in line.text}")
            if is_priced(tokens):
                found += ["0|priced", f"0|priced|{sum(token.type is Type.LABEL for token in tokens)}"]
            if context.correction_start(plain) >= 0:
                found.append("0|corrects")
            _, words = self.section(index)
            found += [f"0|sec={word}" for word in words]
            if context.is_foreign(" ".join(words), self.lexicon.game):
                found.append("0|foreign")
            self._line_context[index] = found
        return self._line_context[index]


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
    types = [token.type for token in tokens[index : index + 7]]
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
