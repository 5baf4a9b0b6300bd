"""/api/activities: the calls that were made."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import actor, resolve_user_id
from core.api import Api, Paging, paginate
from core.permissions import IsAdmin, IsSignedIn
from marketplace import actions, queries
from marketplace.api.whose import person_id
from marketplace.serializers import (
    ActivityInput,
    ActivityOutput,
    ActivityQuery,
    CallFiguresOutput,
    activity_rows,
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
        return paginate(rows, request, activity_rows, default_limit=DEFAULT_LIMIT)

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
