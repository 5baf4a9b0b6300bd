"""After a run: extra listings are found and removed, missing ones are found, and what a person takes back goes. Only
runs with a row whose outcome was unknown are looked over, a page of the key's listings at a time, when the lane is
idle; and, as marketplaces show what is new late, again for a day, each time after four times as long."""

from collections import defaultdict
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from bulk import notices, transitions
from bulk.engine.lane import READY, Holding, renew
from bulk.engine.listings import act_on
from bulk.engine.settle import MAX_PAGES, find_known, is_last, may_be_of, note_found, since_of, update_lane
from bulk.enums import OrphanState, RowState, Withdrawal
from bulk.models import OrphanListing, Row, Run
from bulk.rules import OPEN, News, Service, news_of
from bulk.transitions import after
from core.statements import build
from infra.connections import short_read
from marketplace.adapters import base
from marketplace.adapters.reading import names_of
from marketplace.enums import RemoteStatus, WritableStatus
from marketplace.queries import claimed_listings

log = structlog.get_logger(__name__)

TRY_AGAIN_S = 60.0
MAX_TRIES = 10
MANY = 20  # so many are withdrawn by one call where the marketplace has one
CONFIRMED_AFTER_S = 10.0
ASKED_TOGETHER = "O pedido foi feito ao marketplace. Falta confirmar."
LOOKED_OVER_FOR = timedelta(days=1)
LONGER_BY = 4
REMOVABLE = frozenset({RemoteStatus.DRAFT, RemoteStatus.PENDING, RemoteStatus.LISTED})
"""What is sold or being sold is somebody's purchase, whoever listed it."""
_ORPHANS = OrphanListing.objects.filter(state=OrphanState.PENDING, due_at__lte=Now()).order_by("due_at")
# Without closings, which are of accounts that were sold: see `listings`.
_ASKED = Row.objects.filter(READY, ~Q(withdrawal=""), state=RowState.CREATED, closing_at=None).order_by("run", "line")
_DOUBTED = Row.objects.filter(in_doubt=True, credentials__isnull=False).exclude(state=RowState.UNCERTAIN)
_doubted = build(lambda **run: _DOUBTED.filter(**run).select_related("run__owner").defer("listing"))
_due_run = build(lambda **lane: Run.objects.filter(reconcile_at__lte=Now(), **lane).select_related("owner")[:1])
_due_orphan = build(lambda **lane: _ORPHANS.filter(**lane).select_related("row__run__owner")[:1])
_asked_back = build(lambda **lane: _ASKED.filter(**lane).select_related("run__owner", "sent_via")[:1])


class Reconciliation:
    """One pass over a key's listings for one run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._page = 0
        self._found: dict[str, dict[str, base.RemoteListing]] = defaultdict(dict)

    def step(self, holding: Holding, adapter: base.ListingAdapter) -> bool:
        """Read one page; True when the pass is over. Raises LaneLost."""
        self._page += 1
        page = adapter.list_page(self._page)
        if isinstance(page, base.LookupFailed):
            over = self._age >= LOOKED_OVER_FOR
            log.warning("bulk_reconcile_put_off", run=self.run.pk, reason=page.reason, given_up=over)
            with holding.notes.transaction():
                renew(holding)
                self._come_back(None if over else max(page.retry_after_s or 0.0, TRY_AGAIN_S))
            return True
        for listing in (each for each in page.items if may_be_of(self.run, each)):
            for name in listing.names:
                self._found[name][listing.remote_id] = listing
        if not is_last(page, since_of(self.run)) and self._page < MAX_PAGES:
            with holding.notes.transaction():
                renew(holding)
            return False
        self._conclude(holding)
        return True

    def _conclude(self, holding: Holding) -> None:
        with holding.notes.transaction():
            renew(holding)
            transitions.touch(self.run.pk)
            age_s, longest_s = self._age.total_seconds(), LOOKED_OVER_FOR.total_seconds()
            grown_s = max(age_s, settings.BULK_VERIFY_AFTER_S, 1.0)
            self._come_back(min(grown_s * LONGER_BY, longest_s) - grown_s if age_s < longest_s else None)
            # An uncertain row stays so until someone decides.
            for row in _doubted(run_id=self.run.pk):
                self._compare(holding, row)

    @property
    def _age(self) -> timedelta:
        return timezone.now() - (self.run.finished_at or self.run.created_at)

    def _come_back(self, wait_s: float | None) -> None:
        """Schedule the next reconciliation, unless the run goes on meanwhile: its next end then schedules it."""
        over = Run.objects.filter(pk=self.run.pk, finished_at__isnull=False)
        over.update(reconcile_at=None if wait_s is None else after(wait_s))

    def _compare(self, holding: Holding, row: Row) -> None:
        """One row against the listings of its login since its run was made. What others listed by hand is theirs."""
        names = names_of(row.credentials["login"])
        listings = {each.remote_id: each for name in names for each in self._found[name].values()}
        extra = set(listings) - claimed_listings(self.run.market, set(listings), but=row.run.owner_id)
        if row.state == RowState.CREATED:
            # Without the row's own listing among them nothing says which of these is the extra one.
            removable = {listing.remote_id for listing in listings.values() if listing.status in REMOVABLE}
            extra = removable - {row.remote_id} if row.remote_id in listings else set()
        for remote_id in sorted(extra - find_known(self.run.market, extra)):
            log.warning("bulk_extra_listing", run=row.run_id, line=row.line, state=row.state)
            if transitions.turned_up(row, remote_id, lane_id=holding.lane_id):
                note_found(holding.connection, row, listings[remote_id])
            row.refresh_from_db(fields=["state", "remote_id"])


def next_run(holding: Holding) -> Run | None:
    with short_read():
        return next(iter(_due_run(lane_id=holding.lane_id)), None)


def next_orphan(holding: Holding) -> OrphanListing | None:
    with short_read():
        return next(iter(_due_orphan(lane_id=holding.lane_id)), None)


def resolve_orphan(holding: Holding, adapter: base.ListingAdapter, orphan: OrphanListing) -> None:
    """Remove a listing that no row answers for; or let its row answer for it after all, when that has no other. The row
    is read under its run's lock: somebody may have decided it a moment ago."""
    row = orphan.row
    with holding.notes.transaction():
        renew(holding)
        transitions.touch(row.run_id)
        row.refresh_from_db(fields=["state", "remote_id"])
        # It may be the listing of another row of the login whose outcome is still unknown.
        same = Row.objects.filter(login_index=row.login_index, state__in=(*OPEN, RowState.UNCERTAIN)).exclude(pk=row.pk)
        is_open = row.state in OPEN or (row.login_index != "" and same.exists())
        is_kept = is_open or bool(find_known(row.run.market, {orphan.remote_id}))
        if not is_kept and row.state != RowState.CREATED:
            is_kept = transitions.turned_up(row, orphan.remote_id, lane_id=orphan.lane_id)
    news, changes = News(), {"due_at": after(TRY_AGAIN_S)} if is_open else {"state": OrphanState.KEPT}
    if not is_kept:
        outcome = adapter.delete(orphan.remote_id)
        news, changes = news_of(outcome), _orphan_changes(orphan, outcome)
    with holding.notes.transaction():
        update_lane(holding, news)
        OrphanListing.objects.filter(pk=orphan.pk).update(**changes)
        if changes.get("state") is OrphanState.GIVEN_UP:
            text = f"O segundo anúncio da conta ({orphan.remote_id}) não pôde ser excluído: {changes['last_error']}"
            notices.listing_stays(row, text)


def _orphan_changes(orphan: OrphanListing, outcome: base.Outcome) -> dict[str, Any]:
    """The columns to change after a try to delete. What the marketplace says of this listing alone counts as one."""
    if isinstance(outcome, base.Done) or _says_gone(outcome):
        log.warning("bulk_orphan_deleted", orphan=orphan.pk, row=orphan.row_id)
        return {"state": OrphanState.DELETED}
    tries = orphan.tries + (isinstance(outcome, base.Refused) and outcome.retry_after_s is None)
    state = OrphanState.GIVEN_UP if tries >= MAX_TRIES else OrphanState.PENDING
    return {"tries": tries, "state": state, "due_at": after(TRY_AGAIN_S), "last_error": base.reason_of(outcome)[:500]}


def _says_gone(outcome: base.Outcome) -> bool:
    """Whether the marketplace knows no such listing. A 404 without a word is of something else: a proxy, a wrong address."""
    return isinstance(outcome, base.Refused) and outcome.status == 404 and outcome.message != base.wordless(404)


def next_withdrawal(holding: Holding) -> Row | None:
    with short_read():
        return next(iter(_asked_back(run__lane_id=holding.lane_id)), None)


def withdraw(holding: Holding, adapter: base.ListingAdapter, row: Row) -> None:
    """Make one listing a draft, or delete it. Both can be repeated, so a failure is tried again, up to MAX_TRIES."""
    if adapter.withdrawn_at_once and not row.error and _ask_together(holding, adapter, row.withdrawal):
        return
    outcome: base.Outcome
    is_own = row.sent_via_id == holding.lane_id  # absent under another key than the one that listed it is not gone
    if is_own and row.error == ASKED_TOGETHER and _is_withdrawn(adapter, row):
        outcome = base.Done()
    elif row.withdrawal == Withdrawal.DELETE:
        outcome = act_on(row, adapter, lambda: adapter.delete(row.remote_id))
    else:
        outcome = act_on(row, adapter, lambda: adapter.set_status(row.remote_id, WritableStatus.DRAFT))
    with holding.notes.transaction():
        update_lane(holding, news_of(outcome))
        transitions.touch(row.run_id)
        changes = _withdrawal_changes(row, outcome, absent=is_own and _says_gone(outcome))
        asked = Row.objects.filter(pk=row.pk, withdrawal=row.withdrawal, closing_at=None)  # else: see `listings`
        if asked.update(**changes) and changes.get("error"):
            notices.not_withdrawn(row, str(changes["error"]))


def _ask_together(holding: Holding, adapter: base.ListingAdapter, withdrawal: str) -> bool:
    """Ask for all that are due in one call, where they are MANY and the marketplace has one; each is looked up later."""
    due = _ASKED.filter(withdrawal=withdrawal, error="", run__lane=holding.lane_id, sent_via=holding.lane_id)
    with short_read():
        rows = list(due[: adapter.withdrawn_at_once].values_list("pk", "run_id", "remote_id"))
    if len(rows) < MANY:
        return False
    outcome = adapter.withdraw_many([remote_id for _, _, remote_id in rows], delete=withdrawal == Withdrawal.DELETE)
    with holding.notes.transaction():
        update_lane(holding, news_of(outcome))
        for run_id in sorted({run_id for _, run_id, _ in rows}):
            transitions.touch(run_id)
        if not isinstance(outcome, base.Throttled):
            asked = Row.objects.filter(pk__in=[pk for pk, _, _ in rows], withdrawal=withdrawal)
            asked.update(error=ASKED_TOGETHER, due_at=after(CONFIRMED_AFTER_S))
    return True


def _is_withdrawn(adapter: base.ListingAdapter, row: Row) -> bool:
    match row.withdrawal, adapter.find_by_id(row.remote_id):
        case Withdrawal.DELETE, base.Absent():
            adapter.watcher.note_deleted(row.remote_id)
            return True
        case Withdrawal.DRAFT, base.Found(listings=[base.RemoteListing(status=RemoteStatus.DRAFT), *_]):
            adapter.watcher.status_set([row.remote_id], WritableStatus.DRAFT)
            return True
    return False


def _withdrawal_changes(row: Row, outcome: base.Outcome, *, absent: bool) -> dict[str, object]:
    """The columns to change after a try to withdraw; of a created row `failed_lookups` counts the failed ones."""
    if isinstance(outcome, base.Done) or absent:
        deleted = row.withdrawal == Withdrawal.DELETE or absent
        return {"withdrawal": "", "withdrawn_at": Now() if deleted else None, "error": "", "failed_lookups": 0}
    failed = row.failed_lookups + (news_of(outcome).service is Service.FAILED)
    if failed < MAX_TRIES and not (isinstance(outcome, base.Refused) and outcome.retry_after_s is None):
        return {"failed_lookups": failed, "due_at": after(TRY_AGAIN_S)}
    error = f"Não foi possível retirar o anúncio: {base.reason_of(outcome)}"
    return {"withdrawal": "", "error": error, "failed_lookups": 0, "due_at": None}
