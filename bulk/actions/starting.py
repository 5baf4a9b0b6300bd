"""Starting a run."""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.queries import active_people, person_by_id
from bulk import planning, transitions
from bulk.actions.lanes import lane_of, refresh_connection
from bulk.enums import Audited, RowState
from bulk.errors import NoValidAccounts, PreviewChanged, RunBusy
from bulk.games.placeholders import without_values
from bulk.games.settings import as_json
from bulk.models import Row, Run
from bulk.payload import credentials_of, stored
from bulk.planning import Plan, PlannedRow, masked
from core import audit, events
from core.actor import Actor
from core.crypto import mask_secret
from marketplace.enums import Service

TRIES = 3
MAX_TOLD = 50


def start_run(
    *,
    owner: User,
    game: str,
    by: Actor,
    service: str = Service.GAMEBOOST,
    text: str | None = None,
    accounts: Sequence[object] | None = None,
    settings: Mapping[str, Any] | None = None,
    overrides: Mapping[str, Any] | None = None,
    skip_lines: Collection[int] = (),
    preview_digest: str = "",
) -> Run:
    """Store a run with all its rows, to be sent by the worker. Nothing is stored when anything is refused.

    Every line that is neither blank nor skipped becomes a row: valid ones wait, malformed ones have failed, and those whose login another line
    or an earlier run holds are duplicates that name it. Raises TextRefused, SettingsInvalid, UnsupportedGame, ConfigurationMissing,
    NoValidAccounts, PreviewChanged when `preview_digest` is not that of what would be sent, and RunBusy when somebody
    else's start keeps taking the same logins.
    """
    effective = planning.configuration_of(owner.id, game, service=service)
    connection = effective.connection()
    for _ in range(TRIES):
        plan = planning.plan_run(
            user_id=owner.id,
            game=game,
            market=connection.market,
            text=text,
            accounts=accounts,
            settings=settings,
            overrides=overrides,
            skip_lines=skip_lines,
        )
        _require_accounts(plan)
        if preview_digest and preview_digest != planning.digest_of(plan):
            raise PreviewChanged()
        rows = [_row(planned) for planned in plan.rows]
        try:
            with transaction.atomic():
                # Who is being removed starts nothing any more: a removal waits for this, or this for it.
                person_by_id(owner.id, active_people().select_for_update(no_key=True))
                lane = lane_of(connection)
                run = Run.objects.create(
                    owner=owner,
                    lane=lane,
                    game=game,
                    market=connection.market,
                    training=effective.training,
                    system_key=effective.is_system_default,
                    key_hint=mask_secret(connection.api_key),
                    settings=plan.settings.as_json(),
                    title=without_values(plan.settings.title, plan.game.placeholders),
                    usd_eur_rate=plan.usd_eur_rate,
                    total=len(rows),
                )
                _store_rows(run, rows)
                transitions.finish_if_done(run)
                audit.record(
                    Audited.RUN_STARTED, by=by, target=run, subject=owner.id, after={"game": game, "total": run.total}
                )
                events.count("bulk_upload_start", person_id=owner.id, subject=game, quantity=run.total)
                refresh_connection(lane, connection)
                return run
        except IntegrityError:
            # Somebody else's start took one of the logins between our look and our insert: look again.
            continue
    raise RunBusy()


def _require_accounts(plan: Plan) -> None:
    if any(row.line.valid for row in plan.rows):
        return
    wrong = (
        (f"accounts.{row.line.line}.{name}", texts) for row in plan.rows for name, texts in row.line.errors.items()
    )
    raise NoValidAccounts(errors=dict(islice(wrong, MAX_TOLD)))


def _store_rows(run: Run, rows: list[Row]) -> None:
    """In the order of the login index, so that two starts that share logins wait for each other and never deadlock."""
    for row in rows:
        row.run = run
        if row.state == RowState.DUPLICATE and row.duplicate_run_id is None:
            row.duplicate_run = run
    Row.objects.bulk_create(sorted(rows, key=lambda row: (row.login_index, row.line)), batch_size=500)


def _row(planned: PlannedRow) -> Row:
    """A row that lacks only its run."""
    line = planned.line
    row = Row(
        line=line.line,
        # As rows, reports and earnings show it. A line that is named after its login is so on the marketplace.
        title=planned.title.replace(line.login, masked(line.login)) if line.login else planned.title,
        login_hint=masked(line.login),
        login_index=planned.login_index,
        account_index=planned.account_index,
    )
    if planned.prepared is not None:
        row.listing = stored(planned.prepared.listing)
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
