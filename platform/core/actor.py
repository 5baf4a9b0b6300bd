"""The actor, which is always the session's user, and permissions. A view that names none is open to nobody."""

import re
from typing import Any, Protocol, TypeVar, cast

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from rest_framework import authentication, exceptions
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request

from core.errors import Forbidden, NotSignedIn, refusal

M = TypeVar("M", bound=Model)
Anyone = AllowAny
IsSignedIn = IsAuthenticated

_ID = re.compile(r"[0-9]{1,18}")  # what fits a column of ids


class Actor(Protocol):
    """What the kernel needs to know of a person."""

    id: int
    username: str
    full_name: str
    role: str

    @property
    def is_authenticated(self) -> bool: ...

    @property
    def is_admin(self) -> bool: ...


def actor(request: HttpRequest | Any) -> Actor:
    """The signed-in person of a request; 401 when there is none."""
    user = request.user
    if not user.is_authenticated:
        raise NotSignedIn()
    return cast(Actor, user)


def seen_by(person: Actor, rows: QuerySet[M], *, owner: str) -> QuerySet[M]:
    """All of the rows for an admin; for others those whose `owner`, a path of columns, they are."""
    return rows if person.is_admin else rows.filter(**{owner: person.id})


def role_of(person: Actor) -> str:
    """'admin' or 'employee': whoever is no admin gets the employee's routes and menus."""
    return "admin" if person.is_admin else "employee"


def resolve_user_id(request: HttpRequest | Any, raw: object) -> int:
    """The user id of a path, query or body: the actor's own, also where it is missing, or anyone's for an admin.
    Everything else is '403 …, the same whether that id exists or not'."""
    person = actor(request)
    wanted = str(person.id if raw in (None, "") else raw)
    if not _ID.fullmatch(wanted) or (int(wanted) != person.id and not person.is_admin):
        raise Forbidden()
    return int(wanted)


class Nobody(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return False


class Signed(AllowAny):
    """Permission of a call that a program makes without a session: its action first checks the body's signature."""


class IsAdmin(IsSignedIn):
    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and actor(request).is_admin


CsrfFailed = refusal(Forbidden, "csrf_failed")
"""The token is missing or stale: the browser renews it once and repeats."""


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session with CSRF enforced; a missing session is 401, not REST framework's 403."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise CsrfFailed() from None


class SignInAuthentication(SessionAuthentication):
    """Ask signed-out people for the CSRF token too: for the calls that are open to them."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        self.enforce_csrf(request)
        return super().authenticate(request)
