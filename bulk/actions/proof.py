"""Whether a listing that a person names is the one of a row: asked of the marketplace itself."""

from dataclasses import dataclass

from bulk import planning
from bulk.engine.lane import connection_of
from bulk.errors import NO_SUCH_LISTING, OTHER_ACCOUNT, UNREACHABLE, ConfigurationMissing, NoRemoteId
from bulk.models import Row
from bulk.rules.states import REMOTE_ID
from infra.connections import give_back_connection
from marketplace import actions as marketplace
from marketplace.adapters.base import Absent, Connection, Found, ListingAdapter, LookupFailed, RemoteListing
from marketplace.queries import service_of, spellings_of


@dataclass(frozen=True)
class Proof:
    """`doubt` is why the listing was not found to be the row's, "" when it was: then `connection` is where."""

    doubt: str = ""
    listing: RemoteListing | None = None
    connection: Connection | None = None


def require_remote_id(remote_id: str) -> None:
    if not REMOTE_ID.fullmatch(remote_id):
        raise NoRemoteId()


def proof_of(row: Row, remote_id: str) -> Proof:
    """Look the listing up, by the key that sent the row or else by its owner's. Call it outside a transaction.

    The login is compared by its index, so that it is known after the credentials were purged as well. Raises NoRemoteId.
    """
    require_remote_id(remote_id)
    connection = _connection_of(row)
    if connection is None:
        return Proof(UNREACHABLE)
    adapter = marketplace.adapter_for(connection, user_id=row.run.owner_id, interactive=True)
    give_back_connection()
    try:
        return _asked(adapter, connection, row, remote_id)
    finally:
        adapter.close()


def _asked(adapter: ListingAdapter, connection: Connection, row: Row, remote_id: str) -> Proof:
    match adapter.find_by_id(remote_id):
        case Found(listings=[listing, *_]):
            if listing.game not in ("", row.run.game):
                return Proof(OTHER_ACCOUNT.format(id=remote_id))
            if not listing.login:
                return _by_login(adapter, connection, row, remote_id)
            spellings = spellings_of(row.run.market)
            mine = row.login_index in planning.login_indexes(spellings, row.run.game, listing.login)
            return Proof("", listing, connection) if mine else Proof(OTHER_ACCOUNT.format(id=remote_id))
        case Absent():
            return Proof(NO_SUCH_LISTING.format(id=remote_id))
        case _:
            return Proof(UNREACHABLE)


def _by_login(adapter: ListingAdapter, connection: Connection, row: Row, remote_id: str) -> Proof:
    """Where the marketplace does not say whose listing an id is, the login has to lead to it."""
    if row.credentials is None:
        return Proof(UNREACHABLE)
    outcome = adapter.find_by_login(row.credentials["login"])
    if isinstance(outcome, LookupFailed):
        return Proof(UNREACHABLE)
    listings = outcome.listings if isinstance(outcome, Found) else []
    found = next((listing for listing in listings if listing.remote_id == remote_id), None)
    return Proof("", found, connection) if found else Proof(OTHER_ACCOUNT.format(id=remote_id))


def _connection_of(row: Row) -> Connection | None:
    lane = row.sent_via
    if lane is not None and lane.connection is not None:
        return connection_of(lane)
    try:
        connection = planning.configuration_of(
            row.run.owner_id, row.run.game, service=service_of(row.run.market), training=row.run.training
        ).connection()
    except ConfigurationMissing:
        return None
    return connection if connection.market == row.run.market else None
