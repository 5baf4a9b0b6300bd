"""Numbers, ranks, places and switches of a line, each with the labels that it may belong to: left, right, above, below."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from operator import itemgetter
from typing import NamedTuple

from bulk.analysis import context
from bulk.analysis.choose import LEAST
from bulk.analysis.fields import MAX_COUNT, Kind
from bulk.analysis.folding import fold
from bulk.analysis.lexing import Token, Type
from bulk.analysis.numbers import whole
from bulk.analysis.page import Page
from bulk.analysis.records import ADJACENT, ASSIGNED
from bulk.analysis.values import MAX_SEASON, SPANNING, YES_MARKS, Rank, Value, is_no, plain_number, read_rank
from bulk.analysis.vocabulary import ACCOUNT, ADJECTIVES, COMBO, DIVISIONS, FILLERS, NEUTRAL, NO, WITH, WITHOUT, YES

_COUNTED = (Kind.COUNT, Kind.NAMES, Kind.SEASONS)
_NUMBERS = (Type.NUMBER, Type.PERCENT)
_PLACES = {Type.SERVER: Kind.SERVER, Type.PLATFORM: Kind.PLATFORM}
_DIVISION = frozenset({"div", "divisao", "division"})
_MAX_BETWEEN, _REACH, _MAX_PARALLEL = 6, 2, 8


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


def value_questions(page: Page, index: int, tokens: Sequence[Token]) -> Iterator[ValueQuestion]:
    """Each value among these tokens of a line, which are those that no credential and no list of names covers."""
    items = _items(page, tokens)
    order = _order(items)
    at = 0
    while at < len(tokens):
        kind, end, value = _value_at(page, tokens, at)
        if kind:
            yield ValueQuestion(index, at, end, list(_options(page, index, tokens, items, order, at, end, kind, value)))
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
        return ("percent" if token.type is Type.PERCENT else "number"), at + 1, None
    if token.type is Type.WORD and token.folded in DIVISIONS and _is_of_division(tokens[max(0, at - 2) : at]):
        return "roman", at + 1, None
    if token.type is Type.TIER:
        read = read_rank(tokens, at, after_label=_has_rank_before(page, tokens, at))
        if read and isinstance(read.value, Rank) and (read.value.division or 0) > page.lexicon.words.divisions:
            return "tier", at + 1, Rank(read.value.tier, None)
        if read:
            return ("tier" if not token.weak else "weaktier"), read.end, read.value
        return "", at + 1, None
    if token.type in _PLACES:
        return ("weak" if token.weak else "") + token.type.value, at + 1, token.value
    if (
        token.type is Type.MARK
        or (token.type is Type.WORD and (token.folded in YES or token.folded in NO or token.folded in WITH | WITHOUT))
    ) and _flag_near(page, tokens, at):
        state = (
            token.folded in YES_MARKS
            if token.type is Type.MARK
            else not (token.folded in WITHOUT or is_no(tokens, at, 0) or token.folded in NO)
        )
        return "flag", at + 1, state
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


def _items(page: Page, tokens: Sequence[Token]) -> list[tuple[int, str]]:
    """(token, 'L' or 'V' or sign) of what is in the line, words aside."""
    items: list[tuple[int, str]] = []
    for at, token in enumerate(tokens):
        if token.type is Type.LABEL:
            items.append((at, "L"))
        elif token.type in _NUMBERS or token.type in (Type.TIER, Type.SERVER, Type.PLATFORM):
            items.append((at, "V"))
        elif token.type is Type.MARK:
            items.append((at, "m"))
        elif token.type is Type.ASSIGN:
            items.append((at, "="))
        elif token.is_boundary:
            items.append((at, token.value if token.type is Type.SEPARATOR else token.folded))
        elif token.type is Type.SKIPPED:
            items.append((at, "s"))
        elif (not items or items[-1][1] != "w") and token.folded not in FILLERS | ADJECTIVES:
            items.append((at, "w"))
    return items


def _window(items: Sequence[tuple[int, str]], first: int, end: int) -> tuple[str, str]:
    """The three signs before a value and the three behind it; '^' and '$' where the line begins and ends."""
    before, behind = bisect_left(items, (first, "")), bisect_left(items, (end, ""))
    left = "".join(sign for _, sign in items[max(0, before - 3) : before])
    right = "".join(sign for _, sign in items[behind : behind + 3])
    return left if before >= 3 else f"^{left}", right if behind + 3 <= len(items) else f"{right}$"


def _options(
    page: Page,
    index: int,
    tokens: Sequence[Token],
    items: Sequence[tuple[int, str]],
    order: str,
    first: int,
    end: int,
    kind: str,
    value: Value | None,
) -> Iterator[FieldOption]:
    left, right = _window(items, first, end)
    labels = [*_labels(page, index, tokens, first, end)]
    yield FieldOption("", None, (-1, -1), _of_nothing(page, index, tokens, first, end, kind, left, right, labels), "")
    for side, place, label, between in labels:
        name, stated, form = _meant(page, label, tokens[first], kind, value)
        group = _group(page, label.value) if name else "acct" if label.value in (ACCOUNT, COMBO) else "other"
        key = f"{side}|{group}"
        features = [
            f"{key}|{kind}",
            f"{side}|{between}|{kind}",
            f"{key}|{between}",
            f"{side}|{left}[]{right}",
            f"{side}|{order}|{between}",
            f"{key}|{form}",
            f"{side}|{label.folded}",
            f"{side}|{kind}|fit={bool(name)}",
        ]
        strength = ASSIGNED if "=" in between else ADJACENT
        yield FieldOption(name if stated is not None else "", stated, place, features, side, strength)
    yield from _by_itself(page, tokens, first, end, kind, value, left, right, labels)


def _elsewhere(page: Page, index: int, label: Token, token: Token) -> list[str]:
    """Whether a level is the battle pass's, a balance spent, or what the inventory is worth."""
    start, end = min(label.start, token.start), max(label.end, token.end)
    text = page.lines[index].text
    before = fold(text[max(0, start - 80) : start]).text.rpartition(",")[2].rpartition("|")[2]
    after = re.split(r"[,|]", fold(text[end : end + 80]).text)[0]
    if page.lexicon.fields[label.value].group == "level":
        return ["0|otherlevel"] if context.is_other_level(before, after) else []
    return ["0|spent"] if context.is_spent(before, after) else []


def _group(page: Page, name: str) -> str:
    """What a field is like, for features that mean the same in every game."""
    field = page.lexicon.fields.get(name)
    return (field.group or str(field.kind)) if field else name


def _is_grouped(page: Page, name: str) -> bool:
    return name in page.lexicon.fields and bool(page.lexicon.fields[name].group)


def _order(items: Sequence[tuple[int, str]]) -> str:
    """What comes first and last of the labels and values of a line, and whether there is more than one pair."""
    told = [sign for _, sign in items if sign in "LV"]
    return f"{told[0]}{told[-1]}{min(told.count('L'), 3)}{min(told.count('V'), 3)}" if told else ""


def _labels(
    page: Page, index: int, tokens: Sequence[Token], first: int, end: int
) -> Iterator[tuple[str, tuple[int, int], Token, str]]:
    """(side, place, label, what stands between) of the labels near a value."""
    parallel = _parallel(tokens, first)
    if parallel:
        yield "P", (index, parallel.start), parallel, "="
    found = 0
    for at in range(first - 1, max(-1, first - 14), -1):
        if tokens[at].type is Type.LABEL:
            found += 1
            yield (
                f"L{found}",
                (index, tokens[at].start),
                tokens[at],
                _between(tokens[at + 1 : first], tokens[at], tokens[first]),
            )
            if found == _REACH:
                break
    found = 0
    for at in range(end, min(len(tokens), end + 12)):
        if tokens[at].type is Type.LABEL:
            found += 1
            yield (
                f"R{found}",
                (index, tokens[at].start),
                tokens[at],
                _between(tokens[end:at], tokens[end - 1], tokens[at]),
            )
            if found == _REACH:
                break
    if first <= page.first_label(index, tokens):
        above = page.lone_label(index - 1) if not page.lines[index].apart else None
        if above:
            yield (
                "U",
                (index - 1, above.start),
                above,
                f"{first}{_signed(page, index - 1)}{end == len(tokens)}{page.stands_first(index)}",
            )
    asked = page.asked(index)
    if asked:
        yield "Q", (index - 1, asked.start), asked, f"{min(first, 3)}{end == len(tokens)}{found}"
    below = page.lone_label(index + 1) if page.has(index + 1) and len(tokens) <= 3 else None
    if below:
        yield (
            "D",
            (index + 1, below.start),
            below,
            f"{first}{_signed(page, index + 1)}{end == len(tokens)}{page.stands_first(index)}",
        )


def _parallel(tokens: Sequence[Token], first: int) -> Token | None:
    """The label with the place among labels that a value has among values: 'Skins/Picaretas/Gestos: 40/22/31'."""
    sign = next((at for at, token in enumerate(tokens[: 2 * _MAX_PARALLEL]) if token.type is Type.ASSIGN), 0)
    labels, values = tokens[:sign:2], tokens[sign + 1 :: 2]
    if (
        len(labels) < 2
        or not all(token.type is Type.LABEL for token in labels)
        or (first - sign) % 2 == 0
        or first < sign
    ):
        return None
    place = (first - sign) // 2
    is_row = len(values) >= len(labels) and all(
        token.is_boundary for token in tokens[sign + 2 : sign + 2 * len(labels) : 2]
    )
    return labels[place] if is_row and place < len(labels) else None


def _signed(page: Page, index: int) -> bool:
    tokens = page.tokens(index)
    return bool(tokens) and tokens[-1].type is Type.ASSIGN


def _between(tokens: Sequence[Token], one: Token, other: Token) -> str:
    """What stands between a label and a value, a sign for each token: '=' of 'Skins: 3', 'f' of a filling word."""
    if not tokens:
        return "+" if one.end == other.start else "_"
    signs = []
    for token in tokens[:_MAX_BETWEEN]:
        if token.type is Type.WORD:
            signs.append(
                "f"
                if token.folded in FILLERS
                else "a"
                if token.folded in ADJECTIVES or token.folded in NEUTRAL
                else "w"
            )
        elif token.type is Type.ASSIGN:
            folded = token.folded.strip()
            signs.append("=" if folded in (":", "=") else ">")
        elif token.type is Type.SEPARATOR:
            signs.append(token.value if token.value != "emoji" else "*")
        else:
            signs.append(
                {
                    Type.OPEN: "(",
                    Type.CLOSE: ")",
                    Type.LABEL: "L",
                    Type.NUMBER: "N",
                    Type.PERCENT: "N",
                    Type.SKIPPED: "s",
                    Type.MARK: "m",
                }.get(token.type, "V")
            )
    plain = re.sub(r"^\([^()]*\)", "()", "".join(signs))
    return plain + ("…" if len(tokens) > _MAX_BETWEEN else "")


def _meant(page: Page, label: Token, token: Token, kind: str, value: Value | None) -> tuple[str, Value | None, str]:
    """(field, value of that field, form) of this value under this label; no field where it cannot be one of its values."""
    name = label.value
    of = page.lexicon.kind_of(name)
    if of is Kind.RANK and token.folded in DIVISIONS and not _DIVISION.isdisjoint(label.folded.split()):
        return name, DIVISIONS[token.folded], "div"
    if kind in ("number", "percent"):
        number = token.number
        count = whole(number)
        form = (
            "zero"
            if number == 0
            else "year"
            if count is not None and 1990 < count < 2031
            else f"d{len(str(count))}"
            if count is not None
            else "frac"
        )
        if of in _COUNTED and kind == "number" and count is not None and count <= MAX_COUNT and name != "rare_items":
            return (name, count, form) if of is not Kind.SEASONS or count <= MAX_SEASON else ("", None, form)
        if of is Kind.PERCENT and number is not None and 0 <= number <= 100:
            return name, plain_number(number), f"{kind}{form}"
        if of is Kind.FLAG and number == 0:
            return name, False, form
        return "", None, form
    if kind.endswith("tier") and of is Kind.RANK:
        return name, value, "div" if isinstance(value, Rank) and value.division else "nodiv"
    if (
        (kind.endswith("server") and of is Kind.SERVER)
        or (kind.endswith("platform") and of is Kind.PLATFORM)
        or (kind == "flag" and of is Kind.FLAG)
    ):
        return name, value, token.folded if kind == "flag" else ""
    return "", None, ""


def _by_itself(
    page: Page,
    tokens: Sequence[Token],
    first: int,
    end: int,
    kind: str,
    value: Value | None,
    left: str,
    right: str,
    labels: Sequence[tuple[str, tuple[int, int], Token, str]],
) -> Iterator[FieldOption]:
    """A rank, a region, a platform that needs no label."""
    token, fields = tokens[first], page.lexicon.fields
    if kind.endswith("tier") and "current" in fields:
        names: tuple[str, ...] = ("current", "peak")
    elif kind.endswith("server") and "server" in fields:
        names = ("server",)
    elif kind.endswith("platform"):
        names = tuple(name for name, field in fields.items() if field.kind is Kind.PLATFORM)
    else:
        return
    form = "div" if isinstance(value, Rank) and value.division else ""
    before = tokens[first - 1].folded if first else "^"
    after = tokens[end].folded if end < len(tokens) else "$"
    upper = page.lines[0].text[:0] if not token.weak else ("U" if _is_upper(page, token) else "l")
    near = [f"{side}:{label.value}" for side, _, label, _ in labels if side in ("L1", "R1")]
    for name in names:
        features = [
            f"S|{name}|{kind}|{form}",
            f"S|{name}|{left}[]{right}",
            f"S|{kind}|{upper}|{form}",
            f"S|{name}|b={before}",
            f"S|{name}|a={after}",
            f"S|{name}|alone={len(tokens) == end - first}",
            *(f"S|{name}|{each}" for each in near),
            f"S|{token.folded}",
        ]
        yield FieldOption(name, value, (-1, -1), features, "S")


def _is_upper(page: Page, token: Token) -> bool:
    return token.value != "" and token.tight is False and page.spelled(token).isupper()


def _of_nothing(
    page: Page,
    index: int,
    tokens: Sequence[Token],
    first: int,
    end: int,
    kind: str,
    left: str,
    right: str,
    labels: Sequence[tuple[str, tuple[int, int], Token, str]],
) -> list[str]:
    token = tokens[first]
    before = [each.folded for each in tokens[max(0, first - 2) : first]]
    after = [each.folded for each in tokens[end : end + 2]]
    features = [
        f"0|{kind}",
        f"0|{kind}|{left[-2:]}[]{right[:2]}",
        f"0|b={before[-1] if before else '^'}",
        f"0|a={after[0] if after else '$'}",
        f"0|bb={before[0] if len(before) > 1 else '^'}",
        f"0|aa={after[1] if len(after) > 1 else '$'}",
    ]
    for side, _, label, between in labels:
        if side in ("L1", "R1") and token.type is Type.NUMBER and _is_grouped(page, label.value):
            features += _elsewhere(page, index, label, token)
        if side in ("L1", "R1", "U", "D", "Q"):
            group = _group(page, label.value)
            features += [f"0|{side}|{group}|{kind}", f"0|{side}|{group}|{between}"]
            if side == "R1" and end < len(tokens):
                at = bisect_left(tokens, label.end, key=lambda each: each.start)
                follow = tokens[at].folded if at < len(tokens) else "$"
                features.append(f"0|{group}|then={follow}")
    if token.type is Type.NUMBER:
        if (
            end < len(tokens)
            and tokens[end].folded.strip() in SPANNING
            and end + 1 < len(tokens)
            and tokens[end + 1].type is Type.NUMBER
        ):
            features.append("0|range")
        if first > 1 and tokens[first - 1].folded.strip() in SPANNING and tokens[first - 2].type is Type.NUMBER:
            features.append("0|rangeend")
        if whole(token.number) is not None and 1990 < int(token.number or 0) < 2031:
            features.append("0|year")
    for stray in page.strays(index, token.start):
        features.append(f"0|stray={stray}")
        features.append(f"0|stray={stray}|{kind}")
    for word in {each.folded for each in tokens[max(0, first - 7) : first - 2]} | {
        each.folded for each in tokens[end + 2 : end + 6]
    }:
        if word.isalpha():
            features.append(f"0|near={word}")
    ending = page.sentence_end(index, token.start)
    features.append(f"0|{ending}")
    features += page.line_context(index)
    return features
