"""Taking back what a run created, a listing at a time: 'draft or delete all that the run created'."""

from django.db.models import Q
from django.db.models.functions import Now

from bulk import transitions
from bulk.engine.lane import Holding
from bulk.engine.settle import settle_lane
from bulk.enums import RowState, Withdrawal
from bulk.models import Row
from bulk.rules.health import news_of
from infra.connections import short_read, short_transaction
from marketplace.adapters.base import Done, ListingAdapter, Refused, reason_of
from marketplace.enums import WritableStatus


def next_withdrawal(holding: Holding) -> Row | None:
    with short_read():
        asked = Row.objects.filter(~Q(withdrawal=""), run__lane=holding.lane_id, state=RowState.CREATED)
        return asked.select_related("run__owner").order_by("run", "line").first()


def withdraw(holding: Holding, adapter: ListingAdapter, row: Row) -> None:
    """Make one listing a draft, or delete it. Both can be repeated, so a failure is simply tried again."""
    if row.withdrawal == Withdrawal.DELETE:
        outcome = adapter.delete(row.remote_id)
    else:
        outcome = adapter.set_status(row.remote_id, WritableStatus.DRAFT)
    with short_transaction():
        settle_lane(holding, news_of(outcome))
        if isinstance(outcome, Done | Refused):
            transitions.touch(row.run_id)
            # Absent under another key than the one that listed it is not gone.
            absent = isinstance(outcome, Refused) and outcome.status == 404 and row.sent_via_id == holding.lane_id
            Row.objects.filter(pk=row.pk, withdrawal=row.withdrawal).update(**_changes(row, outcome, absent=absent))


def _changes(row: Row, outcome: Done | Refused, *, absent: bool) -> dict[str, object]:
    if isinstance(outcome, Done) or absent:
        deleted = row.withdrawal == Withdrawal.DELETE or absent
        return {"withdrawal": "", "withdrawn_at": Now() if deleted else None, "error": ""}
    return {"withdrawal": "", "error": f"Não foi possível retirar o anúncio: {reason_of(outcome)}"}
