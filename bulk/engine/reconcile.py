"""After a run: listings that should not be there are found and removed, and some that should be are found.

Only rows whose outcome was unknown at some time can have left a second listing, so only their runs are looked over, a
page of the key's listings at a time, when the lane has nothing else to do. Marketplaces show what is new with a delay
that nobody knows, so a run is looked over again and again for a day, each time after four times as long.
"""

from collections import defaultdict
from datetime import timedelta

import structlog
from django.conf import settings
from django.db.models.functions import Now
from django.utils import timezone

from bulk import transitions
from bulk.clock import after
from bulk.engine.lane import Holding, renew
from bulk.engine.listings import MAX_PAGES, is_last, known, may_be_of, since_of
from bulk.engine.verify import note_found
from bulk.enums import OrphanState, RowState
from bulk.models import OrphanListing, Row, Run
from bulk.rules.states import OPEN
from infra.connections import short_read, short_transaction
from marketplace.adapters.base import (
    Done,
    Failure,
    ListingAdapter,
    LookupFailed,
    Refused,
    RemoteListing,
    reason_of,
)
from marketplace.adapters.reading import names_of
from marketplace.enums import RemoteStatus

log = structlog.get_logger(__name__)

TRY_AGAIN_S = 60.0
MAX_TRIES = 10
LOOKED_OVER_FOR = timedelta(days=1)
LONGER_BY = 4
REMOVABLE = frozenset({RemoteStatus.DRAFT, RemoteStatus.PENDING, RemoteStatus.LISTED})
"""What is sold or being sold is somebody's purchase, whoever listed it."""


class Reconciliation:
    """One pass over a key's listings for one run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._page = 0
        self._found: dict[str, dict[str, RemoteListing]] = defaultdict(dict)

    def step(self, holding: Holding, adapter: ListingAdapter) -> bool:
        """Read one page; True when the pass is over. Raises LaneLost."""
        self._page += 1
        page = adapter.list_page(self._page)
        if isinstance(page, LookupFailed):
            self._put_off(holding, page)
            return True
        for listing in page.listings:
            if may_be_of(self.run, listing):
                for name in listing.names:
                    self._found[name][listing.remote_id] = listing
        if not is_last(page, since_of(self.run)) and self._page < MAX_PAGES:
            with short_transaction():
                renew(holding)
            return False
        self._conclude(holding)
        return True

    def _put_off(self, holding: Holding, failure: LookupFailed) -> None:
        over = self._age >= LOOKED_OVER_FOR
        log.warning("bulk_reconcile_put_off", run=self.run.pk, reason=failure.reason, given_up=over)
        wait_s = max(failure.retry_after_s or 0.0, TRY_AGAIN_S)
        with short_transaction():
            renew(holding)
            self._come_back(None if over else wait_s)

    def _conclude(self, holding: Holding) -> None:
        with short_transaction():
            renew(holding)
            transitions.touch(self.run.pk)
            self._come_back(self._next_wait_s())
            # An uncertain row stays so until someone decides.
            rows = Row.objects.filter(run=self.run.pk, in_doubt=True, credentials__isnull=False)
            rows = rows.exclude(state=RowState.UNCERTAIN)
            for row in rows.select_related("run__owner").defer("listing"):
                self._compare(holding, row)

    @property
    def _age(self) -> timedelta:
        return timezone.now() - (self.run.finished_at or self.run.created_at)

    def _next_wait_s(self) -> float | None:
        if self._age >= LOOKED_OVER_FOR:
            return None
        age_s = max(self._age.total_seconds(), settings.BULK_VERIFY_AFTER_S, 1.0)
        return min(age_s * LONGER_BY, LOOKED_OVER_FOR.total_seconds()) - age_s

    def _come_back(self, wait_s: float | None) -> None:
        """Look the run over again then, unless it goes on meanwhile: then its next end says when."""
        Run.objects.filter(pk=self.run.pk, finished_at__isnull=False).update(
            reconcile_at=None if wait_s is None else after(wait_s)
        )

    def _compare(self, holding: Holding, row: Row) -> None:
        """One row against the listings of its login that came into being since the run was made."""
        listings: dict[str, RemoteListing] = {}
        for name in names_of(row.credentials["login"]):
            listings |= self._found.get(name, {})
        ids = set(listings)
        if row.state == RowState.CREATED:
            # Without the row's own listing among them nothing says which of these is the extra one.
            removable = {listing.remote_id for listing in listings.values() if listing.status in REMOVABLE}
            extra = removable - {row.remote_id} if row.remote_id in ids else set()
        else:
            extra = ids
        for remote_id in sorted(extra - known(self.run.market, extra)):
            log.warning("bulk_extra_listing", run=row.run_id, line=row.line, state=row.state)
            if transitions.turned_up(row, remote_id, lane_id=holding.lane_id):
                note_found(holding, row, listings[remote_id])
            row.refresh_from_db(fields=["state", "remote_id"])


def next_run(holding: Holding) -> Run | None:
    with short_read():
        return Run.objects.filter(lane=holding.lane_id, reconcile_at__lte=Now()).select_related("owner").first()


def next_orphan(holding: Holding) -> OrphanListing | None:
    with short_read():
        due = OrphanListing.objects.filter(lane=holding.lane_id, state=OrphanState.PENDING, due_at__lte=Now())
        return due.select_related("row__run__owner").order_by("due_at").first()


def settle_orphan(holding: Holding, adapter: ListingAdapter, orphan: OrphanListing) -> None:
    """Remove a listing that no row answers for; or let its row answer for it after all, when that has no other."""
    row = orphan.row
    if row.state in OPEN:
        _write(holding, orphan, due_at=after(TRY_AGAIN_S))
    elif row.remote_id == orphan.remote_id or (row.state != RowState.CREATED and _adopted(holding, orphan)):
        _write(holding, orphan, state=OrphanState.KEPT)
    else:
        _delete(holding, adapter, orphan)


def _adopted(holding: Holding, orphan: OrphanListing) -> bool:
    with short_transaction():
        renew(holding)
        transitions.touch(orphan.row.run_id)
        return transitions.turned_up(orphan.row, orphan.remote_id, lane_id=orphan.lane_id)


def _delete(holding: Holding, adapter: ListingAdapter, orphan: OrphanListing) -> None:
    outcome = adapter.delete(orphan.remote_id)
    gone = isinstance(outcome, Done) or (isinstance(outcome, Refused) and outcome.status == 404)
    if gone:
        log.warning("bulk_orphan_deleted", run=orphan.row.run_id, line=orphan.row.line)
        _write(holding, orphan, state=OrphanState.DELETED)
        return
    assert isinstance(outcome, Failure)
    tries = orphan.tries + 1
    _write(
        holding,
        orphan,
        tries=tries,
        state=OrphanState.GIVEN_UP if tries >= MAX_TRIES else OrphanState.PENDING,
        due_at=after(TRY_AGAIN_S),
        last_error=reason_of(outcome)[:500],
    )


def _write(holding: Holding, orphan: OrphanListing, **changes: object) -> None:
    with short_transaction():
        renew(holding)
        OrphanListing.objects.filter(pk=orphan.pk).update(**changes)
