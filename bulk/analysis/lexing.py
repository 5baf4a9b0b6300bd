"""One line cut into what may matter: labels, numbers, ranks, places, separators, words; numbers as people write them."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from bulk.analysis.folding import Folded, fold
from bulk.analysis.lexicon import MAX_WORDS, Lexicon, Meaning
from bulk.analysis.vocabulary import ADJECTIVES, FACTORS, FILLERS, NEUTRAL, ONES, PHRASES, SCALES, SMALL_NUMBERS

# A whole number with thousands parted, else digits with at most one decimal mark; then what multiplies it.
NUMBER = (
    r"(?:[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:'\d{3})+|\d+[.,]\d+|\d+)(?![\d])"
    r"(?:(?:kk|k|mm|m|mi)(?![^\W_])|\s?(?:mil|milhao|milhoes|thousand|million)(?![^\W_]))?"
)
_PARTS = re.compile(r"([\d.,']*\d)\s*([a-z]*)")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:'\d{3})+")
_JOINERS = frozenset({"e", "and"})
_WIDTHS = {1: 10, 2: 100, 3: 1_000}
"""What a number of so many digits goes on from must be round: 'cento e vinte' is one, 'vinte trinta' are two."""
MAX_DIGITS = 15


def read_number(folded: str) -> Decimal | None:
    """The value of what NUMBER matched; '1.250' and '1,250' are whole, '12,5' is not."""
    parts = _PARTS.fullmatch(folded)
    if not parts or len(parts[1]) > MAX_DIGITS:
        return None
    digits, factor = parts[1], FACTORS.get(parts[2], 1)
    if factor == 1 and _GROUPED.fullmatch(digits):
        return Decimal(re.sub(r"\D", "", digits))
    if factor > 1 and digits.count(".") + digits.count(",") > 1:
        return None
    return Decimal(digits.replace(",", ".").replace("'", "")) * factor


def whole(value: Decimal | None) -> int | None:
    """A count, or None for what is no whole number."""
    return int(value) if value is not None and value == value.to_integral_value() else None


def read_words(words: Sequence[str]) -> tuple[int, Decimal] | None:
    """(words used, value) of a number written out at the start: 'sessenta e oito', 'dois mil', 'two hundred'."""
    total, group, used, position = 0, 0, 0, 0
    while position < len(words):
        word = words[position]
        if word in _JOINERS and used:
            position += 1
            continue
        if word in SCALES and (group or SCALES[word] >= 1_000):
            group = (group or 1) * SCALES[word]
            if SCALES[word] >= 1_000:
                total, group = total + group, 0
        elif word in SMALL_NUMBERS and group % _WIDTHS[len(str(SMALL_NUMBERS[word]))] == 0:
            group += SMALL_NUMBERS[word]
        elif word in ONES and position + 1 < len(words) and words[position + 1] in SCALES:
            group += 1
        elif word in ONES and (group or total) and group % 10 == 0:
            group += ONES[word]
        else:
            break
        position += 1
        used = position
    return (used, Decimal(total + group)) if used else None


class Type(StrEnum):
    LABEL = "label"
    TIER = "tier"
    SERVER = "server"
    PLATFORM = "platform"
    NUMBER = "number"
    PERCENT = "percent"
    WORD = "word"
    ASSIGN = "assign"
    SEPARATOR = "separator"
    OPEN = "open"
    CLOSE = "close"
    MARK = "mark"
    SKIPPED = "skipped"
    """What looks like a value and is none of ours: prices, dates, times, telephone numbers, tags, addresses."""


class Token(NamedTuple):
    """`start` and `end` are in the line as it stands; `folded` is the text compared, `value` what a name stands for.
    `weak` marks a place or tier that is an everyday word as well, `tight` a token with no space before it."""

    type: Type
    start: int
    end: int
    folded: str
    value: str = ""
    number: Decimal | None = None
    weak: bool = False
    tight: bool = False

    @property
    def is_boundary(self) -> bool:
        return self.type in _BOUNDARIES


_BOUNDARIES = (Type.SEPARATOR, Type.OPEN, Type.CLOSE)
SIGNS = (Type.ASSIGN, *_BOUNDARIES)
MAILBOX, TOP = r"[^\W_](?:[\w%+-]|\.(?!\.)){0,63}@", r"[a-z]{2,24}"
EMAIL = rf"{MAILBOX}(?:[a-z0-9-]{{1,63}}\.){{1,5}}{TOP}"
_PATTERN = PHRASES["lexeme"].replace("SKIPPED", PHRASES["skipped"]).replace("NUMBER", NUMBER)
_LEXEME, _WITH_MAIL = (re.compile(_PATTERN.replace("MAIL", mail), re.VERBOSE) for mail in ("", f"{EMAIL} | "))
_KINDS = {each.value: each for each in Type} | {"tab": Type.SEPARATOR}
NUMBERS, _NAMING = (Type.NUMBER, Type.PERCENT), (Type.WORD, Type.NUMBER)
_WRITTEN = SMALL_NUMBERS | SCALES | ONES
YES_MARKS, _GIVING = frozenset("✅✔☑🟢"), ("-", "\t", ">", "emoji")


def lex(text: str, lexicon: Lexicon) -> list[Token]:
    """The tokens of one line. Emoji and other signs part like separators."""
    tokens = list(_lexemes(fold(text)))
    numbers = sum([token.type is Type.NUMBER for token in tokens])
    return list(_match_phrases(list(_merge_numbers(tokens)) if numbers > 1 else tokens, lexicon))


def _lexemes(folded: Folded) -> Iterator[Token]:
    (line, at), behind = folded, 0
    for match in (_WITH_MAIL if "@" in line else _LEXEME).finditer(line):
        start, end = match.span()
        between = line[behind:start]
        if not between.isascii() and not between.strip().isascii():
            yield Token(Type.SEPARATOR, at[behind], at[start - 1] + 1, between, "emoji")
        kind, text, value, number = _KINDS[match.lastgroup or ""], line[start:end], "", None
        tight = start == behind > 0
        if kind in NUMBERS:
            number = read_number(text.rstrip("+% "))
        elif kind is Type.SEPARATOR:
            value, tight = text.strip()[:1] or "\t", False
        yield Token(kind, at[start], at[end - 1] + 1, text, value, number, False, tight)
        behind = end


def _merge_numbers(tokens: list[Token]) -> Iterator[Token]:
    """With '1 250' as one number, unless words before and after claim a part each ('lvl 84 300 vbucks')."""
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token.type is Type.NUMBER and position + 1 < len(tokens) and _groups(tokens, position):
            other = tokens[position + 1]
            digits = token.folded + other.folded
            token = Token(Type.NUMBER, token.start, other.end, digits, number=Decimal(digits))
            position += 1
        yield token
        position += 1


def _groups(tokens: list[Token], at: int) -> bool:
    one, other = tokens[at : at + 2]
    around = [each.type for each in (*tokens[max(0, at - 1) : at], *tokens[at + 2 : at + 3])]
    if other.type is not Type.NUMBER or other.start != one.end + 1 or around == [Type.WORD, Type.WORD]:
        return False
    sizes = len(one.folded) <= 3 == len(other.folded)
    return sizes and (one.folded + other.folded).isdigit() and not one.folded.startswith("0")


def _match_phrases(tokens: list[Token], lexicon: Lexicon) -> Iterator[Token]:
    """With words put together into labels, tiers, places and numbers written out."""
    position = end = 0
    while position < len(tokens):
        token = tokens[position]
        end = end if position < end or token.type not in _NAMING else _end_of_run(tokens, position)
        run = tokens[position : min(end, position + MAX_WORDS + 2)]
        if not run or (len(run) == 1 and token.folded.isdigit()):
            yield token
            position += 1
            continue
        words = [each.folded for each in run]
        found = lexicon.longest(words)
        if not found or found[0] < len(run):
            found = _correct_label(tokens, position, run, lexicon) or found
        count = 1
        if found and (token.type is Type.WORD or found[0] > 1):
            count, entry = found
            kind, value, weak, tight = _KINDS[entry.role], entry.value, entry.weak, token.tight
            token = Token(kind, token.start, run[count - 1].end, " ".join(words[:count]), value, weak=weak, tight=tight)
        elif token.folded in _WRITTEN and (written := read_words(words)):
            count, number = written
            token = Token(Type.NUMBER, token.start, run[count - 1].end, " ".join(words[:count]), number=number)
        yield token
        position += count


def _correct_label(tokens: list[Token], start: int, run: list[Token], lexicon: Lexicon) -> tuple[int, Meaning] | None:
    """A misspelt label: all the words between where something begins and the sign of a value."""
    end = start + len(run)
    begins = start == 0 or tokens[start - 1].is_boundary or tokens[start - 1].type is Type.MARK
    sign = tokens[end] if begins and end < len(tokens) else None
    if not sign or not (sign.type is Type.ASSIGN or (sign.type is Type.SEPARATOR and sign.value in _GIVING)):
        return None
    entry = lexicon.correct_label(_join_typed(run))
    return (len(run), entry) if entry else None


def _join_typed(run: list[Token]) -> list[str]:
    """The words of a run as they are typed: 'S3NHA' is one."""
    words: list[str] = []
    for place, token in enumerate(run):
        if place and token.start == run[place - 1].end:
            words[-1] += token.folded
        else:
            words.append(token.folded)
    return words


def _end_of_run(tokens: list[Token], at: int) -> int:
    """The end of the words and numbers that may be one name, joined by blanks or hyphens alone."""
    end = tokens[at].start
    while at < len(tokens) and tokens[at].type in _NAMING and tokens[at].start - end <= 1:
        end, at = tokens[at].end, at + 1
    return at


_TYPES = (Type.NUMBER, Type.PERCENT, Type.OPEN, Type.CLOSE, Type.LABEL, Type.SKIPPED, Type.MARK)
_LETTERS = dict(zip(_TYPES, "NN()Lsm", strict=True))
_MAX_BETWEEN = 6


def between(tokens: Sequence[Token], start: int, end: int) -> str:
    """The tokens between two places as one character each: '=' of 'Skins: 3', 'f' of a filler word."""
    if not tokens:
        return "+" if start == end else "_"
    signs = re.sub(r"^\([^()]*\)", "()", "".join(map(_sign, tokens[:_MAX_BETWEEN])))
    return signs + ("…" if len(tokens) > _MAX_BETWEEN else "")


def _sign(token: Token) -> str:
    if token.type is Type.WORD:
        return "f" if token.folded in FILLERS else "a" if token.folded in ADJECTIVES | NEUTRAL else "w"
    if token.type is Type.ASSIGN:
        return "=" if token.folded.strip() in (":", "=") else ">"
    if token.type is Type.SEPARATOR:
        return "*" if token.value == "emoji" else token.value
    return _LETTERS.get(token.type, "V")
