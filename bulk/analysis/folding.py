"""Text as it is compared: lower case, without accents, styled letters made plain; and the way back to the text itself."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple, ParamSpec, TypeVar, cast

_IGNORED = frozenset({"Mn", "Me", "Cf", "Cc"})
_SIGNS = ("-‐‑‒–—―−﹘﹣", "|│┃║╎╏┆┇┊┋¦｜▏▕❘", "'’‘‛´`ʼ", '"“”„‟«', ":∶꞉：﹕", "/⁄∕", "oøØ", "dđĐ", "lłŁ", "iı")
_ALIKE = {each: signs[0] for signs in _SIGNS for each in signs[1:]} | {each: each for each in "»\t\n"}

_WORD = re.compile(r"[^\W\d_]+|\d+")


P = ParamSpec("P")
T = TypeVar("T")
_REMEMBERED: list[Callable[[], None]] = []


def cache_for_reading(tell: Callable[P, T]) -> Callable[P, T]:
    """Cache a function of pieces of text until `clear_after_reading` ends: most pieces are looked at many times."""
    cached = lru_cache(maxsize=100_000)(tell)
    _REMEMBERED.append(cached.cache_clear)
    return cast("Callable[P, T]", cached)


@contextmanager
def clear_after_reading() -> Iterator[None]:
    """Clear the caches when a text has been read: no secret stays in the process."""
    try:
        yield
    finally:
        for clear in _REMEMBERED:
            clear()


class Folded(NamedTuple):
    """`text` is compared; `at[i]` is where its character i stands in the original, and `at[len(text)]` its end."""

    text: str
    at: Sequence[int]


def fold(original: str) -> Folded:
    if original.isascii():
        return Folded(original.lower(), range(len(original) + 1))
    parts = list(map(_fold_character, original))
    text = "".join(parts)
    if len(text) == len(parts) and "" not in parts:
        return Folded(text, range(len(parts) + 1))
    at = [index for index, part in enumerate(parts) for _ in part]
    return Folded(text, [*at, len(original)])


fold_cached = cache_for_reading(fold)  # for a line that a reading looks at many times


def words_of(text: str) -> tuple[str, ...]:
    """The folded words and numbers of a text: 'Senha do e-mail' is senha, do, e, mail; 'ps5' is ps, 5."""
    return tuple(_WORD.findall(text.lower() if text.isascii() else fold(text).text))


def fold_label(text: str) -> str:
    """A label as it is remembered: its folded words, joined by one space."""
    return " ".join(words_of(text))


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    if character in _ALIKE:
        return _ALIKE[character]
    if unicodedata.category(character) in _IGNORED:
        return ""
    plain = unicodedata.normalize("NFKD", character.casefold())
    return "".join(part for part in plain if unicodedata.category(part) not in _IGNORED).casefold()
