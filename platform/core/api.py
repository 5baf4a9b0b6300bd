"""What every viewset of the API starts from: permissions by action, pages of lists, writes that are repeatable by key."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, ClassVar

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, viewsets
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import HTTP_204_NO_CONTENT
from rest_framework.utils.mediatypes import media_type_matches

from core.actor import IsSignedIn, Nobody, actor
from core.errors import BadKey, KeyReused, StillRunning
from core.formats import JSONEncoder
from core.models import IdempotencyRecord
from core.serializers import Input, Output

MAX_PAGE = 500
HEADER = "Idempotency-Key"
REPLAY_HEADER = "Idempotent-Replay"
RUNNING_FOR = timedelta(seconds=60)
Handler = Callable[..., Response]


class Api(viewsets.GenericViewSet[Any]):
    """A viewset whose every action names its permission; one that is not listed is refused."""

    permissions_by_action: ClassVar[Mapping[str, type[BasePermission]]] = {}
    operations: ClassVar[str] = ""
    """What ids of operations in the API's document begin with, before the action; '' is what the path says."""
    serializer_class: type[serializers.BaseSerializer[Any]] = serializers.Serializer

    def get_permissions(self) -> list[BasePermission]:
        # No action means a method the route does not have: nothing can run, and signed-in people are told 405.
        unlisted = Nobody if self.action else IsSignedIn
        return [self.permissions_by_action.get(self.action or "", unlisted)()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        last = 10**18 - 1  # what no column holds, nor `resolve_user_id` takes, is as absent as this id
        self.kwargs.update({name: min(value, last) for name, value in kwargs.items() if isinstance(value, int)})

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """JSON also for a caller who accepts nothing but the file of this action: its refusals are never a file."""
        accepted = request.headers.get("Accept", "").split(",")
        files = getattr(getattr(self, self.action or "", None), "media_types", ())
        force = force or any(media_type_matches(kind, each) for kind in files for each in accepted)
        return super().perform_content_negotiation(request, force)


class Paging(Input):
    """`?limit=&offset=` of the lists."""

    limit = serializers.IntegerField(min_value=1, max_value=MAX_PAGE, required=False)
    offset = serializers.IntegerField(min_value=0, max_value=10_000_000, required=False, default=0)


def call(
    *,
    takes: type[Input] | None = None,
    partial: bool = False,
    asks: type[Input] | None = None,
    answers: type[Output] | None = None,
    many: bool = False,
    lists: type[Output] | None = None,
    limit: int = MAX_PAGE,
    status: int = 200,
    parameters: Sequence[Any] = (),
    **documented: Any,
) -> Callable[[Callable[..., Any]], Handler]:
    """What an action of a viewset takes and answers: told in the API's document, and done. The values of the body it
    `takes`, or the query it `asks` for, are its argument after the request. What it returns is answered as `answers`
    says, None as null; of rows that it `lists` the page asked for, `limit` long unless that says; a Response as it is.
    Outputs know the `reader`. Stands below all other decorators. `documented` goes to `extend_schema` too."""
    given, taken = takes or asks, takes(partial=True) if takes and partial else takes
    if lists or answers or status == HTTP_204_NO_CONTENT:
        shown = lists or answers
        documented["responses"] = {status: shown(many=True) if shown and (lists or many) else shown}
    parameters = [*parameters, *([asks] if asks else ()), *([Paging] if lists else ())]

    def decorate(action: Callable[..., Any]) -> Handler:
        @wraps(action)
        def wrapper(view: Any, request: Request, **path: Any) -> Any:
            data = request.data if takes else request.query_params
            values = [given.read(data, partial=partial)] if given else []
            result = action(view, request, *values, **path)
            if isinstance(result, HttpResponseBase):
                return result
            context = {"reader": request.user}
            if lists:
                return paginate(result, request, lambda page: lists.json_of(page, context=context), default_limit=limit)
            body = answers(result, many=many, context=context).data if answers and result is not None else None
            return Response(body, status=status)

        described: Handler = extend_schema(request=taken, parameters=parameters, **documented)(wrapper)
        return described

    return decorate


def paginate(
    queryset: QuerySet[Any] | list[Any],
    request: Request,
    serialize: Callable[[list[Any]], Any],
    *,
    default_limit: int = MAX_PAGE,
    total: Callable[[], int] | None = None,
) -> Response:
    """Answer an array, as `serialize` makes JSON of the rows; its length (`total`, or a COUNT) in X-Total-Count."""
    paging = Paging.read(request.query_params)
    offset = paging["offset"]
    rows = list(queryset[offset : offset + paging.get("limit", default_limit)])
    length = len(queryset) if isinstance(queryset, list) else (total or queryset.count)()
    response = Response(serialize(rows))
    response["X-Total-Count"] = str(length)
    return response


def idempotent(*, atomic: bool = True) -> Callable[[Handler], Handler]:
    """Make a viewset's write repeatable by key (product: api.idempotency). Without the header the handler simply runs.
    The record is claimed in a transaction of its own. With `atomic` (the default) handler and answer then share one, so
    that they become true together: a process killed before leaves neither, a process killed after leaves both. A handler
    that must not hold a transaction open (it waits for something) passes `atomic=False` and calls
    `request.idempotency.commit(status, body)` inside its own, and its final answer replaces that one."""

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        def wrapper(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
            claim = _claim(request)
            if isinstance(claim, Response):
                return claim
            request.idempotency = claim  # type: ignore[attr-defined]  # where handlers find it
            if not claim.record_id:
                return handler(view, request, *args, **kwargs)
            try:
                with transaction.atomic() if atomic else nullcontext():
                    response = handler(view, request, *args, **kwargs)
                    claim.commit(response.status_code, response.data, response.get("Location", ""), running_until=None)
                    return response
            except BaseException:
                claim.free()
                raise

        return wrapper

    return decorate


@dataclass(frozen=True)
class IdempotencyClaim:
    """A request's claim on its key. It stores the answer; without a record it does nothing. `until` is its fencing
    token: a request that takes over a dead one's key moves it, and the first, should it still run, can then neither
    answer nor, in the same transaction, act."""

    record_id: int = 0
    until: datetime | None = None

    def commit(self, status: int, body: Any, location: str = "", **changes: None) -> None:
        """Store the answer; call it inside the transaction that makes the answer true."""
        sent = json.loads(json.dumps(body, cls=JSONEncoder))  # as the renderer writes dates and decimals
        if self.record_id and not self._mine().update(status=status, body=sent, location=location, **changes):
            raise StillRunning()

    def free(self) -> None:
        """After a failure: the key is free for a corrected attempt, unless an answer was committed on the way."""
        self._mine().filter(status__isnull=True).delete()
        self._mine().update(running_until=None)

    def _mine(self) -> QuerySet[IdempotencyRecord]:
        return IdempotencyRecord.objects.filter(pk=self.record_id, running_until=self.until)


def _claim(request: Request) -> IdempotencyClaim | Response:
    """A claim on the request's key, or the answer of the request that had it before."""
    key = request.headers.get(HEADER)
    if key is None:
        return IdempotencyClaim()
    if not key or len(key) > 255 or not key.isprintable():
        raise BadKey()
    user_id = actor(request).id
    body = json.dumps(request.data, sort_keys=True, default=str)
    body_hash = hashlib.sha256(f"{request.method}\n{request.get_full_path()}\n{body}".encode()).hexdigest()
    now = timezone.now()
    until = now + RUNNING_FOR
    try:
        with transaction.atomic():
            new = IdempotencyRecord.objects.create(user_id=user_id, key=key, body_hash=body_hash, running_until=until)
            return IdempotencyClaim(new.pk, until)
    except IntegrityError:
        known = IdempotencyRecord.objects.filter(user_id=user_id, key=key).first()
    if known is None:  # the first request failed and freed the key between our two statements
        raise StillRunning()
    if known.body_hash != body_hash:
        raise KeyReused()
    # An end that is farther away than any was set by a wrong clock.
    if known.running_until is not None and now < known.running_until <= now + 2 * RUNNING_FOR:
        raise StillRunning()
    if known.status is not None:
        headers = {REPLAY_HEADER: "true"} | ({"Location": known.location} if known.location else {})
        return Response(known.body, status=known.status, headers=headers)
    # The first request died before it wrote anything: exactly one repetition takes its place.
    dead = IdempotencyRecord.objects.filter(pk=known.pk, running_until=known.running_until, status__isnull=True)
    if not dead.update(running_until=until):
        raise StillRunning()
    return IdempotencyClaim(known.pk, until)
