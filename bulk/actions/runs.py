"""What people do to a run: start it, wait for it, pause, resume, cancel, hand on, repeat its failures, take it back."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from itertools import islice
from typing import Any, Unpack
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from accounts.queries import active_people, person_by_id
from bulk import errors, notices, planning, transitions
from bulk.engine.lane import connection_of
from bulk.engine.settle import leave_to_people
from bulk.enums import Audited, PauseCode, RowState, Withdrawal
from bulk.games.form import as_json
from bulk.games.placeholders import without_values
from bulk.models import Cost, Lane, Row, Run
from bulk.planning import Intake, Plan, PlannedRow, credentials_of, mask_login, stored_listing
from bulk.queries import ON_SALE, known_accounts, live_rows
from bulk.rules import KEY_CODES
from bulk.transitions import GOING, after
from core import audit, events
from core.actor import Actor, seen_by
from core.crypto import mask_secret
from core.dates import moment
from core.errors import ActionError
from infra.connections import give_back_connection
from infra.shares import WAITING_CREATIONS, Busy
from infra.wakeups import wake_workers
from marketplace.adapters.base import Connection
from marketplace.adapters.registry import MARKETS
from marketplace.queries import holders_of_key, spellings_of
from notifications.enums import NotificationKind

UNSETTLED = (RowState.SENDING, RowState.VERIFYING, RowState.UNCERTAIN)
"""States in which a listing may exist that our rows do not know yet."""
TRIES = 3
"""Of a start, or a retry, while others take its logins."""
MAX_TOLD = 50  # lines whose errors a refusal names
LOOK_EVERY_S = 0.25
OPEN_RUN = Q(cancelled_at=None, finished_at=None)
PAUSED = OPEN_RUN & Q(paused_at__isnull=False)


def lane_of(connection: Connection) -> Lane:
    lane, _ = Lane.objects.get_or_create(
        key=connection.lane_key, defaults={"market": connection.market, "connection": asdict(connection)}
    )
    return lane


def refresh_connection(lane: Lane, connection: Connection) -> None:
    """Take over the connection as it is now, let a lane go that stood still since its key was refused, and wake workers.
    Locks the lane, so a start does this last. What one version of an API was sent may not be found by another: a change
    of version raises VersionInUse while an outcome is open, and takes the lane from its worker."""
    lane = Lane.objects.select_for_update().get(pk=lane.pk)
    changes: dict[str, Any] = {}
    version_of = MARKETS[connection.provider].version_of
    if lane.connection and version_of(connection_of(lane).base_url) != version_of(connection.base_url):
        if count := Row.objects.filter(Q(run__lane=lane) | Q(sent_via=lane), state__in=UNSETTLED).count():
            sent = "1 conta enviada" if count == 1 else f"{count} contas enviadas"
            raise errors.VersionInUse(errors.VERSION_IN_USE.format(sent))
        changes = {"owner": "", "lease_until": None, "fence": F("fence") + 1}
    changes |= {"market": connection.market, "connection": asdict(connection)}
    Lane.objects.filter(pk=lane.pk).update(connected_at=Now(), refused_at=None, retired_at=None, **changes)
    wake_workers()


def change_version(connection: Connection) -> None:
    """Let the lane of a key follow it to another version of the API. Raises VersionInUse."""
    if lane := Lane.objects.filter(key=connection.lane_key).first():
        refresh_connection(lane, connection)


def pause_key(*, lane: Lane, minutes: int, reason: str, by: Actor) -> None:
    """Send nothing with this key for a while, whoever's runs wait for it; the account in flight is still settled."""
    with transaction.atomic():
        Lane.objects.filter(pk=lane.pk).update(paused_until=after(minutes * 60))
        audit.record(Audited.KEY_PAUSED, by=by, target=lane, reason=reason, after={"minutes": minutes})


def release_key(*, lane: Lane, reason: str, by: Actor) -> None:
    """Let a key go on that a person or the marketplace's own request to wait holds back."""
    with transaction.atomic():
        Lane.objects.filter(pk=lane.pk).update(quiet_until=None, paused_until=None)
        audit.record(Audited.KEY_RELEASED, by=by, target=lane, reason=reason)
        wake_workers()


def start_runs(
    *, owner: User, game: str, by: Actor, markets: planning.Markets, preview_digest: str = "", **asked: Unpack[Intake]
) -> list[Run]:
    """Store a run with all its rows for each marketplace, to be sent by the worker; nothing where anything is refused.
    Every line that is neither blank nor skipped becomes a row: valid ones wait, malformed ones have failed, duplicates
    name the line that holds their login. Raises what `plan_runs` does, NoValidAccounts, PreviewChanged
    (`preview_digest` is of something else), RunBusy (another start took the logins)."""
    for _ in range(TRIES):
        plans = planning.plan_runs(user_id=owner.id, game=game, markets=markets, **asked)
        lines = plans[0].rows
        if not any(row.line.valid for row in lines):
            problems = ((row.line.line, *error) for row in lines for error in row.line.errors.items())
            wrong = {f"accounts.{line}.{name}": texts for line, name, texts in islice(problems, MAX_TOLD)}
            raise errors.NoValidAccounts(errors=wrong)
        if preview_digest and preview_digest != planning.digest_of(plans):
            raise errors.PreviewChanged()
        parts = [(plan, [(each, _row_of(each)) for each in own]) for plan, own in planning.shared_out(plans)]
        rows = [row for _, own in parts for _, row in own]
        costs = [cost for plan, own in parts for planned, row in own if (cost := _cost(plan, planned, row))]
        group = uuid4() if len(parts) > 1 else None
        # Somebody else's start may take one of the logins between our look and our insert: then look again.
        with suppress(IntegrityError), transaction.atomic():
            # Who is being removed starts nothing any more: a removal waits for this, or this for it.
            person_by_id(owner.id, active_people().select_for_update(no_key=True))
            runs = [_run(plan, [row for _, row in own], owner, group) for plan, own in parts]
            # In the order of the login index: starts that share logins wait for each other and never deadlock.
            Row.objects.bulk_create(sorted(rows, key=lambda row: (row.login_index, row.line)), batch_size=500)
            Cost.objects.bulk_create(costs, batch_size=500)
            for run in runs:
                transitions.finish_if_done(run)
                started = {"game": game, "total": run.total}
                audit.record(Audited.RUN_STARTED, by=by, target=run, subject=owner.id, after=started)
            events.count("bulk_upload_start", person_id=owner.id, subject=game, quantity=len(lines))
            for run, (plan, _) in sorted(zip(runs, parts, strict=True), key=lambda each: each[0].lane_id):
                refresh_connection(run.lane, plan.effective.connection)
            return runs
    raise errors.RunBusy()


def _run(plan: Plan, rows: list[Row], owner: User, group: UUID | None) -> Run:
    effective, connection = plan.effective, plan.effective.connection
    run = Run.objects.create(
        owner=owner,
        lane=lane_of(connection),
        game=plan.game.slug,
        market=connection.market,
        training=connection.training,
        group=group,
        system_key=effective.is_system_default,
        key_hint=mask_secret(connection.api_key),
        settings=plan.settings.as_json(),
        title=without_values(plan.settings.title, plan.game.placeholders),
        usd_eur_rate=plan.usd_eur_rate,
        total=len(rows),
    )
    for row in rows:
        row.run = run
        if row.state == RowState.DUPLICATE and row.duplicate_run_id is None:
            row.duplicate_run = run
    return run


def _row_of(planned: PlannedRow) -> Row:
    """Build a row, without its run."""
    line = planned.line
    row = Row(
        line=line.line,
        # As rows, reports and earnings show it. A line that is named after its login is so on the marketplace.
        title=planned.title.replace(line.login, mask_login(line.login)) if line.login else planned.title,
        login_hint=mask_login(line.login),
        login_index=planned.login_index,
        account_index=planned.account_index,
    )
    if planned.prepared is not None:
        row.listing = stored_listing(planned.prepared.listing)
        row.credentials = credentials_of(line)
        row.details = dict(line.details)
        row.override = as_json(line.own)
        return row
    # Of a line that is never sent, nothing secret is kept.
    row.settled_at = timezone.now()
    row.state, row.error, row.errors = RowState.FAILED, planned.error, line.errors
    if line.duplicate_of is not None:
        row.state, row.duplicate_line = RowState.DUPLICATE, line.duplicate_of
    elif planned.earlier is not None:
        row.state, row.duplicate_line = RowState.DUPLICATE, planned.earlier.line
        row.duplicate_run_id = planned.earlier.run_id
    return row


def _cost(plan: Plan, planned: PlannedRow, row: Row) -> Cost | None:
    """The stated cost of the account of a row to be sent; nothing in practice."""
    if plan.effective.connection.training or planned.prepared is None:
        return None
    stated = plan.settings.of(planned.line)
    if stated.cost is None:
        return None
    return Cost(row=row, amount=stated.cost, currency=stated.cost_currency, supplier=stated.supplier)


def wait_for_runs(run_ids: Sequence[int], seconds: float) -> bool:
    """Whether all these runs ended within `seconds`; False at once where too many requests wait (infra.shares)."""
    deadline = time.monotonic() + seconds
    unfinished = Run.objects.filter(pk__in=run_ids, finished_at=None)
    with suppress(Busy), WAITING_CREATIONS:
        while unfinished.exists() and (left := deadline - time.monotonic()) > 0:
            give_back_connection()
            time.sleep(min(LOOK_EVERY_S, left))
    return not unfinished.exists()


def pause_run(*, run: Run, by: Actor, reason: str = "") -> Run:
    """Stop sending. The account in flight, if any, is still settled; what is in doubt is still looked up."""
    with transaction.atomic():
        _change(run, GOING, errors.ALREADY_PAUSED, paused_at=Now(), pause_code=PauseCode.PERSON, pause_reason="")
        return _audit(Audited.RUN_PAUSED, run, by, reason=reason)


def pause_restored_runs(taken_at: datetime) -> None:
    """After a restore: what waits here may have been created since the copy, so a person looks first."""
    reason = f"Restaurada do backup de {moment(taken_at)}. Ao retomar, o que já foi criado depois é reconhecido."
    for run_id in Run.objects.filter(GOING).values_list("pk", flat=True):
        transitions.touch(run_id, paused_at=Now(), pause_code=PauseCode.PERSON, pause_reason=reason)


def resume_run(*, run: Run, by: Actor, reason: str = "", only: Q = PAUSED) -> Run:
    """Go on at the next row, with the configuration that is in effect for its owner now."""
    with transaction.atomic():
        _require_owner(run)
        _change(run, only, errors.NOT_PAUSED, **_route(run), **transitions.UNPAUSED)
        return _audit(Audited.RUN_RESUMED, run, by, reason=reason)


def resume_waiting_runs(connection: Connection, by: Actor) -> int:
    """Let every run go on that paused for its key, where this connection, which works, is in effect for its owner now;
    how many do. Each in a transaction of its own: those that cannot (a removed owner, another market) stay. What is left
    to do on the key's lane goes on too, and what runs that are over take back by a refused key is led to this one."""
    Lane.objects.filter(key=connection.lane_key).update(refused_at=None)
    waiting = PAUSED & Q(pause_code__in=KEY_CODES)
    asked = Row.objects.filter(~Q(withdrawal=""), run=OuterRef("pk"), closing_at=None)
    over = Q(Exists(asked), finished_at__isnull=False, lane__refused_at__isnull=False)
    resumed = 0
    for run in Run.objects.filter(waiting | over).select_related("owner").order_by("pk"):
        with suppress(ActionError), transaction.atomic():
            known = planning.configuration_for(run).connection
            in_effect = (known.lane_key, known.base_url) == (connection.lane_key, connection.base_url)
            if in_effect and run.finished_at:
                transitions.touch(run.pk, **_route(run))
            elif in_effect:
                resume_run(run=run, by=by, reason="A chave foi corrigida.", only=waiting)
                resumed += 1
                if run.owner_id != by.id:
                    notices.tell(run, NotificationKind.RUN_RESUMED)
    return resumed


def cancel_run(*, run: Run, by: Actor) -> Run:
    """Send nothing more; what is in doubt is still looked up, but where the key was refused nobody can: a person decides."""
    with transaction.atomic():
        _change(run, OPEN_RUN, errors.OVER, cancelled_at=Now(), **transitions.UNPAUSED)
        transitions.move(Row.objects.filter(run=run), RowState.QUEUED, RowState.UNSENT, error="")
        leave_to_people(run)
        return _audit(Audited.RUN_CANCELLED, run, by)


def hand_on_run(*, run: Run, to: User, by: Actor) -> Run:
    """Let an open run go on under another person, with their configuration: who earns what it creates from now on."""
    with transaction.atomic():
        before = {"ownerId": run.owner_id}
        run.owner = to
        if transitions.touch(run.pk, only=OPEN_RUN, owner=to, **_route(run)):
            notices.tell(run, NotificationKind.RUN_HANDED_ON)
            audit.record(Audited.RUN_HANDED_ON, by=by, target=run, subject=to, before=before)
    run.refresh_from_db()
    return run


def retry_run(*, run: Run, by: Actor) -> Run:
    """Queue the failed rows again, and only those. One whose login another row took meanwhile becomes a duplicate."""
    for _ in range(TRIES):
        with suppress(IntegrityError), transaction.atomic():
            _require_owner(run)
            _change(run, Q(cancelled_at=None), errors.CANCELLED, **_route(run), finished_at=None, reconcile_at=None)
            if not _queue_failed_rows(run):
                raise errors.WrongState(errors.NOTHING_FAILED)
            transitions.finish_if_done(run)
            return _audit(Audited.RUN_RETRIED, run, by)
    raise errors.RunBusy()


def withdraw_run(*, run: Run, withdrawal: Withdrawal, by: Actor) -> Run:
    """Ask that every listing the run created becomes a draft, or goes; the worker does it, where the marketplace can by one call."""
    with transaction.atomic():
        transitions.touch(run.pk, **_route(run))
        if not Row.objects.filter(ON_SALE, run=run).update(withdrawal=withdrawal):
            raise errors.WrongState(errors.NO_LISTINGS)
        return _audit(Audited.RUN_WITHDRAWN, run, by, after={"withdrawal": withdrawal})


def withdraw_row(*, row: Row, reason: str, by: Actor) -> None:
    """Ask that the listing of one row goes, as `withdraw_run` does for all of a run."""
    with transaction.atomic():
        transitions.touch(row.run_id, **_route(row.run))
        if not Row.objects.filter(ON_SALE, pk=row.pk).update(withdrawal=Withdrawal.DELETE):
            raise errors.WrongState(errors.NO_LISTING)
        audit.record(Audited.ROW_WITHDRAWN, by=by, target=row, subject=row.run.owner_id, reason=reason)


def close_accounts(*, ids: Sequence[int], by: Actor) -> None:
    """Ask that every listing of these accounts goes that is on sale and that the person may see. Raises WrongState."""
    listed = seen_by(by, Row.objects.filter(ON_SALE, account__in=ids, withdrawal=""), owner="run__owner")
    with transaction.atomic():
        rows = list(listed.select_related("run__owner").order_by("run__lane", "run"))
        for row in rows:
            withdraw_row(row=row, reason="Encerrada no estoque.", by=by)
        if not rows:
            raise errors.WrongState(errors.NO_LISTINGS)


def _queue_failed_rows(run: Run) -> int:
    """Queue the failed rows that have credentials left; returns how many, duplicates and sold accounts included."""
    failed = Row.objects.filter(run=run, state=RowState.FAILED, credentials__isnull=False)
    sold = {index: at for index, at in known_accounts(failed.values_list("account_index", flat=True)).items() if at}
    for index, sold_at in sold.items():
        error = errors.ALREADY_SOLD.format(day=timezone.localdate(sold_at))
        failed.filter(account_index=index).update(error=error, errors={})
    failed = failed.exclude(account_index__in=sold)
    spellings = spellings_of(run.market)
    logins = {row.pk: (row.credentials or {})["login"] for row in failed.only("credentials")}
    taken = live_rows({pk: planning.login_indexes(spellings, run.game, login) for pk, login in logins.items()})
    for pk, place in taken.items():
        where = {"duplicate_run": place.run_id, "duplicate_line": place.line}
        text = planning.duplicate_text(place, run.owner_id)
        transitions.move(failed.filter(pk=pk), RowState.FAILED, RowState.DUPLICATE, error=text, errors={}, **where)
    anew = {"error": "", "errors": {}, "attempts": 0, "misses": 0, "failed_lookups": 0, "settled_at": None}
    return transitions.move(failed, RowState.FAILED, RowState.QUEUED, **anew) + len(taken) + len(sold)


def _require_owner(run: Run) -> None:
    """Lock the owner, so that a removal and a start wait for each other; refuses one who was removed."""
    if not active_people().select_for_update(no_key=True).filter(pk=run.owner_id):
        raise errors.WrongState(errors.OWNER_REMOVED)


def _route(run: Run) -> dict[str, Any]:
    """The columns that lead a run to the key in effect for its owner, whose lane is locked; of somebody removed it stays
    with the key that listed, where others have that."""
    if not run.owner.is_active and (holders := holders_of_key(run.lane.key)):
        refresh_connection(run.lane, holders[0].connection)
        return {}
    effective = planning.configuration_for(run)
    connection = effective.connection
    if connection.market != run.market:
        raise errors.WrongState(errors.OTHER_MARKET, code="other_market")
    lane = lane_of(connection)
    refresh_connection(lane, connection)
    return {"lane": lane, "system_key": effective.is_system_default, "key_hint": mask_secret(connection.api_key)}


def _change(run: Run, only: Q, otherwise: str, **changes: Any) -> None:
    """Lock and change a run for which `only` holds; else WrongState, `otherwise` of one that is neither cancelled nor over."""
    if not transitions.touch(run.pk, only=only, **changes):
        run.refresh_from_db(fields=["cancelled_at", "finished_at"])
        over = errors.OVER if run.finished_at else otherwise
        raise errors.WrongState(errors.CANCELLED if run.cancelled_at else over)


def _audit(event: Audited, run: Run, by: Actor, **details: Any) -> Run:
    audit.record(event, by=by, target=run, subject=run.owner_id, **details)
    run.refresh_from_db()
    return run
