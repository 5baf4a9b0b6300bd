"""What people do to one row or listing: decide an uncertain one, see its credentials, assign a lost one."""

from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from bulk import errors, planning, transitions
from bulk.engine.lane import connection_of
from bulk.engine.settle import note_found
from bulk.enums import Audited, RowState
from bulk.exports import corrections_csv
from bulk.games.catalogue import is_game
from bulk.models import Row, Run
from bulk.queries import game_named
from bulk.rules import REMOTE_ID, TRANSITIONS
from core import audit
from core.actor import Actor
from core.errors import Forbidden
from earnings.queries import scheme_in_force
from infra.connections import give_back_connection
from marketplace.actions.calls import adapter_without_wait
from marketplace.actions.listings import claim_unexplained
from marketplace.adapters.base import Absent, Connection, Found, LookupFailed, RemoteListing
from marketplace.enums import LISTING_SOURCE
from marketplace.queries import spellings_of


@dataclass(frozen=True)
class Proof:
    """`doubt` is why the listing was not found to be the row's, "" when it was: then `connection` is where."""

    doubt: str = ""
    listing: RemoteListing | None = None
    connection: Connection | None = None


def proof_of(row: Row, outcome: str, remote_id: str) -> Proof | None:
    """Look the listing up, by the key that sent the row or else by its owner's; None of a decision that needs no proof. Call
    it outside a transaction. The login is compared by its index, which outlives the credentials. Raises NoRemoteId."""
    if outcome != RowState.CREATED or row.state not in (RowState.UNCERTAIN, RowState.DUPLICATE):
        return None
    if not REMOTE_ID.fullmatch(remote_id):
        raise errors.NoRemoteId
    connection = _connection_of(row)
    if connection is None:
        return Proof(errors.UNREACHABLE)
    of_another = Proof(errors.OTHER_ACCOUNT.format(id=remote_id))
    with adapter_without_wait(connection, user_id=row.run.owner_id) as adapter:
        give_back_connection()
        match adapter.find_by_id(remote_id):
            case Absent():
                return Proof(errors.NO_SUCH_LISTING.format(id=remote_id))
            case Found(listings=[listing, *_]) if listing.game not in ("", row.run.game):
                return of_another
            case Found(listings=[listing, *_]) if listing.login:
                indexes = planning.login_indexes(spellings_of(row.run.market), row.run.game, listing.login)
                return Proof("", listing, connection) if row.login_index in indexes else of_another
            case Found(listings=[_, *_]) if row.credentials is not None:
                # Where the marketplace does not say whose listing an id is, the login has to lead to it.
                answer = adapter.find_by_login(row.credentials["login"])
                if not isinstance(answer, LookupFailed):
                    listings = answer.listings if isinstance(answer, Found) else []
                    found = next((each for each in listings if each.remote_id == remote_id), None)
                    return Proof("", found, connection) if found else of_another
    return Proof(errors.UNREACHABLE)


def _connection_of(row: Row) -> Connection | None:
    lane = row.sent_via
    if lane is not None and lane.connection is not None and lane.refused_at is None:
        return connection_of(lane)
    try:
        connection = planning.configuration_for(row.run).connection
    except errors.ConfigurationMissing:
        return None
    return connection if connection.market == row.run.market else None


def resolve_row(
    *, row: Row, outcome: str, remote_id: str = "", proof: Proof | None = None, reason: str = "", by: Actor
) -> Row:
    """Decide an uncertain row: `created` with the listing's id, which credits it once, or `failed`. An admin may also
    decide, with a reason, that a duplicate was `created` by this very run. `created` wants the marketplace's own word
    (`proof_of`); without it only an admin may decide, and says why. Raises NoDecision, NoRemoteId, WrongState,
    RemoteIdTaken, LoginTaken, NotConfirmed."""
    if outcome not in TRANSITIONS[RowState.UNCERTAIN]:
        raise errors.NoDecision()
    outcome = RowState(outcome)
    created = outcome is RowState.CREATED
    if created and not REMOTE_ID.fullmatch(remote_id):
        raise errors.NoRemoteId
    source = RowState.UNCERTAIN
    if row.state == RowState.DUPLICATE:
        source = RowState.DUPLICATE
        if not by.is_admin:
            raise errors.WrongState(errors.ONLY_ADMINS)
        if not created:
            raise errors.WrongState(errors.ONLY_CREATED)
        if not reason:
            raise errors.NotConfirmed(errors.REASON_WANTED, errors={"reason": [errors.REASON_WANTED]})
    with transaction.atomic():
        transitions.touch(row.run_id)
        if created:
            if Row.objects.filter(remote_id=remote_id, run__market=row.run.market).exists():
                raise errors.RemoteIdTaken()
            changes: dict[str, Any] = {"remote_id": remote_id, "error": "", "errors": {}}
        else:
            changes = {"error": "Conferida por uma pessoa: a conta não foi criada."}
        try:
            with transaction.atomic():
                moved = transitions.move(Row.objects.filter(pk=row.pk), source, outcome, **changes)
        except IntegrityError:
            raise errors.LoginTaken from None
        if not moved:
            raise errors.WrongState(errors.NOT_UNCERTAIN)
        doubt = proof.doubt if proof else errors.UNREACHABLE
        if created and doubt and not by.is_admin:
            raise errors.NotConfirmed(f"{doubt} {errors.ASK_AN_ADMIN}")
        if created and doubt and not reason:
            raise errors.NotConfirmed(doubt, errors={"reason": [errors.REASON_WANTED]})
        row.refresh_from_db()
        if created:
            transitions.credit(row)
            if proof and proof.listing and proof.connection:
                note_found(proof.connection, row, proof.listing)
        after = {"outcome": outcome, "remoteId": row.remote_id, "confirmed": bool(proof and not proof.doubt)}
        audit.record(Audited.ROW_RESOLVED, by=by, target=row, subject=row.run.owner_id, reason=reason, after=after)
    return row


def export_corrections(*, run: Run, by: Actor) -> str:
    rows = list(Row.objects.filter(run=run, state__in=(RowState.FAILED, RowState.UNSENT)).order_by("line"))
    details = {"accounts": sum(row.credentials is not None for row in rows)}
    with transaction.atomic():
        audit.record(Audited.CREDENTIALS_EXPORTED, by=by, target=run, subject=run.owner_id, after=details)
    return corrections_csv(run, rows)


def reveal_credentials(*, row: Row, by: Actor) -> dict[str, str]:
    with transaction.atomic():
        if row.credentials is None:
            raise errors.CredentialsPurged()
        audit.record(Audited.CREDENTIALS_REVEALED, by=by, target=row, subject=row.run.owner_id)
    return dict(row.credentials)


def assign_listing(*, account_id: int, person: User, reason: str, by: Actor) -> None:
    """Credit a person for a listing (a RemoteAccount) whose run is lost, once for ever. Admins only. Raises
    RemoteIdTaken where a row answers for it, Conflict where somebody has it already."""
    if not by.is_admin:
        raise Forbidden
    with transaction.atomic():
        account = claim_unexplained(account_id=account_id, user_id=person.id)
        if Row.objects.filter(remote_id=account.remote_id, run__market=account.market).exists():
            raise errors.RemoteIdTaken()
        scheme = scheme_in_force()
        if scheme.profit_percent is not None:  # nobody will know the profit of a listing without a run
            raise errors.WrongState(errors.NO_SHARE_TO_GIVE)
        named = None if is_game(account.game) else game_named(account.game, account.title)
        amount = scheme.pay(game=named.slug if named else account.game, price_eur=account.price_eur)
        cause = {"source_kind": LISTING_SOURCE, "source_id": account_id, "by": by}
        description = f"Anúncio {account.remote_id}: {account.title}"
        transitions.credit_account(scheme, person.id, amount, description=description, **cause)
        after = {"remoteId": account.remote_id}
        audit.record(Audited.LISTING_ASSIGNED, by=by, target=account, subject=person.id, reason=reason, after=after)
