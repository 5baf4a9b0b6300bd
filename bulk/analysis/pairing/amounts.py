"""Numbers and labels beside each other, whichever comes first: 'nv 84', '57 skins', '233 SKINS 147 PICARETAS'."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from bulk.analysis import context
from bulk.analysis.fields import Kind
from bulk.analysis.folding import fold
from bulk.analysis.lexing import Token, Type
from bulk.analysis.numbers import whole
from bulk.analysis.pairing.found import ADJACENT, WEAK, Found, Ground, is_unknown
from bulk.analysis.pairing.parting import Tokens
from bulk.analysis.values import SPANNING, is_range, read_value
from bulk.analysis.vocabulary.labels import OTHER
from bulk.analysis.vocabulary.words import ADJECTIVES, FILLERS, NEGATIONS, RARE

COUNTED = frozenset({Kind.COUNT, Kind.NAMES, Kind.PERCENT, Kind.SEASONS})
LEVELS = frozenset({"level", "account_level"})
PRICED = 3
OF = frozenset({"de", "of", "por", "for"})
BALANCES = frozenset({"vbucks", "valorant_points", "radianite_points"})


def amounts(ground: Ground, tokens: Tokens) -> Iterator[Found]:
    for run in _runs(ground, tokens):
        for label, number in run.pairs():
            yield from _amount(ground, label, number, tokens)


def is_of_something_else(ground: Ground, name: str, start: int, end: int) -> bool:
    """Whether a level is the battle pass's, a balance spent, or what the inventory is worth."""
    if name not in LEVELS | BALANCES:
        return False
    before, after = fold(ground.before(start)).text, fold(ground.after(end)).text
    return context.is_other_level(before, after) if name in LEVELS else context.is_spent(before, after)


@dataclass(slots=True)
class _Run:
    """Labels and numbers in the order written, nothing but filling words between. `after_unknown`: the word before
    them may own the first number ('criada 2019 skins 40'). `priced`: a thing and what it costs ('picareta de 1.200 V-Bucks')."""

    after_unknown: bool = False
    priced: bool = False
    items: list[Token] = field(default_factory=list)

    def goes_on(self, token: Token) -> bool:
        """Whether a word between does not part: 'picaretas acho que 24', '57 lindas skins'."""
        is_word = token.type is Type.WORD or (token.type in (Type.TIER, Type.SERVER) and token.weak)
        if not self.items or not is_word:
            return False
        return token.folded in (FILLERS if self.items[-1].type is Type.LABEL else ADJECTIVES)

    def pairs(self) -> Iterator[tuple[Token, Token]]:
        """Each label with its number. A number between two labels goes to the side that leaves nothing over."""
        items = self.items
        if self.priced and len(items) == PRICED:
            return
        if self._ends_in_the_owner():
            yield items[2], items[1]
            return
        if self._is_before_a_level():
            yield items[1], items[2]
            return
        labels = sum(token.type is Type.LABEL for token in items)
        is_over = len(items) - labels > labels and items[0].type is not Type.LABEL
        first_is_owned = is_over and (self.after_unknown or self._glues_what_follows())
        label_first = first_is_owned or items[0].type is Type.LABEL
        index = int(first_is_owned)
        while index + 1 < len(items):
            one, other = items[index], items[index + 1]
            index += 1
            if (one.type is Type.LABEL) == (other.type is Type.LABEL):
                continue
            if one.type is Type.LABEL:
                yield one, other
            elif label_first and index + 1 < len(items) and items[index + 1].type is not Type.LABEL:
                continue
            else:
                yield other, one
            index += 1

    def _glues_what_follows(self) -> bool:
        """'fn_4471 skins58 picks24': each label has its number glued to it."""
        return len(self.items) > 2 and self.items[2].start == self.items[1].end

    def _is_before_a_level(self) -> bool:
        """'1 conta nível 99': a level is told behind its label."""
        types = [token.type is Type.LABEL for token in self.items]
        return types == [False, True, False] and self.items[1].value in LEVELS

    def _ends_in_the_owner(self) -> bool:
        """'valor 57 skins': the number is the field's, not that of the label before."""
        types = [token.type is Type.LABEL for token in self.items]
        return types == [True, False, True] and self.items[0].value == OTHER != self.items[2].value


def _runs(ground: Ground, tokens: Tokens) -> Iterator[_Run]:
    run = _Run()
    for index, token in enumerate(tokens):
        if token.type in (Type.NUMBER, Type.PERCENT) or _may_be_counted(ground, token):
            of = index > 1 and tokens[index - 1].folded in OF and len(run.items) == 1
            run.priced = run.priced or (of and token.type is Type.NUMBER and _is_balance(tokens, index + 1))
            run.items.append(token)
        elif not run.goes_on(token):
            if run.items:
                yield run
            run = _Run(after_unknown=is_unknown(token))
    if run.items:
        yield run


def _is_balance(tokens: Tokens, index: int) -> bool:
    return index < len(tokens) and tokens[index].type is Type.LABEL and tokens[index].value in BALANCES


def _may_be_counted(ground: Ground, token: Token) -> bool:
    return token.type is Type.LABEL and (token.value == OTHER or ground.lexicon.kind_of(token.value) in COUNTED)


def _amount(ground: Ground, label: Token, number: Token, tokens: Tokens) -> Iterator[Found]:
    kind = ground.lexicon.kind_of(label.value)
    start, end = min(label.start, number.start), max(label.end, number.end)
    if kind is None or label.value == "rare_items" or is_of_something_else(ground, label.value, start, end):
        return
    if (
        _is_negated(tokens, start)
        or _ends_a_range(tokens, number)
        or is_range(tokens, bisect_left(tokens, number.start, key=_start))
        or (kind is Kind.SEASONS and label.start < number.start)
    ):
        return
    if kind is not Kind.PERCENT and (number.type is Type.PERCENT or whole(number.number) is None):
        return
    read = read_value(Kind.COUNT if kind is Kind.SEASONS else kind, [number], 0)
    if read is None:
        return
    following = tokens[bisect_left(tokens, end, key=_start) :][:1]
    is_part = bool(following) and following[0].folded in RARE
    yield Found(label.value, read.value, start, end, WEAK if is_part else ADJACENT)


def _is_negated(tokens: Tokens, start: int) -> bool:
    place = bisect_left(tokens, start, key=_start)
    return not NEGATIONS.isdisjoint(token.folded for token in tokens[max(0, place - 2) : place])


def _ends_a_range(tokens: Tokens, number: Token) -> bool:
    """'contas de 50 a 200 skins' is about many accounts."""
    place = bisect_left(tokens, number.start, key=_start)
    before = tokens[max(0, place - 2) : place]
    return len(before) == 2 and before[0].type is Type.NUMBER and before[1].folded.strip() in SPANNING


def _start(token: Token) -> int:
    return token.start
