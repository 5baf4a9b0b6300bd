from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.state import ProjectState

from core import audit
from core.append_only import AppendOnlyError, ForbidUpdateAndDelete
from core.models import AuditEvent


@pytest.fixture
def event(db: Any) -> Iterator[AuditEvent]:
    """An event that has to be as it was when the test ends."""
    event = audit.record("primeiro", by=None, reason="era assim")
    yield event
    assert list(AuditEvent.objects.values_list("id", "event", "reason")) == [(event.id, "primeiro", "era assim")]


def execute(sql: str, *parameters: object) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, parameters)


def test_saving_a_row_again_is_refused(event: AuditEvent) -> None:
    event.reason = "virou outra coisa"
    with pytest.raises(AppendOnlyError):
        event.save()

    read = AuditEvent.objects.get()
    read.reason = "virou outra coisa"
    with pytest.raises(AppendOnlyError):
        read.save(update_fields=["reason"])


def test_new_row_under_a_known_id_is_refused(event: AuditEvent) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEvent(id=event.id, event="outro", actor_label="sistema").save()


def test_deleting_a_row_is_refused(event: AuditEvent) -> None:
    with pytest.raises(AppendOnlyError):
        event.delete()


def test_querysets_refuse_to_change_and_to_delete(event: AuditEvent) -> None:
    event.reason = "virou outra coisa"
    with pytest.raises(AppendOnlyError):
        AuditEvent.objects.update(reason="virou outra coisa")
    with pytest.raises(AppendOnlyError), transaction.atomic():
        AuditEvent.objects.bulk_update([event], ["reason"])
    with pytest.raises(AppendOnlyError), transaction.atomic():
        AuditEvent.objects.update_or_create(id=event.id, defaults={"reason": "virou outra coisa"})
    with pytest.raises(AppendOnlyError):
        AuditEvent.objects.filter(id=event.id).delete()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE core_auditevent SET reason = 'virou outra coisa'",
        "UPDATE core_auditevent SET reason = reason",
        "DELETE FROM core_auditevent",
        "INSERT INTO core_auditevent SELECT * FROM core_auditevent WHERE true "
        "ON CONFLICT (id) DO UPDATE SET reason = 'virou outra coisa'",
    ],
)
def test_database_itself_refuses_raw_sql(event: AuditEvent, sql: str) -> None:
    with pytest.raises(IntegrityError, match="core_auditevent is append-only"):
        execute(sql)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite has INSERT OR REPLACE")
def test_database_itself_refuses_insert_or_replace(event: AuditEvent) -> None:
    with pytest.raises(IntegrityError, match="core_auditevent is append-only"):
        execute("INSERT OR REPLACE INTO core_auditevent SELECT * FROM core_auditevent")


def test_migration_operation_can_be_undone(real_database: Any) -> None:
    operation = ForbidUpdateAndDelete("probe_ledger")
    state = ProjectState()
    execute("CREATE TABLE probe_ledger (amount integer)")
    try:
        with connection.schema_editor() as editor:
            operation.database_forwards("core", editor, state, state)
        execute("INSERT INTO probe_ledger VALUES (1)")
        with pytest.raises(IntegrityError):
            execute("UPDATE probe_ledger SET amount = 2")

        with connection.schema_editor() as editor:
            operation.database_backwards("core", editor, state, state)

        execute("UPDATE probe_ledger SET amount = 2 WHERE amount = 1")
        execute("DELETE FROM probe_ledger WHERE amount = 2")
    finally:
        execute("DROP TABLE probe_ledger")


def test_migration_operation_is_written_into_a_migration_as_it_is() -> None:
    operation = ForbidUpdateAndDelete("core_auditevent")

    assert operation.deconstruct() == ("ForbidUpdateAndDelete", ("core_auditevent",), {})
    assert operation.describe() == "Forbid UPDATE and DELETE on core_auditevent"
