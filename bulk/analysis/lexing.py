"""One line cut into what may matter: labels, numbers, ranks, places, separators; everything else is words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from bulk.analysis.folding import Folded, fold
from bulk.analysis.lexicon import MAX_WORDS, Entry, Lexicon
from bulk.analysis.numbers import NUMBER, read_number, read_words
from bulk.analysis.vocabulary import ADJECTIVES, FILLERS, NEUTRAL


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


@dataclass(frozen=True, slots=True)
class Token:
    """`start` and `end` are in the line as it stands; `folded` is the text compared, `value` what a name stands for.

    `weak` marks a place or tier that is an everyday word as well, `tight` a token with no space before it.
    """

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
        return self.type in (Type.SEPARATOR, Type.OPEN, Type.CLOSE)


SIGNS = (Type.ASSIGN, Type.SEPARATOR, Type.OPEN, Type.CLOSE)
EMAIL = r"[^\W_](?:[\w%+-]|\.(?!\.)){0,63}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}"
_MONEY = r"(?:r\$|us\$|u\$s?|[$€£]|\b(?:brl|usd|eur)\b)"
_SKIPPED = rf"""
    \b[a-z][a-z+]{{1,12}}://\S+ | \bwww\.\S+
  | {EMAIL}
  | {_MONEY}\s?\d[\d.,]*k?
  | \b\d[\d.,]{{0,15}}\s?(?:(?:r\$|us\$|[$€£])(?!\s?\d)|(?:reais|real|contos?|pilas?|euros?|eur|usd|brl|dolares|dollars?|bucks?|tao)\b)
  | \b(?:0?[1-9]|[12]\d|3[01])[/.-](?:0?[1-9]|1[0-2])[/.-](?:\d{{4}}|\d{{2}})\b | \b(?:19|20)\d{{2}}[/.-]\d{{1,2}}[/.-]\d{{1,2}}\b
  | \b(?:0?[1-9]|1[0-2])/(?:19|20)\d{{2}}\b
  | \b\d{{1,2}}:\d{{2}}(?::\d{{2}})?\b | \b\d{{1,2}}h(?:\d{{2}})?\b
  | \+\d{{1,3}}[\s-]?\(?\d{{2,3}}\)?[\s-]?\d{{3,5}}[\s-]?\d{{3,4}}
  | \(\d{{2,3}}\)\s?\d{{4,5}}[\s-]?\d{{4}} | \b\d{{2}}\s?9\d{{4}}-?\d{{4}}\b | \b\d{{4,5}}-\d{{4}}\b
  | \b\d+(?:[.,]\d+)?\s?(?:dias?|days?|d|horas?|hours?|hrs?|hs|h|min|mins|minutos?|minutes?|mes|meses|months?|anos?|years?
      |yrs?|semanas?|weeks?|segundos?|seconds?|vezes)\b
  | \b\d+(?:x{{2,}}|\?{{2,}})
  | [^\W\d]\w{{0,31}}(?:\.\w{{1,31}}){{0,3}}\#\w{{2,6}}\b | \#\d+
  | \be(?:p(?:is(?:ode|odio))?)?\.?\s?\d{{1,2}}\s?[:.,/-]?\s?a(?:ct|to)?\s?\d\b | \bc\d\s?s\d{{1,2}}\b
"""
_LEXEME = re.compile(
    rf"""
    (?P<skipped>{_SKIPPED})
  | (?P<percent>(?<![\w.,])\d+(?:[.,]\d+)?\s?%)
  | (?P<number>(?<!\d)(?<!\d[.,]){NUMBER}\+?)
  | (?P<word>[^\W\d_]+|(?<=\d)-(?=\d))
  | (?P<assign>\s*(?:->|=>|-->|==>|>>|»|→|➜|➔|➝|➞|⇒|⟶|⟹|➡|›|❯|~>|:=|[:=]+>?)|(?:\.\s?){{3,}}:?|…+:?|_{{3,}}:?|·{{3,}}:?|\.{{2}}:)
  | (?P<tab>\t|[ ]{{2,}})
  | (?P<separator>&(?=[a-z][a-z_ -]{{1,30}}=)|\|+|;+|,|\.{{2}}(?=[^\W\d_])|//+|/|\\+|[•·●▪◆◇■□★☆✦✧⭐~^*"`]|[.!?]+(?=\s|$)|(?<=\s)[-+&>]+(?=\s)|\s[-]\s|\+(?=\s))
  | (?P<open>[(\[{{<]) | (?P<close>[)\]}}>])
  | (?P<mark>[✅✔☑❌✖✗✘☒🚫⛔❎🟢🔴])
    """,
    re.VERBOSE,
)
YES_MARKS = frozenset("✅✔☑🟢")


def lex(text: str, lexicon: Lexicon) -> list[Token]:
    """The tokens of one line. Emoji and other signs part like separators."""
    folded = fold(text)
    return list(_named(_merged(list(_lexemes(folded))), lexicon))


def _lexemes(folded: Folded) -> Iterator[Token]:
    end = 0
    for match in _LEXEME.finditer(folded.text):
        between = folded.text[end : match.start()]
        if between.strip() and not between.strip().isascii():
            yield _token(Type.SEPARATOR, folded, end, match.start(), value="emoji")
        group = match.lastgroup or ""
        tight = match.start() == end and end > 0
        end = match.end()
        text = match.group()
        if group == "number":
            yield _token(Type.NUMBER, folded, *match.span(), number=read_number(text.rstrip("+")), tight=tight)
        elif group == "percent":
            yield _token(Type.PERCENT, folded, *match.span(), number=read_number(text.rstrip("% ")), tight=tight)
        elif group == "tab":
            yield _token(Type.SEPARATOR, folded, *match.span(), value="\t")
        elif group == "separator":
            yield _token(Type.SEPARATOR, folded, *match.span(), value=text.strip()[:1])
        else:
            yield _token(Type(group), folded, *match.span(), tight=tight)


def _token(
    kind: Type,
    folded: Folded,
    start: int,
    end: int,
    value: str = "",
    number: Decimal | None = None,
    tight: bool = False,
) -> Token:
    last = folded.at[end - 1] + 1 if end else 0
    return Token(kind, folded.at[start], last, folded.text[start:end], value, number, tight=tight)


def _merged(tokens: list[Token]) -> Iterator[Token]:
    """With '1 250' as one number, unless words before and after claim a part each ('lvl 84 300 vbucks')."""
    position = 0
    while position < len(tokens):
        token = tokens[position]
        following = tokens[position + 1] if position + 1 < len(tokens) else None
        if following and _groups(token, following) and not _both_claimed(tokens, position):
            digits = token.folded + following.folded
            yield Token(Type.NUMBER, token.start, following.end, digits, number=Decimal(digits))
            position += 2
            continue
        yield token
        position += 1


def _groups(one: Token, other: Token) -> bool:
    return (
        one.type is other.type is Type.NUMBER
        and other.start == one.end + 1
        and one.folded.isdigit()
        and other.folded.isdigit()
        and len(one.folded) <= 3 == len(other.folded)
        and not one.folded.startswith("0")
    )


def _both_claimed(tokens: list[Token], position: int) -> bool:
    before = tokens[position - 1] if position else None
    after = tokens[position + 2] if position + 2 < len(tokens) else None
    return bool(before and after and before.type is after.type is Type.WORD)


def _named(tokens: Iterable[Token], lexicon: Lexicon) -> Iterator[Token]:
    """With words put together into labels, tiers, places and numbers written out."""
    waiting = list(tokens)
    position = 0
    while position < len(waiting):
        token = waiting[position]
        if token.type not in (Type.WORD, Type.NUMBER):
            yield token
            position += 1
            continue
        run = _run(waiting, position)
        words = [each.folded for each in run]
        found = _respelt(waiting, position, run, lexicon) or lexicon.longest(words)
        if found and (token.type is Type.WORD or found[0] > 1):
            count, entry = found
            yield Token(
                Type(entry.role),
                token.start,
                run[count - 1].end,
                " ".join(words[:count]),
                entry.value,
                weak=entry.weak,
                tight=token.tight,
            )
            position += count
            continue
        written = read_words(words) if token.type is Type.WORD else None
        if written:
            count, value = written
            yield Token(Type.NUMBER, token.start, run[count - 1].end, " ".join(words[:count]), number=value)
            position += count
            continue
        yield token
        position += 1


def _respelt(tokens: list[Token], start: int, run: list[Token], lexicon: Lexicon) -> tuple[int, Entry] | None:
    """A misspelt label: all the words between where something begins and the sign of a value."""
    end = start + len(run)
    begins = start == 0 or tokens[start - 1].is_boundary or tokens[start - 1].type is Type.MARK
    if not begins or end >= len(tokens) or not _gives_a_value(tokens[end]):
        return None
    words = [each.folded for each in run]
    found = lexicon.longest(words)
    entry = None if found and found[0] == len(run) else lexicon.respelt(_joined(run))
    return (len(run), entry) if entry else None


def _joined(run: list[Token]) -> list[str]:
    """The words of a run as they are typed: 'S3NHA' is one."""
    words: list[str] = []
    for place, token in enumerate(run):
        if place and token.start == run[place - 1].end:
            words[-1] += token.folded
        else:
            words.append(token.folded)
    return words


def _gives_a_value(token: Token) -> bool:
    return token.type is Type.ASSIGN or (token.type is Type.SEPARATOR and token.value in ("-", "\t", ">", "emoji"))


def _run(tokens: list[Token], start: int) -> list[Token]:
    """The words and numbers from `start` that may belong to one name: nothing but a blank or a hyphen between."""
    run = [tokens[start]]
    for token in tokens[start + 1 : start + MAX_WORDS + 2]:
        if token.type not in (Type.WORD, Type.NUMBER) or token.start - run[-1].end > 1:
            break
        run.append(token)
    return run


_LETTERS = {
    **dict.fromkeys((Type.NUMBER, Type.PERCENT), "N"),
    Type.OPEN: "(",
    Type.CLOSE: ")",
    Type.LABEL: "L",
    Type.SKIPPED: "s",
    Type.MARK: "m",
}
_MAX_BETWEEN = 6


def between(tokens: Sequence[Token], start: int, end: int) -> str:
    """What stands between two places, a sign for each token: '=' of 'Skins: 3', 'f' of a filling word."""
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
