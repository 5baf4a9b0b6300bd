"""Runs and their rows: what is shown, and what can be asked of them (decisions §9)."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase, HttpResponseNotModified
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from bulk import actions
from bulk.enums import RowState, Withdrawal
from bulk.models import Row, Run
from bulk.queries import progress_of, shown_rows, visible_row, visible_run, visible_runs
from bulk.report import report_csv
from bulk.serializers import (
    CredentialsOutput,
    ResolveInput,
    RowOutput,
    RowsQuery,
    RunOutput,
    RunsQuery,
    WithdrawInput,
    run_json,
)
from core.actor import actor, resolve_user_id
from core.api import Api, paginate
from core.conditional import etag_of, matches
from core.idempotency import idempotent
from core.permissions import IsSignedIn

DEFAULT_RUNS = 20
DEFAULT_ROWS = 100


class RunApi(Api):
    """One's own runs; every run for an admin. A run of somebody else answers as one that never was."""

    permissions_by_action = {
        "list": [IsSignedIn],
        "retrieve": [IsSignedIn],
        "rows": [IsSignedIn],
        "report": [IsSignedIn],
        "pause": [IsSignedIn],
        "resume": [IsSignedIn],
        "cancel": [IsSignedIn],
        "retry": [IsSignedIn],
        "withdraw": [IsSignedIn],
        "resolve": [IsSignedIn],
        "reveal": [IsSignedIn],
    }

    @extend_schema(parameters=[RunsQuery], responses=RunOutput(many=True))
    def list(self, request: Request) -> Response:
        """Newest first."""
        query = RunsQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        runs = visible_runs(actor(request))
        if game := query.validated_data.get("game"):
            runs = runs.filter(game=game)
        if "userId" in query.validated_data:
            runs = runs.filter(owner_id=resolve_user_id(request, query.validated_data["userId"]))
        return paginate(
            runs, request, lambda page: [run_json(each) for each in progress_of(page)], default_limit=DEFAULT_RUNS
        )

    @extend_schema(responses={200: RunOutput, 304: OpenApiResponse(description="Nada mudou")})
    def retrieve(self, request: Request, run_id: int) -> HttpResponseBase:
        """Progress, polled by its ETag: the run's version, so that an unchanged run costs one small read."""
        person = actor(request)
        run = visible_run(person, run_id)
        etag = etag_of(request.path, person.id, person.role, run.version)
        answer: HttpResponseBase
        answer = HttpResponseNotModified() if matches(request, etag) else Response(_run_json(run))
        answer["ETag"] = etag
        answer["Cache-Control"] = "private, no-cache"
        return answer

    @extend_schema(parameters=[RowsQuery], responses=RowOutput(many=True))
    def rows(self, request: Request, run_id: int) -> Response:
        """In the order of the lines."""
        query = RowsQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        rows = shown_rows(visible_run(actor(request), run_id).pk)
        if state := query.validated_data.get("state"):
            rows = rows.filter(state=state)
        return paginate(rows, request, lambda page: RowOutput(page, many=True).data, default_limit=DEFAULT_ROWS)

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def report(self, request: Request, run_id: int) -> HttpResponse:
        """Every row, with what became of it."""
        run = visible_run(actor(request), run_id)
        response = HttpResponse(report_csv(shown_rows(run.pk)), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = content_disposition_header(True, f"execucao-{run.pk}.csv")
        return response

    @extend_schema(request=None, responses=RunOutput)
    def pause(self, request: Request, run_id: int) -> Response:
        return _shown(actions.pause_run(run=visible_run(actor(request), run_id), by=actor(request)))

    @extend_schema(request=None, responses=RunOutput)
    def resume(self, request: Request, run_id: int) -> Response:
        return _shown(actions.resume_run(run=visible_run(actor(request), run_id), by=actor(request)))

    @extend_schema(request=None, responses=RunOutput)
    def cancel(self, request: Request, run_id: int) -> Response:
        return _shown(actions.cancel_run(run=visible_run(actor(request), run_id), by=actor(request)))

    @extend_schema(request=None, responses=RunOutput)
    @idempotent()
    def retry(self, request: Request, run_id: int) -> Response:
        """Send the failed rows again, and only those."""
        return _shown(actions.retry_run(run=visible_run(actor(request), run_id), by=actor(request)))

    @extend_schema(request=WithdrawInput, responses=RunOutput)
    @idempotent()
    def withdraw(self, request: Request, run_id: int) -> Response:
        """'draft or delete all that the run created'."""
        form = WithdrawInput(data=request.data)
        form.is_valid(raise_exception=True)
        run = visible_run(actor(request), run_id)
        return _shown(
            actions.withdraw_run(run=run, withdrawal=Withdrawal(form.validated_data["action"]), by=actor(request))
        )

    @extend_schema(request=ResolveInput, responses=RowOutput)
    @idempotent()
    def resolve(self, request: Request, run_id: int, row_id: int) -> Response:
        """Decide an uncertain row."""
        form = ResolveInput(data=request.data)
        form.is_valid(raise_exception=True)
        row = actions.resolve_row(
            row=visible_row(actor(request), run_id, row_id),
            outcome=RowState(form.validated_data["outcome"]),
            remote_id=form.validated_data["remoteId"],
            by=actor(request),
        )
        return Response(RowOutput(_as_shown(row)).data)

    @extend_schema(request=None, responses=CredentialsOutput)
    def reveal(self, request: Request, run_id: int, row_id: int) -> Response:
        """One row's credentials; the person whose run it is can see who looked."""
        row = visible_row(actor(request), run_id, row_id)
        return Response(CredentialsOutput(actions.reveal_credentials(row=row, by=actor(request))).data)


def _run_json(run: Run) -> dict[str, Any]:
    return run_json(progress_of([run])[0])


def _shown(run: Run) -> Response:
    return Response(_run_json(run))


def _as_shown(row: Row) -> Row:
    return shown_rows(row.run_id).get(pk=row.pk)
