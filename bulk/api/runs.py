"""Runs: the dry run, the start, what becomes of them; what a person created, and their own descriptions."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, cast

from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actions.people import save_upload_settings
from accounts.models import User
from accounts.queries import person_by_id, upload_settings
from bulk import planning, queries, serializers
from bulk.actions.games import open_game, require_template
from bulk.actions.rows import export_corrections, proof_of, resolve_row, reveal_credentials
from bulk.actions.runs import cancel_run, pause_run, resume_run, retry_run, start_runs, wait_for_runs, withdraw_run
from bulk.enums import RowState, Withdrawal
from bulk.exports import receipt_json, report_csv
from bulk.games.catalogue import game_of
from bulk.models import Run
from bulk.rules import OPEN
from core.actor import IsSignedIn, actor, resolve_user_id
from core.api import Api, IdempotencyClaim, Paging, call, idempotent, paginate
from core.conditional import etag_of, unless_known, versions
from core.downloads import CSV, answers_file, download, kept_as
from earnings.queries import stamp_of
from marketplace.queries import CHANGES_STAMP, service_of

MAX_WAIT_S = 30.0
_WAIT = re.compile(r"wait=([0-9]{1,4})")
DEFAULT_RUNS = 20
DEFAULT_ROWS = 100
UNCHANGED = OpenApiResponse(description="Nada mudou")


class BulkCreateApi(Api):
    """Create the accounts of a request; the route says for which game."""

    permissions_by_action = {"create": IsSignedIn}

    @extend_schema(request=serializers.StartInput, responses={200: serializers.BulkOutput, 202: serializers.BulkOutput})
    @idempotent(atomic=False)
    def create(self, request: Request, game: str) -> Response:
        """Start a run, or one for each of several marketplaces, and wait for them as long as `Prefer` says: 200 when it is over, 202 with `Location` before. Of a game
        made from its template 409 with `changes`, where that is another one by now: nothing was sent."""
        given = serializers.StartInput.read(request.data)
        owner, version = owner_of(request, given.pop("userId")), given.pop("template_version", None)
        open_game(slug=game, user_id=owner.id, by=actor(request))
        require_template(slug=game, version=version)
        with transaction.atomic():
            runs = start_runs(owner=owner, game=game, by=actor(request), **given)
            location = f"/api/bulk/runs/{runs[0].pk}"
            # What a repetition is told should this process die while it waits.
            slot: IdempotencyClaim = request.idempotency  # type: ignore[attr-defined]  # left there by @idempotent
            slot.commit(status.HTTP_202_ACCEPTED, self._answer(runs), location)
        if wait_for_runs([run.pk for run in runs], wished_wait_s(request.headers.get("Prefer", ""))):
            return Response(self._answer(runs))
        return Response(self._answer(runs), status.HTTP_202_ACCEPTED, headers={"Location": location})

    def _answer(self, runs: Sequence[Run]) -> dict[str, Any]:
        """The results so far, of all the runs."""
        settled = [row for run in runs for row in queries.shown_rows(run.pk).exclude(state__in=OPEN)]
        created = [row for row in settled if row.state == RowState.CREATED]
        errors = [
            {"account": row.title or f"Linha {row.line}", "error": row.error, "line": row.line}
            for row in settled
            if row.state != RowState.CREATED
        ]
        total, reached = sum(run.total for run in runs), {"successful": len(created), "failed": len(errors)}
        results = {"total": total, **reached, "accounts": created, "errors": errors}
        answer: dict[str, Any] = {"success": True, "runId": runs[0].pk, "results": results}
        if len(runs) > 1:
            answer["runIds"] = {service_of(run.market): run.pk for run in runs}
        if game_of(runs[0].game).answers_with_message:
            answer["message"] = f"{len(created)} de {total} contas foram criadas com sucesso."
        return dict(serializers.BulkOutput(answer).data)


class PreviewApi(Api):
    permissions_by_action = {"create": IsSignedIn}

    @call(takes=serializers.PreviewInput, answers=serializers.PreviewOutput)
    def create(self, request: Request, given: dict[str, Any]) -> Response:
        """Check every account as a start would, and send nothing (product: runs.preview)."""
        given.pop("preview_digest")
        user_id, game = owner_of(request, given.pop("userId")).id, given.pop("game")
        if (version := given.pop("template_version", None)) is not None:
            require_template(slug=game, version=version)
        plans = planning.plan_runs(user_id=user_id, game=game, **given)
        return Response(serializers.preview_json(plans, reader=actor(request)))


def owner_of(request: Request, raw: object) -> User:
    """The person a run is for: the actor, or an active person an admin names."""
    user_id = resolve_user_id(request, raw)
    person = actor(request)
    return cast(User, person) if user_id == person.id else person_by_id(user_id)


def wished_wait_s(prefer: str) -> float:
    """The seconds that `Prefer: wait=N` asks for, 30 by default, none for `respond-async` (product: runs.wait)."""
    wishes = [wish.strip().lower() for wish in prefer.split(",")]
    if "respond-async" in wishes:
        return 0.0
    waits = [float(match[1]) for wish in wishes if (match := _WAIT.fullmatch(wish))]
    return min([*waits, MAX_WAIT_S])


class RunApi(Api):
    """One's own runs; every run for an admin. A run of somebody else answers as one that never was."""

    permissions_by_action = {
        **dict.fromkeys(("list", "going", "retrieve", "rows", "report", "corrections", "receipt"), IsSignedIn),
        **dict.fromkeys(("pause", "resume", "cancel", "retry", "withdraw", "resolve", "reveal"), IsSignedIn),
    }

    @extend_schema(
        parameters=[serializers.RunsQuery, Paging], responses={200: serializers.RunOutput(many=True), 304: UNCHANGED}
    )
    def list(self, request: Request) -> HttpResponseBase:
        """Newest first. Polled by its ETag: the versions of the runs it names."""
        wanted = serializers.RunsQuery.read(request.query_params)
        if "userId" in wanted:
            wanted["owner_id"] = resolve_user_id(request, wanted.pop("userId"))
        runs = queries.filter_runs(queries.visible_runs(actor(request)), **wanted)
        listed = paginate(runs, request, list, default_limit=DEFAULT_RUNS)
        seen = (request.get_full_path(), listed["X-Total-Count"], *_versions_of(listed.data))

        def add_progress() -> Response:
            progress, context = queries.progress_of(listed.data), {"reader": actor(request)}
            listed.data = serializers.RunOutput.json_of(progress, context=context)
            return listed

        return _conditional(request, seen, add_progress)

    @extend_schema(responses={200: serializers.GoingOutput, 304: UNCHANGED})
    def going(self, request: Request) -> HttpResponseBase:
        """The runs under way, as the header of every page shows them. Polled by its ETag: the runs' versions."""
        runs = queries.going_runs(actor(request))
        seen = (request.path, *((run.pk, run.version) for run in runs))
        return _conditional(request, seen, lambda: Response(serializers.GoingOutput(queries.going_summary(runs)).data))

    @extend_schema(responses={200: serializers.RunDetailOutput, 304: UNCHANGED})
    def retrieve(self, request: Request, run_id: int) -> HttpResponseBase:
        """Progress, polled by its ETag: the run's version, so that an unchanged run costs one small read."""
        run = queries.visible_run(actor(request), run_id)
        output, context = serializers.RunDetailOutput, {"reader": actor(request)}
        seen = (request.path, *_versions_of([run]))
        return _conditional(request, seen, lambda: Response(output(queries.detail_of(run), context=context).data))

    @call(asks=serializers.RowsQuery, lists=serializers.RowOutput)
    def rows(self, request: Request, query: dict[str, Any], run_id: int) -> Response:
        """In the order of the lines."""
        rows = queries.shown_rows(queries.visible_run(actor(request), run_id).pk).filter(**query)
        return paginate(rows, request, partial(serializers.rows_json, reader=actor(request)), default_limit=DEFAULT_ROWS)

    @answers_file("text/csv")
    @call(asks=serializers.RowsQuery)
    def report(self, request: Request, query: dict[str, Any], run_id: int) -> HttpResponse:
        """Every row with what became of it, or those of one state."""
        run = queries.visible_run(actor(request), run_id)
        report = report_csv(queries.shown_rows(run.pk).filter(**query))
        return download(report, name=f"execucao-{run.pk}.csv", content_type=CSV)

    @answers_file("text/csv")
    def corrections(self, request: Request, run_id: int) -> HttpResponse:
        """The accounts that were not created, to correct and upload again. It has credentials, so each download is audited."""
        run = queries.visible_run(actor(request), run_id)
        text = export_corrections(run=run, by=actor(request))
        response = download(text, name=f"corrigir-execucao-{run.pk}.csv", content_type=CSV)
        response["Cache-Control"] = "no-store"
        return response

    @extend_schema(responses=serializers.ReceiptOutput)
    def receipt(self, request: Request, run_id: int) -> Response:
        """The counts and remote ids of what was created so far, sealed with a keyed hash."""
        run = queries.visible_run(actor(request), run_id)
        listed = queries.shown_rows(run.pk).filter(state=RowState.CREATED)
        sealed = receipt_json(queries.progress_of([run])[0], listed)
        return Response(sealed, headers=kept_as(f"recibo-execucao-{run.pk}.json"))

    @call(answers=serializers.RunDetailOutput)
    def pause(self, request: Request, run_id: int) -> Any:
        """Send nothing more until told to go on; the account in flight is finished."""
        return queries.detail_of(pause_run(run=queries.visible_run(actor(request), run_id), by=actor(request)))

    @call(answers=serializers.RunDetailOutput)
    def resume(self, request: Request, run_id: int) -> Any:
        """Go on after a pause."""
        return queries.detail_of(resume_run(run=queries.visible_run(actor(request), run_id), by=actor(request)))

    @call(answers=serializers.RunDetailOutput)
    def cancel(self, request: Request, run_id: int) -> Any:
        """Leave what was not sent unsent, for good."""
        return queries.detail_of(cancel_run(run=queries.visible_run(actor(request), run_id), by=actor(request)))

    @idempotent()
    @call(answers=serializers.RunDetailOutput)
    def retry(self, request: Request, run_id: int) -> Any:
        """Send the failed rows again, and only those."""
        return queries.detail_of(retry_run(run=queries.visible_run(actor(request), run_id), by=actor(request)))

    @idempotent()
    @call(takes=serializers.WithdrawInput, answers=serializers.RunDetailOutput)
    def withdraw(self, request: Request, given: dict[str, Any], run_id: int) -> Any:
        """Make all that the run created drafts, or delete it (product: runs.acts)."""
        run = queries.visible_run(actor(request), run_id)
        return queries.detail_of(withdraw_run(run=run, withdrawal=Withdrawal(given["action"]), by=actor(request)))

    @idempotent(atomic=False)
    @call(takes=serializers.ResolveInput, answers=serializers.RowOutput)
    def resolve(self, request: Request, stated: dict[str, Any], run_id: int, row_id: int) -> Response:
        """Decide an uncertain row, or as an admin a duplicate. The marketplace is asked for its listing first."""
        row = queries.visible_row(actor(request), run_id, row_id)
        outcome, remote_id, reason = stated["outcome"], stated["remoteId"], stated["reason"].strip()
        proof = proof_of(row, outcome, remote_id)
        with transaction.atomic():
            resolve_row(row=row, outcome=outcome, remote_id=remote_id, proof=proof, reason=reason, by=actor(request))
            answer = serializers.rows_json(queries.shown_rows(run_id).filter(pk=row_id), reader=actor(request))[0]
            request.idempotency.commit(status.HTTP_200_OK, answer)  # type: ignore[attr-defined]  # left by @idempotent
        return Response(answer)

    @call(answers=serializers.CredentialsOutput)
    def reveal(self, request: Request, run_id: int, row_id: int) -> Any:
        """One row's credentials; the person whose run it is can see who looked."""
        return reveal_credentials(row=queries.visible_row(actor(request), run_id, row_id), by=actor(request))


def _versions_of(runs: Sequence[Run]) -> list[object]:
    """What answers about runs depend on: their versions, their owners' names, what was credited, and what is a draft."""
    stamps = versions({CHANGES_STAMP, *(stamp_of(run.owner_id) for run in runs)})
    return [*((run.pk, run.version, str(run.owner)) for run in runs), *sorted(stamps.items())]


def _conditional(request: Request, seen: Iterable[object], answer: Callable[[], Response]) -> HttpResponseBase:
    """The answer, or 304 where the reader has it already; `seen` is all that it depends on."""
    person = actor(request)
    return unless_known(request, etag_of(person.id, person.role, *seen), answer)


class StatsApi(Api):
    permissions_by_action = {"retrieve": IsSignedIn}

    @call(parameters=[OpenApiParameter("userId", int)], answers=serializers.StatsOutput)
    def retrieve(self, request: Request) -> Any:
        """`GET /api/accounts/stats?userId=`: counted from the rows of that person's runs."""
        return queries.account_stats(resolve_user_id(request, request.query_params.get("userId")))


class UploadSettingsApi(Api):
    permissions_by_action = {"retrieve": IsSignedIn, "partial_update": IsSignedIn, "create": IsSignedIn}

    @call(answers=serializers.DescriptionsOutput)
    def retrieve(self, request: Request, user_id: int) -> Any:
        """The texts a person's listings start from."""
        return upload_settings(person_by_id(resolve_user_id(request, user_id)).id)

    @extend_schema(request=serializers.DescriptionsInput, responses=serializers.DescriptionsOutput)
    def partial_update(self, request: Request, user_id: int | None) -> Response:
        """Change the texts that the body names."""
        user_id = resolve_user_id(request, user_id)
        given = serializers.DescriptionsInput.read(request.data)
        stored = save_upload_settings(user_id=user_id, descriptions=given.get("descriptions", {}))
        return Response(serializers.DescriptionsOutput(stored).data)

    @call(takes=serializers.DescriptionsInput, answers=serializers.DescriptionsOutput)
    def create(self, request: Request, given: dict[str, Any]) -> Response:
        """The same with `userId` in the body. It saves what may exist already, so the answer is 200."""
        return self.partial_update(request, given.get("userId"))
