"""Where things end: sentences, parts between bars, segments between any signs; and which sign gives a label its value."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bulk.analysis import context
from bulk.analysis.lexing import ORNAMENTS, Token, Type
from bulk.analysis.vocabulary.compounds import PEAK
from bulk.analysis.vocabulary.ranks import DIVISIONS
from bulk.analysis.vocabulary.words import ADVERSATIVES, FILLERS, NO, YES

Tokens = Sequence[Token]

_VALUES = (Type.NUMBER, Type.PERCENT, Type.TIER, Type.SERVER, Type.PLATFORM, Type.MARK)
EMPTY, TICKED = 2, 3
"""The tokens of '( )' and of '(x)'."""
MIN_OF_PEAK = 4
"""Between a short rank and the peak's tier: its division, a sign and the label."""
_BECOMING = frozenset({"->", "=>", "-->", "==>", ">>", "→", "➜", "➔", "➝", "➞", "⇒", "⟶", "⟹", "➡", "~>"})
_PASSED_OVER = ORNAMENTS | frozenset('~*"`^+\t-')


def clauses(tokens: Tokens) -> Iterator[list[Token]]:
    """Sentences, and what 'but' parts in them; the sign that ends one belongs to it."""
    clause: list[Token] = []
    for token in tokens:
        if token.folded in ADVERSATIVES and clause:
            yield clause
            clause = []
        clause.append(token)
        if token.type is Type.SEPARATOR and token.value in ".!?":
            yield from _asked_last(clause)
            clause = []
    if clause:
        yield clause


def _asked_last(clause: list[Token]) -> Iterator[list[Token]]:
    """A sentence; of a question, what stands before its last bar is none: 'nível 31 | VP 20 | elo?'."""
    bars = [index for index, token in enumerate(clause) if token.type is Type.SEPARATOR and token.value == "|"]
    if clause[-1].value == "?" and bars:
        yield clause[: bars[-1]]
        yield clause[bars[-1] :]
    else:
        yield clause


def parts(tokens: Tokens) -> Iterator[list[Token]]:
    """What stands between bars."""
    part: list[Token] = []
    for token in tokens:
        if token.type is not Type.SEPARATOR or token.value != "|":
            part.append(token)
        elif part:
            yield part
            part = []
    if part:
        yield part


def segments(tokens: Tokens) -> Iterator[list[Token]]:
    """What stands between any two signs. Where ✅ or ❌ come first, they part as well."""
    leading = next((token.type is Type.MARK for token in tokens if token.type is not Type.SEPARATOR), False)
    segment: list[Token] = []
    for token in tokens:
        parting = token.is_boundary or (leading and token.type is Type.MARK)
        if not parting:
            segment.append(token)
            continue
        if segment:
            yield segment
        segment = [token] if token.type is Type.MARK else []
    if segment:
        yield segment


def plain(tokens: Tokens) -> str:
    """The folded words of these tokens, without addresses, prices and the like."""
    return " ".join(token.folded for token in tokens if token.type is not Type.SKIPPED)


def ticked(tokens: Tokens) -> Tokens:
    """'( ) PC (x) PlayStation ( ) Xbox' with nothing but what is ticked."""
    if not any(_box(tokens, index) == EMPTY for index in range(len(tokens))):
        return tokens
    kept: list[Token] = []
    box, index = TICKED, 0
    while index < len(tokens):
        found = _box(tokens, index)
        is_bar = tokens[index].type is Type.SEPARATOR and tokens[index].value == "|"
        box = found or (TICKED if is_bar else box)
        if not found and box == TICKED:
            kept.append(tokens[index])
        index += found or 1
    return kept


def _box(tokens: Tokens, index: int) -> int:
    """How many tokens a box to tick is made of: EMPTY, TICKED, or 0 where there is none."""
    if tokens[index].type is not Type.OPEN:
        return 0
    if _is(tokens, index + 1, Type.CLOSE):
        return EMPTY
    is_tick = _is(tokens, index + 2, Type.CLOSE) and (
        tokens[index + 1].folded == "x" or tokens[index + 1].type is Type.MARK
    )
    return TICKED if is_tick else 0


def with_signs(tokens: Tokens) -> list[Token]:
    """With each sign that gives a label its value as ASSIGN, be it a dash, a gap or brackets; others part."""
    tokens = _with_short_ranks(_unbracketed(_with_latest(tokens)))
    made: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if _is_dot_of_abbreviation(tokens, index):
            index += 1
            continue
        made.append(token)
        index += 1
        if token.type is Type.LABEL and index < len(tokens):
            index = _after_label(tokens, index, made)
    return made


def _after_label(tokens: Tokens, index: int, made: list[Token]) -> int:
    """Add what the sign at `index` means to the tokens made; the index of the first token after it."""
    sign = tokens[index]
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if sign.type is Type.ASSIGN:
        if only_parts(made[-2:-1], sign, tokens[index + 1 : index + 3]):
            made.append(replace(sign, type=Type.SEPARATOR, value=">"))
            return index + 1
        made.append(sign)
        return _past_signs(tokens, index + 1)
    if following is None:
        return index
    if sign.type is Type.OPEN and following.type is Type.NUMBER and _is(tokens, index + 2, Type.CLOSE):
        made += [replace(sign, type=Type.ASSIGN), following]
        return index + 3 + _is(tokens, index + 3, Type.ASSIGN)
    if sign.type is Type.OPEN:
        return _past_remark(tokens, index)
    if sign.type is not Type.SEPARATOR:
        return index
    starts = len(made) < 2 or made[-2].is_boundary or made[-2].type is Type.MARK
    if sign.value in ORNAMENTS and starts and _is_value(following) and not _is(tokens, index + 2, Type.LABEL):
        made.append(replace(sign, type=Type.ASSIGN))
        return index + 1
    if sign.value in '-\t.">' and starts and _is_value(following):
        made.append(replace(sign, type=Type.ASSIGN))
        return index + 1
    return index + (sign.value in '*"`' and following.type is Type.ASSIGN)


def _past_remark(tokens: Tokens, index: int) -> int:
    """The index of the sign after a remark in brackets ('Skins (todas): 61', 'Pico (ep. 7): …'), else the index as it was."""
    for position in range(index + 1, min(index + 6, len(tokens) - 1)):
        if tokens[position].type is Type.OPEN or (tokens[position].type is Type.NUMBER and position == index + 1):
            break
        if tokens[position].type is Type.CLOSE:
            is_aside = tokens[position + 1].type is Type.ASSIGN and not context.is_elsewhere(
                plain(tokens[index + 1 : position])
            )
            return position + 1 if is_aside else index
    return index


def _past_signs(tokens: Tokens, index: int) -> int:
    while index < len(tokens) and tokens[index].type is Type.SEPARATOR and tokens[index].value in _PASSED_OVER:
        index += 1
    return index


def _unbracketed(tokens: Tokens) -> Tokens:
    """'[57] skins [33] picaretas', 'Skins: [57]' and 'Diamond (1)' without the brackets."""
    around = [index for index in range(1, len(tokens) - 2) if _is_division_in_brackets(tokens[index - 1 : index + 3])]
    around += [index for index in range(1, len(tokens) - 2) if _is_number_in_brackets(tokens[index - 1 : index + 3])]
    dropped = {place for index in around for place in (index, index + 2)}
    tokens = [token for index, token in enumerate(tokens) if index not in dropped]
    if [token.type for token in tokens[:4]] != [Type.OPEN, Type.NUMBER, Type.CLOSE, Type.LABEL]:
        return tokens
    return [token for token in tokens if token.type not in (Type.OPEN, Type.CLOSE)]


def _with_short_ranks(tokens: Tokens) -> Tokens:
    """With the first of 'G2 (peak P1)' and 'G2, peak P1' as a rank beyond doubt: what a peak is told beside is one."""
    read = list(tokens)
    for index in range(len(tokens) - MIN_OF_PEAK):
        tier, division, sign, label, peak = tokens[index : index + MIN_OF_PEAK + 1]
        is_short = tier.type is Type.TIER and division.folded in DIVISIONS and division.start == tier.end
        parts_them = sign.type is Type.OPEN or sign.is_boundary
        if is_short and parts_them and label.value == PEAK and peak.type is Type.TIER:
            read[index] = replace(tier, weak=False)
    return read


def _with_latest(tokens: Tokens) -> Tokens:
    """'Skins: 48 → 61' and 'nível 80 -> 84' without the number that held before."""
    gone = {
        place
        for index in range(1, len(tokens) - 2)
        if [token.type for token in tokens[index : index + 3]] == [Type.NUMBER, Type.ASSIGN, Type.NUMBER]
        and tokens[index + 1].folded.strip() in _BECOMING
        and tokens[index - 1].type in (Type.LABEL, Type.ASSIGN)
        and not _is(tokens, index + 3, Type.LABEL)
        for place in (index, index + 1)
    }
    return [token for place, token in enumerate(tokens) if place not in gone]


def _is_number_in_brackets(tokens: Tokens) -> bool:
    """'Skins: [112]'."""
    sign, *bracket = tokens
    return sign.type is Type.ASSIGN and [token.type for token in bracket] == [Type.OPEN, Type.NUMBER, Type.CLOSE]


def _is_division_in_brackets(tokens: Tokens) -> bool:
    tier, *bracket = tokens
    types = [token.type for token in bracket]
    if tier.type is not Type.TIER or types[::2] != [Type.OPEN, Type.CLOSE]:
        return False
    return bracket[1].folded in DIVISIONS


def _is_dot_of_abbreviation(tokens: Tokens, index: int) -> bool:
    """'aprox. 1.200'."""
    if not index or tokens[index].folded.strip() != "." or not _is(tokens, index + 1, Type.NUMBER):
        return False
    return tokens[index - 1].type is Type.WORD and tokens[index - 1].folded in FILLERS


def only_parts(before: Tokens, sign: Token, following: Tokens) -> bool:
    """Whether a sign stands between pairs: '38 skins » 19 picaretas', '38 skins : 19 picaretas', '38 skins : nv 71'.

    `before` is the token before the label that the sign follows, `following` the two behind the sign.
    """
    if not before or before[0].type is not Type.NUMBER:
        return False
    types = [token.type for token in following]
    begins = types[:1] == [Type.LABEL] or types == [Type.NUMBER, Type.LABEL]
    return sign.folded.strip() not in (":", "=") or (sign.folded[0].isspace() and begins)


def _is(tokens: Tokens, index: int, kind: Type) -> bool:
    return index < len(tokens) and tokens[index].type is kind


def _is_value(token: Token) -> bool:
    return token.type in _VALUES or token.folded in YES or token.folded in NO
