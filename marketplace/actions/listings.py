"""Listings behind our keys: what people list and take back is noted, what happens elsewhere becomes a work list."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import structlog
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from core import audit
from core.actor import Actor
from core.conditional import bump
from core.errors import Conflict
from core.events import publish
from core.money import quantize
from infra.connections import short_transaction, unsynced_transaction
from marketplace.adapters.base import Connection, Created, Listing, RemoteListing, Watcher
from marketplace.adapters.reading import reference_of
from marketplace.enums import PURCHASED, Audited, ChangeKind, RemoteStatus, WritableStatus
from marketplace.errors import CHANGE_HANDLED, HAS_AN_OWNER
from marketplace.models import ListingChange, RemoteAccount
from marketplace.queries import CHANGES_STAMP

log = structlog.get_logger(__name__)

PUBLISH_AFTER = timedelta(seconds=30)
DECIDED = {WritableStatus.LISTED: "Publicado.", WritableStatus.DRAFT: "Mantido como rascunho."}


class Notes:
    """Notes of a run's calls, written with the next step of its lane; used by one thread. A process that is
    killed before loses these traces, of one step; what was sent is on the account's row."""

    def __init__(self) -> None:
        self._kept: list[Callable[[], object]] = []

    def add(self, *writes: Callable[[], object]) -> None:
        self._kept += writes

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A short transaction that begins with writing them: whoever looks listings over locks those before runs. Where
        that fails nothing else was written, so it begins again, with savepoints around them."""
        with ExitStack() as stack:
            stack.enter_context(short_transaction())
            try:
                for write in self._kept:
                    write()
            except DatabaseError as error:
                stack.__exit__(type(error), error, error.__traceback__)
                stack.enter_context(short_transaction())
                write_notes(self._kept)
            yield
        self._kept.clear()


def write_notes(
    notes: Sequence[Callable[[], object]], within: Callable[[], AbstractContextManager[None]] = transaction.atomic
) -> None:
    """Write all of them `within` one transaction or savepoint; where that fails, each within one of its own, so that one
    that cannot be written is logged and takes neither the others along nor what the caller writes."""
    if not notes:
        return
    try:
        with within():
            for write in notes:
                write()
    except DatabaseError:
        if len(notes) == 1:
            log.exception("call_not_noted")
            return
        for write in notes:
            write_notes([write], within)


class ListingKeeper(Watcher):
    """Notes what a person's adapter lists and takes back, a run's new listings with its `notes`. A database that fails
    here must not turn a listing that exists into one that seems not to: it is logged, and the next pass finds it."""

    def __init__(self, connection: Connection, *, user_id: int, notes: Notes | None = None) -> None:
        self._connection = connection
        self._user_id = user_id
        self._notes = notes

    def note_created(self, listing: Listing, created: Created) -> None:
        stated = (listing.title, listing.game, created.status, listing.price_eur, listing.login)
        shown = RemoteListing(created.remote_id, *stated)
        note = partial(note_listing, self._connection, shown, user_id=self._user_id)
        if self._notes and created.status != RemoteStatus.DRAFT:  # which would bump the stamp of everybody's work list
            self._notes.add(note)
        else:
            write_notes([note], unsynced_transaction)

    def note_deleted(self, remote_id: str) -> None:
        write_notes([partial(self._note, [remote_id], "Excluído.", gone_at=timezone.now())])

    def status_set(self, remote_ids: list[str], status: WritableStatus) -> None:
        write_notes([partial(self._note, remote_ids, DECIDED[status], status=RemoteStatus[status.name])])

    def _note(self, remote_ids: list[str], decided: str, **changes: Any) -> None:
        accounts = RemoteAccount.objects.filter(market=self._connection.market, remote_id__in=remote_ids)
        accounts.update(**changes)
        close_drafts(accounts, decided)
        for remote_id in remote_ids if "gone_at" in changes else ():
            publish("listing_gone", self._connection.market, remote_id)


def note_listing(connection: Connection, listing: RemoteListing, *, user_id: int) -> None:
    """Remember that a person listed this; what the marketplace shows of a known one is not replaced. A draft was
    created and not published: that is tried again, and stands on the work list meanwhile. Practice is not watched. What
    a power cut takes of this, the next pass over the key's listings finds."""
    if connection.training:
        return
    is_draft = listing.status == RemoteStatus.DRAFT
    account = RemoteAccount(market=connection.market, remote_id=listing.remote_id, user_id=user_id)
    take_over(listing, account, connection)
    account.publish_at = timezone.now() + PUBLISH_AFTER if is_draft else None
    with unsynced_transaction(savepoint=False):
        known, changed = ["market", "remote_id"], ["user", "publish_at", "reference", "unexplained"]
        RemoteAccount.objects.bulk_create([account], update_conflicts=True, unique_fields=known, update_fields=changed)
        if is_draft:
            add_changes([ListingChange(account=account, kind=ChangeKind.DRAFT)])
        if listing.status in PURCHASED:
            publish("listings_sold", connection.market, {listing.remote_id: listing.order_id})


def take_over(listing: RemoteListing, account: RemoteAccount, connection: Connection) -> None:
    """Put what the marketplace shows now into an account's columns; nothing is saved."""
    account.service, account.lane_key = connection.provider, connection.lane_key
    account.title, account.game = listing.title[:300], listing.game[:60] or account.game
    account.status, account.seen_at = listing.status[:50], timezone.now()
    account.reference = listing.reference or (reference_of(listing.login) if listing.login else account.reference)
    account.price_eur = None if listing.price_eur is None else quantize(listing.price_eur)


def claim_listing(connection: Connection, found: RemoteListing, *, user_id: int, game: str) -> bool:
    """Note a listing without an owner as this person's; False where it got one. For the transaction of what follows."""
    accounts = RemoteAccount.objects.select_for_update().filter(market=connection.market, remote_id=found.remote_id)
    if any(account.user_id is not None for account in accounts):
        return False
    note_listing(connection, replace(found, game=game), user_id=user_id)
    return True


def claim_unexplained(*, account_id: int, user_id: int) -> RemoteAccount:
    """Give a listing whose run is lost to a person, or Conflict. For the transaction of what follows."""
    reference = RemoteAccount.objects.values_list("reference", flat=True).get(pk=account_id)
    same = Q(pk=account_id) | (Q(reference=reference) & ~Q(reference=""))
    alike = {each.pk: each for each in RemoteAccount.objects.select_for_update().filter(same).order_by("pk")}
    account = alike.pop(account_id)
    if account.user_id is not None or any(each.game == account.game and each.user_id for each in alike.values()):
        raise Conflict(HAS_AN_OWNER)
    account.user_id = user_id
    account.save(update_fields=["user"])
    return account


def add_changes(changes: list[ListingChange]) -> list[ListingChange]:
    """Put lines on the work list, unless they stand there already; those that are new. Belongs inside a transaction."""
    standing = ListingChange.objects.filter(account__in=[each.account_id for each in changes], handled_at=None)
    known = set(standing.values_list("account", "kind"))
    new = [each for each in changes if (each.account_id, each.kind) not in known]
    if new:
        ListingChange.objects.bulk_create(new)
        bump(CHANGES_STAMP)
    return new


@transaction.atomic(savepoint=False)
def close_drafts(accounts: QuerySet[RemoteAccount], note: str) -> None:
    """These, published or drafts for good, wait for no publishing any more: their lines go off the work list."""
    accounts.update(publish_at=None)
    lines = ListingChange.objects.filter(account__in=accounts, kind=ChangeKind.DRAFT, handled_at=None)
    lines.update(handled_at=timezone.now(), note=note)
    bump(CHANGES_STAMP)


@transaction.atomic
def handle_change(*, change: ListingChange, note: str, by: Actor) -> ListingChange:
    """Take a line off the work list, saying what was done."""
    open_one = ListingChange.objects.filter(pk=change.pk, handled_at=None)
    if not open_one.update(handled_at=timezone.now(), handled_by_id=by.id, note=note):
        raise Conflict(CHANGE_HANDLED)
    bump(CHANGES_STAMP)
    audit.record(Audited.CHANGE_HANDLED, by=by, target=change, reason=note, subject=change.account.user_id)
    change.refresh_from_db()
    return change
