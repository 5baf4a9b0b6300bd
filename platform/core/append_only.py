"""Rows that only ever get added: refused in Python by the model, in the database by triggers."""

from typing import Any, NoReturn

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class AppendOnlyError(TypeError):
    """Somebody tried to change history."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{self.model.__name__} rows are never changed; add a correcting row.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError(f"{self.model.__name__} rows are never deleted.")


class AppendOnlyModel(models.Model):
    """A row that can be inserted and read, nothing else. Its migration adds ForbidUpdateAndDelete."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are never changed; add a correcting row.")
        super().save(**kwargs | {"force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{type(self).__name__} rows are never deleted.")


_SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {VERB} ON "{table}"
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$
"""
_POSTGRESQL = """
CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON "{table}" FOR EACH ROW EXECUTE FUNCTION refuse_change()
"""


class ForbidUpdateAndDelete(Operation):
    """Migration operation: the database itself refuses UPDATE and DELETE on one table."""

    def __init__(self, table: str) -> None:
        self.table = table

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Changes no state of Django's models."""

    def database_forwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *states: ProjectState) -> None:
        if schema_editor.connection.vendor == "sqlite":
            for verb in ("update", "delete"):
                schema_editor.execute(_SQLITE.format(table=self.table, verb=verb, VERB=verb.upper()), params=None)
        else:
            schema_editor.execute(_POSTGRESQL_FUNCTION, params=None)
            schema_editor.execute(_POSTGRESQL.format(table=self.table), params=None)

    def database_backwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *states: ProjectState) -> None:
        if schema_editor.connection.vendor == "sqlite":
            for verb in ("update", "delete"):
                schema_editor.execute(f'DROP TRIGGER IF EXISTS "{self.table}_no_{verb}"', params=None)
        else:
            schema_editor.execute(f'DROP TRIGGER IF EXISTS {self.table}_no_change ON "{self.table}"', params=None)

    def describe(self) -> str:
        return f"Forbid UPDATE and DELETE on {self.table}"
