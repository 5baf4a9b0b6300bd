"""What a person has not created yet, its owner's alone: the queue of a creator, and the text of one that is pasted into.

Credentials are in it, so no browser keeps the answer. The ETag is the version that a write names in `If-Match`.
"""

import re
from collections.abc import Callable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
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
from core.actor import IsSignedIn, actor
from core.api import Api
from core.serializers import Input

_VERSION = re.compile(r'"([0-9]{1,18})"')
IF_MATCH = OpenApiParameter("If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, required=True)


class DraftApi(Api):
    """One kind of draft: what it is asked for with, what it is written with, and how it is read, written and shown."""

    permissions_by_action = {"retrieve": [IsSignedIn], "update": [IsSignedIn]}
    query: type[Input]
    given: type[Input]
    read: Callable[[int, str], Any]
    write: Callable[..., None]
    shown: Callable[[Any], dict[str, Any]]

    def retrieve(self, request: Request) -> Response:
        """What was not created yet, credentials included; nobody but its owner asks for it."""
        return self._answer(request, str(self.query.read(request.query_params)["game"]))

    def update(self, request: Request) -> Response:
        """Replace what was read at the version in `If-Match`: 412 when it has changed since."""
        stated = _VERSION.fullmatch(request.headers.get("If-Match", ""))
        if stated is None:
            raise VersionMissing
        game = str(self.query.read(request.query_params)["game"])
        self.write(by=actor(request), game=game, version=int(stated[1]), **self.given.read(request.data))
        return self._answer(request, game)

    def _answer(self, request: Request, game: str) -> Response:
        draft = self.shown(self.read(actor(request).id, game))
        return Response(draft, headers={"ETag": f'"{draft["version"]}"', "Cache-Control": "private, no-store"})


@extend_schema_view(
    retrieve=extend_schema(parameters=[QueueQuery], responses={200: QueueOutput}),
    update=extend_schema(parameters=[QueueQuery, IF_MATCH], request=QueueInput, responses={200: QueueOutput}),
)
class QueueApi(DraftApi):
    """Accounts put together for `?game=` and not created yet."""

    query, given = QueueQuery, QueueInput
    read, write, shown = staticmethod(queue_of), staticmethod(actions.save_queue), staticmethod(queue_json)


@extend_schema_view(
    retrieve=extend_schema(parameters=[TextDraftQuery], responses={200: TextDraftOutput}),
    update=extend_schema(
        parameters=[TextDraftQuery, IF_MATCH], request=TextDraftInput, responses={200: TextDraftOutput}
    ),
)
class TextDraftApi(DraftApi):
    """Lines pasted for `?game=` and not created yet."""

    query, given = TextDraftQuery, TextDraftInput
    read, write, shown = staticmethod(text_of), staticmethod(actions.save_text), staticmethod(text_json)
