"""Words of labels with one slip of the finger in them ('loign', 'senah', 'picartas') or digits for letters ('L0GIN')."""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy

MIN_TYPED = 4
MIN_MEANT = 5
"""A letter too many, too few or wrong makes another word of anything shorter."""
MIN_ANY_LETTER = 7
"""From here on a wrong letter may be any; below, one beside the right one on the keyboard, or a vowel for a vowel."""

_LETTERS = str.maketrans("0134578", "oieastb")
_VOWELS = frozenset("aeiou")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE: Mapping[str, frozenset[str]] = {
    key: frozenset(
        other
        for far, others in enumerate(_ROWS)
        for along, other in enumerate(others)
        if abs(far - row) <= 1 and abs(along - place) <= 1 and other != key
    )
    for row, keys in enumerate(_ROWS)
    for place, key in enumerate(keys)
}


class Speller:
    """Known words by what is left of them when one letter is missing, so that a slip is found without a search."""

    def __init__(self, words: Iterable[str]) -> None:
        self._known: frozenset[str] = frozenset()
        self._shortened: dict[str, tuple[str, ...]] = {}
        self._learn(words)

    def knowing(self, words: Iterable[str]) -> "Speller":
        """One that knows these words as well."""
        other = copy(self)
        other._shortened = dict(self._shortened)
        other._learn(words)
        return other

    def _learn(self, words: Iterable[str]) -> None:
        new = frozenset(words) - self._known
        self._known |= new
        for word in new:
            if len(word) >= MIN_TYPED and word.isalpha():
                for shorter in {word, *_shorter(word)}:
                    self._shortened[shorter] = (*self._shortened.get(shorter, ()), word)

    def meant(self, word: str) -> tuple[str, ...]:
        """The known words that this one may be; the word itself where it is known or too short to tell."""
        if not word.isalpha() and not word.isdigit():
            plain = word.translate(_LETTERS)
            return (plain,) if plain in self._known else ()
        if word in self._known or len(word) < MIN_TYPED:
            return (word,)
        alike = {other for shorter in {word, *_shorter(word)} for other in self._shortened.get(shorter, ())}
        return tuple(sorted(other for other in alike if _is_slip(word, other)))


def _shorter(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def _is_slip(typed: str, meant: str) -> bool:
    """Two letters swapped, one too many, too few or wrong. Nobody misses the first letter, and a plural is no slip."""
    if len(typed) == len(meant):
        apart = [at for at in range(len(typed)) if typed[at] != meant[at]]
        if len(apart) == 2:
            first, second = apart
            return second == first + 1 and typed[first] == meant[second] and typed[second] == meant[first]
        if len(apart) != 1 or apart[0] == 0 or len(meant) < MIN_MEANT:
            return False
        wrong, right = typed[apart[0]], meant[apart[0]]
        return len(meant) >= MIN_ANY_LETTER or wrong in _BESIDE.get(right, "") or {wrong, right} <= _VOWELS
    if len(meant) < MIN_MEANT or typed[0] != meant[0]:
        return False
    longer, shorter = sorted((typed, meant), key=len, reverse=True)
    return longer != f"{shorter}s" and shorter in _shorter(longer)
