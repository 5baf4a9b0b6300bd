"""One's own messages."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsSignedIn, actor, resolve_user_id
from core.api import Api, Paging, paginate
from core.conditional import conditional
from core.serializers import Input, Output
from notifications import actions, queries
from notifications.enums import NotificationKind

PAGE = 20


class NotificationOutput(Output):
    dual = ("createdAt",)

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(NotificationKind.choices)
    title = serializers.CharField()
    body = serializers.CharField()
    url = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    readAt = serializers.DateTimeField(source="read_at", allow_null=True)


class NotificationQuery(Input):
    """`?unread=true` leaves out what was read."""

    unread = serializers.BooleanField(required=False, default=False)


class ReadAllOutput(Output):
    """How many messages were unread."""

    updated = serializers.IntegerField()


class NotificationApi(Api):
    permissions_by_action = dict.fromkeys(
        ("list", "unread", "read", "read_all", "destroy", "delete_read"), (IsSignedIn,)
    )

    @extend_schema(parameters=[NotificationQuery, Paging], responses=NotificationOutput(many=True))
    def list(self, request: Request) -> Response:
        """Newest first. `?unread=true&limit=&offset=`."""
        query = NotificationQuery.read(request.query_params)
        rows = queries.notifications_of(user_id=actor(request).id)
        if query["unread"]:
            rows = rows.filter(read_at__isnull=True)
        return paginate(rows, request, NotificationOutput.json_of, default_limit=PAGE)

    @extend_schema(responses=OpenApiTypes.INT)
    @conditional(lambda request, user_id: [actions.stamp_of(resolve_user_id(request, user_id))])
    def unread(self, request: Request, user_id: int) -> Response:
        """'a bare number'."""
        return Response(queries.unread_count(user_id=user_id))

    @extend_schema(request=None, responses=NotificationOutput)
    def read(self, request: Request, notification_id: int) -> Response:
        """Mark one as read."""
        message = actions.mark_read(by=actor(request), notification_id=notification_id)
        return Response(NotificationOutput(message).data)

    @extend_schema(request=None, responses=ReadAllOutput)
    def read_all(self, request: Request) -> Response:
        """Mark everything as read."""
        return Response({"updated": actions.mark_all_read(by=actor(request))})

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, notification_id: int) -> Response:
        """Delete one, read or not."""
        actions.delete(by=actor(request), notification_id=notification_id)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete_read(self, request: Request) -> Response:
        """Delete everything that was read."""
        actions.delete_read(by=actor(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
