"""What the lines of a block agree on, where one line alone would leave it open.

A letter, or a word that has other meanings, is a label only beside others that make sense with it ('L: … S: … E: … SE: …'), and a semicolon or a comma
gives a label its value only where it does so again ('user;joana // pass;abc', 'Outfits,68').
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bulk.analysis.lexing import Token, Type
from bulk.analysis.shapes import ADDRESS, LOGIN, is_stated
from bulk.analysis.vocabulary import ACCOUNT, INITIALS, OTHER

Tokens = list[Token]

_NAMES = frozenset({"login", "email_login", ACCOUNT})
_TELLING = (Type.WORD, Type.TIER, Type.SERVER)
_JOINING = "/|&+"
_SIGNS = ";,>"
MIN_AGREEING = 2
MIN_DIGITS = 6
"""Fewer digits and nothing else are a number: 'L: 84'."""
MAX_TOKENS_OF_VALUE = 12


def agreed(texts: Sequence[str], lines: Sequence[Tokens]) -> list[Tokens]:
    """The tokens of a block, those named that only make sense together."""
    return _with_signs(texts, _with_initials(texts, lines))


def _with_initials(texts: Sequence[str], lines: Sequence[Tokens]) -> list[Tokens]:
    places = [list(_initials(tokens)) for tokens in lines]
    named = [_said(text, tokens, at) for text, tokens, at in zip(texts, lines, places, strict=True)]
    said = {name for names in named for name in names}
    if not any(places) or "password" not in said or said.isdisjoint(_NAMES) or "" in said:
        return list(lines)
    return [_named(tokens, at) for tokens, at in zip(lines, places, strict=True)]


def _initials(tokens: Tokens) -> Iterator[int]:
    """Where letters stand that may be labels: before a sign, or joined to one that does ('U/P: joana/abc')."""
    signed = False
    for index in range(len(tokens) - 2, -1, -1):
        token, following = tokens[index], tokens[index + 1]
        joined = signed and following.type is Type.SEPARATOR and following.value in _JOINING
        if token.type is Type.SEPARATOR and token.value in _JOINING and signed:
            continue
        signed = _may_be_initial(tokens, index) and (_is_sign(following) or joined)
        if signed:
            yield index


def _is_sign(token: Token) -> bool:
    return token.type is Type.ASSIGN or token.value == "emoji"


def _may_be_initial(tokens: Tokens, index: int) -> bool:
    token = tokens[index]
    begins = index == 0 or tokens[index - 1].is_boundary or _follows_a_value(tokens, index)
    return begins and token.type in _TELLING and token.folded in INITIALS


def _follows_a_value(tokens: Tokens, index: int) -> bool:
    """'L: joana S: abc', but not the last letter of 'S k i n s: 40'."""
    before = tokens[max(0, index - MAX_TOKENS_OF_VALUE) : index]
    is_apart = tokens[index].start > tokens[index - 1].end
    return is_apart and any(token.type is Type.ASSIGN for token in before)


def _said(text: str, tokens: Tokens, places: Sequence[int]) -> Iterator[str]:
    """What the letters and the labels of a line would announce; "" where a value is none of theirs."""
    for index, token in enumerate(tokens[:-1]):
        if index in places:
            name = INITIALS[token.folded]
            is_last = _is_sign(tokens[index + 1])
            is_rank = (
                tokens[index + 2 : index + 3] and tokens[index + 2].type is Type.TIER and not tokens[index + 2].weak
            )
            yield name if not is_last or (not is_rank and _fits(name, _value(text, tokens, index + 1))) else ""
        elif token.type is Type.LABEL and _is_sign(tokens[index + 1]):
            yield token.value


def _value(text: str, tokens: Tokens, sign: int) -> str:
    """What stands behind a sign, up to a bar or what the next sign stands behind."""
    end = len(text)
    for index in range(sign + 1, len(tokens)):
        is_next = index + 1 < len(tokens) and tokens[index + 1].type is Type.ASSIGN and not tokens[index].tight
        if is_next or (tokens[index].type is Type.SEPARATOR and tokens[index].value in "|\t"):
            end = tokens[index].start
            break
    return text[tokens[sign].end : end].strip()


def _fits(name: str, value: str) -> bool:
    first = value.split(maxsplit=1)[:1] or [""]
    if not is_stated(value) or len(value.split()) > 3:
        return False
    if name == "email_login":
        return ADDRESS.match(value) is not None
    is_count = value.replace(".", "").replace(",", "").isdigit() and len(value) < MIN_DIGITS
    return not is_count and (name != "login" or LOGIN.match(first[0]) is not None)


def _named(tokens: Tokens, places: Sequence[int]) -> Tokens:
    return [
        replace(token, type=Type.LABEL, value=INITIALS[token.folded]) if index in places else token
        for index, token in enumerate(tokens)
    ]


def _with_signs(texts: Sequence[str], lines: Sequence[Tokens]) -> list[Tokens]:
    """With the semicolon or comma behind labels as the sign of their value."""
    for mark in _SIGNS:
        places = [list(_marked(text, tokens, mark)) for text, tokens in zip(texts, lines, strict=True)]
        heads = any(_heads_columns(tokens, mark) for tokens in lines)
        if sum(map(len, places)) >= MIN_AGREEING and not heads:
            return [_assigned(tokens, at) for tokens, at in zip(lines, places, strict=True)]
    return list(lines)


def _marked(text: str, tokens: Tokens, mark: str) -> Iterator[int]:
    """Where this mark stands glued between a label and a value, on a line that begins so."""
    if not tokens or tokens[0].type is not Type.LABEL:
        return
    for index in range(len(tokens) - 2):
        label, sign = tokens[index], tokens[index + 1]
        begins = index == 0 or tokens[index - 1].is_boundary or tokens[index - 1].type is Type.NUMBER
        glued = sign.start == label.end and not text[sign.end : sign.end + 1].isspace()
        is_mark = text[sign.start : sign.end] == mark and sign.type in (Type.SEPARATOR, Type.CLOSE)
        if begins and label.type is Type.LABEL and glued and is_mark:
            yield index + 1
        elif index == 0:
            return


def _heads_columns(tokens: Tokens, mark: str) -> bool:
    """'login;senha' names columns; 'Name,Value' names none."""
    return any(
        one.type is other.type is Type.LABEL
        and {one.value, other.value} != {OTHER}
        and sign.type is Type.SEPARATOR
        and sign.value == mark
        for one, sign, other in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )


def _assigned(tokens: Tokens, places: Sequence[int]) -> Tokens:
    return [
        replace(token, type=Type.ASSIGN, folded=":", value="") if index in places else token
        for index, token in enumerate(tokens)
    ]
