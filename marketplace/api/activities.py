"""/api/activities, /api/marketplace/changes and /api/marketplace/templates."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api, Paging, paginate
from core.conditional import conditional
from marketplace import actions, queries
from marketplace.api.proxy import person_id
from marketplace.enums import Service
from marketplace.errors import ConfigurationMissing
from marketplace.serializers.activities import (
    ActivityInput,
    ActivityOutput,
    ActivityQuery,
    CallFiguresOutput,
    DriftOutput,
    HandleInput,
    ListingChangeOutput,
    ListingChangeQuery,
    RefreshedOutput,
    SyncStateOutput,
    TemplateOutput,
)

DEFAULT_LIMIT = 10
SERVICE = OpenApiParameter("service", str, description="gameboost ou lztmarket; sem ele, os dois.")


class ActivityApi(Api):
    permissions_by_action = {"list": [IsSignedIn], "create": [IsSignedIn], "figures": [IsAdmin]}

    @extend_schema(
        operation_id="activities_list",
        parameters=[OpenApiParameter("userId", int), Paging, SERVICE],
        responses={200: ActivityOutput(many=True)},
    )
    def list(self, request: Request) -> Response:
        """Newest first. 'An employee their own; an admin anyone's, or everyone's without userId'."""
        whose = request.query_params.get("userId")
        everyone = whose in (None, "") and actor(request).is_admin
        user_id = None if everyone else resolve_user_id(request, whose)
        query = ActivityQuery.read(request.query_params)
        rows = queries.activities(user_id, service=query["service"])
        return paginate(rows, request, ActivityOutput.json_of, default_limit=DEFAULT_LIMIT)

    @extend_schema(operation_id="activities_create", request=ActivityInput, responses={201: ActivityOutput})
    def create(self, request: Request) -> Response:
        """Note a call that the browser reports."""
        form = ActivityInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        row = actions.report_activity(
            user_id=person_id(request, values["userId"]),
            service=values["service"],
            endpoint=values["endpoint"],
            method=values["method"],
            status=values["status"],
            success=form.succeeded(),
            response_time_ms=values["responseTime"],
        )
        return Response(ActivityOutput(row).data, status=201)

    @extend_schema(operation_id="activities_figures", parameters=[SERVICE], responses={200: CallFiguresOutput})
    def figures(self, request: Request) -> Response:
        """The cards of the integration dashboard: today's calls, rate and pace, and the quota last reported."""
        query = ActivityQuery.read(request.query_params)
        return Response(CallFiguresOutput(queries.call_figures(service=query["service"])).data)


CHANGES_LIMIT = 20


class ListingChangeApi(Api):
    permissions_by_action = {"list": [IsSignedIn], "handle": [IsSignedIn], "sync": [IsAdmin]}

    @extend_schema(
        operation_id="marketplace_changes_list",
        parameters=[ListingChangeQuery, Paging],
        responses={200: ListingChangeOutput(many=True)},
    )
    @conditional(lambda request: [queries.CHANGES_STAMP])
    def list(self, request: Request) -> Response:
        """Newest first; an admin's is everyone's, anyone else's is what they listed."""
        query = ListingChangeQuery.read(request.query_params)
        rows = queries.changes_for(actor(request), **query)
        return paginate(rows, request, ListingChangeOutput.json_of, default_limit=CHANGES_LIMIT)

    @extend_schema(operation_id="marketplace_changes_handle", request=HandleInput, responses={200: ListingChangeOutput})
    def handle(self, request: Request, change_id: int) -> Response:
        """Take a line off the list. Nothing else follows: what to do about it is a person's decision."""
        given = HandleInput.read(request.data)
        person = actor(request)
        # One that the person may not see is as absent as one that never was.
        change = get_object_or_404(queries.changes_for(person), pk=change_id)
        change = actions.handle_change(change=change, note=given["note"], by=person)
        return Response(ListingChangeOutput(change).data)

    @extend_schema(operation_id="marketplace_sync", parameters=[Paging], responses={200: SyncStateOutput(many=True)})
    def sync(self, request: Request) -> Response:
        """How far the look through each key's listings has come."""
        return paginate(queries.sync_states(), request, SyncStateOutput.json_of)


class TemplateApi(Api):
    permissions_by_action = {"list": [IsSignedIn], "refresh": [IsAdmin], "drift": [IsAdmin]}

    @extend_schema(operation_id="templates_list", responses={200: TemplateOutput(many=True)})
    def list(self, request: Request) -> Response:
        """The template in force of each game: what listings are checked against before they are sent."""
        return Response(TemplateOutput(queries.template_states(), many=True).data)

    @extend_schema(operation_id="templates_refresh", request=None, responses={200: RefreshedOutput(many=True)})
    def refresh(self, request: Request) -> Response:
        """Ask the marketplace now, with the admin's key in effect; a game that fails keeps its template."""
        person = actor(request)
        effective = queries.saved_configuration(person.id, Service.GAMEBOOST)
        if effective is None or not effective.api_key:
            raise ConfigurationMissing()
        results = actions.refresh_templates(effective.connection(), user_id=person.id, by=person)
        return Response(RefreshedOutput(results, many=True).data)

    @extend_schema(operation_id="templates_drift", responses={200: DriftOutput(many=True)})
    def drift(self, request: Request) -> Response:
        """What changed in each game's template."""
        return Response(DriftOutput(queries.template_states(), many=True).data)
