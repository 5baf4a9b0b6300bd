from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import IsSignedIn, actor, resolve_user_id
from core.api import Api, call
from core.conditional import conditional
from core.errors import NotFound
from core.serializers import Input, Output, fields_of, serializer, texts
from notifications import actions, errors, queries, senders
from notifications.enums import ADMINS_ONLY, ChannelKind, NotificationKind
from notifications.models import Channel, Notification

PAGE = 20
# Of the local day, or none.
HOUR: dict[str, Any] = {"min_value": 0, "max_value": 23, "allow_null": True, "required": False}


class NotificationOutput(Output):
    dual = ("createdAt",)

    shown = fields_of(Notification, "id title body url createdAt readAt")
    kind = serializers.ChoiceField(NotificationKind.choices)


class NotificationQuery(Input):
    """`?unread=true` leaves out what was read."""

    unread = serializers.BooleanField(required=False, default=False)


class ReadAllOutput(Output):
    """How many messages were unread."""

    updated = serializers.IntegerField()


class NotificationApi(Api):
    permissions_by_action = dict.fromkeys(["list", "unread", "read", "read_all", "destroy", "delete_read"], IsSignedIn)

    @call(asks=NotificationQuery, lists=NotificationOutput, limit=PAGE)
    def list(self, request: Request, query: dict[str, Any]) -> Any:
        """Newest first. `?unread=true&limit=&offset=`."""
        rows = queries.notifications_of(user_id=actor(request).id)
        return rows.filter(read_at__isnull=True) if query["unread"] else rows

    @extend_schema(responses=OpenApiTypes.INT)
    @conditional(lambda request, user_id: [actions.stamp_of(resolve_user_id(request, user_id))])
    def unread(self, request: Request, user_id: int) -> Response:
        """How many notifications are unread, as a number without an object around it."""
        return Response(queries.unread_count(user_id=user_id))

    @call(answers=NotificationOutput)
    def read(self, request: Request, notification_id: int) -> Any:
        """Mark one as read."""
        return actions.mark_read(by=actor(request), notification_id=notification_id)

    @call(answers=ReadAllOutput)
    def read_all(self, request: Request) -> Any:
        """Mark everything as read."""
        return {"updated": actions.mark_all_read(by=actor(request))}

    @call(status=204)
    def destroy(self, request: Request, notification_id: int) -> None:
        """Delete one, read or not."""
        actions.delete(by=actor(request), notification_id=notification_id)

    @call(status=204)
    def delete_read(self, request: Request) -> None:
        """Delete everything that was read."""
        actions.delete_read(by=actor(request))


class ChannelOutput(Output):
    """A channel as its person sees it. `missing` says what the server lacks; `shownOnce` is the link to the bot, with its
    code, or the secret of a webhook."""

    channel = serializers.ChoiceField(ChannelKind.choices, source="kind")
    missing = serializers.SerializerMethodField()
    shown = fields_of(Channel, "address quietFrom quietUntil digestAt")
    awaitsCode = serializers.SerializerMethodField()
    connected = serializers.SerializerMethodField()
    kinds = serializers.ListField(child=serializers.ChoiceField(NotificationKind.choices))
    shownOnce = serializers.SerializerMethodField()

    def get_missing(self, channel: Channel) -> str:
        return senders.what_is_missing(channel.kind)

    def get_awaitsCode(self, channel: Channel) -> bool:
        return channel.code_expires_at is not None and channel.code_expires_at > timezone.now()

    def get_connected(self, channel: Channel) -> bool:
        return channel.confirmed_at is not None

    def get_shownOnce(self, channel: Channel) -> str:
        return str(self.context.get("shown_once", ""))


OfferedOutput = serializer(
    "OfferedOutput", Output, kind=serializers.ChoiceField(NotificationKind.choices), text=serializers.CharField()
)


class ChannelsOutput(Output):
    """`offered`: the notifications that this person can get at all."""

    channels = ChannelOutput(many=True)
    offered = OfferedOutput(many=True)


class ConnectInput(Input):
    """`address`: of an e-mail box or a webhook; a Telegram chat says its own."""

    address = serializers.CharField(max_length=500, allow_blank=True, default="")


EmailInput = serializer(
    "EmailInput", Input, address=serializers.EmailField(max_length=254, error_messages=texts(errors.NOT_AN_ADDRESS))
)
CodeInput = serializer(
    "CodeInput", Input, code=serializers.CharField(max_length=40, error_messages=texts(errors.WrongCode.message))
)


class ChannelInput(Input):
    kinds = serializers.MultipleChoiceField(choices=NotificationKind.choices, required=False)
    quietFrom = serializers.IntegerField(source="quiet_from", **HOUR)
    quietUntil = serializers.IntegerField(source="quiet_until", **HOUR)
    digestAt = serializers.IntegerField(source="digest_at", **HOUR)

    def validate_kinds(self, kinds: set[str]) -> list[str]:
        return sorted(kinds)


class ChannelApi(Api):
    """One's own channels outside of the app."""

    permissions_by_action = dict.fromkeys(
        ["retrieve", "connect", "partial_update", "destroy", "confirm", "test"], IsSignedIn
    )

    @call(answers=ChannelsOutput)
    def retrieve(self, request: Request) -> Any:
        """E-mail, Telegram and webhook, connected or not."""
        by = actor(request)
        mine = {channel.kind: channel for channel in Channel.objects.filter(user_id=by.id)}
        kinds = [kind for kind in NotificationKind if by.is_admin or kind not in ADMINS_ONLY]
        offered = [{"kind": kind, "text": kind.label} for kind in kinds]
        return {"channels": [mine.get(kind) or Channel(kind=kind) for kind in ChannelKind], "offered": offered}

    @extend_schema(request=ConnectInput, responses=ChannelOutput)
    def connect(self, request: Request, kind: str) -> Response:
        """Connect an address. By e-mail a code is sent to it; the code for Telegram is given to the bot."""
        if kind not in ChannelKind.values:
            raise NotFound()
        given = (EmailInput if kind == ChannelKind.EMAIL else ConnectInput).read(request.data)
        channel, shown_once = actions.connect(by=actor(request), kind=kind, address=given["address"])
        return Response(ChannelOutput(channel, context={"shown_once": shown_once}).data)

    @call(takes=ChannelInput, answers=ChannelOutput)
    def partial_update(self, request: Request, chosen: dict[str, Any], kind: str) -> Any:
        """Choose what is told there, the hours of silence and of a daily summary."""
        return actions.change_channel(by=actor(request), kind=kind, **chosen)

    @call(status=204)
    def destroy(self, request: Request, kind: str) -> None:
        """Disconnect: the address is deleted."""
        actions.disconnect(by=actor(request), kind=kind)

    @call(takes=CodeInput, answers=ChannelOutput)
    def confirm(self, request: Request, given: dict[str, Any]) -> Any:
        """Confirm the e-mail address with the code that came by e-mail."""
        return actions.confirm_email(by=actor(request), **given)

    @call(status=204)
    def test(self, request: Request, kind: str) -> None:
        """Send a test message now."""
        actions.send_test(by=actor(request), kind=kind)
