"""Rows that a database's dump puts into a table: 'INSERT INTO contas (login, senha) VALUES ('joana', 'abc#1');'."""

import re
from collections.abc import Iterator

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
