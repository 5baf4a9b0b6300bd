"""Objects as programs and stores write them, made plain: {'name': 'Skins', 'value': '86'} says {'Skins': '86'}."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bulk.analysis.folding import fold_label
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.vocabulary import OBJECT_COUNTS, OBJECT_NAMES, OBJECT_VALUES

MAX_DEPTH = 6
MAX_OBJECT_CHARACTERS = 20_000
"""A longer string is not looked into."""
MIN_PAIRS = 2
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def worded(key: str) -> str:
    """accountLevel as 'account Level'."""
    return _HUMP.sub(" ", key)


def plain_value(value: Any, lexicon: Lexicon, depth: int = MAX_DEPTH) -> Any:
    """The value with names as keys wherever it holds them beside what they name, and strings of JSON read."""
    if not depth:
        return value
    if isinstance(value, str):
        return _decoded(value, lexicon, depth)
    if isinstance(value, list | tuple):
        return _merged([plain_value(each, lexicon, depth - 1) for each in value], lexicon)
    if not isinstance(value, dict):
        return value
    named = _named(value, lexicon)
    if named:
        return {named[0]: _unwrapped(plain_value(named[1], lexicon, depth - 1), lexicon)}
    return {key: _unwrapped(plain_value(held, lexicon, depth - 1), lexicon) for key, held in value.items()}


def _decoded(text: str, lexicon: Lexicon, depth: int) -> Any:
    if text[:1] not in ("{", "[") or len(text) > MAX_OBJECT_CHARACTERS:
        return text
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return plain_value(held, lexicon, depth - 1)


def named_by(value: Mapping[str, Any]) -> str:
    """What the first of its keys that names an object says: 'Prime Vandal' of {'displayName': 'Prime Vandal', 'price': 1775}."""
    return next((str(held) for key, held in value.items() if _word(key) in OBJECT_NAMES), "")


def _named(value: Mapping[str, Any], lexicon: Lexicon) -> tuple[str, Any] | None:
    """The name and what it names, where an object holds just these: {'trait_type': 'Rank', 'value': 'Gold 2'}."""
    held = _value_key(value)
    names = (value[key] for key in value if _word(key) in OBJECT_NAMES and key != held)
    label = next((name for name in names if isinstance(name, str) and lexicon.label(worded(name))), None)
    return None if held is None or label is None else (label, value[held])


def _unwrapped(value: Any, lexicon: Lexicon) -> Any:
    """62 of {'count': 62}, where nothing else in it has a name or is known."""
    if not isinstance(value, dict) or any(_kind(key, lexicon) or _word(key) in OBJECT_NAMES for key in value):
        return value
    held = _value_key(value)
    return value if held is None or isinstance(value[held], dict) else value[held]


def _value_key(value: Mapping[str, Any]) -> str | None:
    keys = [key for key in value if _word(key) in OBJECT_VALUES]
    return next((key for key in keys if _word(key) in OBJECT_COUNTS), keys[0] if keys else None)


def _word(key: str) -> str:
    return fold_label(worded(str(key)))


def _kind(key: Any, lexicon: Lexicon) -> bool:
    return lexicon.kind_of(lexicon.label(worded(str(key))) or "") is not None


def _merged(values: list[Any], lexicon: Lexicon) -> Any:
    """One object of a list of pairs, be they objects of one key, lists of two, or names and values by turns."""
    pairs = list(_pairs(values)) or list(_by_turns(values))
    known = sum(_kind(label, lexicon) for label, _ in pairs)
    labels = {label for label, _ in pairs}
    if len(pairs) < MIN_PAIRS or known * 2 < len(pairs) or len(labels) < len(pairs):
        return values
    return dict(pairs)


def _pairs(values: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    for each in values:
        if isinstance(each, dict) and len(each) == 1:
            yield from each.items()
        elif isinstance(each, list) and len(each) == 2 and isinstance(each[0], str):
            yield each[0], each[1]
        else:
            return


def _by_turns(values: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    labels, held = values[::2], values[1::2]
    if len(labels) == len(held) and all(isinstance(label, str) for label in labels):
        yield from zip(labels, held, strict=True)
