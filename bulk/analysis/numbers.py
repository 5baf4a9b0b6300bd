"""Numbers as people write them: 1.250, 1,250, 1 250, 12.4M, 2,5k, 5 mil, sessenta e oito."""

import re
from collections.abc import Sequence
from decimal import Decimal

from bulk.analysis.vocabulary import FACTORS, ONES, SCALES, SMALL_NUMBERS

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
