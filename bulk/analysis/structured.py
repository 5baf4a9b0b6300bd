"""JSON and other dumps as pasted, turned into the lines that say the same."""

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bulk.analysis.fields import Kind
from bulk.analysis.folding import words_of
from bulk.analysis.inserts import inserted
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.objects import MAX_DEPTH, named_by, plain_value, worded
from bulk.analysis.reading import Line, Reading
from bulk.analysis.vocabulary import ACCOUNT, COMBO, INITIALS, MAIL_WORDS

MAX_FAILURES = 20
MIN_KEYS = 2
MAX_LITERAL_CHARACTERS = 20_000
_OPENING = re.compile(
    r"^[ \t]*(?:(?P<key>[^\W\d]\w{0,30})\s?[:=]\s?(?={\s*\"))?(?=[{(\[]\s*[\"'{(\[]|\"[^\"\n]{1,40}\"\s*:)",
    re.MULTILINE,
)
_KEYED = re.compile(r"(?:[ \t]*\"[^\"\n]{1,40}\"\s*:[^\n]*(?:\n|$))+")
_BRACKETED = re.compile(r"\[([^\[\]\d:=]{2,40})\]\s*(?:[=-]>|[:=\-–—])?\s*(?:(?=[^\s\[])|\[(?=[^\[\]]+\]$))")
_OF_RANK = frozenset({"tier", "division", "divisao", "div", "elo", "rank", "liga"})
"""Keys that say which part of a rank they hold: '"peak": {"tier": "Gold", "division": 3}'."""
_NESTED = re.compile(r"(?:\[[^\[\]]{1,40}\]\s*=>\s*)?(?:Array|\w+ Object)")
"""What a dump prints before the values that something holds: '[account] => Array'."""
_DECODER = json.JSONDecoder()


def lines_said(reading: Reading, lexicon: Lexicon) -> list[Line]:
    """The lines as they are, with 'label: value' lines in place of every object or row of a database among them."""
    said: dict[int, list[Line]] = {}
    covered: set[int] = set()
    places = _Places(reading.text)
    for written, start, end in _values(reading.text):
        places.pass_to(start)
        value = plain_value(written, lexicon)
        lines = [line for each in _objects(value, lexicon) for line in _object(each, lexicon, places)]
        lines = lines or [_row(each, places.of(each[0])) for each in _rows(value)]
        if lines:
            first = reading.text.count("\n", 0, start) + 1
            said[first] = lines
            covered.update(range(first, first + reading.text.count("\n", start, end) + 1))
    free = (line for line in reading.lines if line.number not in covered and not _NESTED.fullmatch(line.text))
    kept = [(line.number, [_unbracketed(line, lexicon)]) for line in free]
    return [line for _, lines in sorted([*kept, *said.items()], key=lambda each: each[0]) for line in lines]


def _is_field(label: str, lexicon: Lexicon) -> bool:
    return lexicon.kind_of(lexicon.heading(label) or "") is not None


def _unbracketed(line: Line, lexicon: Lexicon) -> Line:
    """'[Login] joana' as 'Login: joana'."""
    label = _BRACKETED.match(line.text)
    if label is None or not _is_field(label[1], lexicon):
        return line
    value = line.text[label.end() :]
    if label.group().endswith("["):  # '[Login] => [joana]'
        value = value[:-1]
        if lexicon.label(value):
            return line
    return replace(line, text=f"{label[1]}: {value}", cells=())


def _objects(value: Any, lexicon: Lexicon) -> Sequence[Mapping[str, Any]]:
    """The objects that are accounts: those of a list, be it the whole value or what one of its keys holds."""
    if isinstance(value, list):
        return [each for each in value if isinstance(each, dict)]
    if not isinstance(value, dict):
        return []
    return [each for each in _held(value) if _is_account(each, lexicon)] or [value]


def _held(value: Any) -> Iterator[Mapping[str, Any]]:
    """The objects of every list that an object holds, or that one inside of it does."""
    for held in value.values():
        if isinstance(held, dict):
            yield from _held(held)
        elif isinstance(held, list):
            yield from (each for each in held if isinstance(each, dict))


def _is_account(value: Mapping[str, Any], lexicon: Lexicon) -> bool:
    inner = (key for held in value.values() if isinstance(held, dict) for key in held)
    labels = (lexicon.label(worded(str(key))) or "" for key in (*value, *inner))
    return sum(label in (ACCOUNT, COMBO) or lexicon.kind_of(label) is not None for label in labels) >= MIN_KEYS


def _rows(value: Any) -> list[Sequence[str]]:
    """The rows of plain strings in a list: '["joana_1", "abc#12"]'."""
    rows = value if isinstance(value, list | tuple) and value and not isinstance(value[0], str) else [value]
    return [
        [str(cell) for cell in row]
        for row in rows
        if isinstance(row, list | tuple) and len(row) > 1 and all(map(_is_text, row)) and isinstance(row[0], str)
    ]


def _is_text(cell: Any) -> bool:
    return isinstance(cell, str | int | float) and "\n" not in str(cell)


def _row(cells: Sequence[str], number: int) -> Line:
    return Line(number, " | ".join(cells), tuple(cells))


def _values(text: str) -> Iterator[tuple[Any, int, int]]:
    """Each JSON value that begins a line, or Python's way of writing one, or what a database is given; and where."""
    failures = position = 0
    for rows, start, end in inserted(text):
        yield rows, start, end
        position = end
    while failures < MAX_FAILURES and (opening := _OPENING.search(text, position)):
        start = opening.end()
        value, end = _decoded(text, start)
        if end:
            yield {opening["key"]: value} if opening["key"] else value, start, end
        failures += not end
        position = end or text.find("\n", start) + 1 or len(text)


def _decoded(text: str, start: int) -> tuple[Any, int]:
    if text[start] == '"':
        return _fragment(text, start)
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        pass
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)].rstrip(",; ")
    if len(line) > MAX_LITERAL_CHARACTERS:
        return None, 0
    try:
        return ast.literal_eval(line), start + len(line)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None, 0


def _fragment(text: str, start: int) -> tuple[Any, int]:
    """The lines of an object whose brackets were not copied: '"login":"joana","senha":"abc"'."""
    keyed = _KEYED.match(text, start)
    fragment = keyed.group().rstrip(", }\n") if keyed else ""
    try:
        value = json.loads(f"{{{fragment}}}")
    except (ValueError, RecursionError):
        return None, 0
    return (value, start + len(fragment)) if len(value) >= MIN_KEYS else (None, 0)


class _Places:
    """The lines on which keys stand, asked for in the order of the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def pass_to(self, position: int) -> None:
        """What is asked for next stands behind this position."""
        self._at = position

    def of(self, key: str) -> int:
        found = self._text.find(json.dumps(key, ensure_ascii=False), self._at)
        self._at = found if found >= 0 else self._at
        return self._text.count("\n", 0, self._at) + 1


def _object(value: Mapping[str, Any], lexicon: Lexicon, places: _Places) -> Iterator[Line]:
    apart = True
    for label, stated in _pairs(_spelled_out(value, lexicon), (), lexicon, 0):
        yield Line(places.of(label[-1]), f"{_label(label, lexicon)}: {stated}", apart=apart)
        apart = False


def _spelled_out(value: Mapping[str, Any], lexicon: Lexicon) -> Mapping[str, Any]:
    """With initials that make a log-in and a password together as such: '{"u": "joana", "p": "abc#1"}'."""
    unknown = [str(key) for key, held in value.items() if isinstance(held, str) and not lexicon.label(str(key))]
    meant = {key: INITIALS[key.lower()] for key in unknown if key.lower() in INITIALS}
    if not {"login", "password"} <= set(meant.values()):
        return value
    return {meant.get(key, key): held for key, held in value.items()}


def _pairs(value: Any, path: tuple[str, ...], lexicon: Lexicon, depth: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """(keys down to the value, the value as text) of everything that is said."""
    if isinstance(value, dict) and depth < MAX_DEPTH:
        for key, inner in value.items():
            if _says_again(key, value):
                continue
            yield from _pairs(inner, (*path, key), lexicon, depth + 1)
    elif isinstance(value, list):
        names = [named_by(each) if isinstance(each, dict) else str(each) for each in value]
        yield path, ", ".join(filter(None, names))
    elif isinstance(value, bool):
        yield path, "sim" if value else "não"
    elif isinstance(value, str) and "\n" in value:
        yield from _statements(value, lexicon)
    elif value is not None and str(value).strip():
        yield path, str(value)


def _statements(text: str, lexicon: Lexicon) -> Iterator[tuple[tuple[str, ...], str]]:
    """What the lines of a text in an object say: '"credentials": "Login: joana\\nPassword: abc#1"'."""
    for line in text.split("\n"):
        label, _, value = line.partition(":")
        if value.strip() and lexicon.label(label):
            yield (label.strip(),), value.strip()


def _says_again(key: str, value: Mapping[str, Any]) -> bool:
    """Whether a key holds what two others hold: '"raw": "joana:abc#1", "login": "joana", "password": "abc#1"'."""
    login, password = value.get("login"), value.get("password")
    return bool(login and password) and value[key] == f"{login}:{password}"


def _label(path: tuple[str, ...], lexicon: Lexicon) -> str:
    """The key, or with the one above it: 'login' inside of 'email' is the e-mail's."""
    key = worded(path[-1])
    if len(path) > 1:
        of_email = not MAIL_WORDS.isdisjoint(words_of(worded(path[-2])))
        if of_email and lexicon.label(key) in ("login", "password"):
            return f"email {key}"
        if lexicon.kind_of(lexicon.label(worded(path[-2])) or "") is Kind.RANK and set(words_of(key)) <= _OF_RANK:
            return worded(path[-2])
        longer = f"{worded(path[-2])} {key}"
        is_vague = lexicon.kind_of(lexicon.label(key) or "") is None
        if lexicon.label(worded(path[-2])) == "email_login" or is_vague:
            return longer if lexicon.label(longer) else key
    return key
