"""What people do to one row: decide an uncertain one, see its credentials."""

from django.db import transaction

from bulk import transitions
from bulk.enums import Audited, RowState
from bulk.errors import CredentialsPurged, RemoteIdTaken, WrongState
from bulk.models import Row
from core import audit
from core.actor import Actor

DECIDED_FAILED = "Conferida por uma pessoa: a conta não foi criada."


def resolve_row(*, row: Row, outcome: RowState, remote_id: str = "", by: Actor) -> Row:
    """Decide an uncertain row: `created` with the listing's id, which credits it once, or `failed`.

    Raises WrongState for a row that is not uncertain, RemoteIdTaken for a listing that another row answers for.
    """
    with transaction.atomic():
        transitions.touch(row.run_id)
        rows = Row.objects.filter(pk=row.pk)
        if outcome is RowState.CREATED:
            if Row.objects.filter(remote_id=remote_id, run__market=row.run.market).exists():
                raise RemoteIdTaken()
            changes = {"remote_id": remote_id, "error": "", "errors": {}}
        else:
            changes = {"error": DECIDED_FAILED}
        if not transitions.move(rows, RowState.UNCERTAIN, outcome, **changes):
            raise WrongState("Esta conta não está mais incerta.")
        row.refresh_from_db()
        if outcome is RowState.CREATED:
            transitions.credit(row)
        audit.record(
            Audited.ROW_RESOLVED,
            by=by,
            target=row,
            subject=row.run.owner_id,
            after={"outcome": outcome, "remoteId": remote_id},
        )
    return row


def reveal_credentials(*, row: Row, by: Actor) -> dict[str, str]:
    """One row's credentials, and the audit row that the person concerned can see (decisions §12)."""
    with transaction.atomic():
        if row.credentials is None:
            raise CredentialsPurged()
        audit.record(Audited.CREDENTIALS_REVEALED, by=by, target=row, subject=row.run.owner_id)
    revealed: dict[str, str] = row.credentials
    return revealed
