"""A small API and a few pages that the kernel's tests talk to, through the whole middleware."""

import errno
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from core import audit
from core.actor import Anyone, IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api, idempotent, paginate
from core.conditional import conditional
from core.errors import Conflict, NotFound
from core.models import AuditEvent
from core.pages import ADMINS, EMPLOYEES, Query, answer, list_path, page


class ProbeApi(Api):
    permissions_by_action = {
        "echo": Anyone,
        "signed_in": IsSignedIn,
        "admin_only": IsAdmin,
        "person": IsSignedIn,
        "events": IsSignedIn,
        "polled": IsSignedIn,
        "write": IsSignedIn,
        "write_and_wait": IsSignedIn,
        "explode": Anyone,
    }

    def echo(self, request: Request) -> Response:
        return Response(request.data)

    def signed_in(self, request: Request) -> Response:
        return Response({"username": actor(request).username})

    def admin_only(self, request: Request) -> Response:
        return Response({})

    def undeclared(self, request: Request) -> Response:
        return Response({})

    def person(self, request: Request, user_id: str) -> Response:
        return Response(resolve_user_id(request, user_id))

    def events(self, request: Request) -> Response:
        events = AuditEvent.objects.order_by("id")
        return paginate(events, request, lambda rows: [event.event for event in rows])

    @conditional(lambda request, **path: ["probe", f"probe:{path['name']}"])
    def polled(self, request: Request, name: str) -> Response:
        if name == "missing":
            raise NotFound()
        return Response({"name": name})

    @idempotent()
    def write(self, request: Request) -> Response:
        return _effect(request, status=201)

    @idempotent(atomic=False)
    def write_and_wait(self, request: Request) -> Response:
        with transaction.atomic():
            response = _effect(request, status=202)
            request.idempotency.commit(202, response.data, "/api/probe/1")
            if request.data.get("undo"):
                raise Conflict()
        if request.data.get("dieWaiting"):
            raise RuntimeError("killed while waiting")
        return Response(response.data | {"done": True}, headers={"Location": "/api/probe/1"})

    def explode(self, request: Request, kind: str) -> Response:
        raise {
            "runtime": RuntimeError("segredo-interno"),
            "locked": OperationalError("segredo-interno: database is locked"),
            "gone": InterfaceError("segredo-interno"),
            "full": OperationalError("segredo-interno: database or disk is full"),
            "no-room": OSError(errno.ENOSPC, "segredo-interno"),
            "suspicious": SuspiciousOperation("segredo-interno"),
            "denied": PermissionDenied("segredo-interno"),
            "missing": Http404("segredo-interno"),
        }[kind]


def _effect(request: Request, status: int) -> Response:
    event = audit.record("probe.write", by=actor(request), after=request.data)
    if request.data.get("refuse"):
        raise Conflict("Já existe.")
    if request.data.get("explode"):
        raise RuntimeError("segredo-interno")
    return Response({"id": event.id, "at": event.created_at}, status=status)


@page()
def everyone(request: HttpRequest) -> HttpResponse:
    return HttpResponse("everyone")


@page(ADMINS)
def admins(request: HttpRequest) -> HttpResponse:
    return HttpResponse("admins")


@page(EMPLOYEES)
def employees(request: HttpRequest) -> HttpResponse:
    return HttpResponse("employees")


@page()
def lost(request: HttpRequest) -> HttpResponse:
    raise NotFound()


@page()
def listed(request: HttpRequest) -> HttpResponse:
    """Carries the list that its address asks for; `?limit=` is one that the API refuses."""
    path = list_path(request, "/api/probe/events", limit=20)
    answer(request, Query(f"/api/probe/events?limit={request.GET.get('limit', 20)}", ProbeApi, "events"))
    return HttpResponse(path)


def _probe(**actions: str) -> Any:
    return ProbeApi.as_view(actions)


urlpatterns = [
    path("api/probe/echo", _probe(get="echo", post="echo")),
    path("api/probe/signed-in", _probe(get="signed_in", post="signed_in")),
    path("api/probe/admin-only", _probe(get="admin_only")),
    path("api/probe/undeclared", _probe(get="undeclared")),
    path("api/probe/people/<str:user_id>", _probe(get="person")),
    path("api/probe/events", _probe(get="events")),
    path("api/probe/polled/<str:name>", _probe(get="polled")),
    path("api/probe/write", _probe(post="write")),
    path("api/probe/write-and-wait", _probe(post="write_and_wait")),
    path("api/probe/explode/<str:kind>", _probe(get="explode")),
    path("everyone", everyone),
    path("admins", admins),
    path("employees", employees),
    path("lost", lost),
    path("listed", listed),
]

handler400 = "core.handlers.bad_request"
handler403 = "core.handlers.permission_denied"
handler404 = "core.handlers.page_not_found"
handler500 = "core.handlers.server_error"
