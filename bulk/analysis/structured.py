"""JSON and other dumps as pasted, turned into the lines that say the same."""

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bulk.analysis.fields import Kind
from bulk.analysis.folding import fold_label, words_of
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.reading import Line, Reading
from bulk.analysis.vocabulary import ACCOUNT, COMBO, MAIL_WORDS, OBJECT_NAMES, OBJECT_VALUES

MAX_DEPTH = 6
MAX_FAILURES = 20
MIN_KEYS = 2
MAX_LITERAL_CHARACTERS = 20_000
_OPENING = re.compile(r"^[ \t]*(?:(?P<key>[^\W\d]\w{0,30})\s?[:=]\s?(?={\s*\"))?(?=[{(\[]\s*[\"'{(\[])", re.MULTILINE)
_BRACKETED = re.compile(r"\[([^\[\]\d:=]{2,40})\]\s*(?:[=-]>|[:=\-–—])?\s*(?=\S)")
_OF_RANK = frozenset({"tier", "division", "divisao", "div", "elo", "rank", "liga"})
"""Keys that say which part of a rank they hold: '"peak": {"tier": "Gold", "division": 3}'."""
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DECODER = json.JSONDecoder()


def lines_said(reading: Reading, lexicon: Lexicon) -> list[Line]:
    """The lines as they are, with 'label: value' lines in place of every object or row of a database among them."""
    said: dict[int, list[Line]] = {}
    covered: set[int] = set()
    for value, start, end in _values(reading.text):
        lines = [line for each in _objects(value, lexicon) for line in _object(each, lexicon, reading.text, start)]
        first = reading.text.count("\n", 0, start) + 1
        lines = lines or list(_rows(value, reading.text, start))
        if lines:
            said[first] = lines
            covered.update(range(first, first + reading.text.count("\n", start, end) + 1))
    kept = [(line.number, [_unbracketed(line, lexicon)]) for line in reading.lines if line.number not in covered]
    return [line for _, lines in sorted([*kept, *said.items()], key=lambda each: each[0]) for line in lines]


def worded(key: Any) -> str:
    """accountLevel as 'account Level'."""
    return _HUMP.sub(" ", str(key))


def _unbracketed(line: Line, lexicon: Lexicon) -> Line:
    """'[Login] joana' as 'Login: joana'."""
    label = _BRACKETED.match(line.text)
    if label is None or lexicon.kind_of(lexicon.label(label[1]) or "") is None:
        return line
    return replace(line, text=f"{label[1]}: {line.text[label.end() :]}", cells=())


def _objects(value: Any, lexicon: Lexicon) -> Sequence[Mapping[str, Any]]:
    """The objects that are accounts: those of a list, be it the whole value or what one of its keys holds."""
    if isinstance(value, list):
        objects = [each for each in value if isinstance(each, dict)]
        return [{"": objects}] if objects and all(_named(each, lexicon) for each in objects) else objects
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
    labels = (lexicon.label(worded(key)) or "" for key in (*value, *inner))
    return sum(label in (ACCOUNT, COMBO) or lexicon.kind_of(label) is not None for label in labels) >= MIN_KEYS


def _rows(value: Any, text: str, start: int) -> Iterator[Line]:
    """The rows of plain strings in a list: '["joana_1", "abc#12"]'."""
    rows = value if isinstance(value, list | tuple) and value and not isinstance(value[0], str) else [value]
    for row in rows:
        is_row = isinstance(row, list | tuple) and len(row) > 1 and isinstance(row[0], str)
        if is_row and all(isinstance(cell, str | int | float) and "\n" not in str(cell) for cell in row):
            start = max(start, text.find(row[0], start))
            cells = tuple(map(str, row))
            yield Line(text.count("\n", 0, start) + 1, " | ".join(cells), cells)


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


def _object(value: Mapping[str, Any], lexicon: Lexicon, text: str, start: int) -> Iterator[Line]:
    """A line for each value, with the number of the line on which its key stands; keys stand in the order of the text."""
    apart = True
    for label, stated in _pairs(value, (), lexicon):
        start = max(start, text.find(json.dumps(label[-1], ensure_ascii=False), start))
        number = text.count("\n", 0, start) + 1
        yield Line(number, f"{_label(label, lexicon)}: {stated}", apart=apart, whole=True)
        apart = False


def _pairs(value: Any, path: tuple[str, ...], lexicon: Lexicon) -> Iterator[tuple[tuple[str, ...], str]]:
    """(keys down to the value, the value as text) of everything that is said."""
    if isinstance(value, dict) and len(path) < MAX_DEPTH:
        named = _named(value, lexicon)
        both = f"{value.get('login')}:{value.get('password')}"  # what 'raw' or 'combo' says again
        for key, inner in [named] if named else value.items():
            if inner != both:
                yield from _pairs(inner, (*path, str(key)), lexicon)
    elif isinstance(value, list):
        objects = [each for each in value if isinstance(each, dict)]
        if not objects or (path and lexicon.kind_of(lexicon.label(worded(path[-1])) or "") is Kind.NAMES):
            yield path, ", ".join((_names(each) or [""])[0] if isinstance(each, dict) else str(each) for each in value)
        else:
            for each in objects:
                yield from _pairs(each, path, lexicon)
    elif isinstance(value, bool):
        yield path, "sim" if value else "não"
    elif isinstance(value, str) and "\n" in value:
        yield from _statements(value, lexicon)
    elif value is not None and str(value).strip():
        yield path, str(value)


def _named(value: Mapping[str, Any], lexicon: Lexicon) -> tuple[str, Any] | None:
    """The name and what it names, where an object holds just these: {'trait_type': 'Rank', 'value': 'Gold 2'}."""
    values = [held for key, held in value.items() if fold_label(worded(key)) in OBJECT_VALUES]
    label = next((name for name in _names(value) if lexicon.label(worded(name))), None)
    return (label, values[0]) if label and values else None


def _names(value: Mapping[str, Any]) -> list[str]:
    return [str(held) for key, held in value.items() if fold_label(worded(key)) in OBJECT_NAMES]


def _statements(text: str, lexicon: Lexicon) -> Iterator[tuple[tuple[str, ...], str]]:
    """What the lines of a text in an object say: '"credentials": "Login: joana\\nPassword: abc#1"'."""
    for line in text.split("\n"):
        label, _, value = line.partition(":")
        if value.strip() and lexicon.label(label):
            yield (label.strip(),), value.strip()


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


_NAME = r"[\w.`\"\[\]]{1,80}"
_INTO = re.compile(
    rf"\binsert\s+into\s+(?P<table>{_NAME})\s*(?:\((?P<columns>[^()]{{3,1000}})\))?\s*values\s*(?=\()", re.IGNORECASE
)
_TABLE = re.compile(rf"\bcreate\s+table\s+(?P<table>{_NAME})\s*\((?P<columns>[^()]{{3,1000}})\)", re.IGNORECASE)
_UPDATE = re.compile(rf"\bupdate\s+{_NAME}\s+set\s+(?=[\w.`]+\s*=)", re.IGNORECASE)
_LITERAL = r"""(?:'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|[\w.+-]+)"""
_ROW = re.compile(rf"\(\s*({_LITERAL}(?:\s*,\s*{_LITERAL})*)\s*\)\s*,?\s*", re.DOTALL)
_EACH = re.compile(_LITERAL, re.DOTALL)
_ASSIGNED = re.compile(rf"([\w.]+)[`\"]?\s*=\s*({_LITERAL})", re.DOTALL)

Rows = list[dict[str, str]]


def inserted(text: str) -> Iterator[tuple[Rows, int, int]]:
    """The rows of each statement, {column: value}, and where it begins and ends."""
    tables = {
        table["table"]: ",".join(column.split()[0] for column in table["columns"].split(",") if column.strip())
        for table in _TABLE.finditer(text)
    }
    for statement in _INTO.finditer(text):
        named = statement["columns"] or tables.get(statement["table"], "")
        columns = [column.strip(" \n\t`\"[]'") for column in named.split(",")]
        rows: Rows = []
        end = statement.end()
        while row := _ROW.match(text, end):
            cells = [_plain(cell) for cell in _EACH.findall(row[1])]
            rows += [dict(zip(columns, cells, strict=True))] if len(cells) == len(columns) else []
            end = row.end()
        yield rows, statement.start(), end
    for statement in _UPDATE.finditer(text):
        end = text.find(";\n", statement.end())
        end = end if end >= 0 else len(text)
        cells_of = _ASSIGNED.findall(text, statement.end(), min(end, statement.end() + 2000))
        yield [{name: _plain(cell) for name, cell in cells_of}], statement.start(), end


def _plain(literal: str) -> str:
    quote = literal[0]
    if quote not in "'\"":
        return "" if literal.lower() in ("null", "default") else literal
    return re.sub(r"\\(.)", r"\1", literal[1:-1].replace(quote * 2, quote))
