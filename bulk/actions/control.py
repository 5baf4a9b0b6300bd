"""What people do to a run that exists: pause, resume, cancel, repeat its failures, take it back."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models import User
from accounts.queries import active_people
from bulk import notices, planning, transitions
from bulk.actions.lanes import lane_of, refresh_connection
from bulk.actions.starting import TRIES
from bulk.engine.lane import SILENT
from bulk.enums import Audited, PauseCode, RowState, Withdrawal
from bulk.errors import (
    ALREADY_PAUSED,
    CANCELLED,
    NO_LISTING,
    NO_LISTINGS,
    NOT_PAUSED,
    NOTHING_FAILED,
    OTHER_MARKET,
    OVER,
    OWNER_REMOVED,
    RunBusy,
    WrongState,
)
from bulk.models import Row, Run
from bulk.queries import live_rows
from core import audit
from core.actor import Actor
from core.crypto import mask_secret
from core.dates import moment
from marketplace.queries import service_of, spellings_of

GOING = Q(paused_at=None, cancelled_at=None, finished_at=None)
PAUSED = Q(paused_at__isnull=False, cancelled_at=None, finished_at=None)


def pause_run(*, run: Run, by: Actor, reason: str = "") -> Run:
    """Stop sending. The account in flight, if any, is still settled; what is in doubt is still looked up."""
    with transaction.atomic():
        if not transitions.touch(run.pk, only=GOING, paused_at=Now(), pause_code=PauseCode.PERSON, pause_reason=""):
            raise WrongState(_why_not(run, ALREADY_PAUSED))
        return _done(Audited.RUN_PAUSED, run, by, reason=reason)


def pause_restored_runs(taken_at: datetime) -> None:
    """After a restore: what waits here may have been created since the copy, so a person looks before anything is sent."""
    reason = f"Restaurada do backup de {moment(taken_at)}. Ao retomar, o que já foi criado depois é reconhecido."
    for run_id in Run.objects.filter(GOING).values_list("pk", flat=True):
        transitions.touch(run_id, paused_at=Now(), pause_code=PauseCode.PERSON, pause_reason=reason)


def resume_run(*, run: Run, by: Actor, reason: str = "") -> Run:
    """Go on at the next row, with the configuration that is in effect for its owner now."""
    with transaction.atomic():
        _require_owner(run)
        change = _route(run) | transitions.UNPAUSED
        if not transitions.touch(run.pk, only=PAUSED, **change):
            raise WrongState(_why_not(run, NOT_PAUSED))
        return _done(Audited.RUN_RESUMED, run, by, reason=reason)


def cancel_run(*, run: Run, by: Actor) -> Run:
    """Send nothing more: what waits becomes `unsent`. The account in flight, if any, is still settled.

    What is in doubt is still looked up; where the key was refused nobody can, so a person decides.
    """
    with transaction.atomic():
        going_or_paused = Q(cancelled_at=None, finished_at=None)
        if not transitions.touch(run.pk, only=going_or_paused, cancelled_at=Now(), **transitions.UNPAUSED):
            raise WrongState(_why_not(run, OVER))
        rows = Row.objects.filter(run=run)
        transitions.move(rows, RowState.QUEUED, RowState.UNSENT, error="")
        transitions.move(
            rows.filter(SILENT, run__lane__refused_at__isnull=False), RowState.VERIFYING, RowState.UNCERTAIN
        )
        transitions.finish_if_done(run)
        return _done(Audited.RUN_CANCELLED, run, by)


def hand_on_run(*, run: Run, to: User, by: Actor) -> Run:
    """Let an open run go on under another person, with the configuration that is in effect for them: who earns what it
    creates from now on. What the former key sent and nobody confirmed is settled with that key."""
    with transaction.atomic():
        before = {"ownerId": run.owner_id}
        run.owner = to
        change = _route(run) | {"owner": to}
        if transitions.touch(run.pk, only=Q(cancelled_at=None, finished_at=None), **change):
            notices.run_handed_on(run)
            audit.record(Audited.RUN_HANDED_ON, by=by, target=run, subject=to, before=before)
    run.refresh_from_db()
    return run


def retry_run(*, run: Run, by: Actor) -> Run:
    """Queue the failed rows again, and only those. One whose login another row took meanwhile becomes a duplicate."""
    for _ in range(TRIES):
        try:
            with transaction.atomic():
                _require_owner(run)
                change = _route(run) | {"finished_at": None, "reconcile_at": None}
                if not transitions.touch(run.pk, only=Q(cancelled_at=None), **change):
                    raise WrongState(CANCELLED)
                if not _queue_failed_rows(run):
                    raise WrongState(NOTHING_FAILED)
                transitions.finish_if_done(run)
                return _done(Audited.RUN_RETRIED, run, by)
        except IntegrityError:
            continue
    raise RunBusy()


def withdraw_run(*, run: Run, withdrawal: Withdrawal, by: Actor) -> Run:
    """Ask that every listing the run created becomes a draft, or goes; the worker does it one by one."""
    with transaction.atomic():
        transitions.touch(run.pk, **_route(run))
        listed = Row.objects.filter(run=run, state=RowState.CREATED, withdrawn_at=None)
        if not listed.update(withdrawal=withdrawal):
            raise WrongState(NO_LISTINGS)
        return _done(Audited.RUN_WITHDRAWN, run, by, after={"withdrawal": withdrawal})


def withdraw_row(*, row: Row, reason: str, by: Actor) -> None:
    """Ask that the listing of one row goes, as `withdraw_run` does for all of a run."""
    with transaction.atomic():
        transitions.touch(row.run_id, **_route(row.run))
        listed = Row.objects.filter(pk=row.pk, state=RowState.CREATED, withdrawn_at=None)
        if not listed.update(withdrawal=Withdrawal.DELETE):
            raise WrongState(NO_LISTING)
        audit.record(Audited.ROW_WITHDRAWN, by=by, target=row, subject=row.run.owner_id, reason=reason)


def _queue_failed_rows(run: Run) -> int:
    """How many failed rows were queued or became duplicates. Malformed and purged ones have nothing to send."""
    failed = Row.objects.filter(run=run, state=RowState.FAILED, credentials__isnull=False)
    spellings = spellings_of(run.market)
    logins = {row.pk: (row.credentials or {})["login"] for row in failed.only("credentials")}
    indexes = {pk: planning.login_indexes(spellings, run.game, login) for pk, login in logins.items()}
    live = live_rows([index for each in indexes.values() for index in each])
    taken = {pk: live[index] for pk, each in indexes.items() for index in each if index in live}
    for pk, place in taken.items():
        transitions.move(
            failed.filter(pk=pk),
            RowState.FAILED,
            RowState.DUPLICATE,
            duplicate_run=place.run_id,
            duplicate_line=place.line,
            error=planning.duplicate_text(place, run.owner_id),
            errors={},
        )
    queued = transitions.move(
        failed,
        RowState.FAILED,
        RowState.QUEUED,
        error="",
        errors={},
        attempts=0,
        misses=0,
        failed_lookups=0,
        settled_at=None,
    )
    return queued + len(taken)


def _require_owner(run: Run) -> None:
    """Nothing is sent for somebody who was removed; a removal waits for this, or this for it."""
    if not active_people().select_for_update(no_key=True).filter(pk=run.owner_id):
        raise WrongState(OWNER_REMOVED)


def _route(run: Run) -> dict[str, Any]:
    """The columns that lead a run to the key in effect for its owner; locks that key's lane.

    Rows sent with another key stay marked so.
    """
    effective = planning.configuration_of(run.owner_id, run.game, service=service_of(run.market), training=run.training)
    connection = effective.connection()
    if connection.market != run.market:
        raise WrongState(OTHER_MARKET, code="other_market")
    lane = lane_of(connection)
    refresh_connection(lane, connection)
    return {
        "lane": lane,
        "system_key": effective.is_system_default,
        "key_hint": mask_secret(connection.api_key),
    }


def _why_not(run: Run, otherwise: str) -> str:
    run.refresh_from_db(fields=["cancelled_at", "finished_at"])
    if run.cancelled_at:
        return CANCELLED
    return OVER if run.finished_at else otherwise


def _done(event: Audited, run: Run, by: Actor, **details: Any) -> Run:
    audit.record(event, by=by, target=run, subject=run.owner_id, **details)
    run.refresh_from_db()
    return run
