"""Numbers, ranks, places and switches of a line, each with the labels that it may belong to: left, right, above, below."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from operator import itemgetter
from typing import NamedTuple

from bulk.analysis import context
from bulk.analysis.choose import LEAST
from bulk.analysis.fields import MAX_COUNT, Kind
from bulk.analysis.folding import fold
from bulk.analysis.lexing import YES_MARKS, Token, Type
from bulk.analysis.numbers import whole
from bulk.analysis.page import Page
from bulk.analysis.records import ADJACENT, ASSIGNED
from bulk.analysis.values import MAX_SEASON, SPANNING, Rank, Value, is_no, plain_number, read_rank
from bulk.analysis.vocabulary import ACCOUNT, ADJECTIVES, COMBO, DIVISIONS, FILLERS, NEUTRAL, NO, WITH, WITHOUT, YES

_COUNTED = (Kind.COUNT, Kind.NAMES, Kind.SEASONS)
_NUMBERS = (Type.NUMBER, Type.PERCENT)
_PLACES = {Type.SERVER: Kind.SERVER, Type.PLATFORM: Kind.PLATFORM}
_STATES = WITH | WITHOUT | YES | NO
_UNSAID = FILLERS | ADJECTIVES
_DIVISION = frozenset({"div", "divisao", "division"})
_MAX_BETWEEN, _REACH, _MAX_PARALLEL = 6, 2, 8
_ITEMS = {
    **dict.fromkeys((*_NUMBERS, Type.TIER, Type.SERVER, Type.PLATFORM), "V"),
    Type.LABEL: "L",
    Type.MARK: "m",
    Type.ASSIGN: "=",
    Type.SKIPPED: "s",
}
_SIGNS = {
    **dict.fromkeys(_NUMBERS, "N"),
    Type.OPEN: "(",
    Type.CLOSE: ")",
    Type.LABEL: "L",
    Type.SKIPPED: "s",
    Type.MARK: "m",
}


class FieldOption(NamedTuple):
    """A field for a value, and the place of the label that gives it: (line, token), (-1, -1) for none."""

    name: str
    value: Value | None
    label: tuple[int, int]
    features: list[str]
    side: str
    strength: int = ADJACENT


class ValueQuestion(NamedTuple):
    """A value at tokens [first, end) of a line. The first option is that it belongs to nothing of ours."""

    line: int
    first: int
    end: int
    options: list[FieldOption]


class _Near(NamedTuple):
    """A label near a value: on which side, where, and what stands between."""

    side: str
    place: tuple[int, int]
    label: Token
    between: str


@dataclass(slots=True)
class _Spot:
    """A value at tokens [first, end) of a line, what it is, the signs on its left and right, and the labels around it."""

    page: Page
    index: int
    tokens: Sequence[Token]
    first: int
    end: int
    kind: str
    value: Value | None
    left: str
    right: str
    labels: list[_Near] = field(default_factory=list)

    @property
    def token(self) -> Token:
        return self.tokens[self.first]


def value_questions(page: Page, index: int, tokens: Sequence[Token]) -> Iterator[ValueQuestion]:
    """Each value among these tokens of a line, which are those that no credential and no list of names covers."""
    items = _items(tokens)
    told = [sign for _, sign in items if sign in "LV"]
    # What comes first and last of the labels and values of a line, and whether there is more than one pair.
    order = f"{told[0]}{told[-1]}{min(told.count('L'), 3)}{min(told.count('V'), 3)}" if told else ""
    at = 0
    while at < len(tokens):
        kind, end, value = _value_at(page, tokens, at)
        if kind:
            spot = _Spot(page, index, tokens, at, end, kind, value, *_window(items, at, end))
            spot.labels = [*_labels(spot)]
            yield ValueQuestion(index, at, end, list(_options(spot, order)))
        at = max(end, at + 1)


def decided(
    page: Page, questions: Sequence[ValueQuestion], chances: Sequence[Sequence[float]]
) -> Iterator[tuple[ValueQuestion, FieldOption, float]]:
    """Each value that is likely one of a field, the surest first: a label gives one value, or several places."""
    left = [dict(enumerate(each)) for each in chances]
    waiting = [(-max(each), place) for place, each in enumerate(chances)]
    heapify(waiting)
    taken: set[tuple[int, int]] = set()
    while waiting:
        _, place = heappop(waiting)
        at, chance = max(left[place].items(), key=itemgetter(1))
        option = questions[place].options[at]
        if option.name and option.label in taken and page.lexicon.kind_of(option.name) is not Kind.PLATFORM:
            del left[place][at]
            rest = sum(left[place].values()) or 1.0
            left[place] = {other: each / rest for other, each in left[place].items()}
            if left[place]:
                heappush(waiting, (-max(left[place].values()), place))
        elif option.name and chance >= LEAST:
            if option.side != "S":
                taken.add(option.label)
            yield questions[place], option, chance


def _value_at(page: Page, tokens: Sequence[Token], at: int) -> tuple[str, int, Value | None]:
    """(kind of value, its end, the value) where one begins at this token."""
    token = tokens[at]
    if token.type in _NUMBERS:
        return token.type.value, at + 1, None
    if token.type is Type.WORD and token.folded in DIVISIONS and _is_of_division(tokens[max(0, at - 2) : at]):
        return "roman", at + 1, None
    if token.type is Type.TIER:
        read = read_rank(tokens, at, after_label=_has_rank_before(page, tokens, at))
        if read and isinstance(read.value, Rank) and (read.value.division or 0) > page.lexicon.words.divisions:
            return "tier", at + 1, Rank(read.value.tier, None)
        return ("weaktier" if token.weak else "tier", read.end, read.value) if read else ("", at + 1, None)
    if token.type in _PLACES:
        return ("weak" if token.weak else "") + token.type.value, at + 1, token.value
    states = token.type is Type.MARK or (token.type is Type.WORD and token.folded in _STATES)
    if states and _flag_near(page, tokens, at):
        if token.type is Type.MARK:
            return "flag", at + 1, token.folded in YES_MARKS
        return "flag", at + 1, not (token.folded in WITHOUT or is_no(tokens, at, 0) or token.folded in NO)
    if token.type is Type.LABEL and token.value == "email_login" and _flag_near(page, tokens[max(0, at - 3) : at], 3):
        return "flag", at + 1, True
    return "", at + 1, None


def _is_of_division(before: Sequence[Token]) -> bool:
    return any(not _DIVISION.isdisjoint(token.folded.split()) for token in before if token.type is Type.LABEL)


def _has_rank_before(page: Page, tokens: Sequence[Token], at: int) -> bool:
    before = [token for token in tokens[max(0, at - 3) : at] if token.type is Type.LABEL]
    return bool(before) and page.lexicon.kind_of(before[-1].value) is Kind.RANK


def _flag_near(page: Page, tokens: Sequence[Token], at: int) -> bool:
    near = tokens[max(0, at - 4) : at + 5]
    return any(token.type is Type.LABEL and page.lexicon.kind_of(token.value) is Kind.FLAG for token in near)


def _items(tokens: Sequence[Token]) -> list[tuple[int, str]]:
    """(token, 'L' or 'V' or sign) of what is in the line, filling words aside."""
    items: list[tuple[int, str]] = []
    for at, token in enumerate(tokens):
        if token.type in _ITEMS:
            items.append((at, _ITEMS[token.type]))
        elif token.is_boundary:
            items.append((at, token.value if token.type is Type.SEPARATOR else token.folded))
        elif (not items or items[-1][1] != "w") and token.folded not in _UNSAID:
            items.append((at, "w"))
    return items


def _window(items: Sequence[tuple[int, str]], first: int, end: int) -> tuple[str, str]:
    """The three signs before a value and the three behind it; '^' and '$' where the line begins and ends."""
    before, behind = bisect_left(items, (first, "")), bisect_left(items, (end, ""))
    left = "".join(sign for _, sign in items[max(0, before - 3) : before])
    right = "".join(sign for _, sign in items[behind : behind + 3])
    return left if before >= 3 else f"^{left}", right if behind + 3 <= len(items) else f"{right}$"


def _options(spot: _Spot, order: str) -> Iterator[FieldOption]:
    yield FieldOption("", None, (-1, -1), _of_nothing(spot), "")
    kind, window = spot.kind, f"{spot.left}[]{spot.right}"
    for side, place, label, between in spot.labels:
        name, stated, form = _meant(spot, label)
        group = _group(spot.page, label.value) if name else "acct" if label.value in (ACCOUNT, COMBO) else "other"
        key = f"{side}|{group}"
        features = [
            f"{key}|{kind}",
            f"{side}|{between}|{kind}",
            f"{key}|{between}",
            f"{side}|{window}",
            f"{side}|{order}|{between}",
            f"{key}|{form}",
            f"{side}|{label.folded}",
            f"{side}|{kind}|fit={bool(name)}",
        ]
        strength = ASSIGNED if "=" in between else ADJACENT
        yield FieldOption(name if stated is not None else "", stated, place, features, side, strength)
    yield from _by_itself(spot)


def _elsewhere(spot: _Spot, label: Token) -> list[str]:
    """Whether a level is the battle pass's, a balance spent, or what the inventory is worth."""
    start, end = min(label.start, spot.token.start), max(label.end, spot.token.end)
    text = spot.page.lines[spot.index].text
    before = fold(text[max(0, start - 80) : start]).text.rpartition(",")[2].rpartition("|")[2]
    after = re.split(r"[,|]", fold(text[end : end + 80]).text)[0]
    if spot.page.lexicon.fields[label.value].group == "level":
        return ["0|otherlevel"] if context.is_other_level(before, after) else []
    return ["0|spent"] if context.is_spent(before, after) else []


def _group(page: Page, name: str) -> str:
    """What a field is like, for features that mean the same in every game."""
    known = page.lexicon.fields.get(name)
    return (known.group or str(known.kind)) if known else name


def _labels(spot: _Spot) -> Iterator[_Near]:
    """The labels near a value: with its place in a list, left, right, above, asked for in the line before, below."""
    page, index, tokens, first, end = spot.page, spot.index, spot.tokens, spot.first, spot.end
    parallel = _parallel(tokens, first)
    if parallel:
        yield _Near("P", (index, parallel.start), parallel, "=")
    left = [at for at in range(first - 1, max(-1, first - 14), -1) if tokens[at].type is Type.LABEL][:_REACH]
    for count, at in enumerate(left, start=1):
        between = _between(tokens[at + 1 : first], tokens[at], tokens[first])
        yield _Near(f"L{count}", (index, tokens[at].start), tokens[at], between)
    right = [at for at in range(end, min(len(tokens), end + 12)) if tokens[at].type is Type.LABEL][:_REACH]
    for count, at in enumerate(right, start=1):
        between = _between(tokens[end:at], tokens[end - 1], tokens[at])
        yield _Near(f"R{count}", (index, tokens[at].start), tokens[at], between)
    is_last = end == len(tokens)
    above = page.lone_label(index - 1) if first <= page.first_label(index, tokens) else None
    if above and not page.lines[index].apart:
        told = f"{first}{_signed(page, index - 1)}{is_last}{page.stands_first(index)}"
        yield _Near("U", (index - 1, above.start), above, told)
    asked = page.asked(index)
    if asked:
        yield _Near("Q", (index - 1, asked.start), asked, f"{min(first, 3)}{is_last}{len(right)}")
    below = page.lone_label(index + 1) if page.has(index + 1) and len(tokens) <= 3 else None
    if below:
        told = f"{first}{_signed(page, index + 1)}{is_last}{page.stands_first(index)}"
        yield _Near("D", (index + 1, below.start), below, told)


def _parallel(tokens: Sequence[Token], first: int) -> Token | None:
    """The label with the place among labels that a value has among values: 'Skins/Picaretas/Gestos: 40/22/31'."""
    sign = next((at for at, token in enumerate(tokens[: 2 * _MAX_PARALLEL]) if token.type is Type.ASSIGN), 0)
    labels, values = tokens[:sign:2], tokens[sign + 1 :: 2]
    are_labels = len(labels) > 1 and all(token.type is Type.LABEL for token in labels)
    if not are_labels or (first - sign) % 2 == 0 or first < sign:
        return None
    place = (first - sign) // 2
    signs = tokens[sign + 2 : sign + 2 * len(labels) : 2]
    is_row = len(values) >= len(labels) and all(token.is_boundary for token in signs)
    return labels[place] if is_row and place < len(labels) else None


def _signed(page: Page, index: int) -> bool:
    tokens = page.tokens(index)
    return bool(tokens) and tokens[-1].type is Type.ASSIGN


def _between(tokens: Sequence[Token], one: Token, other: Token) -> str:
    """What stands between a label and a value, a sign for each token: '=' of 'Skins: 3', 'f' of a filling word."""
    if not tokens:
        return "+" if one.end == other.start else "_"
    signs = re.sub(r"^\([^()]*\)", "()", "".join(map(_sign, tokens[:_MAX_BETWEEN])))
    return signs + ("…" if len(tokens) > _MAX_BETWEEN else "")


def _sign(token: Token) -> str:
    if token.type is Type.WORD:
        return "f" if token.folded in FILLERS else "a" if token.folded in ADJECTIVES | NEUTRAL else "w"
    if token.type is Type.ASSIGN:
        return "=" if token.folded.strip() in (":", "=") else ">"
    if token.type is Type.SEPARATOR:
        return "*" if token.value == "emoji" else token.value
    return _SIGNS.get(token.type, "V")


def _meant(spot: _Spot, label: Token) -> tuple[str, Value | None, str]:
    """(field, value of that field, form) of a value under a label; no field where it cannot be one of its values."""
    name, token, kind = label.value, spot.token, spot.kind
    of = spot.page.lexicon.kind_of(name)
    if of is Kind.RANK and token.folded in DIVISIONS and not _DIVISION.isdisjoint(label.folded.split()):
        return name, DIVISIONS[token.folded], "div"
    if kind in _NUMBERS:
        number, count = token.number, whole(token.number)
        form = (
            "zero" if number == 0 else "frac" if count is None else "year" if _is_year(count) else f"d{len(str(count))}"
        )
        if of in _COUNTED and kind == "number" and count is not None and count <= MAX_COUNT and name != "rare_items":
            return (name, count, form) if of is not Kind.SEASONS or count <= MAX_SEASON else ("", None, form)
        if of is Kind.PERCENT and number is not None and 0 <= number <= 100:
            return name, plain_number(number), f"{kind}{form}"
        return (name, False, form) if of is Kind.FLAG and number == 0 else ("", None, form)
    if kind.endswith("tier") and of is Kind.RANK:
        return name, spot.value, "div" if isinstance(spot.value, Rank) and spot.value.division else "nodiv"
    if of is not None and (kind.removeprefix("weak") == of.value) and of in (Kind.SERVER, Kind.PLATFORM, Kind.FLAG):
        return name, spot.value, token.folded if kind == "flag" else ""
    return "", None, ""


def _is_year(count: int | None) -> bool:
    return count is not None and 1990 < count < 2031


def _by_itself(spot: _Spot) -> Iterator[FieldOption]:
    """A rank, a region, a platform that needs no label."""
    tokens, first, end, kind, value = spot.tokens, spot.first, spot.end, spot.kind, spot.value
    token, fields = spot.token, spot.page.lexicon.fields
    if kind.endswith("tier") and "current" in fields:
        names: tuple[str, ...] = ("current", "peak")
    elif kind.endswith("server") and "server" in fields:
        names = ("server",)
    elif kind.endswith("platform"):
        names = tuple(name for name, known in fields.items() if known.kind is Kind.PLATFORM)
    else:
        return
    form = "div" if isinstance(value, Rank) and value.division else ""
    before = tokens[first - 1].folded if first else "^"
    after = tokens[end].folded if end < len(tokens) else "$"
    is_upper = (
        token.value != "" and not token.tight and spot.page.lines[spot.index].text[token.start : token.end].isupper()
    )
    upper = "" if not token.weak else "U" if is_upper else "l"
    near = [f"{side}:{label.value}" for side, _, label, _ in spot.labels if side in ("L1", "R1")]
    for name in names:
        features = [
            f"S|{name}|{kind}|{form}",
            f"S|{name}|{spot.left}[]{spot.right}",
            f"S|{kind}|{upper}|{form}",
            f"S|{name}|b={before}",
            f"S|{name}|a={after}",
            f"S|{name}|alone={len(tokens) == end - first}",
            *(f"S|{name}|{each}" for each in near),
            f"S|{token.folded}",
        ]
        yield FieldOption(name, value, (-1, -1), features, "S")


def _of_nothing(spot: _Spot) -> list[str]:
    page, index, tokens, first, end, kind = spot.page, spot.index, spot.tokens, spot.first, spot.end, spot.kind
    token = spot.token
    before = ["^", "^", *(each.folded for each in tokens[max(0, first - 2) : first])][-2:]
    after = [*(each.folded for each in tokens[end : end + 2]), "$", "$"]
    features = [
        f"0|{kind}",
        f"0|{kind}|{spot.left[-2:]}[]{spot.right[:2]}",
        f"0|b={before[1]}",
        f"0|a={after[0]}",
        f"0|bb={before[0]}",
        f"0|aa={after[1]}",
    ]
    for side, _, label, between in spot.labels:
        known = page.lexicon.fields.get(label.value)
        if side in ("L1", "R1") and token.type is Type.NUMBER and known and known.group:
            features += _elsewhere(spot, label)
        if side in ("L1", "R1", "U", "D", "Q"):
            group = _group(page, label.value)
            features += [f"0|{side}|{group}|{kind}", f"0|{side}|{group}|{between}"]
            if side == "R1" and end < len(tokens):
                at = bisect_left(tokens, label.end, key=lambda each: each.start)
                follow = tokens[at].folded if at < len(tokens) else "$"
                features.append(f"0|{group}|then={follow}")
    if token.type is Type.NUMBER:
        if _spans(tokens[end : end + 2]):
            features.append("0|range")
        if _spans(tokens[max(0, first - 2) : first][::-1]):
            features.append("0|rangeend")
        if _is_year(whole(token.number)):
            features.append("0|year")
    for stray in page.strays(index, token.start):
        features += [f"0|stray={stray}", f"0|stray={stray}|{kind}"]
    near = (*tokens[max(0, first - 7) : max(0, first - 2)], *tokens[end + 2 : end + 6])
    features += [f"0|near={word}" for word in sorted({each.folded for each in near}) if word.isalpha()]
    return [*features, f"0|{page.sentence_end(index, token.start)}", *page.line_context(index)]


def _spans(beside: Sequence[Token]) -> bool:
    """Whether a sign of a range and another number stand beside a number."""
    return len(beside) == 2 and beside[0].folded.strip() in SPANNING and beside[1].type is Type.NUMBER
