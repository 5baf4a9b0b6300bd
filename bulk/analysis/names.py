"""Lists of names as they are written: agents, skins, buddies."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bulk.analysis.fields import MAX_NAME_CHARACTERS, MAX_NAMES, Kind
from bulk.analysis.folding import fold
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type, lex
from bulk.analysis.values import Value, passes, read_seasons
from bulk.analysis.vocabulary import NEUTRAL, SERVICE

_PARTED = re.compile(r"\s*(?:,(?!\d)|;|\||•|·|\n|\t|\s\+\s|\s/\s|\s[-–—]\s|\s&\s)\s*")
_FIRMLY_PARTED = re.compile(r"\s*(?:,(?!\d)|;|\||•|·|\n|\t)\s*")
_WHOLE = re.compile(r"\n")
_TIMES = re.compile(r"^\d{1,3}\s?[x×]\s+", re.IGNORECASE)
"""'2x Toast Buddy'."""
_AND = "(?:e|and|y|et|und|ve|oraz|и)"
_LAST = re.compile(rf"\s+{_AND}\s+(?=[A-ZÀ-ÝА-Я0-9])")
_ANY_LAST = re.compile(rf"\s+{_AND}\s+")
_FIRST = re.compile(
    r"^(?:u\.\s?a\.|inkl?\.?|incl\.?|including|includes?|incluindo|inclui|entre el[ae]s|entre ellas|darunter(?: die)?|dont|among them|como|like)\s+(?:[oa]s?\s)?",
    re.IGNORECASE,
)
_TWO = re.compile(r"(?<=[^\W\d_])\s+e\s+(?=[A-ZÀ-Ý])")
_MORE = re.compile(
    r"^(?:e |and |\+\s?)?(?:(?:mais|more|other|outr[ao]s)\b.*|\+?\s?\d+\s?(?:more|mais|others?|outr[ao]s|otr[ao]s|entre otras|u\. ?a\.|usw|и др|и еще|и т\.? ?д)\b.*|etc\.?.*|\.\.\.|…|among others|entre outr[ao]s)$"
)
_TRAILING = re.compile(
    r"\s*(?:\(\+?\s?\d+\)?|\betc\.*|\.\.\.|…|(?:\be |\band |\+\s?)(?:mais|more|\d+|outr[ao]s|muito).*)$", re.IGNORECASE
)
_NOTHING = re.compile(
    r"^[\W_]*$|^(?:none|nenhum[a]?|nada|n/?a|nao|no|sim|yes|all|todos|todas|varios|varias|muitas?|muitos?|many|some|alguns|algumas|several"
    r"|a combinar|tbd|full|completo|completa|default|padrao|basicos?|basic|todos desbloqueados|all unlocked|unlocked|desbloquead[oa]s|(?:all|tod[oa]s)\b.*)$"
)
_PROSE = re.compile(
    r"\b(?:confira|veja|vide|print|prints|foto|fotos|pergunt\w+|chama|chame|pode|tenho|tem|see|check|screenshot\w*|picture\w*|ask|varias"
    r"|varios|muitas|muitos|todas as|todos os|lindas?|dinheiro|preco|price|vendo|conta|senha|login|compra\w*|nao|jogava|joguei)\b"
)
_PLAIN_NUMBER = re.compile(r"^[\d.,\s+x×/%-]+$")
_COUNTED = re.compile(r"\w\s*[:=]\s*\d+$")
MAX_WORDS_OF_NAME = 9
MIN_BARS = 2
MAX_OF_LABEL = 2
_OF_NAMES = frozenset({"of", "the", "de", "da", "do", "dos", "das"})
MIN_DASHED = 2


class Found(NamedTuple):
    """The names, or the seasons, of a field, and the piece of the line they were read from."""

    name: str
    value: Value
    start: int
    end: int


def listed(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Found]:
    """Each list that a label on this line begins, and the plain series ('Temporadas: 4, 5 e 6') read the same way."""
    index = 0
    while index < len(tokens):
        token = tokens[index]
        is_theirs = index > 0 and tokens[index - 1].folded in SERVICE  # 'Support agent: Robin'
        kind = lexicon.kind_of(token.value) if token.type is Type.LABEL and not is_theirs else None
        after = _after_sign(tokens, index) if kind in (Kind.NAMES, Kind.SEASONS, Kind.COUNT) else 0
        if not after or after >= len(tokens):
            index += 1
            continue
        if kind is Kind.SEASONS:
            read = read_seasons(tokens, after)
            if read:
                yield Found(token.value, read.value, token.start, tokens[read.end - 1].end)
                index = read.end
                continue
        elif kind is Kind.NAMES or token.value == "skins":
            end = _end(text, tokens, after)
            found = _names_between(text, tokens, index, after, end, lexicon)
            if found:
                yield found
                number = _told(tokens, index, after) if kind is Kind.NAMES else None
                if number:
                    yield Found(found.name, int(number.number or 0), number.start, number.end)
                index = next((later for later, each in enumerate(tokens) if each.start >= end), len(tokens))
                continue
        index += 1


def _told(tokens: Sequence[Token], index: int, after: int) -> Token | None:
    """The number of 'Skins (12): …' and 'Skins: 12 (…)'."""
    return next((token for token in tokens[index + 1 : after + 1] if token.type is Type.NUMBER), None)


def names_in(value: str, counted: int = 0) -> tuple[str, ...]:
    """The names of a list; () for what is none: a number, 'várias', a sentence.

    Where it is said how many there are, they are parted so that there are as many: '(1): Versus // Phoenix + Jett Card'.
    """
    ways = [_names(value, sign) for sign in ((_PARTED, _FIRMLY_PARTED, _WHOLE) if counted else (_PARTED,))]
    return next((names for names in ways if len(names) == counted), ways[0])


def _unbracketed(value: str) -> str:
    """Without the brackets around all of it, and those that have no other."""
    for one, other in ("()", "[]"):
        if value[:1] == one and (value.find(other) in (-1, len(value) - 1)):
            value = value[1:].removesuffix(other)
        if value.endswith(other) and value.count(other) > value.count(one):
            value = value[:-1]
    return value.strip()


def _names(value: str, parted: re.Pattern[str]) -> tuple[str, ...]:
    value = _FIRST.sub("", _unbracketed(value.strip()))
    parts = [part for part in parted.split(value) if part]
    if len(parts) >= 2:
        parts[-1:] = (_ANY_LAST if value.islower() else _LAST).split(parts[-1])
    elif parts and parted is _PARTED:
        parts = _TWO.split(parts[0])
    names: list[str] = []
    for part in parts:
        name = _TRAILING.sub("", _TIMES.sub("", part.strip(" \t\"'`*_•·-–—→»"))).strip(" .,;")
        folded = fold(name).text
        if not name or _NOTHING.match(folded) or _MORE.match(folded) or _PLAIN_NUMBER.match(name):
            continue
        if (
            _PROSE.search(folded)
            or len(name) > MAX_NAME_CHARACTERS
            or len(name.split()) > MAX_WORDS_OF_NAME
            or "@" in name
        ):
            return ()
        names.append(name)
    if len(names) == 1 and len(parts) == 1 and names[0].islower() and len(names[0].split()) > 3:
        return ()
    return tuple(dict.fromkeys(names))[:MAX_NAMES]


def _after_sign(tokens: Sequence[Token], index: int) -> int:
    """The index after 'Skins:' or 'Skins (12):', or 0."""
    following = [token.type for token in tokens[index + 1 : index + 5]]
    if following[:1] == [Type.ASSIGN]:
        return (
            0
            if index and tokens[index - 1].type is Type.NUMBER and _parts(tokens[index + 1 : index + 4])
            else index + 2
        )
    if index == 0 and following[:2] == [Type.SEPARATOR, Type.WORD] and _is_dash(tokens[1]):
        return 2
    if following[:3] == [Type.OPEN, Type.NUMBER, Type.CLOSE]:
        return index + 5 if following[3:4] == [Type.ASSIGN] else 0
    if following[:2] == [Type.NUMBER, Type.ASSIGN]:
        return index + 3
    return 0


def _parts(tokens: Sequence[Token]) -> bool:
    """Whether a sign stands between pairs: '38 skins » 19 picaretas', '38 skins : 19 picaretas', '38 skins : nv 71'."""
    sign, *following = tokens
    types = [token.type for token in following]
    begins = types[:1] == [Type.LABEL] or types == [Type.NUMBER, Type.LABEL]
    return sign.folded.strip() not in (":", "=") or (sign.folded[0].isspace() and begins)


def _is_dash(token: Token) -> bool:
    return token.type is Type.SEPARATOR and token.value in "-\t"


def _names_between(
    text: str, tokens: Sequence[Token], label: int, after: int, end: int, lexicon: Lexicon
) -> Found | None:
    """The list behind a label, with the number that may stand in front of it ('31 (Prime Vandal, Oni Phantom)')."""
    first = passes(tokens, after)
    value = text[tokens[after].start : end] if after < len(tokens) else ""
    if first < len(tokens) and tokens[first].start < end and tokens[first].type is Type.NUMBER:
        opening = first + 1 < len(tokens) and tokens[first + 1].type in (Type.OPEN, Type.ASSIGN)
        value = text[tokens[first + 1].end : end] if opening else ""
        if not opening or "," not in value or value.strip()[:1].isdigit():
            return None
        if lexicon.kind_of(tokens[label].value) is Kind.COUNT:  # 'Skins: 220 (Ghoul Trooper, Galaxy)' has both
            inside = value.partition(")")[0]
            names = names_in(inside)
            if len(names) < MIN_DASHED or "rare_items" not in lexicon.fields or _tells_other(names, lexicon):
                return None
            opened = tokens[first + 1].start
            return Found("rare_items", names, opened, tokens[first + 1].end + len(inside) + 1)
    if tokens[label].value == "skins" and lexicon.kind_of("skins") is Kind.COUNT:  # 'Skins: [Galaxy, Ikonik]'
        names = names_in(value)
        named = len(names) >= MIN_DASHED and "rare_items" in lexicon.fields and not _tells_other(names, lexicon)
        return Found("rare_items", names, tokens[after].start, len(text[:end].rstrip())) if named else None
    between = [each for each in tokens[label + 1 : max(after, first + 1)] if each.type is Type.NUMBER]
    names = names_in(value, int(between[0].number or 0) if between else 0)
    if not names or _tells_other(names, lexicon) or (len(names) < MIN_DASHED and _is_dash(tokens[label + 1])):
        return None
    last = len(text[:end].rstrip())
    name = tokens[label].value
    start = tokens[label].start if lexicon.kind_of(name) is Kind.NAMES else tokens[after].start
    return Found(name, names, start, last)


def _tells_other(names: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether what stands behind a label names nothing: 'Contrato de agente: nível 10', 'Skins: 126 (raras: 19, épicas: 44)'."""
    if all(map(_COUNTED.search, names)):
        return True
    tokens = lex(names[0], lexicon) if len(names) == 1 else []
    return [token.type for token in tokens] == [Type.LABEL, Type.NUMBER]


def _is_parted_by_bars(text: str, tokens: Sequence[Token], first: int) -> bool:
    """'Skins: Prime Vandal | Ion Phantom | Oni Shorty': nothing but words between bars; names alone where there is one bar."""
    bars = 0
    for index in range(first, len(tokens)):
        is_bar = tokens[index].type is Type.SEPARATOR and tokens[index].value == "|"
        is_said = tokens[index].type is Type.SEPARATOR and tokens[index].value in "?!"
        if not is_bar and not is_said and tokens[index].type not in (Type.WORD, Type.NUMBER):
            return False
        bars += is_bar
    return bars >= MIN_BARS or (bars == 1 and first <= MAX_OF_LABEL and _are_names(text, tokens[first:]))


def _are_names(text: str, tokens: Sequence[Token]) -> bool:
    """Whether each word is written as in a name, and none of them says something of an account."""
    words = [token for token in tokens if token.type is Type.WORD]
    return all(
        token.folded not in NEUTRAL and (token.tight or text[token.start].isupper() or token.folded in _OF_NAMES)
        for token in words
    )


def _end(text: str, tokens: Sequence[Token], first: int) -> int:
    """Where a list is over: at a bar, at the next label that has a value, or at the end of the line."""
    if first < len(tokens) and text[tokens[first].start].isupper() and _is_parted_by_bars(text, tokens, first):
        return len(text)
    for index in range(first, len(tokens)):
        token = tokens[index]
        if token.type is Type.SEPARATOR and token.value == "|" and index > first:
            return token.start
        if token.type is Type.LABEL and index > first and _after_sign(tokens, index):
            before = tokens[index - 1]
            return before.start if before.type in (Type.SEPARATOR, Type.OPEN) else token.start
        if token.type is Type.SEPARATOR and token.value in ";/" and index + 1 < len(tokens):
            following = tokens[index + 1 : index + 3]
            if {each.type for each in following} == {Type.LABEL, Type.NUMBER}:
                return token.start
    return len(text)
