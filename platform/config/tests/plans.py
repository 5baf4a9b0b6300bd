"""How the database means to run a statement: which tables it would read from end to end, and what it would sort."""

import json
import re
from typing import Any

from django.db import connection

_ALIASED = re.compile(r'"(\w+)" (?:AS )?"?([A-Z]+\d+)"?\b')
# A statement may sort what an index has narrowed to this many rows.
FEW = 200
SORT = "USE TEMP B-TREE FOR ORDER BY"


def faults_of(statement: str, big: frozenset[str]) -> list[str]:
    """Big tables that the statement reads without an index, and sorts of many rows, as the plan tells them."""
    return _of_sqlite(statement, big) if connection.vendor == "sqlite" else _of_postgresql(statement, big)


def _of_sqlite(statement: str, big: frozenset[str]) -> list[str]:
    """SCAN goes from row to row. That is right for a page in the order of the rows or of an index, which ends it."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
        steps = [row[3] for row in cursor.fetchall()]
    tables = {alias: table for table, alias in _ALIASED.findall(statement)}
    ends_with_the_page = " LIMIT " in statement and SORT not in steps
    faults = []
    for step in steps:
        verb, name, *_ = step.split(" ", 2)
        if verb == "SCAN" and tables.get(name, name) in big and not ends_with_the_page:
            faults.append(step)
        if step == SORT and not _narrowed(steps):
            faults.append(step)
    return faults


def _narrowed(steps: list[str]) -> bool:
    """Whether what is sorted was first looked up by a person, a run, a login, or by being online."""
    return re.match(r"SEARCH \w+ USING .*\((\w+_id|login_index|last_seen_at)[=>]", steps[0]) is not None


def _of_postgresql(statement: str, big: frozenset[str]) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}")
        (answer,) = cursor.fetchone()
    plan = answer if isinstance(answer, list) else json.loads(answer)
    faults: list[str] = []

    def look(node: dict[str, Any]) -> None:
        if node["Node Type"] == "Seq Scan" and node["Relation Name"] in big:
            faults.append(f"Seq Scan on {node['Relation Name']}")
        if node["Node Type"] == "Sort" and node["Plan Rows"] > FEW:
            faults.append(f"Sort of {node['Plan Rows']} rows")
        for child in node.get("Plans", ()):
            look(child)

    look(plan[0]["Plan"])
    return faults
