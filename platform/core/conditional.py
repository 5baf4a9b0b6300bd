"""Conditional reads: an unchanged answer costs one small query and no body. Whoever changes visible data calls `bump`;
the ETag of a read is made of the versions of the stamps that it names, the person and the query."""

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import wraps
from typing import Any, TypeVar

from django.core.cache import cache
from django.db import connection
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from rest_framework.request import Request

from core.actor import actor
from core.models import Stamp

Handler = Callable[..., Any]
T = TypeVar("T")


def bump(*names: str) -> None:
    """Raise the version of each stamp, creating it on first use, inside the transaction of the change. A stamp is a row
    lock until that ends, so actions take it after the rows it tells of."""
    assert connection.in_atomic_block, "bump belongs inside the transaction that changes the data"
    if not names:
        return
    wanted = sorted(set(names))  # two writers take the row locks in one order
    rows = ", ".join(["(%s, 1)"] * len(wanted))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO core_stamp (name, version) VALUES {rows}"  # noqa: S608 - placeholders alone
            " ON CONFLICT (name) DO UPDATE SET version = core_stamp.version + 1",
            wanted,
        )


def keep(name: str, version: int) -> None:
    """Set what a stamp says, where it is how far something came: `versions` reads it."""
    kept = [Stamp(name=name, version=version)]
    Stamp.objects.bulk_create(kept, update_conflicts=True, unique_fields=["name"], update_fields=["version"])


def versions(names: Iterable[str]) -> dict[str, int]:
    wanted = list(names)
    known = dict(Stamp.objects.filter(name__in=wanted).values_list("name", "version"))
    return {name: known.get(name, 0) for name in wanted}


def etag_of(*parts: object) -> str:
    digest = hashlib.blake2b("\x1f".join(map(str, parts)).encode(), digest_size=12).hexdigest()
    return f'W/"{digest}"'


def unless_known(request: Request, etag: str, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The answer under its ETag, or 304 where the caller has it already, by Django's rules for conditional requests. A
    tag that is named is compared before the answer is made; `*` asks whether there is an answer at all, so it is made.
    The browser keeps it and asks before reusing it. A refusal is left as it is, without an ETag."""
    response = answer() if request.headers.get("If-None-Match", "").strip() == "*" else None
    if response is None or response.status_code == 200:
        response = get_conditional_response(request._request, etag=etag) or response or answer()
    if response.status_code in (200, 304):
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
    return response


def conditional(stamps: Callable[..., Iterable[str]]) -> Callable[[Handler], Handler]:
    """Give a viewset's read an ETag from stamps; `stamps(request, **path)` names them."""

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        def wrapper(view: Any, request: Request, *args: Any, **kwargs: Any) -> Any:
            person = actor(request)
            named = versions(stamps(request, **kwargs))
            etag = etag_of(request.get_full_path(), person.id, person.role, *sorted(named.items()))
            return unless_known(request, etag, lambda: handler(view, request, *args, **kwargs))

        return wrapper

    return decorate


def cache_by_stamps(
    name: str, stamps: Iterable[str], compute: Callable[[], T], *, until: Callable[[], datetime | None] = lambda: None
) -> T:
    """Cache a value in this process until a stamp moves, or the moment that `until` answers has passed. Each caller
    gets a copy. The versions are read before the figure, so a change in between makes the next reader compute again."""
    key = hashlib.blake2b(name.encode(), digest_size=16).hexdigest()  # which takes any name
    now, wanted = timezone.now(), versions(stamps)
    kept: tuple[dict[str, int], datetime | None, T] | None = cache.get(key)
    if kept is None or kept[0] != wanted or (kept[1] is not None and kept[1] < now):
        kept = (wanted, until(), compute())
        cache.set(key, kept, timeout=None)
    return kept[2]
