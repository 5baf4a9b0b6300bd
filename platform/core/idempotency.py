"""Idempotency keys: a repeated write is answered, not repeated (decisions §5).

'same key and body replays the first answer (`Idempotent-Replay: true`), same key and other body is 422, still
running is 409.'

The record is claimed in a transaction of its own. The handler then runs with `request.idempotency`, whose `commit`
belongs inside the action's transaction, so that effect and answer become true together: a process killed before
leaves neither, a process killed after leaves both. Handlers that never call `commit` have it called for them, inside
one transaction around the whole handler.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import actor
from core.errors import ActionError, Conflict, Unprocessable
from core.models import IdempotencyRecord

HEADER = "Idempotency-Key"
REPLAY_HEADER = "Idempotent-Replay"
RUNNING_FOR = timedelta(seconds=60)
Handler = Callable[..., Response]


class KeyReused(Unprocessable):
    code = "idempotency_key_reused"
    message = "Esta chave de repetição já foi usada com outro conteúdo."


class StillRunning(Conflict):
    code = "still_running"
    message = "Este pedido ainda está em andamento. Aguarde um momento."


class BadKey(ActionError):
    code = "invalid_idempotency_key"
    message = "Chave de repetição inválida."


def fingerprint(request: Request) -> str:
    """Method, path and parsed body; the order of keys does not matter."""
    body = json.dumps(request.data, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(f"{request.method}\n{request.get_full_path()}\n{body}".encode()).hexdigest()


def idempotent(*, atomic: bool = True) -> Callable[[Handler], Handler]:
    """Make a viewset's write repeatable by key. Without the header the handler simply runs.

    With `atomic` (the default) handler and answer share one transaction. A handler that must not hold one open (it
    waits for something) passes `atomic=False` and calls `request.idempotency.commit(status, body)` inside its own
    transaction, and its final answer replaces that one.
    """

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        def wrapped(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
            key = request.headers.get(HEADER)
            if key is None:
                request.idempotency = Slot(None)
                return handler(view, request, *args, **kwargs)
            if not key or len(key) > 255 or not key.isprintable():
                raise BadKey()
            record, replay = _claim(actor(request).id, key, fingerprint(request))
            if replay is not None:
                return replay
            slot = request.idempotency = Slot(record)
            try:
                if not atomic:
                    return slot.finish(handler(view, request, *args, **kwargs))
                with transaction.atomic():
                    return slot.finish(handler(view, request, *args, **kwargs))
            except BaseException:
                # Nothing was written, so the key is free for a corrected attempt.
                if not slot.committed or atomic:
                    IdempotencyRecord.objects.filter(pk=record.pk, status__isnull=True).delete()
                raise

        return wrapped

    return decorate


class Slot:
    """The place where the running request leaves its answer."""

    def __init__(self, record: IdempotencyRecord | None) -> None:
        self.record = record
        self.committed = False

    def commit(self, status: int, body: Any, location: str = "") -> None:
        """Store the answer; call it inside the transaction that makes the answer true."""
        if self.record is None:
            return
        IdempotencyRecord.objects.filter(pk=self.record.pk).update(status=status, body=body, location=location)
        self.committed = True

    def finish(self, response: Response) -> Response:
        if self.record is not None:
            self.commit(response.status_code, response.data, response.get("Location", ""))
            IdempotencyRecord.objects.filter(pk=self.record.pk).update(running_until=None)
        return response


def _claim(user_id: int, key: str, body_hash: str) -> tuple[IdempotencyRecord, Response | None]:
    """Claim the key for this request, or the answer of the request that had it before."""
    now = timezone.now()
    try:
        with transaction.atomic():
            return IdempotencyRecord.objects.create(
                user_id=user_id, key=key, body_hash=body_hash, running_until=now + RUNNING_FOR
            ), None
    except IntegrityError:
        record = IdempotencyRecord.objects.filter(user_id=user_id, key=key).first()
    if record is None:  # the first request failed and freed the key between our two statements
        raise StillRunning()
    if record.body_hash != body_hash:
        raise KeyReused()
    if record.running_until is not None and record.running_until > now:
        raise StillRunning()
    if record.status is not None:
        return record, _replay(record)
    # The first request died before it wrote anything: exactly one repetition takes its place.
    free = Q(running_until__isnull=True) | Q(running_until__lte=now)
    if not IdempotencyRecord.objects.filter(free, pk=record.pk, status__isnull=True).update(
        running_until=now + RUNNING_FOR
    ):
        raise StillRunning()
    return record, None


def _replay(record: IdempotencyRecord) -> Response:
    headers = {REPLAY_HEADER: "true"} | ({"Location": record.location} if record.location else {})
    return Response(record.body, status=record.status, headers=headers)
