"""What a person has not created yet, its owner's alone: the queue of a creator, and the text of one that is pasted into.

Credentials are in it, so no browser keeps the answer. The ETag is the version that a write names in `If-Match`.
"""

import re
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from bulk import actions
from bulk.drafts.queries import queue_of, text_of
from bulk.drafts.serializers import (
    QueueInput,
    QueueOutput,
    QueueQuery,
    TextDraftInput,
    TextDraftOutput,
    TextDraftQuery,
    queue_json,
    text_json,
)
from bulk.errors import VersionMissing
from core.actor import actor
from core.api import Api
from core.permissions import IsSignedIn

_VERSION = re.compile(r'"([0-9]{1,18})"')
IF_MATCH = OpenApiParameter("If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, required=True)


class QueueApi(Api):
    """Accounts put together for `?game=` and not created yet."""

    permissions_by_action = {"retrieve": [IsSignedIn], "save": [IsSignedIn]}

    @extend_schema(parameters=[QueueQuery], responses={200: QueueOutput})
    def retrieve(self, request: Request) -> Response:
        """The accounts not created yet, credentials included; nobody but their owner asks for them."""
        game = str(QueueQuery.read(request.query_params)["game"])
        return _answer(queue_json(queue_of(actor(request).id, game)))

    @extend_schema(parameters=[QueueQuery, IF_MATCH], request=QueueInput, responses={200: QueueOutput})
    def save(self, request: Request) -> Response:
        """Replace the queue that was read at the version in `If-Match`: 412 when it has changed since."""
        version = _stated_version(request)
        game = str(QueueQuery.read(request.query_params)["game"])
        given = QueueInput.read(request.data)
        actions.save_queue(by=actor(request), game=game, entries=given["entries"], version=version)
        return _answer(queue_json(queue_of(actor(request).id, game)))


class TextDraftApi(Api):
    """Lines pasted for `?game=` and not created yet."""

    permissions_by_action = {"retrieve": [IsSignedIn], "save": [IsSignedIn]}

    @extend_schema(parameters=[TextDraftQuery], responses={200: TextDraftOutput})
    def retrieve(self, request: Request) -> Response:
        """The lines not created yet, credentials included; nobody but their owner asks for them."""
        game = str(TextDraftQuery.read(request.query_params)["game"])
        return _answer(text_json(text_of(actor(request).id, game)))

    @extend_schema(parameters=[TextDraftQuery, IF_MATCH], request=TextDraftInput, responses={200: TextDraftOutput})
    def save(self, request: Request) -> Response:
        """Replace the text that was read at the version in `If-Match`: 412 when it has changed since."""
        version = _stated_version(request)
        game = str(TextDraftQuery.read(request.query_params)["game"])
        actions.save_text(by=actor(request), game=game, version=version, **TextDraftInput.read(request.data))
        return _answer(text_json(text_of(actor(request).id, game)))


def _stated_version(request: Request) -> int:
    stated = _VERSION.fullmatch(request.headers.get("If-Match", ""))
    if stated is None:
        raise VersionMissing
    return int(stated[1])


def _answer(draft: dict[str, Any]) -> Response:
    return Response(draft, headers={"ETag": f'"{draft["version"]}"', "Cache-Control": "private, no-store"})
