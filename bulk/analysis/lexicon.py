"""The vocabulary of one game: folded word sequences to what they mean, longest first; compound labels, misspelt words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, product
from types import MappingProxyType
from typing import Literal

from bulk.analysis import vocabulary
from bulk.analysis.choose import tables
from bulk.analysis.fields import GAME_WORDS, Field
from bulk.analysis.folding import words_of
from bulk.analysis.vocabulary import ACCOUNT, COMBO, LABELS, NO_SLIPS, OTHER, PLATFORMS, SERVER_CODES, SERVERS

Role = Literal["label", "tier", "server", "platform"]
Key = tuple[str, ...]

MAX_WORDS = 6
MAX_LOOKED_AT = 14
"""Words of a label with what may stand before and behind it."""
MAX_WAYS = 64
NO_ALIASES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a sequence of words means: a label of the field `value`, or the value itself. `weak` needs a context."""

    role: Role
    value: str
    weak: bool = False


class Lexicon:
    """Everything that is known to be said of the accounts of one game; get one from `lexicon_of`, for one text."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.words = GAME_WORDS[game]
        self._memo: dict[Key, tuple[int, Meaning] | None] = {}
        self._labels: dict[str, str | None] = {}
        self.fields: Mapping[str, Field] = self.words.fields
        self.kind_of = {name: each.kind for name, each in self.fields.items()}.get
        """The form of a label's values; None for ACCOUNT, COMBO and OTHER."""
        self._entries: dict[Key, Meaning] = {}
        for name, spellings in SERVERS.items() if self.words.has_servers else ():
            self._add("server", name, spellings)
        for code, name in SERVER_CODES.items() if self.words.has_servers else ():
            self._entries[(code,)] = Meaning("server", name, weak=True)
        for name, shown in self.words.platforms.items():
            self._add("platform", shown, PLATFORMS[name])
        for tier, spellings in self.words.tiers.items():
            self._add("tier", tier, spellings)
        for short, tier in self.words.short_tiers.items():
            self._entries[(short,)] = Meaning("tier", tier, weak=True)
        for labels in (LABELS, self.words.labels):
            for name, spellings in labels.items():
                self._add("label", name, spellings)
        self._items, self._item_kinds = (
            {words_of(each): name for name, names in lists.items() for each in names.split(",")}
            for lists in (self.words.items, self.words.item_kinds)
        )
        self._reach = _reach(self._entries)
        written: dict[str, str] = {}
        for words, entry in self._entries.items():
            if entry.role == "label":
                written.setdefault(entry.value, " ".join(words))
        self.spelling = written.__getitem__
        """How a field may be written."""
        self._speller = Speller(word for key in (*self._entries, NO_SLIPS) for word in key)

    def label(self, text: str) -> str | None:
        """The field that a whole text names: a header cell, the key of an object."""
        if text not in self._labels:
            words = words_of(text)
            found = self.longest(words) if 0 < len(words) <= MAX_WORDS else None
            is_label = found and found[0] == len(words) and found[1].role == "label"
            self._labels[text] = found[1].value if found and is_label else None
        return self._labels[text]

    def item_list(self, name: str) -> str | None:
        """The list of a name that needs no label, or None: 'IKONIK', 'Reaver Vandal', 'faca prime 2.0'."""
        words = words_of(name)
        of = next(filter(None, map(self._item_kinds.get, (words[:1], words[-1:]))), None)
        others = [word for word in words if word.isalpha() and (word,) not in self._item_kinds]
        is_short = len(words) <= MAX_WORDS and vocabulary.STATES.isdisjoint(words[:1])
        if of and others and is_short and vocabulary.SPOKEN.isdisjoint(words):
            meant = [self._entries.get((word,)) for word in others]
            is_sentence = any(len(word) > 2 and word in vocabulary.BEFORE_NAMES for word in others)
            return None if is_sentence or any(each and each.value in self.fields for each in meant) else of
        return self._items.get(words) or (self._items.get(words[:-1]) if len(words) > 2 else None)

    def correct_label(self, words: Sequence[str]) -> Meaning | None:
        """The field's label that all these words are when each unknown one has a slip in it; None where two would do."""
        if not 0 < len(words) <= MAX_WORDS:
            return None
        ways = islice(product(*map(self._speller.candidates, words)), MAX_WAYS)
        read = (self.longest(way) for way in ways if way != tuple(words))
        meant = {found[1] for found in read if found and found[0] == len(words) and found[1].role == "label"}
        entry = meant.pop() if len(meant) == 1 else None
        return entry if entry and entry.value != OTHER else None

    def longest(self, words: Sequence[str]) -> tuple[int, Meaning] | None:
        """The longest entry that the words begin with: its number of words, and its meaning."""
        if not words or (words[0] not in self._reach and words[0] not in _BEGINNING):
            return None
        key = tuple(words[:MAX_LOOKED_AT])
        if key not in self._memo:
            self._memo[key] = self._longest(key)
        return self._memo[key]

    def _longest(self, words: Key) -> tuple[int, Meaning] | None:
        counts = range(min(self._reach.get(words[0], 0), len(words)), 0, -1)
        found = ((count, self._entries.get(words[:count])) for count in counts)
        exact = next(((count, entry) for count, entry in found if entry), None)
        if exact and exact[1].role != "label":
            return exact
        composed = credential_compound(words) if words[0] in _BEGINNING else None
        if composed and (exact is None or composed[0] > exact[0]):
            return composed[0], Meaning("label", composed[1])
        return exact

    def _add(self, role: Role, value: str, spellings: str) -> None:
        for words in filter(None, map(words_of, spellings.split(","))):
            for key in dict.fromkeys((words, *_join_words(words))):  # in this order, whatever the process
                # A game's own field wins over what is merely known, and an exact word over a glued one.
                if key == words or key not in self._entries or value not in (ACCOUNT, COMBO, OTHER):
                    self._entries[key] = Meaning(role, value)


def _reach(keys: Iterable[Key]) -> dict[str, int]:
    """The most words of any key that begins with this one."""
    return {key[0]: min(len(key), MAX_WORDS) for key in sorted(filter(None, keys), key=len)}


def _join_words(words: Key) -> Iterator[Key]:
    """'v bucks balance' in one word, and as 'vbucks balance'."""
    if all(map(str.isalpha, words)):
        yield ("".join(words),)
        if len(words) > 2 and len(words[0]) == 1:
            yield (words[0] + words[1], *words[2:])


_built_in = cache(Lexicon)


@lru_cache(maxsize=32)
def _teach(game: str, aliases: tuple[tuple[str, str], ...]) -> Lexicon:
    lexicon = copy(_built_in(game))
    lexicon._entries = lexicon._entries | {words_of(label): Meaning("label", name) for label, name in aliases}
    lexicon._reach = _reach(lexicon._entries)
    lexicon._speller = Speller(word for key in (*lexicon._entries, NO_SLIPS) for word in key)
    return lexicon


def lexicon_of(game: str, aliases: Mapping[str, str] = NO_ALIASES) -> Lexicon:
    """The vocabulary of a game; `aliases` are learned labels, {label: field}, which win over what is built in. What it
    remembers of the texts it is asked about goes with its reader: no secret stays in the process."""
    lexicon = copy(_teach(game, tuple(sorted(aliases.items()))) if aliases else _built_in(game))
    lexicon._memo, lexicon._labels = {}, {}
    return lexicon


def prepare() -> None:
    """Read the vocabulary of every game and the weights, for a process that is about to serve: no first analysis waits."""
    tables()
    for game in GAME_WORDS:
        _built_in(game)


SECRET, MAIL = "secret", "mail"
_HEADS: Mapping[Key, str] = {tuple(each.split()): head for head, words in vocabulary.HEADS.items() for each in words}
_GLUED: Mapping[str, frozenset[str]] = {
    one + other: frozenset({first, second})
    for (first, ones), (second, others) in product(vocabulary.HEADS.items(), repeat=2)
    for one, other in product(ones, others)
    if first != second and SECRET in (first, second) and " " not in one + other
}
_BEGINNING = {key[0] for key in _HEADS} | _GLUED.keys() | vocabulary.LABEL_ADJECTIVES


def credential_compound(words: Key) -> tuple[int, str] | None:
    """The compound label of a credential that the words begin with: its number of words, and the credential."""
    heads: set[str] = set()
    used = position = 0
    while position < len(words):
        count, found = _first_words(words, position)
        if found:
            heads |= found
            position += count
            used = position
        elif words[position] in vocabulary.LABEL_ADJECTIVES:
            position += 1
            used = position
        elif words[position] in vocabulary.LINKS and position:
            position += 1
        else:
            break
    return (used, f"{'email_' * (MAIL in heads)}{'password' if SECRET in heads else 'login'}") if heads else None


def _first_words(words: Key, position: int) -> tuple[int, frozenset[str]]:
    for count in (2, 1):
        head = _HEADS.get(words[position : position + count])
        if head and position + count <= len(words):
            return count, frozenset({head})
    return 1, _GLUED.get(words[position], frozenset())


MIN_TYPED, MIN_MEANT, MIN_ANY_LETTER = 4, 5, 7
"""A letter too many, too few or wrong makes another word of anything shorter. From the last on a wrong letter may be any;
below, one beside the right one on the keyboard, or a vowel for a vowel."""

_LETTERS = str.maketrans("0134578", "oieastb")
_VOWELS = frozenset("aeiou")


class Speller:
    """Known words indexed by their forms with one letter deleted, so that a misspelling is one look-up."""

    def __init__(self, words: Iterable[str]) -> None:
        self._known = frozenset(words)
        self._shortened: dict[str, tuple[str, ...]] = {}
        for word in self._known:
            if len(word) >= MIN_TYPED and word.isalpha():
                for shorter in {word, *_shorter(word)}:
                    self._shortened[shorter] = (*self._shortened.get(shorter, ()), word)

    def candidates(self, word: str) -> tuple[str, ...]:
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
    """Whether two letters are swapped, or one is extra, missing or wrong; not the first, and a plural is no slip."""
    if len(typed) == len(meant):
        apart = [at for at in range(len(typed)) if typed[at] != meant[at]]
        if len(apart) == 2:
            return apart[1] == apart[0] + 1 and typed[apart[0] : apart[1] + 1] == meant[apart[1]] + meant[apart[0]]
        if len(apart) != 1 or apart[0] == 0 or len(meant) < MIN_MEANT:
            return False
        wrong, right = typed[apart[0]], meant[apart[0]]
        return len(meant) >= MIN_ANY_LETTER or wrong in vocabulary.BESIDE.get(right, "") or {wrong, right} <= _VOWELS
    if len(meant) < MIN_MEANT or typed[0] != meant[0]:
        return False
    longer, shorter = sorted((typed, meant), key=len, reverse=True)
    return longer != f"{shorter}s" and shorter in _shorter(longer)
