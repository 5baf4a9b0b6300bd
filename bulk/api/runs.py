"""Runs and their rows: what is shown, and what can be asked of them."""

from collections.abc import Callable, Iterable

from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from bulk import actions
from bulk.enums import RowState, Withdrawal
from bulk.exports import receipt_json, report_csv
from bulk.models import Run
from bulk.queries import (
    detail_of,
    listed_rows,
    narrowed_runs,
    progress_of,
    shown_rows,
    visible_row,
    visible_run,
    visible_runs,
)
from bulk.serializers import (
    CredentialsOutput,
    ReceiptOutput,
    ResolveInput,
    RowOutput,
    RowsQuery,
    RunDetailOutput,
    RunOutput,
    RunsQuery,
    WithdrawInput,
    rows_json,
    run_json,
)
from core.actor import IsSignedIn, actor, resolve_user_id
from core.api import Api, Paging, paginate
from core.conditional import etag_of, unless_known
from core.downloads import CSV, answers_file, download, kept_as
from core.idempotency import IdempotencyClaim, idempotent

DEFAULT_RUNS = 20
DEFAULT_ROWS = 100
UNCHANGED = OpenApiResponse(description="Nada mudou")


class RunApi(Api):
    """One's own runs; every run for an admin. A run of somebody else answers as one that never was."""

    permissions_by_action = {
        "list": [IsSignedIn],
        "retrieve": [IsSignedIn],
        "rows": [IsSignedIn],
        "report": [IsSignedIn],
        "corrections": [IsSignedIn],
        "receipt": [IsSignedIn],
        "pause": [IsSignedIn],
        "resume": [IsSignedIn],
        "cancel": [IsSignedIn],
        "retry": [IsSignedIn],
        "withdraw": [IsSignedIn],
        "resolve": [IsSignedIn],
        "reveal": [IsSignedIn],
    }

    @extend_schema(parameters=[RunsQuery, Paging], responses={200: RunOutput(many=True), 304: UNCHANGED})
    def list(self, request: Request) -> HttpResponseBase:
        """Newest first. Polled by its ETag: the versions of the runs it names."""
        wanted = RunsQuery.read(request.query_params)
        if "userId" in wanted:
            wanted["owner_id"] = resolve_user_id(request, wanted.pop("userId"))
        runs = narrowed_runs(visible_runs(actor(request)), **wanted)
        listed = paginate(runs, request, list, default_limit=DEFAULT_RUNS)
        total = listed["X-Total-Count"]
        return _conditional(
            request,
            (request.get_full_path(), total, *((run.pk, run.version) for run in listed.data)),
            lambda: Response(
                [run_json(each, reader=actor(request)) for each in progress_of(listed.data)],
                headers={"X-Total-Count": total},
            ),
        )

    @extend_schema(responses={200: RunDetailOutput, 304: UNCHANGED})
    def retrieve(self, request: Request, run_id: int) -> HttpResponseBase:
        """Progress, polled by its ETag: the run's version, so that an unchanged run costs one small read."""
        run = visible_run(actor(request), run_id)
        return _conditional(request, (request.path, run.version), lambda: _shown(run, request))

    @extend_schema(parameters=[RowsQuery, Paging], responses=RowOutput(many=True))
    def rows(self, request: Request, run_id: int) -> Response:
        """In the order of the lines."""
        query = RowsQuery.read(request.query_params)
        rows = shown_rows(visible_run(actor(request), run_id).pk).filter(**query)
        return paginate(rows, request, lambda page: rows_json(page, reader=actor(request)), default_limit=DEFAULT_ROWS)

    @answers_file("text/csv")
    @extend_schema(parameters=[RowsQuery])
    def report(self, request: Request, run_id: int) -> HttpResponse:
        """Every row with what became of it, or those of one state."""
        query = RowsQuery.read(request.query_params)
        run = visible_run(actor(request), run_id)
        return _csv(report_csv(shown_rows(run.pk).filter(**query)), f"execucao-{run.pk}.csv")

    @answers_file("text/csv")
    def corrections(self, request: Request, run_id: int) -> HttpResponse:
        """What was not created, to be mended and uploaded again. It has credentials, so looking at it is noted."""
        run = visible_run(actor(request), run_id)
        response = _csv(actions.export_corrections(run=run, by=actor(request)), f"corrigir-execucao-{run.pk}.csv")
        response["Cache-Control"] = "no-store"
        return response

    @extend_schema(responses=ReceiptOutput)
    def receipt(self, request: Request, run_id: int) -> Response:
        """What was counted and created so far, sealed: 'counts, remote ids, hash'."""
        run = visible_run(actor(request), run_id)
        sealed = receipt_json(progress_of([run])[0], listed_rows(run.pk))
        return Response(sealed, headers=kept_as(f"recibo-execucao-{run.pk}.json"))

    @extend_schema(request=None, responses=RunDetailOutput)
    def pause(self, request: Request, run_id: int) -> Response:
        """Send nothing more until told to go on; the account in flight is finished."""
        return _shown(actions.pause_run(run=visible_run(actor(request), run_id), by=actor(request)), request)

    @extend_schema(request=None, responses=RunDetailOutput)
    def resume(self, request: Request, run_id: int) -> Response:
        """Go on after a pause."""
        return _shown(actions.resume_run(run=visible_run(actor(request), run_id), by=actor(request)), request)

    @extend_schema(request=None, responses=RunDetailOutput)
    def cancel(self, request: Request, run_id: int) -> Response:
        """Leave what was not sent unsent, for good."""
        return _shown(actions.cancel_run(run=visible_run(actor(request), run_id), by=actor(request)), request)

    @extend_schema(request=None, responses=RunDetailOutput)
    @idempotent()
    def retry(self, request: Request, run_id: int) -> Response:
        """Send the failed rows again, and only those."""
        return _shown(actions.retry_run(run=visible_run(actor(request), run_id), by=actor(request)), request)

    @extend_schema(request=WithdrawInput, responses=RunDetailOutput)
    @idempotent()
    def withdraw(self, request: Request, run_id: int) -> Response:
        """'draft or delete all that the run created'."""
        given = WithdrawInput.read(request.data)
        run = visible_run(actor(request), run_id)
        return _shown(actions.withdraw_run(run=run, withdrawal=Withdrawal(given["action"]), by=actor(request)), request)

    @extend_schema(request=ResolveInput, responses=RowOutput)
    @idempotent(atomic=False)
    def resolve(self, request: Request, run_id: int, row_id: int) -> Response:
        """Decide an uncertain row, or as an admin a duplicate. That its listing exists is asked of the marketplace first."""
        stated = ResolveInput.read(request.data)
        row = visible_row(actor(request), run_id, row_id)
        outcome = RowState(stated["outcome"])
        proof = None
        if outcome is RowState.CREATED and row.state in (RowState.UNCERTAIN, RowState.DUPLICATE):
            proof = actions.proof_of(row, stated["remoteId"])
        with transaction.atomic():
            row = actions.resolve_row(
                row=row,
                outcome=outcome,
                remote_id=stated["remoteId"],
                proof=proof,
                reason=stated["reason"].strip(),
                by=actor(request),
            )
            answer = rows_json(shown_rows(run_id).filter(pk=row.pk), reader=actor(request))[0]
            slot: IdempotencyClaim = request.idempotency  # type: ignore[attr-defined]  # left there by @idempotent
            slot.commit(status.HTTP_200_OK, answer)
        return Response(answer)

    @extend_schema(request=None, responses=CredentialsOutput)
    def reveal(self, request: Request, run_id: int, row_id: int) -> Response:
        """One row's credentials; the person whose run it is can see who looked."""
        row = visible_row(actor(request), run_id, row_id)
        return Response(CredentialsOutput(actions.reveal_credentials(row=row, by=actor(request))).data)


def _shown(run: Run, request: Request) -> Response:
    return Response(RunDetailOutput(detail_of(run), context={"reader": actor(request)}).data)


def _csv(text: str, name: str) -> HttpResponse:
    return download(text, name=name, content_type=CSV)


def _conditional(request: Request, seen: Iterable[object], answer: Callable[[], Response]) -> HttpResponseBase:
    """The answer, or 304 where the reader has it already; `seen` is all that it depends on."""
    person = actor(request)
    return unless_known(request, etag_of(person.id, person.role, *seen), answer)
