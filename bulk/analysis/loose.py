"""Credentials that nothing announces: an address in a sentence, a password on a line of its own, an answer in a chat."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.labelled import Placed
from bulk.analysis.lexing import Token, Type
from bulk.analysis.page import Page
from bulk.analysis.shapes import ADDRESS, LOGIN, is_known, is_stated, is_strong, length, shape

_CHUNK, _LETTER = re.compile(r"\S{4,80}"), re.compile(r"(?<!\S)[^\W\d]\s?[:=]\s*$")
_FAR, _NEAR, _AROUND, _LEADING, _TRAILING = 3, 8, 20, "\"'`“”«»‘’()[]<>*~,;:", ".,;:!?)]>}\"'`”»’*~"


class Held(NamedTuple):
    """A credential that is read already, in the order of the text."""

    line: int
    start: int
    name: str
    text: str


Loose = tuple[list[Placed | None], list[list[str]]]


def loose(page: Page, index: int, is_taken: Callable[[Placed], bool], read: Sequence[Held]) -> Iterator[Loose]:
    """What each chunk of a line may be that looks like a secret and that nothing has taken, nothing as the last, with features."""
    text = page.lines[index].text
    for chunk in _CHUNK.finditer(text):
        start, end = chunk.span()
        while start < end and (text[start] in _LEADING or not (text[start].isascii() or text[start].isalnum())):
            start += 1
        bare = end
        while bare > start and text[bare - 1] in _TRAILING:
            bare -= 1
        if is_taken(Placed("", index, start, end)) or _LETTER.search(text[max(0, start - 4) : start]):
            continue
        if not _is_secret(text[start:bare], page):
            continue
        shared = _around(page, index, start, bare, read)
        options: list[Placed | None] = []
        features: list[list[str]] = []
        for stop in sorted({bare, end, min(end, bare + 1)}):
            value = text[start:stop]
            form, behind = shape(value), f"{text[bare:stop][-1:]}|{text[stop : stop + 1]}"
            for name in CREDENTIALS:
                if ADDRESS.fullmatch(value) if name == "email_login" else name != "login" or LOGIN.fullmatch(value):
                    options.append(Placed(name, index, start, stop))
                    own = (form, length(value), f"end={behind}", f"{form}|end={behind}")
                    features.append([f"F|{name}|{each}" for each in (*own, *shared)])
        nothing = [f"F|none|{each}" for each in (shape(text[start:bare]), *shared)]
        yield [*options, None], [*features, nothing]


def _is_secret(value: str, page: Page) -> bool:
    return bool(ADDRESS.fullmatch(value)) or (
        len(value) > 3
        and is_strong(value)
        and is_stated(value)
        and "//" not in value
        and page.lexicon.label(value) is None
        and not is_known(value, page.lexicon)
    )


def _word(token: Token) -> str:
    return token.value if token.type is Type.LABEL else "#" if token.number is not None else token.folded


def _around(page: Page, index: int, start: int, end: int, read: Sequence[Held]) -> list[str]:
    """Features of the place of a chunk: its words, the credentials before and behind it, the line above."""
    line, tokens = page.lines[index], page.tokens(index)
    first, last = (bisect_left(tokens, place, key=lambda token: token.start) for place in (start, end))
    before = ["^", "^", "^", *map(_word, tokens[max(0, first - 3) : first])][-3:]
    after = [*map(_word, tokens[last : last + 2]), "$", "$"][:2]
    form = shape(line.text[start:end])
    at = bisect_left(read, (index, start))
    previous, following = (read[each] if 0 <= each < len(read) else None for each in (at - 1, at))
    prev = f"{previous.name}{min(index - previous.line, _FAR)}" if previous else "^"
    next_ = f"{following.name}{min(following.line - index, _FAR)}" if following else "$"
    read = read[max(0, at - _AROUND) : at + _AROUND]
    names = {each.name for each in read}
    told = "".join(f"{name in names:d}" for name in CREDENTIALS)
    above = [_word(token) for token in page.tokens(index - 1) if token.type in (Type.LABEL, Type.WORD)] if index else []
    alone = start == 0 and end >= len(line.text) - 1
    picture = line.picture if start == 0 else line.text[start - 1]
    kind = next((token.type for token in tokens[first:last]), "")
    near = {_word(token) for token in tokens[max(0, first - _NEAR) : first] if token.type in (Type.LABEL, Type.WORD)}
    return [
        *(f"{sign}={each}" for sign, each in zip(("bbb", "bb", "b", "a", "aa"), (*before, *after), strict=True)),
        f"b={before[1]} {before[2]}",
        f"alone={alone}|{form}|{told}",
        f"alone={alone}|{form}|prev={prev}",
        f"prev={prev}|{form}",
        f"next={next_}|{form}",
        f"prev={prev}|next={next_}|{form == 'addr'}",
        f"has={told}|{form}",
        f"same={next((each.name for each in read if each.text == line.text[start:end]), '')}",
        f"picture={picture if not picture.isascii() else ''}",
        f"kind={kind}|{form}",
        f"spoken={bool(line.speaker)}|{alone}|{form}",
        f"?={'?' in line.text}|{index > 0 and '?' in page.lines[index - 1].text}",
        *(f"near={each}" for each in near),
        *(f"above={each}" for each in above[-4:]),
        *(f"silent={each}" for each in page.strays(index, start)),
    ]
