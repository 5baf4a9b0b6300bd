"""/api/marketplace/changes: listings that were sold, refunded or removed outside this product, as a work list."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import actor
from core.api import Api, Paging, paginate
from core.conditional import conditional
from core.permissions import IsAdmin, IsSignedIn
from marketplace import actions, queries
from marketplace.serializers import (
    HandleInput,
    ListingChangeOutput,
    ListingChangeQuery,
    SyncStateOutput,
    change_rows,
)

DEFAULT_LIMIT = 20


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
        return paginate(rows, request, change_rows, default_limit=DEFAULT_LIMIT)

    @extend_schema(operation_id="marketplace_changes_handle", request=HandleInput, responses={200: ListingChangeOutput})
    def handle(self, request: Request, change_id: int) -> Response:
        """Take a line off the list. Nothing else follows: what to do about it is a person's decision."""
        given = HandleInput.read(request.data)
        person = actor(request)
        change = actions.handle_change(change=queries.change_for(person, change_id), note=given["note"], by=person)
        return Response(ListingChangeOutput(change).data)

    @extend_schema(operation_id="marketplace_sync", parameters=[Paging], responses={200: SyncStateOutput(many=True)})
    def sync(self, request: Request) -> Response:
        """How far the look through each key's listings has come."""
        return paginate(queries.sync_states(), request, lambda rows: SyncStateOutput(rows, many=True).data)
