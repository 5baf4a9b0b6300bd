"""JSON as pasted, turned into the lines that say the same."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from bulk.analysis.folding import fold_label
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.reading import Line, Reading

MAX_DEPTH = 6


def lines_said(reading: Reading, lexicon: Lexicon) -> list[Line]:
    """The lines as they are; or, where the text is one JSON value, 'label: value' lines of its objects."""
    text = reading.text.strip()
    if text[:1] not in ("{", "["):
        return reading.lines
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return reading.lines
    objects = value if isinstance(value, list) else [value]
    places = _Places(reading.text)
    said = [line for each in objects if isinstance(each, dict) for line in _object(each, lexicon, places)]
    return said or reading.lines


class _Places:
    """The lines on which keys stand, asked for in the order of the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def of(self, key: str) -> int:
        found = self._text.find(json.dumps(key, ensure_ascii=False), self._at)
        self._at = found if found >= 0 else self._at
        return self._text.count("\n", 0, self._at) + 1


def _object(value: Mapping[str, Any], lexicon: Lexicon, places: _Places) -> Iterator[Line]:
    apart = True
    for label, stated in _pairs(value, (), lexicon, 0):
        yield Line(
            places.of(label[-1]), f"{_label(label, lexicon)} | {stated}", (_label(label, lexicon), stated), apart
        )
        apart = False


def _pairs(value: Any, path: tuple[str, ...], lexicon: Lexicon, depth: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """(keys down to the value, the value as text) of everything that is said."""
    if isinstance(value, dict) and depth < MAX_DEPTH:
        for key, inner in value.items():
            yield from _pairs(inner, (*path, key), lexicon, depth + 1)
    elif isinstance(value, list):
        names = [str(each.get("name", "")) if isinstance(each, dict) else str(each) for each in value]
        yield path, ", ".join(filter(None, names))
    elif isinstance(value, bool):
        yield path, "sim" if value else "não"
    elif value is not None and str(value).strip():
        yield path, str(value)


def _label(path: tuple[str, ...], lexicon: Lexicon) -> str:
    """The key, or with the one above it: 'login' inside of 'email' is the e-mail's."""
    key = _worded(path[-1])
    if len(path) > 1:
        longer = f"{_worded(path[-2])} {key}"
        if fold_label(_worded(path[-2])) == "email" or lexicon.label(key) is None:
            return longer if lexicon.label(longer) else key
    return key


def _worded(key: str) -> str:
    """accountLevel as 'account Level'."""
    return "".join(f" {character}" if character.isupper() else character for character in key)
