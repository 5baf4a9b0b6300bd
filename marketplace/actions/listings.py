"""Listings behind our keys: what people list and take back is noted, what happens elsewhere becomes a work list."""

from decimal import Decimal

import structlog
from django.db import DatabaseError, transaction
from django.utils import timezone

from core import audit
from core.actor import Actor
from core.conditional import bump
from core.errors import Conflict
from core.money import quantize
from marketplace.adapters.base import Connection, Created, Listing, Watcher
from marketplace.enums import Audited
from marketplace.models import ListingChange, RemoteAccount
from marketplace.queries import CHANGES_STAMP

log = structlog.get_logger(__name__)


class ListingKeeper(Watcher):
    """Notes what a person's adapter lists and takes back. A database that fails here must not turn a listing that
    exists into one that seems not to: it is logged, and the next pass finds it."""

    def __init__(self, connection: Connection, *, user_id: int) -> None:
        self._connection = connection
        self._user_id = user_id

    def created(self, listing: Listing, created: Created) -> None:
        try:
            note_listing(
                self._connection,
                remote_id=created.remote_id,
                user_id=self._user_id,
                game=listing.game,
                title=listing.title,
                status=created.status,
                price_eur=listing.price_eur,
            )
        except DatabaseError:
            log.exception("listing_not_noted", remote_id=created.remote_id)

    def deleted(self, remote_id: str) -> None:
        try:
            with transaction.atomic():
                accounts = RemoteAccount.objects.filter(market=self._connection.market, remote_id=remote_id)
                accounts.update(gone_at=timezone.now())
        except DatabaseError:
            log.exception("listing_not_noted", remote_id=remote_id)


def note_listing(
    connection: Connection,
    *,
    remote_id: str,
    user_id: int,
    game: str = "",
    title: str = "",
    status: str = "",
    price_eur: Decimal | None = None,
) -> None:
    """Remember that a person listed this. What the marketplace shows of a known listing is not replaced by what is
    stated here."""
    account = RemoteAccount(
        market=connection.market,
        remote_id=remote_id,
        user_id=user_id,
        service=connection.provider,
        lane_key=connection.lane_key,
        game=game[:60],
        title=title[:300],
        status=status,
        price_eur=None if price_eur is None else quantize(price_eur),
        seen_at=timezone.now(),
    )
    RemoteAccount.objects.bulk_create(
        [account], update_conflicts=True, unique_fields=["market", "remote_id"], update_fields=["user"]
    )


def handle_change(*, change: ListingChange, note: str, by: Actor) -> ListingChange:
    """Take a line off the work list, saying what was done."""
    with transaction.atomic():
        open_one = ListingChange.objects.filter(pk=change.pk, handled_at=None)
        if not open_one.update(handled_at=timezone.now(), handled_by_id=by.id, note=note):
            raise Conflict("Esta mudança já foi tratada.")
        bump(CHANGES_STAMP)
        audit.record(Audited.CHANGE_HANDLED, by=by, target=change, reason=note, subject=change.account.user_id)
    change.refresh_from_db()
    return change
