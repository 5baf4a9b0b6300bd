"""Rows that a database's dump puts into a table: 'INSERT INTO contas (login, senha) VALUES ('joana', 'abc#1');'."""

import re
from collections.abc import Iterator

_INTO = re.compile(r"\binsert\s+into\s+[\w.`\"\[\]]{1,80}\s*\(([^()]{3,1000})\)\s*values\s*(?=\()", re.IGNORECASE)
_LITERAL = r"""(?:'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|[\w.+-]+)"""
_ROW = re.compile(rf"\(\s*({_LITERAL}(?:\s*,\s*{_LITERAL})*)\s*\)\s*,?\s*", re.DOTALL)
_EACH = re.compile(_LITERAL, re.DOTALL)
_UNKNOWN = frozenset({"null", "default"})

Rows = list[dict[str, str]]


def inserted(text: str) -> Iterator[tuple[Rows, int, int]]:
    """The rows of each statement, {column: value}, and where it begins and ends."""
    for statement in _INTO.finditer(text):
        columns = [column.strip(" \n\t`\"[]'") for column in statement[1].split(",")]
        rows: Rows = []
        end = statement.end()
        while row := _ROW.match(text, end):
            cells = [_plain(cell) for cell in _EACH.findall(row[1])]
            rows += [dict(zip(columns, cells, strict=True))] if len(cells) == len(columns) else []
            end = row.end()
        yield rows, statement.start(), end


def _plain(literal: str) -> str:
    quote = literal[0]
    if quote not in "'\"":
        return "" if literal.lower() in _UNKNOWN else literal
    return re.sub(r"\\(.)", r"\1", literal[1:-1].replace(quote * 2, quote))
