"""Taking back what a run created, a listing at a time: 'draft or delete all that the run created'."""

from django.db.models import Q
from django.db.models.functions import Now

from bulk import notices, transitions
from bulk.clock import after
from bulk.engine.lane import READY, Holding
from bulk.engine.reconcile import MAX_TRIES, TRY_AGAIN_S
from bulk.engine.settle import settle_lane
from bulk.enums import RowState, Withdrawal
from bulk.models import Row
from bulk.rules.health import Service, news_of
from infra.connections import short_read, short_transaction
from marketplace.adapters.base import Done, ListingAdapter, Outcome, Refused, reason_of
from marketplace.enums import WritableStatus


def next_withdrawal(holding: Holding) -> Row | None:
    with short_read():
        asked = Row.objects.filter(READY, ~Q(withdrawal=""), run__lane=holding.lane_id, state=RowState.CREATED)
        return asked.select_related("run__owner").order_by("run", "line").first()


def withdraw(holding: Holding, adapter: ListingAdapter, row: Row) -> None:
    """Make one listing a draft, or delete it. Both can be repeated, so a failure is tried again, though not for ever."""
    if row.withdrawal == Withdrawal.DELETE:
        outcome = adapter.delete(row.remote_id)
    else:
        outcome = adapter.set_status(row.remote_id, WritableStatus.DRAFT)
    # Absent under another key than the one that listed it is not gone.
    absent = isinstance(outcome, Refused) and outcome.status == 404 and row.sent_via_id == holding.lane_id
    with short_transaction():
        settle_lane(holding, news_of(outcome))
        transitions.touch(row.run_id)
        changes = _changes(row, outcome, absent=absent)
        asked = Row.objects.filter(pk=row.pk, withdrawal=row.withdrawal)
        if asked.update(**changes) and changes.get("error"):
            notices.not_withdrawn(row, str(changes["error"]))


def _changes(row: Row, outcome: Outcome, *, absent: bool) -> dict[str, object]:
    """Of a created row `failed_lookups` counts the withdrawals that failed."""
    if isinstance(outcome, Done) or absent:
        deleted = row.withdrawal == Withdrawal.DELETE or absent
        return {"withdrawal": "", "withdrawn_at": Now() if deleted else None, "error": "", "failed_lookups": 0}
    failed = row.failed_lookups + (news_of(outcome).service is Service.FAILED)
    if failed < MAX_TRIES and not isinstance(outcome, Refused):
        return {"failed_lookups": failed, "due_at": after(TRY_AGAIN_S)}
    error = f"Não foi possível retirar o anúncio: {reason_of(outcome)}"
    return {"withdrawal": "", "error": error, "failed_lookups": 0, "due_at": None}
