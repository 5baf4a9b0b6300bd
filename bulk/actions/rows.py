"""What people do to one row: decide an uncertain one, see its credentials."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from bulk import transitions
from bulk.actions.proof import Proof, require_remote_id
from bulk.enums import Audited, RowState
from bulk.errors import (
    ASK_AN_ADMIN,
    NOT_UNCERTAIN,
    ONLY_ADMINS,
    ONLY_CREATED,
    REASON_WANTED,
    UNREACHABLE,
    CredentialsPurged,
    LoginTaken,
    NoDecision,
    NotConfirmed,
    RemoteIdTaken,
    WrongState,
)
from bulk.exports import corrections_csv
from bulk.models import Row, Run
from bulk.rules.states import TRANSITIONS
from core import audit
from core.actor import Actor
from marketplace import actions as marketplace

DECIDED_FAILED = "Conferida por uma pessoa: a conta não foi criada."


def resolve_row(
    *, row: Row, outcome: str, remote_id: str = "", proof: Proof | None = None, reason: str = "", by: Actor
) -> Row:
    """Decide an uncertain row: `created` with the listing's id, which credits it once, or `failed`. An admin may also
    decide, with a reason, that a duplicate was `created` by this very run.

    `created` wants the marketplace's own word (`proof_of`); against it, or without it, only an admin may decide, and
    says why. Raises NoDecision, NoRemoteId, WrongState for a row that is neither, RemoteIdTaken for a listing that
    another row answers for, LoginTaken, NotConfirmed.
    """
    if outcome not in TRANSITIONS[RowState.UNCERTAIN]:
        raise NoDecision()
    outcome = RowState(outcome)
    if outcome is RowState.CREATED:
        require_remote_id(remote_id)
    source = RowState.DUPLICATE if row.state == RowState.DUPLICATE else RowState.UNCERTAIN
    if source is RowState.DUPLICATE and not by.is_admin:
        raise WrongState(ONLY_ADMINS)
    if source is RowState.DUPLICATE and outcome is not RowState.CREATED:
        raise WrongState(ONLY_CREATED)
    if source is RowState.DUPLICATE and not reason:
        raise NotConfirmed(REASON_WANTED, errors={"reason": [REASON_WANTED]})
    with transaction.atomic():
        transitions.touch(row.run_id)
        rows = Row.objects.filter(pk=row.pk)
        if outcome is RowState.CREATED:
            if Row.objects.filter(remote_id=remote_id, run__market=row.run.market).exists():
                raise RemoteIdTaken()
            changes = {"remote_id": remote_id, "error": "", "errors": {}}
        else:
            changes = {"error": DECIDED_FAILED}
        if not _moved(rows, source, outcome, changes):
            raise WrongState(NOT_UNCERTAIN)
        if outcome is RowState.CREATED:
            _require_proof(proof or Proof(UNREACHABLE), reason, by)
        row.refresh_from_db()
        if outcome is RowState.CREATED:
            transitions.credit(row)
            _note(row, proof)
        audit.record(
            Audited.ROW_RESOLVED,
            by=by,
            target=row,
            subject=row.run.owner_id,
            reason=reason,
            after={"outcome": outcome, "remoteId": row.remote_id, "confirmed": bool(proof and not proof.doubt)},
        )
    return row


def _moved(rows: QuerySet[Row], source: RowState, outcome: RowState, changes: dict[str, Any]) -> int:
    try:
        with transaction.atomic():
            return transitions.move(rows, source, outcome, **changes)
    except IntegrityError:
        raise LoginTaken from None


def _require_proof(proof: Proof, reason: str, by: Actor) -> None:
    if not proof.doubt or (by.is_admin and reason):
        return
    if by.is_admin:
        raise NotConfirmed(proof.doubt, errors={"reason": [REASON_WANTED]})
    raise NotConfirmed(f"{proof.doubt} {ASK_AN_ADMIN}")


def _note(row: Row, proof: Proof | None) -> None:
    """The listing is watched from now on as one whose answer came."""
    if proof and proof.listing and proof.connection:
        marketplace.note_listing(
            proof.connection,
            remote_id=proof.listing.remote_id,
            user_id=row.run.owner_id,
            game=row.run.game,
            title=proof.listing.title,
            status=proof.listing.status,
            price_eur=proof.listing.price_eur,
        )


def export_corrections(*, run: Run, by: Actor) -> str:
    """The CSV of what the run did not create, credentials included, and the audit row that tells its owner."""
    rows = list(Row.objects.filter(run=run, state__in=(RowState.FAILED, RowState.UNSENT)).order_by("line"))
    with transaction.atomic():
        audit.record(
            Audited.CREDENTIALS_EXPORTED,
            by=by,
            target=run,
            subject=run.owner_id,
            after={"accounts": sum(row.credentials is not None for row in rows)},
        )
    return corrections_csv(run, rows)


def reveal_credentials(*, row: Row, by: Actor) -> dict[str, str]:
    """One row's credentials, and the audit row that the person concerned can see."""
    with transaction.atomic():
        if row.credentials is None:
            raise CredentialsPurged()
        audit.record(Audited.CREDENTIALS_REVEALED, by=by, target=row, subject=row.run.owner_id)
    revealed: dict[str, str] = row.credentials
    return revealed
