"""Numbers, ranks, places and switches of a line, each with the labels that it may belong to: left, right, above, below."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bulk.analysis.choose import LEAST
from bulk.analysis.fields import CREDENTIALS, MAX_COUNT, Kind
from bulk.analysis.lexing import NUMBERS, YES_MARKS, Token, Type, whole
from bulk.analysis.lexing import between as between_
from bulk.analysis.page import Page
from bulk.analysis.records import ADJACENT, ASSIGNED, MAX_SEASON, SPANNING, WEAK, Rank, Value, is_no, read_rank
from bulk.analysis.vocabulary import ACCOUNT, COMBO, DIVISION_WORDS, DIVISIONS, EVERYDAY, NO, STATES, UNSAID, WITHOUT, YES

_COUNTED = (Kind.COUNT, Kind.NAMES, Kind.SEASONS)
_PLACES = {Type.SERVER: Kind.SERVER, Type.PLATFORM: Kind.PLATFORM}
_REACH, _MAX_PARALLEL = 2, 8
_ITEMS = dict.fromkeys((*NUMBERS, Type.TIER, Type.SERVER, Type.PLATFORM), "V")
_ITEMS |= zip((Type.LABEL, Type.MARK, Type.ASSIGN, Type.SKIPPED), "Lm=s", strict=True)


class FieldOption(NamedTuple):
    """A field for a value, and the place of the label that gives it: (line, token), (-1, -1) for none."""

    name: str
    value: Value | None
    label: tuple[int, int]
    features: list[str]
    side: str
    strength: int = ADJACENT


class _Near(NamedTuple):
    """A label near a value: on which side, where, and what stands between."""

    side: str
    place: tuple[int, int]
    label: Token
    between: str


@dataclass(slots=True)
class ValueQuestion:
    """A value at tokens [first, end) of a line, what it is, the signs on its left and right, the labels around it, and
    what it may be a value of; the first option is that it belongs to nothing of ours."""

    page: Page
    line: int
    tokens: Sequence[Token]
    first: int
    end: int
    kind: str
    value: Value | None
    left: str
    right: str
    labels: Sequence[_Near] = ()
    options: Sequence[FieldOption] = ()

    @property
    def token(self) -> Token:
        return self.tokens[self.first]


def value_questions(page: Page, index: int, tokens: Sequence[Token]) -> Iterator[ValueQuestion]:
    """Each value among these tokens of a line, which are those that no credential and no list of names covers."""
    values: list[tuple[int, int, str, Value | None]] = []
    asked, at = page.asked_label(index - 1), 0
    while at < len(tokens):
        kind, end, value = _value_at(page, tokens, at, asked)
        values += [(at, end, kind, value)] if kind else ()
        at = max(end, at + 1)
    items = _layout(tokens) if values else []
    signs = [sign for _, sign in items if sign in "LV"]
    # What comes first and last of the labels and values of a line, and whether there is more than one pair.
    order = f"{signs[0]}{signs[-1]}{min(signs.count('L'), 3)}{min(signs.count('V'), 3)}" if signs else ""
    first_label = next((at for at, token in enumerate(tokens) if token.type is Type.LABEL), len(tokens))
    for first, end, kind, value in values:
        question = ValueQuestion(page, index, tokens, first, end, kind, value, *_window(items, first, end))
        question.labels = list(_near_labels(question, leads=first <= first_label))
        question.options = list(_options(question, order))
        yield question


def resolve(
    page: Page, questions: Sequence[ValueQuestion], chances: Sequence[Sequence[float]]
) -> Iterator[tuple[ValueQuestion, FieldOption, float]]:
    """Each value that is likely one of a field, the surest first: a label gives one value, or several places."""
    taken: set[tuple[int, int]] = set()
    for question, each in sorted(zip(questions, chances, strict=True), key=lambda pair: -max(pair[1])):
        named = [option.name if option.label in taken else "" for option in question.options]
        given = [bool(name) and page.lexicon.kind_of(name) is not Kind.PLATFORM for name in named]
        free = {at: chance for at, chance in enumerate(each) if not given[at]}
        at = max(free, key=free.__getitem__)
        option, chance = question.options[at], free[at] / (sum(free.values()) or 1.0)
        if option.name and chance >= LEAST:
            if option.side != "S":
                taken.add(option.label)
            yield question, option, chance


def _value_at(page: Page, tokens: Sequence[Token], at: int, asked: Token | None) -> tuple[str, int, Value | None]:
    """(kind of value, its end, the value) where one begins at this token; `asked` is the label in the question before."""
    token = tokens[at]
    if token.type in NUMBERS:
        return token.type.value, at + 1, None
    if token.type is Type.TIER:
        before = [each.value for each in tokens[max(0, at - 3) : at] if each.type is Type.LABEL]
        read = read_rank(tokens, at, after_label=page.lexicon.kind_of((before or [""])[-1]) is Kind.RANK)
        if read and isinstance(read.value, Rank) and (read.value.division or 0) > page.lexicon.words.divisions:
            return "tier", at + 1, Rank(read.value.tier, None)
        return ("weaktier" if token.weak else "tier", read.end, read.value) if read else ("", at + 1, None)
    if token.type in _PLACES:
        return ("weak" if token.weak else "") + token.type.value, at + 1, token.value
    states = token.type is Type.MARK or (token.type is Type.WORD and token.folded in STATES)
    if states and _flag_near(page, [asked, *tokens[:1]] if asked and not at else tokens, at):
        if token.type is Type.MARK:
            return "flag", at + 1, token.folded in YES_MARKS
        negated = tokens[at - 1].folded in NO if at else False  # '2FA ist nicht aktiv'
        return "flag", at + 1, not (negated or token.folded in WITHOUT or is_no(tokens, at, 0) or token.folded in NO)
    says_how = token.value == "email_login" or token.folded in YES  # '2FA: e-mail', '2FA Methods: authenticator'
    if token.type is Type.LABEL and says_how and _flag_near(page, tokens[max(0, at - 3) : at], 3):
        return "flag", at + 1, True
    return "", at + 1, None


def _flag_near(page: Page, tokens: Sequence[Token], at: int) -> bool:
    near = tokens[max(0, at - 4) : at + 5]
    return any(token.type is Type.LABEL and page.lexicon.kind_of(token.value) is Kind.FLAG for token in near)


def _layout(tokens: Sequence[Token]) -> list[tuple[int, str]]:
    """(token, 'L' or 'V' or sign) of what is in the line, filling words aside."""
    items: list[tuple[int, str]] = []
    for at, token in enumerate(tokens):
        if token.type in _ITEMS:
            items.append((at, _ITEMS[token.type]))
        elif token.is_boundary:
            items.append((at, token.value if token.type is Type.SEPARATOR else token.folded))
        elif (not items or items[-1][1] != "w") and token.folded not in UNSAID:
            items.append((at, "w"))
    return items


def _window(items: Sequence[tuple[int, str]], first: int, end: int) -> tuple[str, str]:
    """The three signs before a value and the three behind it; '^' and '$' where the line begins and ends."""
    before, behind = bisect_left(items, (first, "")), bisect_left(items, (end, ""))
    left = "".join(sign for _, sign in items[max(0, before - 3) : before])
    right = "".join(sign for _, sign in items[behind : behind + 3])
    return left if before >= 3 else f"^{left}", right if behind + 3 <= len(items) else f"{right}$"


def _options(question: ValueQuestion, order: str) -> Iterator[FieldOption]:
    yield FieldOption("", None, (-1, -1), _of_nothing(question), "")
    kind, window = question.kind, f"{question.left}[]{question.right}"
    for side, place, label, between in question.labels:
        name, stated, form = _interpret(question, label)
        group = _group(question.page, label.value) if name else "acct" if label.value in (ACCOUNT, COMBO) else "other"
        key = f"{side}|{group}"
        features = [f"{key}|{kind}", f"{side}|{between}|{kind}", f"{key}|{between}", f"{side}|{window}"]
        features += (f"{side}|{order}|{between}", f"{key}|{form}", f"{side}|{label.folded}")
        features.append(f"{side}|{kind}|fit={bool(name)}")
        strength = WEAK if question.token.folded[-1:] == "+" else ASSIGNED if "=" in between else ADJACENT
        yield FieldOption(name if stated is not None else "", stated, place, features, side, strength)
    yield from _by_itself(question)


def _group(page: Page, name: str) -> str:
    """The group of a field (level, balance, list …), for features that mean the same in every game."""
    known = page.lexicon.fields.get(name)
    return (known.group or str(known.kind)) if known else name


def _near_labels(question: ValueQuestion, *, leads: bool) -> Iterator[_Near]:
    """The labels near a value: with its place in a list, left, right, above, asked for in the line before, below."""
    page, index, tokens, first, end = question.page, question.line, question.tokens, question.first, question.end
    parallel = _parallel(tokens, first)
    if parallel:
        yield _Near("P", (index, parallel.start), parallel, "=")
    left = [at for at in range(first - 1, max(-1, first - 14), -1) if tokens[at].type is Type.LABEL][:_REACH]
    for count, at in enumerate(left, start=1):
        between = between_(tokens[at + 1 : first], tokens[at].end, tokens[first].start)
        yield _Near(f"L{count}", (index, tokens[at].start), tokens[at], between)
    right = [at for at in range(end, min(len(tokens), end + 12)) if tokens[at].type is Type.LABEL][:_REACH]
    for count, at in enumerate(right, start=1):
        between = between_(tokens[end:at], tokens[end - 1].end, tokens[at].start)
        yield _Near(f"R{count}", (index, tokens[at].start), tokens[at], between)
    is_last = end == len(tokens)
    above = page.lone_label(index - 1) or page.asked_label(index - 1) if leads else None
    if above and not page.lines[index].apart:
        place = f"{first}{_ends_with_sign(page, index - 1)}{is_last}"
        yield _Near("U", (index - 1, above.start), above, place)
    below = page.lone_label(index + 1) if page.has(index + 1) and len(tokens) <= 3 else None
    if below:
        yield _Near("D", (index + 1, below.start), below, f"{first}{_ends_with_sign(page, index + 1)}{is_last}")


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


def _ends_with_sign(page: Page, index: int) -> bool:
    tokens = page.tokens(index)
    return bool(tokens) and tokens[-1].type is Type.ASSIGN


def _interpret(question: ValueQuestion, label: Token) -> tuple[str, Value | None, str]:
    """(field, value of that field, form) of a value under a label; no field where it cannot be one of its values."""
    name, token, kind = label.value, question.token, question.kind
    of = question.page.lexicon.kind_of(name)
    if of is Kind.RANK and token.folded in DIVISIONS and not DIVISION_WORDS.isdisjoint(label.folded.split()):
        return name, DIVISIONS[token.folded], "div"
    if kind in NUMBERS:
        number, count = token.number, whole(token.number)
        digits = "frac" if count is None else "year" if _is_year(count) else f"d{len(str(count))}"
        form = "zero" if number == 0 else digits
        if of in _COUNTED and kind == "number" and count is not None and count <= MAX_COUNT and name != "rare_items":
            return (name, count, form) if of is not Kind.SEASONS or count <= MAX_SEASON else ("", None, form)
        if of is Kind.PERCENT and number is not None and 0 <= number <= 100:
            return name, float(number) if count is None else count, f"{kind}{form}"
        return (name, False, form) if of is Kind.FLAG and number == 0 else ("", None, form)
    if kind.endswith("tier") and of is Kind.RANK:
        return name, question.value, "div" if isinstance(question.value, Rank) and question.value.division else "nodiv"
    if of is not None and (kind.removeprefix("weak") == of.value) and of in (Kind.SERVER, Kind.PLATFORM, Kind.FLAG):
        return name, question.value, token.folded if kind == "flag" else ""
    return "", None, ""


def _is_year(count: int | None) -> bool:
    return count is not None and 1990 < count < 2031


def _by_itself(question: ValueQuestion) -> Iterator[FieldOption]:
    """A rank, a region, a platform that needs no label."""
    tokens, first, end, kind, value = question.tokens, question.first, question.end, question.kind, question.value
    token, fields = question.token, question.page.lexicon.fields
    written = question.page.lines[question.line].text[token.start : token.end]
    follows = end < len(tokens) and (tokens[end].type is Type.WORD or tokens[end].value in CREDENTIALS)
    is_upper = token.value != "" and not token.tight and written.isupper()
    if kind.endswith("tier") and "current" in fields:
        names: tuple[str, ...] = ("current", "peak")
    elif kind.endswith("server") and "server" in fields and not (follows and token.folded in EVERYDAY and not is_upper):
        names = ("server",)
    elif kind.endswith("platform"):
        names = tuple(name for name, known in fields.items() if known.kind is Kind.PLATFORM)
    else:
        return
    form = "div" if isinstance(value, Rank) and value.division else ""
    before = tokens[first - 1].folded if first else "^"
    after = tokens[end].folded if end < len(tokens) else "$"
    upper = "" if not token.weak else "U" if is_upper else "l"
    near = [f"{side}:{label.value}" for side, _, label, _ in question.labels if side in ("L1", "R1")]
    for name in names:
        window, alone = f"{question.left}[]{question.right}", len(tokens) == end - first
        keys = (f"{kind}|{form}", window, f"b={before}", f"a={after}", f"alone={alone}", *near)
        features = [*(f"S|{name}|{each}" for each in keys), f"S|{kind}|{upper}|{form}", f"S|{token.folded}"]
        yield FieldOption(name, value, (-1, -1), features, "S")


def _of_nothing(question: ValueQuestion) -> list[str]:
    page, index, tokens, first, end = question.page, question.line, question.tokens, question.first, question.end
    token, kind = question.token, question.kind
    before = ["^", "^", *(each.folded for each in tokens[max(0, first - 2) : first])][-2:]
    after = [*(each.folded for each in tokens[end : end + 2]), "$", "$"]
    features = [f"0|{kind}", f"0|{kind}|{question.left[-2:]}[]{question.right[:2]}"]
    features += [f"0|b={before[1]}", f"0|a={after[0]}", f"0|bb={before[0]}", f"0|aa={after[1]}"]
    for side, _, label, between in question.labels:
        if side in ("L1", "R1", "U", "D"):
            group = _group(page, label.value)
            features += [f"0|{side}|{group}|{kind}", f"0|{side}|{group}|{between}"]
            if side == "R1" and end < len(tokens):
                follow = next((each.folded for each in tokens[end : end + 14] if each.start >= label.end), "$")
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
    return [*features, f"0|?={'?' in page.lines[index].text}", *page.line_context(index)]


def _spans(beside: Sequence[Token]) -> bool:
    """Whether a sign of a range and another number stand beside a number."""
    return len(beside) == 2 and beside[0].folded.strip() in SPANNING and beside[1].type is Type.NUMBER
