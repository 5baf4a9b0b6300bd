"""Writing down what an answer means: row, earning, run and lane in one transaction."""

import random
from typing import Any

import structlog
from django.conf import settings
from django.db.models import F
from django.db.models.functions import Coalesce, Greatest, Now

from bulk import notices, rules, transitions
from bulk.engine.lane import Holding, LaneLost, renew
from bulk.enums import RowState
from bulk.models import Lane, Row, Run
from bulk.rules import OPEN, Decision, News, Policy
from bulk.transitions import after
from core import events
from infra.connections import short_transaction
from marketplace import actions as marketplace
from marketplace.adapters.base import RemoteListing

log = structlog.get_logger(__name__)


def settle_sent(holding: Holding, row: Row, decision: Decision, policy: Policy) -> None:
    """Write the answer to a send. Only the holder that claimed the row settles it: compare-and-set on (state, fence).

    Raises LaneLost, after an answer that came too late was still made use of.
    """
    mine = Row.objects.filter(pk=row.pk, fence=holding.fence, sent_via=holding.lane_id)
    with short_transaction():
        lost = False
        try:
            settle_lane(holding, decision.news, next_at=after(settings.BULK_PAUSE_MS / 1000))
        except LaneLost:
            lost = True
        transitions.touch(row.run_id)
        state = _state_in_run(row, decision)
        if transitions.move(mine, RowState.SENDING, state, **_changes(decision)):
            _follow(row, state, decision)
        elif decision.remote_id:
            log.warning("bulk_answer_too_late", run=row.run_id, line=row.line)
            current = Row.objects.select_related("run__owner").get(pk=row.pk)
            transitions.turned_up(current, decision.remote_id, lane_id=holding.lane_id)
    _log(row, decision, policy)
    if lost:
        raise LaneLost


def settle_looked_up(holding: Holding, row: Row, decision: Decision, policy: Policy) -> None:
    """Write what a look-up said of a row that is queued or in doubt. Raises LaneLost, and then writes nothing."""
    with short_transaction():
        settle_lane(holding, decision.news)
        _settle(row, decision)
    _log(row, decision, policy)


def settle_adopted(holding: Holding, row: Row, decision: Decision, policy: Policy, found: RemoteListing) -> None:
    """Write that a listing of nobody's is this row's, which was never sent as far as we know. One that an admin gives to
    somebody at this moment is credited once: the row stays, and its next look-up says that it is a duplicate."""
    with short_transaction():
        settle_lane(holding, decision.news)
        if marketplace.claim_listing(holding.connection, found, user_id=row.run.owner_id, game=row.run.game):
            _settle(row, decision)
    _log(row, decision, policy)


def _settle(row: Row, decision: Decision) -> None:
    transitions.touch(row.run_id)
    same = Row.objects.filter(pk=row.pk, attempts=row.attempts)
    state = _state_in_run(row, decision)
    if transitions.move(same, RowState(row.state), state, **_changes(decision)):
        _follow(row, state, decision)


def _changes(decision: Decision) -> dict[str, Any]:
    kept = ("error", "errors", "remote_id", "request_id", "attempts", "misses", "failed_lookups", "in_doubt")
    due_at = None if decision.rest_s is None else after(decision.rest_s)
    return {name: getattr(decision, name) for name in kept} | {"due_at": due_at}


def _state_in_run(row: Row, decision: Decision) -> RowState:
    """Nothing waits in a cancelled run. Read under the run's lock, since it may have been cancelled a moment ago."""
    if decision.state is not RowState.QUEUED:
        return decision.state
    cancelled = Run.objects.filter(pk=row.run_id, cancelled_at__isnull=False).exists()
    return RowState.UNSENT if cancelled else RowState.QUEUED


def _follow(row: Row, state: RowState, decision: Decision) -> None:
    """What comes with the row's new state: the earning, the end of the run, its pause."""
    if state not in OPEN:  # it may have been handed on while the marketplace answered
        row.run = Run.objects.select_related("owner").get(pk=row.run_id)
    if state is RowState.CREATED:
        transitions.credit(row)
    if state is RowState.FAILED and not row.run.training:
        events.count("account_creation_failure", person_id=row.run.owner_id, subject=row.run.game, quantity=1)
    if state is RowState.UNCERTAIN:
        notices.row_uncertain(row, decision.error)
    if state not in OPEN:
        transitions.finish_if_done(row.run)
    if decision.pause:
        transitions.pause_runs(Run.objects.filter(pk=row.run_id), decision.pause)


def settle_lane(holding: Holding, news: News, **changes: Any) -> None:
    """Keep the lane inside the caller's transaction, and note how the marketplace is doing.

    Silence after 429, back-off with jitter after a failure, and every run of the lane paused after five in a row or
    a refused key. Raises LaneLost.
    """
    renew(holding, **changes)
    lane = Lane.objects.filter(pk=holding.lane_id)
    quiet_s, pause = news.quiet_s, news.pause
    if news.service is rules.Service.WORKED:
        lane.filter(failures__gt=0).update(failures=0)
    elif news.service is rules.Service.FAILED:
        lane.update(failures=F("failures") + 1)
        failures = lane.values_list("failures", flat=True).get()
        quiet_s = rules.back_off_s(failures, jitter=random.random())  # noqa: S311 - no secret depends on it
        if failures >= rules.FAILURES_BEFORE_PAUSE:
            pause = rules.service_failing(failures, news.reason)
    if quiet_s:
        lane.update(quiet_until=Greatest(Coalesce("quiet_until", Now()), after(quiet_s)))
    if pause:
        lane.update(failures=0)
        if pause.code in rules.KEY_CODES:
            lane.filter(refused_at=None).update(refused_at=Now())
        transitions.pause_runs(Run.objects.filter(lane=holding.lane_id), pause)


def _log(row: Row, decision: Decision, policy: Policy) -> None:
    if decision.state in OPEN and policy.quiet:
        return
    log.info("bulk_row", run=row.run_id, line=row.line, state=str(decision.state), attempts=decision.attempts)
