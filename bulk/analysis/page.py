"""The lines of a text with their tokens, each cut once, what kind of line each one is, and letters that are labels."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice, pairwise

from bulk.analysis import context
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import SIGNS, Token, Type, lex
from bulk.analysis.reading import Line
from bulk.analysis.vocabulary import ACCOUNT, BUYERS, DIVISIONS, INITIALS

MIN_PRICES = 3


class Page:
    def __init__(self, lines: Sequence[Line], lexicon: Lexicon) -> None:
        self.lines = lines
        self.lexicon = lexicon
        self.tokens = self._cut().__getitem__
        self.recognised = cache(lambda index: _mark_known(self.tokens(index)))
        self.section = cache(self._section)
        self.lone_label = cache(self._lone_label)
        self._heads = cache(self._head)
        self.context = cache(self._context)
        self.line_context = cache(self._line_context)
        self._turns_of = cache(lambda sentence: [*islice(context.strays(sentence, lexicon.game), context.MAX_STRAYS)])
        self._turned = cache(lambda index: context.find_turns(self.tokens(index), self._turns_of))
        self.is_corrected = cache(lambda index: context.is_corrected(self.tokens(index)))
        self.is_priced = cache(lambda index: context.is_priced(self.tokens(index)))
        self._starts = cache(lambda index: [token.start for token in self.tokens(index)])

    def token_at(self, index: int, position: int) -> int:
        """The index of the first token of a line that starts at this place or behind it."""
        return bisect_left(self._starts(index), position)

    def alike(self, index: int, at: int) -> tuple[int, int]:
        """How many labels of the same credential come before this token, and from it on."""
        places = self._labels[self.tokens(index)[at].value]
        earlier = bisect_left(places, (index, at))
        return earlier, len(places) - earlier

    @cached_property
    def _labels(self) -> Mapping[str, list[tuple[int, int]]]:
        places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for index in range(len(self.lines)):
            for at, token in enumerate(self.tokens(index)):
                if token.type is Type.LABEL:
                    places[token.value].append((index, at))
        return places

    def _cut(self) -> list[list[Token]]:
        tokens: list[list[Token]] = []
        cut = cache(lambda text: lex(text, self.lexicon))
        while (first := len(tokens)) < len(self.lines):
            end = first + 1
            while self.has(end):
                end += 1
            tokens += name_initials([cut(line.text) for line in self.lines[first:end]])
        return tokens

    def has(self, index: int) -> bool:
        """Whether the line exists and is in the same block as the one before."""
        return index < len(self.lines) and not self.lines[index].apart

    def _lone_label(self, index: int) -> Token | None:
        """The label that a line is and nothing else, signs aside."""
        if not 0 <= index < len(self.lines):
            return None
        tokens = [token for token in self.tokens(index) if token.type not in SIGNS]
        return tokens[0] if len(tokens) == 1 and tokens[0].type is Type.LABEL else None

    def asked_label(self, index: int) -> Token | None:
        """The last label of a question: 'blz, quantas skins?'."""
        is_asked = index >= 0 and self.lines[index].text.endswith("?")
        labels = [token for token in self.tokens(index) if token.type is Type.LABEL] if is_asked else []
        return labels[-1] if labels else None

    def is_one_word(self, index: int) -> bool:
        """Whether a line is one chunk, and no label."""
        text = self.lines[index].text
        return " " not in text and len(text) < 80 and not self.lone_label(index)

    def recognised_at(self, index: int, position: int) -> str:
        """'R' where something that is known begins at this place or behind the sign there, 'L' a label of a credential."""
        tokens = self.tokens(index)
        at = self.token_at(index, position)
        at += at < len(tokens) and tokens[at].type in SIGNS
        if at >= len(tokens):
            return ""
        if tokens[at].type is Type.LABEL:
            return "L" if tokens[at].value in CREDENTIALS else "R" if self.recognised(index)[at] else "l"
        return "R" if self.recognised(index)[at] else tokens[at].type[:2]

    def recognised_within(self, index: int, start: int, end: int) -> str:
        """Whether something that is known begins inside of these places."""
        tokens, known, text = self.tokens(index), self.recognised(index), self.lines[index].text
        first, last = self.token_at(index, start + 1), self.token_at(index, end)
        inside = [at for at in range(first, last) if tokens[at].type not in SIGNS]
        if any(known[at] and text[tokens[at].start - 1].isspace() for at in inside):
            return "R"
        if any(known[at] for at in inside):
            return "r"
        return "l" if any(tokens[at].type is Type.LABEL for at in inside) else ""

    def _section(self, index: int) -> tuple[str, list[str]]:
        """('mail', 'account', 'other' or '', its words) of the nearest line above, in the block or at its head, that heads this one."""
        for above in range(index - 1, max(-1, index - 8), -1):
            heads = self._heads(above)
            if heads:
                return heads
            if self.lines[above].apart and self.lines[above + 1].apart:
                break
        return "", []

    def _head(self, index: int) -> tuple[str, list[str]] | None:
        """What a line says as a heading of the lines below; None if it is not a heading."""
        tokens = self.tokens(index)
        words = [token for token in tokens if token.type in (Type.WORD, Type.LABEL)]
        if not self.lines[index].heading:
            signed = any(token.type is Type.ASSIGN for token in tokens[:-1])
            valued = any(token.type in (Type.NUMBER, Type.SKIPPED) for token in tokens)
            if len(tokens) > 7 or not words or signed or valued:
                return None
        values = {token.value for token in tokens if token.type is Type.LABEL}
        is_account = not values.isdisjoint(("ACCOUNT", "COMBO", "login"))
        kind = "mail" if "email_login" in values else "account" if is_account else "other"
        return kind, [token.folded for token in words[:5]]

    def _context(self, index: int) -> list[str]:
        """Features of a whole line: what it and its heading are about."""
        turns = self._turns_of(context.plain_words(self.tokens(index)))
        return [*(f"X|{turn.manner}" for turn in turns), f"X|heading={self.lines[index].heading}"]

    def strays(self, index: int, position: int) -> list[str]:
        """How the sentence around this place departs from the account, see context.find_turns."""
        turns = self._turned(index)
        if turns and position not in turns:
            position = self._starts(index)[max(0, self.token_at(index, position + 1) - 1)]
        return turns.get(position, [])

    @cached_property
    def _lists_prices(self) -> bool:
        return sum(map(self.is_priced, range(len(self.lines)))) >= MIN_PRICES

    def _line_context(self, index: int) -> list[str]:
        """Features of the line that a value stands on."""
        line, priced = self.lines[index], self.is_priced(index)
        labels = sum(token.type is Type.LABEL for token in self.tokens(index))
        features = [f"prices|{priced}"] if self._lists_prices else []
        features += [f"by={line.speaker if line.speaker in BUYERS else 'other'}"] if line.speaker else []
        features += [f"heading|{'+' in line.text}"] if line.heading else []
        features += ["priced", f"priced|{labels}"] if priced else []
        return [f"0|{each}" for each in (*features, *(f"sec={word}" for word in self.section(index)[1]))]


def _mark_known(tokens: Sequence[Token]) -> list[bool]:
    """Whether a label with its value, a number with its label, or a rank with its division begins at each token, signs
    before it aside; one more entry for the end."""
    known = [False] * (len(tokens) + 1)
    for index in range(len(tokens) - 1, -1, -1):
        token = tokens[index]
        is_sign = token.type in (Type.SEPARATOR, Type.MARK, Type.OPEN) and not token.tight
        known[index] = known[index + 1] if is_sign else (index + 1 < len(tokens) and _says(tokens, index))
    return known


def _says(tokens: Sequence[Token], index: int) -> bool:
    token, following = tokens[index : index + 2]
    if token.type is Type.LABEL:
        signed = following.type is Type.SEPARATOR and following.value in '-\t"'
        return signed or following.type in (Type.ASSIGN, Type.NUMBER, Type.TIER)
    if token.type is Type.NUMBER:
        behind = tokens[index + 2 : index + 3]  # 'senha=abc;1 skins=40' has no '1 skins'
        has_own = any(sign.type is Type.ASSIGN and not sign.folded[:1].isspace() for sign in behind)
        return following.type is Type.LABEL and following.value not in CREDENTIALS and not has_own
    return token.type is Type.TIER and not token.weak and following.folded in DIVISIONS


_NAMES = frozenset({"login", "email_login", ACCOUNT})
_TELLING = (Type.WORD, Type.TIER, Type.SERVER)
_JOINING = "/|&+"


def name_initials(lines: Sequence[list[Token]]) -> list[list[Token]]:
    """The tokens of a block, letters named where they make a log-in and a password together."""
    places = [list(_initials(tokens)) for tokens in lines]
    names = {INITIALS[tokens[at].folded] for tokens, found in zip(lines, places, strict=True) for at in found}
    if names:
        pairs = (pair for tokens in lines for pair in pairwise(tokens))
        names |= {token.value for token, following in pairs if token.type is Type.LABEL and _is_sign(following)}
    if "password" not in names or names.isdisjoint(_NAMES):
        return list(lines)
    result = [list(tokens) for tokens in lines]
    for tokens, found in zip(result, places, strict=True):
        for at in found:
            tokens[at] = tokens[at]._replace(type=Type.LABEL, value=INITIALS[tokens[at].folded])
    return result


def _initials(tokens: Sequence[Token]) -> Iterator[int]:
    """Single letters that may be labels: before a sign, or joined to one that is ('U/P: joana/abc')."""
    signed = False
    for index in range(len(tokens) - 2, -1, -1):
        token, following = tokens[index], tokens[index + 1]
        if token.type is Type.SEPARATOR and token.value in _JOINING and signed:
            continue
        joined = signed and following.type is Type.SEPARATOR and following.value in _JOINING
        signed = (joined or _is_sign(following)) and _may_be_initial(tokens, index)
        if signed:
            yield index


def _is_sign(token: Token) -> bool:
    return token.type is Type.ASSIGN or token.value == "emoji"


def _may_be_initial(tokens: Sequence[Token], index: int) -> bool:
    token = tokens[index]
    before = tokens[index - 1] if index else token
    begins = index == 0 or before.is_boundary or token.start > before.end
    return begins and token.type in _TELLING and token.folded in INITIALS
