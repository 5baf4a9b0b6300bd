"""The queue of a creator, its owner's alone."""

import re

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from bulk import actions
from bulk.drafts.queries import Queue, queue_of
from bulk.drafts.serializers import QueueInput, QueueOutput, QueueQuery, queue_json
from bulk.errors import QueueVersionMissing
from core.actor import actor
from core.api import Api
from core.permissions import IsSignedIn

_VERSION = re.compile(r'"([0-9]{1,18})"')


class QueueApi(Api):
    """Accounts put together for `?game=` and not created yet, credentials included: nobody but their owner asks for
    them, and no browser keeps the answer. The ETag is the version that a write names in `If-Match`."""

    permissions_by_action = {"retrieve": [IsSignedIn], "save": [IsSignedIn]}

    @extend_schema(parameters=[QueueQuery], responses={200: QueueOutput})
    def retrieve(self, request: Request) -> Response:
        """The accounts not created yet, credentials included; nobody but their owner asks for them."""
        return _answer(queue_of(actor(request).id, _game(request)))

    @extend_schema(
        parameters=[
            QueueQuery,
            OpenApiParameter("If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, required=True),
        ],
        request=QueueInput,
        responses={200: QueueOutput},
    )
    def save(self, request: Request) -> Response:
        """Replace the queue that was read at the version in `If-Match`: 412 when it has changed since."""
        stated = _VERSION.fullmatch(request.headers.get("If-Match", ""))
        if stated is None:
            raise QueueVersionMissing
        game = _game(request)
        given = QueueInput.read(request.data)
        person = actor(request)
        actions.save_queue(by=person, game=game, entries=given["entries"], version=int(stated[1]))
        return _answer(queue_of(person.id, game))


def _game(request: Request) -> str:
    return str(QueueQuery.read(request.query_params)["game"])


def _answer(queue: Queue) -> Response:
    return Response(queue_json(queue), headers={"ETag": f'"{queue.version}"', "Cache-Control": "private, no-store"})
