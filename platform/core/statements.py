"""Statements of the ORM whose SQL is built once: to build one takes Django several times as long as to run it."""

import re
from collections.abc import Callable, Mapping
from copy import copy
from functools import lru_cache
from typing import Any

from django.db import connections
from django.db.models import Expression, Model, Q, QuerySet
from django.db.models.sql import UpdateQuery
from django.db.transaction import TransactionManagementError


class Given(Expression):
    """Stands for a value that each execution brings."""

    def __init__(self, name: str, field: Any = None) -> None:
        super().__init__(field)
        self.name = name

    def as_sql(self, *_: Any, **__: Any) -> Any:
        return "%s", [self]


def build(make: Callable[..., QuerySet[Any, Any]]) -> Callable[..., list[Any]]:
    """Ask for the rows of the query that `make` makes of named numbers and texts. Its own texts are written into the SQL: a
    plan for any values uses no index of some states. Raises TransactionManagementError where it locks outside of one."""

    @lru_cache
    def once(*names: str) -> tuple[Any, Any, str, list[Any]]:
        rows = make(**{name: Given(name) for name in names})
        compiler = rows.query.get_compiler(rows.db)
        sql, params = compiler.as_sql()
        quoted = (each.replace("'", "''").replace("%", "%%") if isinstance(each, str) else None for each in params)
        texts = ("%s" if each is None else f"'{each}'" for each in quoted)
        sql = re.sub("(?<!%)%s", lambda _: next(texts), sql)
        return rows, compiler, sql, [each for each in params if not isinstance(each, str)]

    def ask(**values: Any) -> list[Any]:
        rows, compiler, sql, params = once(*values)
        asked, mine, database = rows.all(), copy(compiler), connections[rows.db]
        if rows.query.select_for_update and database.get_autocommit():  # Django asks while it builds: only the first time
            raise TransactionManagementError(f"{rows.model.__name__} is locked inside the transaction of its cause.")
        mine.connection, mine.as_sql = database, lambda: (sql, _with(values, params))
        asked.query.get_compiler = lambda *_, **__: mine
        return list(asked)

    return ask


def update(model: type[Model], where: Mapping[str, Any], *conditions: Q, **changes: Any) -> int:
    """`filter(*conditions, **where).update(**changes)`, where no value of `where` is None; how many rows matched."""
    database = connections["default"]
    computed = {name: value for name, value in changes.items() if hasattr(value, "resolve_expression")}
    sql, params = _updating(model, tuple(where), conditions, tuple(changes), tuple(computed.items()))
    values = {f"where {name}": value for name, value in where.items()}
    for name in changes.keys() - computed.keys():
        column: Any = model._meta.get_field(name)
        value = changes[name].pk if isinstance(changes[name], Model) else changes[name]
        values[name] = column.get_db_prep_save(value, database)
    with database.cursor() as cursor:
        cursor.execute(sql, _with(values, params))
        return int(cursor.rowcount)


@lru_cache(500)
def _updating(model: Any, where: Any, conditions: Any, names: Any, computed: Any) -> Any:
    rows = model.objects.filter(*conditions, **{name: Given(f"where {name}") for name in where})
    query = rows.query.chain(UpdateQuery)
    query.add_update_values({name: Given(name, model._meta.get_field(name)) for name in names} | dict(computed))
    return query.get_compiler(rows.db).as_sql()


def _with(values: Mapping[str, Any], params: Any) -> list[Any]:
    return [values[each.name] if isinstance(each, Given) else each for each in params]
