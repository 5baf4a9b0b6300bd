"""Starting a run, and the dry run before it."""

import re
from typing import Any, cast

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.queries import person_by_id
from bulk import actions, planning
from bulk.games import GAMES
from bulk.models import Run
from bulk.queries import progress_of, shown_rows
from bulk.rules.states import OPEN
from bulk.serializers import BulkOutput, PreviewInput, PreviewOutput, StartInput, bulk_json, preview_json
from core.actor import IsSignedIn, actor, resolve_user_id
from core.api import Api
from core.idempotency import IdempotencyClaim, idempotent

MAX_WAIT_S = 30.0
_WAIT = re.compile(r"wait=([0-9]{1,4})")


class BulkCreateApi(Api):
    """One documented creation endpoint; its route says for which game."""

    permissions_by_action = {"create": [IsSignedIn]}
    game = ""

    @extend_schema(request=StartInput, responses={200: BulkOutput, 202: BulkOutput})
    @idempotent(atomic=False)
    def create(self, request: Request) -> Response:
        """Start a run and wait for it as long as `Prefer` says: 200 when it is over, 202 with `Location` before."""
        form = StartInput(data=request.data)
        form.is_valid(raise_exception=True)
        owner = owner_of(request, form.validated_data["userId"])
        with transaction.atomic():
            run = actions.start_run(
                owner=owner,
                game=self.game,
                by=actor(request),
                service=form.validated_data["service"],
                preview_digest=form.validated_data["previewDigest"],
                **form.asked(),
            )
            location = f"/api/bulk/runs/{run.pk}"
            # What a repetition is told should this process die while it waits.
            slot: IdempotencyClaim = request.idempotency  # type: ignore[attr-defined]  # left there by @idempotent
            slot.commit(status.HTTP_202_ACCEPTED, self._answer(run), location)
        over = actions.wait_for_run(run.pk, wished_wait_s(request.headers.get("Prefer", "")))
        run.refresh_from_db()
        if over:
            return Response(self._answer(run))
        return Response(self._answer(run), status.HTTP_202_ACCEPTED, headers={"Location": location})

    def _answer(self, run: Run) -> dict[str, Any]:
        settled = shown_rows(run.pk).exclude(state__in=OPEN)
        return bulk_json(progress_of([run])[0], settled, with_message=GAMES[self.game].answers_with_message)


class PreviewApi(Api):
    permissions_by_action = {"create": [IsSignedIn]}

    @extend_schema(request=PreviewInput, responses={200: PreviewOutput})
    def create(self, request: Request) -> Response:
        """'`POST /api/bulk/preview` is the dry run: everything is checked, nothing is sent.'"""
        form = PreviewInput(data=request.data)
        form.is_valid(raise_exception=True)
        game = form.validated_data["game"]
        user_id = owner_of(request, form.validated_data["userId"]).id
        service = form.validated_data["service"]
        market = planning.configuration_of(user_id, game, service=service).connection().market
        plan = planning.plan_run(user_id=user_id, game=game, market=market, **form.asked())
        return Response(preview_json(plan, reader=actor(request)))


def owner_of(request: Request, raw: object) -> User:
    """The person a run is for: the actor, or an active person an admin names."""
    user_id = resolve_user_id(request, raw)
    person = actor(request)
    return cast(User, person) if user_id == person.id else person_by_id(user_id)


def wished_wait_s(prefer: str) -> float:
    """'wait … up to `Prefer: wait=N` (30 s by default)', or not at all for `respond-async`."""
    wishes = [wish.strip().lower() for wish in prefer.split(",")]
    if "respond-async" in wishes:
        return 0.0
    waits = [float(match[1]) for wish in wishes if (match := _WAIT.fullmatch(wish))]
    return min([*waits, MAX_WAIT_S])
