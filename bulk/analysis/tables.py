"""Rows under a header or columns beside one (Markdown, CSV, tabs, blanks), objects and rows of a database: as lines."""

import ast
import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from bulk.analysis import vocabulary
from bulk.analysis.fields import CREDENTIALS, Kind
from bulk.analysis.folding import cache_for_reading, fold_label, words_of
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Type, lex
from bulk.analysis.reading import Line, Reading
from bulk.analysis.shapes import ADDRESS, LOGIN, is_stated
from bulk.analysis.vocabulary import ACCOUNT, COMBO, DIVISION_WORDS, NO, OTHER, YES, pattern

MIN_COLUMNS, MIN_LYING_CELLS, MIN_LYING_ROWS, MAX_LYING_ROWS = 2, 3, 3, 40
DIVISION = "DIVISION"
_FORMAT = pattern("format")
"""What a header may be announced with: 'Formato: login:senha:email'."""
_VALUES = frozenset({Type.NUMBER, Type.PERCENT, Type.TIER, Type.SERVER, Type.PLATFORM, Type.MARK})
_QUOTED = re.compile(r'"[^"]*"')
_NO_HEADER = re.compile(r"\d{2,}|@|:$")
_PLAIN = re.compile(r"\d[\d.,\s]*[kKmM]?|[^\W\d]+(?: ?\w+)?")


class _Row(NamedTuple):
    """(column's field, cell) in the order of the columns; `line` as pasted."""

    line: int
    cells: Sequence[tuple[str, str]]


def without_tables(lines: Sequence[Line], lexicon: Lexicon) -> Iterator[Line]:
    """The lines, each row of a table as lines of label and value; its header may be announced in the last line."""
    turned = [each._replace(text=each.text.strip(" ()#")) for each in lines[-1:]] + [*lines[:-1]]
    found = _find_table(turned, 0, lexicon) if len(turned) > 1 else None
    if found and (_FORMAT.match(turned[0].text) or found[1] == len(turned)):
        lines = turned
    index = 0
    while index < len(lines):
        rows, end = _find_table(lines, index, lexicon) or _find_transposed(lines, index, lexicon) or ([], index + 1)
        for row in rows:
            yield from _lines_of_row(row, lexicon)
        if not rows:
            yield lines[index]
        index = end


def _lines_of_row(row: _Row, lexicon: Lexicon) -> Iterator[Line]:
    names = {name for name, _ in row.cells}
    has_password = any(name == "password" and is_stated(cell) for name, cell in row.cells)
    opens = True
    for name, cell in row.cells:
        if not (name == ACCOUNT and "login" in names):
            label = name.removeprefix(OTHER)
            if name == label:
                label = lexicon.spelling("login" if name == ACCOUNT and has_password else name)
            yield Line(row.line, f"{label}: {cell}" if label else cell, apart=opens, row=opens, whole=True)
            opens = False


@cache_for_reading
def _split_line(line: Line, mark: str) -> list[str]:
    """The cells of a line, parted by a sign; asked for each line above it that may begin a table."""
    if mark == "|":
        return list(line.cells) or [cell.strip() for cell in re.split(r"\s*[|│║┃]\s*", line.text.strip("|│║┃ "))]
    if mark == "  ":
        return [cell.strip() for cell in re.split(r"\s{2,}|\t", line.text)]
    if mark in ",;\t" and re.search(rf'(?:^|{mark})\s*"(?:[^"]|"")*"\s*(?:{mark}|$)', line.text):
        return [cell.strip() for cell in next(csv.reader([line.text], delimiter=mark, skipinitialspace=True))]
    cells = [cell.strip() for cell in line.text.split(mark)]
    return [each[1:-1] if mark in ",;\t" and _QUOTED.fullmatch(each) else each for each in cells]


def _find_table(lines: Sequence[Line], index: int, lexicon: Lexicon) -> tuple[list[_Row], int] | None:
    """The rows of a table, and the index of the line behind it."""
    announced = _FORMAT.match(lines[index].text)
    line = lines[index]._replace(text=lines[index].text[announced.end() :]) if announced else lines[index]
    for mark in _marks(lines[index]):
        columns = _columns(_split_line(line, mark), lexicon)
        is_glued = "password" in columns and " " not in lines[index].text
        if not columns or (mark in ":/" and not is_glued and not set(columns) <= set(CREDENTIALS)):
            continue
        for parted in (mark, *(_marks(lines[index + 1]) if announced and lines[index + 1 :] else ())):
            found = [*takewhile(bool, (_read_row(line, parted, columns, lexicon) for line in lines[index + 1 :]))]
            if found:
                rows = [row for row in found if row and not all(name.startswith(OTHER) for name, _ in row.cells)]
                return [row for row in rows if not _is_sold(row)] or rows, index + 1 + len(found)
    return None


def _is_sold(row: _Row) -> bool:
    """'sold?' with 'yes'."""
    told = [(fold_label(name.removeprefix(OTHER)), fold_label(cell)) for name, cell in row.cells]
    return any(name in vocabulary.SOLD and cell in YES for name, cell in told)


def _find_transposed(lines: Sequence[Line], index: int, lexicon: Lexicon) -> tuple[list[_Row], int] | None:
    """'| Login | joana | ana |' over '| Senha | abc#1 | xyz#9 |': labels in the first cells, an account a column."""
    for mark in _marks(lines[index]):
        width = 0 if mark in ":/" else len(_split_line(lines[index], mark))
        below = lines[index : index + MAX_LYING_ROWS] if width >= MIN_LYING_CELLS else []
        rows: list[list[str]] = []
        for line in below:
            cells = _split_line(line, mark)
            if len(cells) != width:
                break
            rows.append(cells)
        columns = _columns([cells[0] for cells in rows], lexicon) if len(rows) >= MIN_LYING_ROWS else []
        if {"login", "email_login", *(ACCOUNT,) * (columns[:1] == [ACCOUNT])}.isdisjoint(columns):
            continue
        if all(_is_value(name, cell, lexicon) for name, cells in zip(columns, rows, strict=True) for cell in cells[1:]):
            accounts = [*zip(*rows, strict=True)][1:]
            return [_Row(lines[index].number, _name_cells(columns, each)) for each in accounts], index + len(rows)
    return None


def _is_value(name: str, cell: str, lexicon: Lexicon) -> bool:
    """Whether a cell says what its label announces, and nothing that another one would."""
    if name.startswith(OTHER):
        return True
    if name in (*CREDENTIALS, ACCOUNT):
        shape = LOGIN if name.endswith("login") else None
        return is_stated(cell) and lexicon.label(cell) is None and (shape is None or bool(shape.fullmatch(cell)))
    return any(token.type in _VALUES or token.folded in YES | NO for token in lex(cell, lexicon))


def _marks(line: Line) -> list[str]:
    """The signs that may part a line into cells."""
    if line.cells:
        return ["|"]
    return [mark for mark in ("|", "\t", ";", ",", " - ", " / ", "  ", ":", "/") if mark in line.text]


def _columns(header: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The field of each column, OTHER and what it is called for one that is none; [] when this is no header."""
    if len(header) < MIN_COLUMNS or any(map(_NO_HEADER.search, header)):
        return []
    columns = [lexicon.label(cell) or "" for cell in header]
    for place in range(len(columns)):
        if columns[place] == "email_password" and re.search(r"\w\s?[:/|]\s?\w", header[place]):  # 'mail:pass' holds both
            columns[place] = "email_login"
        if place and fold_label(header[place]) in DIVISION_WORDS and lexicon.kind_of(columns[place - 1]) is Kind.RANK:
            columns[place] = DIVISION
    known = [name for name in columns if name]
    ours = [name for name in known if lexicon.kind_of(name) is not None or name == ACCOUNT]
    if len(ours) < MIN_COLUMNS or len(known) * 2 < len(header) or len(set(ours)) < len(ours):
        return []
    return [name if name and name != OTHER else OTHER + cell for name, cell in zip(columns, header, strict=True)]


def _read_row(line: Line, mark: str, columns: Sequence[str], lexicon: Lexicon) -> _Row | None:
    cells = _split_line(line, mark)
    if line.heading or len(cells) < MIN_COLUMNS or (line.apart and len(cells) != len(columns)):
        return None
    if _columns(cells, lexicon):  # another header
        return None
    if len(cells) > len(columns):
        cells = _join_cells(cells, mark, columns)
    return _Row(line.number, _name_cells(columns, cells)) if len(cells) * 2 >= len(columns) else None


def _name_cells(columns: Sequence[str], cells: Sequence[str]) -> list[tuple[str, str]]:
    """Cells under their columns' names, a division with the tier before it."""
    named: list[tuple[str, str]] = []
    for name, cell in zip(columns, cells, strict=False):
        if name == DIVISION and named and cell:
            named[-1] = (named[-1][0], f"{named[-1][1]} {cell}")
        elif name and name != DIVISION and cell:
            named.append((name, cell))
    return named


def _join_cells(cells: list[str], mark: str, columns: Sequence[str]) -> list[str]:
    """Too many cells, because one of them holds the sign that parts them: the joining that fits the columns best."""
    size, joiner = len(cells) - len(columns) + 1, mark if mark.strip() else " "
    joined = ([*cells[:at], joiner.join(cells[at : at + size]), *cells[at + size :]] for at in range(len(columns)))
    return max(joined, key=lambda candidate: sum(map(_fits, columns, candidate)))


def _fits(name: str, cell: str) -> int:
    """A score of how well a cell fits its column; cells are never joined into a log-in or an address."""
    if name == "email_login":
        return 2 * bool(ADDRESS.fullmatch(cell))
    if name == "login":
        return int(not re.search(r"[;|\t]", cell))
    return int(bool(name) and name not in CREDENTIALS and bool(_PLAIN.fullmatch(cell)))


MAX_DEPTH, MAX_FAILURES, MIN_KEYS, MAX_LITERAL_CHARACTERS = 6, 20, 2, 20_000
_OPENING = re.compile(r"^[ \t]*(?:(?P<key>[^\W\d]\w{0,30})\s?[:=]\s?(?={\s*\"))?(?=[{(\[]\s*[\"'{(\[])", re.MULTILINE)
_OF_RANK = frozenset({"tier", "division", "divisao", "div", "elo", "rank", "liga"})
"""Keys that say which part of a rank they hold: '"peak": {"tier": "Gold", "division": 3}'."""
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DECODER = json.JSONDecoder()


def lines_said(reading: Reading, lexicon: Lexicon) -> list[Line]:
    """The lines as they are, with 'label: value' lines in place of every object or row of a database among them."""
    by_line: dict[int, list[Line]] = {}
    covered: set[int] = set()
    for value, start, end in _read_values(reading.text):
        first = reading.text.count("\n", 0, start) + 1
        if lines := [*_of_objects(value, lexicon, reading.text, start)]:
            by_line[first] = lines
            covered.update(range(first, first + reading.text.count("\n", start, end) + 1))
    kept = [(line.number, [line]) for line in reading.lines if line.number not in covered]
    return [line for _, lines in sorted([*kept, *by_line.items()], key=lambda each: each[0]) for line in lines]


def split_camel(key: Any) -> str:
    """accountLevel as 'account Level'."""
    return _HUMP.sub(" ", str(key))


def _objects(value: Any, lexicon: Lexicon) -> Sequence[dict[str, Any]]:
    """The objects that are accounts: those of a list, be it the whole value or what one of its keys holds."""
    if isinstance(value, list):
        return _drop_sold([each for each in value if isinstance(each, dict)])
    if not isinstance(value, dict):
        return []
    return _drop_sold([each for each in _inner_objects(value) if _is_account(each, lexicon)]) or [value]


def _drop_sold(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without those that say that they are sold, where others do not: '"sold": true', '"status": "vendida"'."""
    values = [{str(key if held is True else held).lower() for key, held in each.items()} for each in objects]
    return [each for each, words in zip(objects, values, strict=True) if words.isdisjoint(vocabulary.SOLD)] or objects


def _inner_objects(value: Any) -> Iterator[dict[str, Any]]:
    """The objects of every list that an object holds, or that one inside of it does."""
    for held in value.values():
        if isinstance(held, dict):
            yield from _inner_objects(held)
        elif isinstance(held, list):
            yield from (each for each in held if isinstance(each, dict))


def _is_account(value: Mapping[str, Any], lexicon: Lexicon) -> bool:
    inner = (key for held in value.values() if isinstance(held, dict) for key in held)
    labels = (lexicon.label(split_camel(key)) or "" for key in (*value, *inner))
    return sum(label in (ACCOUNT, COMBO) or lexicon.kind_of(label) is not None for label in labels) >= MIN_KEYS


def _read_values(text: str) -> Iterator[tuple[Any, int, int]]:
    """Each JSON value that begins a line, or Python's way of writing one, or what a database is given; and where."""
    failures = position = 0
    for rows, start, end in read_inserts(text):
        yield rows, start, end
        position = end
    while failures < MAX_FAILURES and (opening := _OPENING.search(text, position)):
        start = opening.end()
        value, end = _decode(text, start)
        if end:
            yield {opening["key"]: value} if opening["key"] else value, start, end
        failures += not end
        position = end or text.find("\n", start) + 1 or len(text)


def _decode(text: str, start: int) -> tuple[Any, int]:
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


def _of_objects(value: Any, lexicon: Lexicon, text: str, start: int) -> Iterator[Line]:
    """A line for each value, with the number of the line on which its key stands; keys stand in the order of the text."""
    for each in _objects(value, lexicon):
        apart = True
        for label, stated in _flatten(each, (), lexicon):
            start = max(start, text.find(json.dumps(label[-1], ensure_ascii=False), start) + 1)
            number = text.count("\n", 0, start) + 1
            yield Line(number, f"{_label(label, lexicon)}: {stated}", apart=apart, whole=True)
            apart = False


def _flatten(value: Any, path: tuple[str, ...], lexicon: Lexicon) -> Iterator[tuple[tuple[str, ...], str]]:
    """(keys down to the value, the value as text) of everything that is said."""
    if isinstance(value, dict) and len(path) < MAX_DEPTH:
        both = f"{value.get('login')}:{value.get('password')}"  # what 'raw' or 'combo' says again
        for key, inner in value.items():
            of_another = not vocabulary.SPEAKERS.isdisjoint(words_of(split_camel(key))) and "@" in str(inner)
            if inner != both and not of_another:
                yield from _flatten(inner, (*path, str(key)), lexicon)
    elif isinstance(value, list):
        objects = [each for each in value if isinstance(each, dict)]
        if not objects:
            yield path, ", ".join(map(str, value))
        else:
            for each in objects:
                yield from _flatten(each, path, lexicon)
    elif isinstance(value, bool):
        yield path, "sim" if value else "não"
    elif isinstance(value, str) and "\n" in value:
        yield from _statements(value, lexicon)
    elif value is not None and str(value).strip():
        yield path, str(value)


def _statements(text: str, lexicon: Lexicon) -> Iterator[tuple[tuple[str, ...], str]]:
    """The statements of a text inside an object, line by line: '"credentials": "Login: joana\\nPassword: abc#1"'."""
    for line in text.split("\n"):
        label, _, value = line.partition(":")
        if value.strip() and lexicon.label(label):
            yield (label.strip(),), value.strip()


def _label(path: tuple[str, ...], lexicon: Lexicon) -> str:
    """The key, or with the one above it: 'login' inside of 'email' is the e-mail's."""
    key = split_camel(path[-1])
    if len(path) > 1:
        of_email = not vocabulary.MAIL_WORDS.isdisjoint(words_of(split_camel(path[-2])))
        if of_email and lexicon.label(key) in ("login", "password"):
            return f"email {key}"
        if lexicon.kind_of(lexicon.label(split_camel(path[-2])) or "") is Kind.RANK and set(words_of(key)) <= _OF_RANK:
            return split_camel(path[-2])
        longer = f"{split_camel(path[-2])} {key}"
        is_vague = lexicon.kind_of(lexicon.label(key) or "") is None
        if lexicon.label(split_camel(path[-2])) == "email_login" or is_vague:
            return longer if lexicon.label(longer) else key
    return key


_NAME = r"[\w.`\"\[\]]{1,80}"
_TOLD = rf"(?P<table>{_NAME})\s*(?:\((?P<columns>[^()]{{3,1000}})\))"
_INTO = re.compile(rf"\binsert\s+into\s+{_TOLD}?\s*values\s*(?=\()", re.IGNORECASE)
_TABLE = re.compile(rf"\bcreate\s+table\s+{_TOLD}", re.IGNORECASE)
_UPDATE = re.compile(rf"\bupdate\s+{_NAME}\s+set\s+(?=[\w.`]+\s*=)", re.IGNORECASE)
_LITERAL = r"""(?:'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|[\w.+-]+)"""
_ROW = re.compile(rf"\(\s*({_LITERAL}(?:\s*,\s*{_LITERAL})*)\s*\)\s*,?\s*", re.DOTALL)
_EACH = re.compile(_LITERAL, re.DOTALL)
_ASSIGNED = re.compile(rf"([\w.]+)[`\"]?\s*=\s*({_LITERAL})", re.DOTALL)

Rows = list[dict[str, str]]


def read_inserts(text: str) -> Iterator[tuple[Rows, int, int]]:
    """The rows of each statement, {column: value}, and where it begins and ends."""
    told = {table["table"]: table["columns"].split(",") for table in _TABLE.finditer(text)}
    tables = {name: ",".join(each.split()[0] for each in columns if each.strip()) for name, columns in told.items()}
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
