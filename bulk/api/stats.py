"""What a person created."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from bulk.queries import account_stats
from bulk.serializers import StatsOutput
from core.actor import IsSignedIn, resolve_user_id
from core.api import Api


class StatsApi(Api):
    permissions_by_action = {"retrieve": [IsSignedIn]}

    @extend_schema(parameters=[OpenApiParameter("userId", int)], responses=StatsOutput)
    def retrieve(self, request: Request) -> Response:
        """`GET /api/accounts/stats?userId=`: counted from the rows of that person's runs."""
        user_id = resolve_user_id(request, request.query_params.get("userId"))
        return Response(StatsOutput(account_stats(user_id)).data)
